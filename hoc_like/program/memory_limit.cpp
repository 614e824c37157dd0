#include "hoc_like/program/memory_limit.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

namespace ranvier::program {

namespace {

std::uint64_t physical_memory() {
    std::uint64_t bytes =
        static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    for (const char* file : {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"}) {
        std::uint64_t of_group = 0;  // "max" is not a number
        if (std::ifstream{file} >> of_group && of_group > 0) bytes = std::min(bytes, of_group);
    }
    return bytes;
}

/// What the program needs besides any model [bytes]: its data segments as they are, and room for the library and its
/// mechanisms.
std::uint64_t least_memory() {
    constexpr std::uint64_t room = 32'000'000;
    std::uint64_t pages = 0, ignored = 0;
    std::ifstream statm{"/proc/self/statm"};
    for (int k = 0; k < 5; ++k) statm >> ignored;
    statm >> pages;
    return pages * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)) + room;
}

}  // namespace

void limit_memory(std::uint64_t bytes) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    (void)bytes;  // a limit would count the sanitizers' shadow memory, hardly any of which is used
    (void)physical_memory, (void)least_memory;
#else
    rlimit limit{};
    if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
    const std::uint64_t needed = least_memory();
    if (bytes != 0 && bytes < needed) {
        throw std::invalid_argument(fmt::format("--memory {} bytes: the program itself needs {:.0f} MB", bytes,
                                                std::ceil(static_cast<double>(needed) / 1e6)));
    }
    const rlim_t wanted = bytes ? bytes : physical_memory();
    if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= wanted) return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? wanted : std::min<rlim_t>(wanted, limit.rlim_max);
    setrlimit(RLIMIT_DATA, &limit);
#endif
}

}  // namespace ranvier::program
