#include "hoc_like/library/data/files/sandbox.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <set>
#include <stdexcept>

namespace ranvier::hoc::sandbox {

namespace {

namespace fs = std::filesystem;

std::optional<fs::path>& folder() {
    static std::optional<fs::path> path;
    return path;
}

/// What a link points at, even if that does not exist yet: writing makes it.
fs::path behind_links(fs::path path) {
    constexpr int most_links = 40;  // as Linux's ELOOP, after which nothing can be written
    std::error_code error;
    for (int k = 0; k < most_links && fs::is_symlink(fs::symlink_status(path, error)); ++k) {
        path = path.parent_path() / fs::read_symlink(path, error);
    }
    return path;
}

}  // namespace

void enter() {
    if (!folder()) folder() = fs::canonical(fs::current_path());
}

bool is_on() {
    return folder().has_value();
}

void refuse_command(const std::string& command) {
    if (is_on()) throw std::runtime_error("--sandbox does not allow running \"" + command + "\"");
}

void check_write(const std::string& path) {
    if (!is_on()) return;
    const fs::path whole = fs::weakly_canonical(behind_links(fs::absolute(path)));
    const fs::path& root = *folder();
    if (std::mismatch(root.begin(), root.end(), whole.begin(), whole.end()).first == root.end()) return;
    throw std::runtime_error("--sandbox does not allow writing \"" + whole.string() + "\", outside of " +
                             root.string());
}

void explain_unread(const std::string& path) {
    if (!is_on() || ::access(path.c_str(), R_OK) != 0) return;  // else it is not for the sandbox that it was not opened
    static std::set<fs::path> told;
    const fs::path whole = fs::weakly_canonical(fs::absolute(path));
    if (!told.insert(whole.parent_path()).second) return;
    std::fprintf(stderr, "--sandbox does not allow reading \"%s\"; --sandbox-read %s allows it\n", whole.c_str(),
                 whole.parent_path().c_str());
}

}  // namespace ranvier::hoc::sandbox
