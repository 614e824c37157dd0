#include "hoc_like/program/sandbox_folders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace ranvier::program {

namespace {

namespace fs = std::filesystem;
using enum FileAccess;

bool contains(const fs::path& folder, const fs::path& path) {
    if (path.empty()) return false;
    return std::mismatch(folder.begin(), folder.end(), path.begin(), path.end()).first == folder.end();
}

void check_written(const fs::path& folder, const SandboxFolders& folders) {
    const char* what = contains(folder, folders.home)    ? "the home folder"
                       : contains(folder, folders.cache) ? "the cache of compiled mechanisms"
                                                         : nullptr;
    if (!what && folder.has_relative_path()) return;
    const std::string contained =
        what ? fmt::format("contains {}, {}", what,
                           (contains(folder, folders.home) ? folders.home : folders.cache).string())
             : "is the root of all folders";
    throw std::runtime_error(
        folder == folders.start
            ? fmt::format(
                  "--sandbox lets a model write below the folder that the program is started in, but {} {}; start "
                  "it in another folder",
                  folder.string(), contained)
            : fmt::format(
                  "--sandbox lets a model write in the folders of outputs, but {} {}; write into a folder below it",
                  folder.string(), contained));
}

/// What most programs need to start, to read text of the user's language, and to know the machine.
std::vector<FileRule> rules_of_system() {
    std::vector<FileRule> rules;
    for (const char* libraries :
         {"/usr", "/lib", "/lib32", "/lib64", "/libx32", "/etc/ld.so.cache", "/etc/localtime"}) {
        rules.push_back({libraries, read});
    }
    for (const char* knowledge :
         {"/proc/self", "/proc/meminfo", "/proc/cpuinfo", "/proc/sys/kernel/random/boot_id", "/sys/devices/system",
          "/sys/fs/cgroup", "/dev/urandom", "/dev/random", "/dev/zero"}) {
        rules.push_back({knowledge, read});
    }
    rules.push_back({"/dev/null", read | write});
    return rules;
}

void add(std::vector<FileRule>& rules, const std::vector<fs::path>& paths, FileAccess access) {
    for (const fs::path& path : paths) rules.push_back({path, access});
}

std::vector<FileRule> rules_for_reading(const SandboxFolders& folders) {
    std::vector<FileRule> rules = rules_of_system();
    add(rules, folders.code, read);
    add(rules, folders.read, read);
    rules.push_back({folders.cache, read});
    return rules;
}

}  // namespace

fs::path place_of(const fs::path& file, const fs::path& home) {
    const fs::path folder = file.parent_path();
    return contains(folder, home) || !folder.has_relative_path() ? file : folder;
}

void check_folders(const SandboxFolders& folders) {
    check_written(folders.start, folders);
    for (const fs::path& folder : folders.written) check_written(folder, folders);
}

std::vector<FileRule> rules_of_model(const SandboxFolders& folders) {
    std::vector<FileRule> rules = rules_for_reading(folders);
    rules.push_back({folders.start, read | write});
    add(rules, folders.written, read | write);
    if (folders.has_ranks) add(rules, {"/dev/shm", "/dev/infiniband"}, read | write | device);
    return rules;
}

std::vector<FileRule> rules_of_compiler(const SandboxFolders& folders, const fs::path& headers,
                                        const std::vector<fs::path>& compilers) {
    std::vector<FileRule> rules = rules_for_reading(folders);
    rules.push_back({folders.start, read});
    rules.push_back({headers, read});
    add(rules, {"/etc/ld.so.conf", "/etc/ld.so.conf.d"}, read);  // of linkers
    add(rules, {"/usr", "/bin", "/lib", "/lib32", "/lib64", "/libx32"}, read | run);
    add(rules, compilers, read | run);
    rules.push_back({folders.cache, read | write | link});
    return rules;
}

}  // namespace ranvier::program
