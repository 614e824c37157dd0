#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ranvier::program {

/// What a confined process may do with a file, or with everything below a folder.
enum class FileAccess : unsigned {
    read = 1,    ///< read files, list folders
    write = 2,   ///< change, make, rename and remove files and folders
    link = 4,    ///< make symbolic links
    run = 8,     ///< start programs
    device = 16  ///< control a device
};

constexpr FileAccess operator|(FileAccess a, FileAccess b) {
    return static_cast<FileAccess>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool has(FileAccess all, FileAccess one) {
    return (static_cast<unsigned>(all) & static_cast<unsigned>(one)) != 0;
}

struct FileRule {
    std::filesystem::path path;  ///< links are followed; if it does not exist, the rule allows nothing
    FileAccess access;
    bool operator==(const FileRule&) const = default;
};

/// The version of the system's rules for files (Landlock); 0: it has none.
int version_of_file_rules();

/// From now on this thread, those that it starts, and its children may open files, and change folders, only as the rules
/// say, and send signals only to each other; files that are open already stay so. Returns an empty text, or why this is
/// not possible. Versions of the system's rules differ in what they hold: what_is_not_held.
std::string confine_files(std::span<const FileRule> rules);

/// What a system with this version does not hold, for a user; empty if there is nothing.
std::string what_is_not_held(int version);

}  // namespace ranvier::program
