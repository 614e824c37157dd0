#include "hoc_like/program/memory_limit.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>

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

}  // namespace

void limit_memory(std::uint64_t bytes) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    (void)bytes;  // a limit would count the sanitizers' shadow memory, hardly any of which is used
    (void)physical_memory;
#else
    rlimit limit{};
    if (getrlimit(RLIMIT_DATA, &limit) != 0) return;
    const rlim_t wanted = bytes ? bytes : physical_memory();
    if (limit.rlim_cur != RLIM_INFINITY && limit.rlim_cur <= wanted) return;
    limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? wanted : std::min<rlim_t>(wanted, limit.rlim_max);
    setrlimit(RLIMIT_DATA, &limit);
#endif
}

}  // namespace ranvier::program
