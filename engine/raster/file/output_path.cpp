#include "engine/raster/file/output_path.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <string>

#include "engine/raster/file/raster.hpp"

namespace ranvier::raster {

namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const fs::path& file, std::string_view why) {
    throw RasterError(fmt::format("cannot write {}: {}", file.string(), why));
}

std::string_view kind_of(fs::file_type type) {
    switch (type) {
        case fs::file_type::directory:
            return "a folder";
        case fs::file_type::fifo:
            return "a pipe";
        case fs::file_type::socket:
            return "a socket";
        default:
            return "a device";
    }
}

bool is_open_as(const fs::path& file, int descriptor) {
    struct stat of_file{}, of_descriptor{};
    return ::stat(file.c_str(), &of_file) == 0 && fstat(descriptor, &of_descriptor) == 0 &&
           of_file.st_dev == of_descriptor.st_dev && of_file.st_ino == of_descriptor.st_ino;
}

/// Follows links one by one, because the last one may point at a file that does not exist yet.
fs::path follow_links(const fs::path& file) {
    constexpr int most_links = 40;  // as Linux's ELOOP
    fs::path at = fs::absolute(file);
    std::error_code error;
    for (int links = 0; fs::is_symlink(fs::symlink_status(at, error)); ++links) {
        if (links == most_links) refuse(file, "its symbolic links form a loop");
        at = at.parent_path() / fs::read_symlink(at, error);  // an absolute target replaces the folder
        if (error) refuse(file, error.message());
    }
    return at.lexically_normal();
}

}  // namespace

void check_is_no_source(const fs::path& file) {
    if (file.empty()) return;
    for (const fs::path& name : {file, follow_links(file)}) {
        const std::string ending = name.extension().string();
        if (ending != ".hoc" && ending != ".ses" && ending != ".py" && ending != ".mod") continue;
        refuse(file, fmt::format("the name of a {} ends in {}; name another file for the output",
                                 ending == ".mod" ? "mechanism" : "script", ending));
    }
}

void check_is_no_input(const fs::path& output, std::span<const std::string> inputs) {
    for (const std::string& input : inputs) {
        std::error_code error;  // if a file is missing
        if (fs::equivalent(output, input, error)) refuse(output, "this run reads it; name another file for the output");
    }
}

fs::path output_path(const fs::path& file) {
    check_is_no_source(file);
    if (!file.has_filename()) refuse(file, "it is the name of a folder; add the name of a file");
    std::error_code error;
    const fs::file_status status = fs::status(file, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        refuse(file, fmt::format("it is {}, and only a file can be written; name a file", kind_of(status.type())));
    }
    const fs::path folder = file.parent_path();
    if (!folder.empty() && !fs::exists(folder, error))
        refuse(file, fmt::format("there is no folder {}", folder.string()));
    for (const int descriptor : {STDOUT_FILENO, STDERR_FILENO}) {
        if (!is_open_as(file, descriptor)) continue;
        refuse(file, fmt::format("the program's standard {} goes there; name another file",
                                 descriptor == STDOUT_FILENO ? "output" : "error"));
    }
    return follow_links(file);
}

bool is_hdf5_name(const fs::path& file) {
    std::string ending = file.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return ending == ".h5" || ending == ".hdf5";
}

}  // namespace ranvier::raster
