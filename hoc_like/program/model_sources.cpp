#include "hoc_like/program/model_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <iterator>

#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/mechanism_loading.hpp"
#include "hoc_like/program/script_hash.hpp"

namespace ranvier::program {

namespace {

constexpr std::size_t hash_digits = 16;

}  // namespace

std::string lines_of(std::span<const SourceFile> files) {
    std::string lines;
    for (const SourceFile& file : files) {
        std::string name = file.name;
        std::ranges::replace(name, '\n', ' ');
        lines += fmt::format("{:016x} {}\n", file.hash, name);
    }
    return lines;
}

std::vector<SourceFile> source_files_in(std::string_view lines) {
    std::vector<SourceFile> files;
    while (!lines.empty()) {
        const std::string_view line = lines.substr(0, lines.find('\n'));
        lines.remove_prefix(std::min(lines.size(), line.size() + 1));
        if (line.size() <= hash_digits || line[hash_digits] != ' ') continue;
        SourceFile file{std::string(line.substr(hash_digits + 1))};
        const auto [end, error] = std::from_chars(line.data(), line.data() + hash_digits, file.hash, 16);
        if (error == std::errc{} && end == line.data() + hash_digits) files.push_back(std::move(file));
    }
    std::ranges::sort(files);
    return files;
}

std::vector<std::string> names_changed(std::span<const SourceFile> before, std::span<const SourceFile> now) {
    std::set<std::string> names;
    for (const SourceFile& file : now) {
        const bool is_known = std::ranges::binary_search(before, file.name, {}, &SourceFile::name);
        if (is_known && !std::ranges::binary_search(before, file)) names.insert(file.name);
    }
    return {names.begin(), names.end()};
}

std::vector<std::string> names_that_differ(std::span<const SourceFile> one, std::span<const SourceFile> other) {
    std::vector<SourceFile> files;
    std::ranges::set_symmetric_difference(one, other, std::back_inserter(files));
    std::set<std::string> names;
    for (const SourceFile& file : files) names.insert(file.name);
    return {names.begin(), names.end()};
}

ModelSources::ModelSources(hoc::Session& session) : session_{session} {
    session.context().interpreter.on_text(
        [this](const std::string& name, std::string_view text) { note_script(name, text); });
}

ModelSources::~ModelSources() {
    session_.context().interpreter.on_text(nullptr);
}

void ModelSources::note_script(const std::string& path, std::string_view text) {
    // Of what these set, the parameters show what matters; and ranks run h(...) of Python for their own cells only.
    if (path == "-c" || path == "h(...)") return;
    const std::string name = std::filesystem::path(path).filename().string();
    const std::uint64_t hash = hash_of_script(text);
    texts_[name] += hash;
    if (is_file(path)) scripts_.insert({name, hash});
}

/// Whether a text that has run is of a file, asked once for each name: statements run many times.
bool ModelSources::is_file(const std::string& path) {
    const auto [found, is_new] = is_file_.try_emplace(path, false);
    std::error_code failed;
    if (is_new) found->second = std::filesystem::is_regular_file(path, failed);
    return found->second;
}

std::size_t ModelSources::count() const {
    return scripts_.size() + session_.context().model.mechanisms().size();
}

std::vector<SourceFile> ModelSources::scripts() const {
    return {scripts_.begin(), scripts_.end()};
}

std::vector<SourceFile> ModelSources::mechanisms() {
    std::vector<SourceFile> files;
    for (const std::filesystem::path& path : used_mod_files(session_)) {
        const auto [found, is_new] = mod_files_.try_emplace(path.string());
        if (is_new) found->second = hash_of_mod_file(path.string());
        files.push_back({path.filename().string(), found->second});
    }
    std::ranges::sort(files);
    return files;
}

std::vector<engine::Origin> ModelSources::origins() {
    std::vector<engine::Origin> all;
    for (const auto& [name, hash] : texts_) all.push_back({name, hash, false});
    for (const SourceFile& file : mechanisms()) all.push_back({file.name, file.hash, false});
    return all;
}

}  // namespace ranvier::program
