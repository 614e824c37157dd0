#include "mechanisms/nmodl/driver/cache_entry.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "mechanisms/nmodl/driver/content_hash.hpp"

namespace ranvier::nmodl {
namespace {

constexpr std::string_view seal_mark = "\nranvier checksum ";
constexpr std::size_t seal_digits = 32;

[[noreturn]] void fail_to_keep(const std::string& path) {
    throw std::runtime_error("cannot write " + path + ": " + std::strerror(errno));
}

std::string content_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

std::string seal_of(std::string_view text) {
    ContentHash hash;
    hash.add(text);
    return std::string(seal_mark) + hash.digits();
}

/// Writes what is in memory to the disk: a name must not outlive a crash of the machine that its content does not.
void flush_to_disk(const std::string& path) {
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) fail_to_keep(path);
    const int status = fsync(descriptor);
    const bool is_refused = status != 0 && errno != EINVAL && errno != EROFS;  // some file systems cannot
    close(descriptor);
    if (is_refused) fail_to_keep(path);
}

}  // namespace

void keep_entry(const std::string& temporary, const std::string& path) {
    const auto seal = seal_of(content_of(temporary));
    std::ofstream out(temporary, std::ios::binary | std::ios::app);
    out << seal;
    out.close();
    if (!out) fail_to_keep(temporary);
    flush_to_disk(temporary);
    if (std::rename(temporary.c_str(), path.c_str()) != 0) fail_to_keep(path);
    flush_to_disk(std::filesystem::path(path).parent_path().string());
}

bool is_whole_entry(const std::string& path) {
    const auto text = content_of(path);
    const auto length = seal_mark.size() + seal_digits;
    if (text.size() < length) return false;
    const auto content = std::string_view(text).substr(0, text.size() - length);
    return seal_of(content) == std::string_view(text).substr(content.size());
}

}  // namespace ranvier::nmodl
