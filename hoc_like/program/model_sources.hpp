#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/state/origin.hpp"

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// A script or a .mod file, by its name without folders, and the hash of what it says (script_hash.hpp).
struct SourceFile {
    std::string name;
    std::uint64_t hash = 0;
    auto operator<=>(const SourceFile&) const = default;
};

/// As a raster has them, one per line: "0123456789abcdef ring.hoc".
std::string lines_of(std::span<const SourceFile> files);
/// The reverse, sorted; other lines are left out.
std::vector<SourceFile> source_files_in(std::string_view lines);
/// The names that `before` has, but not with the hash that they have `now`; each once. Both are sorted.
std::vector<std::string> names_changed(std::span<const SourceFile> before, std::span<const SourceFile> now);
/// The names of files that are not the same in both, or are in one only; each once. Both are sorted.
std::vector<std::string> names_that_differ(std::span<const SourceFile> one, std::span<const SourceFile> other);

/// What this rank's model is made from: the scripts that have run, and the .mod files of mechanisms that are not built in.
/// Files are hashed when they are first seen, since users may edit them during a run.
class ModelSources {
  public:
    /// Notes the scripts of hoc from now on. `session` must outlive this object.
    explicit ModelSources(hoc::Session& session);
    ~ModelSources();
    ModelSources(const ModelSources&) = delete;
    ModelSources& operator=(const ModelSources&) = delete;

    /// Notes a script of Python, with its text.
    void note_script(const std::string& path, std::string_view text);

    /// Grows when there is a new script or mechanism.
    std::size_t count() const;
    /// The scripts that are files, sorted: not statements, and not the program's own.
    std::vector<SourceFile> scripts() const;
    /// The .mod files, sorted.
    std::vector<SourceFile> mechanisms();
    /// All texts that have run except those of -c, each name with the sum of its hashes, and the .mod files.
    std::vector<engine::Origin> origins();

  private:
    bool is_file(const std::string& path);

    hoc::Session& session_;
    std::map<std::string, std::uint64_t> texts_;      // by name: the sum of the hashes
    std::map<std::string, bool> is_file_;             // by path
    std::set<SourceFile> scripts_;                    // those that are files
    std::map<std::string, std::uint64_t> mod_files_;  // by path
};

}  // namespace ranvier::program
