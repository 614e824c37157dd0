#include "hoc_like/program/host.hpp"

#include <fmt/format.h>
#include <sched.h>
#include <sys/sysinfo.h>
#include <sys/utsname.h>

#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

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

/// The name that the system gives, or on ARM the numbers of its maker and of its type: "ARM implementer 0x41, part 0xd40".
std::string cpu_name() {
    std::ifstream file("/proc/cpuinfo");
    std::string implementer, part;
    for (std::string line; std::getline(file, line);) {
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos) continue;
        const std::string value = line.substr(colon + 2);
        if (line.starts_with("model name")) return value;
        if (line.starts_with("CPU implementer")) implementer = value;
        if (line.starts_with("CPU part")) part = value;
    }
    return implementer.empty() ? "" : "ARM implementer " + implementer + ", part " + part;
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

/// The numbers of the processors that this process may use, ascending; empty if Linux does not say it.
std::vector<int> allowed() {
    constexpr std::size_t word_bits = 8 * sizeof(unsigned long), most_processors = 1 << 20;
    std::vector<int> processors;
    // The kernel refuses a mask that is shorter than its own.
    for (std::size_t bits = 1024; bits <= most_processors; bits *= 2) {
        std::vector<unsigned long> mask(bits / word_bits);
        if (sched_getaffinity(0, bits / 8, reinterpret_cast<cpu_set_t*>(mask.data())) != 0) continue;
        for (std::size_t k = 0; k < bits; ++k) {
            if ((mask[k / word_bits] >> (k % word_bits) & 1) != 0) processors.push_back(static_cast<int>(k));
        }
        break;
    }
    return processors;
}

}  // namespace

std::string allowed_processors() {
    std::string list;
    const std::vector<int> numbers = allowed();
    for (std::size_t k = 0; k < numbers.size();) {
        std::size_t end = k + 1;
        while (end < numbers.size() && numbers[end] == numbers[end - 1] + 1) ++end;
        if (!list.empty()) list += ',';
        list += end - k > 1 ? fmt::format("{}-{}", numbers[k], numbers[end - 1]) : fmt::format("{}", numbers[k]);
        k = end;
    }
    return list;
}

// Slurm, PBS and Torque, LSF, Grid Engine, Cobalt, HTCondor, Flux, OAR.
std::optional<Job> this_job() {
    for (const char* name : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "JOB_ID", "COBALT_JOBID", "CONDOR_JOB_ID",
                             "FLUX_JOB_ID", "OAR_JOB_ID"}) {
        const char* const id = std::getenv(name);
        if (id && *id != 0) return Job{id, name};
    }
    return std::nullopt;
}

Host this_host() {
    Host host;
    utsname names{};
    if (uname(&names) == 0) {
        host.name = names.nodename;
        host.system = fmt::format("{} {}", names.sysname, names.release);
    }
    host.cpu = cpu_name();
    host.cores = static_cast<int>(allowed().size());
    host.cache_bytes = caches();
    host.governor = line_of(processor + "cpufreq/scaling_governor");
    struct sysinfo memory{};
    if (sysinfo(&memory) == 0) host.memory_bytes = static_cast<std::int64_t>(memory.totalram) * memory.mem_unit;
    double load[1];
    if (getloadavg(load, 1) == 1) host.load_1min = load[0];
    return host;
}

}  // namespace ranvier::program
