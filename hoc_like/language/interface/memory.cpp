#include "hoc_like/language/interface/memory.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>

namespace ranvier::hoc {

namespace {

double number_in(const char* file) {
    double number = std::numeric_limits<double>::infinity();
    std::ifstream{file} >> number;  // "max" is not a number
    return number > 0 ? number : std::numeric_limits<double>::infinity();
}

/// What this process may still add to its data segments [bytes].
double left_of_limit() {
    rlimit limit{};
    if (getrlimit(RLIMIT_DATA, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::numeric_limits<double>::infinity();
    double pages = 0;
    std::ifstream statm{"/proc/self/statm"};
    for (int field = 0; field < 6; ++field) statm >> pages;  // the sixth: data
    return std::max(0.0, static_cast<double>(limit.rlim_cur) - pages * static_cast<double>(sysconf(_SC_PAGESIZE)));
}

std::string gigabytes(double bytes) {
    char text[32];
    std::snprintf(text, sizeof text, "%.3g GB", bytes / 1e9);
    return text;
}

}  // namespace

double free_memory() {
    double bytes = std::numeric_limits<double>::infinity();
    std::ifstream info("/proc/meminfo");
    for (std::string line; std::getline(info, line);) {
        if (line.starts_with("MemAvailable:")) bytes = 1024 * std::strtod(line.c_str() + 13, nullptr);
    }
    const double in_group = number_in("/sys/fs/cgroup/memory.max") - number_in("/sys/fs/cgroup/memory.current");
    return in_group >= 0 ? std::min(bytes, in_group) : bytes;
}

std::string lack_of_memory(double bytes, std::string_view what) {
    constexpr double small = 1e8;  // is not worth asking the system
    if (bytes < small) return {};
    const double left = std::min(free_memory(), left_of_limit());
    if (bytes <= left) return {};
    return std::string{what} + " would take " + gigabytes(bytes) + " of memory, and " + gigabytes(left) + " are left";
}

}  // namespace ranvier::hoc
