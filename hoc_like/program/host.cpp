#include "hoc_like/program/host.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <fstream>
#include <string>

namespace ranvier::program {

namespace {

const std::string processor = "/sys/devices/system/cpu/cpu0/";

/// The first line of a file; empty if there is none.
std::string line_of(const std::string& path) {
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::string cpu_name() {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
    }
    return {};
}

/// "32K" or "8M" in bytes.
std::int64_t bytes_of(const std::string& text) {
    char* end = nullptr;
    const std::int64_t number = std::strtoll(text.c_str(), &end, 10);
    return *end == 'K' ? number << 10 : *end == 'M' ? number << 20 : number;
}

std::map<std::string, std::int64_t> caches() {
    std::map<std::string, std::int64_t> found;
    for (int k = 0;; ++k) {
        const std::string folder = fmt::format("{}cache/index{}/", processor, k);
        const std::string level = line_of(folder + "level"), type = line_of(folder + "type");
        if (level.empty()) return found;
        if (type == "Instruction") continue;
        found["L" + level + (type == "Data" ? "d" : "")] = bytes_of(line_of(folder + "size"));
    }
}

}  // namespace

Host this_host() {
    Host host;
    utsname names{};
    if (uname(&names) == 0) {
        host.name = names.nodename;
        host.system = fmt::format("{} {}", names.sysname, names.release);
    }
    host.cpu = cpu_name();
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) host.cores = CPU_COUNT(&allowed);
    host.cache_bytes = caches();
    host.governor = line_of(processor + "cpufreq/scaling_governor");
    struct sysinfo memory{};
    if (sysinfo(&memory) == 0) host.memory_bytes = static_cast<std::int64_t>(memory.totalram) * memory.mem_unit;
    double load[1];
    if (getloadavg(load, 1) == 1) host.load_1min = load[0];
    return host;
}

}  // namespace ranvier::program
