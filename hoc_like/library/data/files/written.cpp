#include "hoc_like/library/data/files/written.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <stdexcept>
#include <system_error>

namespace ranvier::hoc {

namespace {

[[noreturn]] void fail_to_write(std::string_view name) {
    throw std::runtime_error(
        fmt::format("cannot write to {}: {}", name, std::error_code(errno, std::generic_category()).message()));
}

}  // namespace

void write_text(std::FILE* to, std::string_view text, std::string_view name) {
    if (std::fwrite(text.data(), 1, text.size(), to) != text.size()) fail_to_write(name);
}

void flush_text(std::FILE* to, std::string_view name) {
    if (std::fflush(to) != 0 || std::ferror(to) != 0) fail_to_write(name);
}

}  // namespace ranvier::hoc
