#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace ranvier::program {

/// The machine that a run uses, as Linux describes it. What it does not tell is empty or 0.
struct Host {
    std::string name, system;                         ///< "node7", "Linux 6.1.0"
    std::string cpu;                                  ///< "AMD EPYC 7B13"
    int cores = 0;                                    ///< processors that this process may use
    std::map<std::string, std::int64_t> cache_bytes;  ///< of the first processor: "L1d", "L2", ...
    std::string governor;                             ///< of its frequency: "performance", ...
    std::int64_t memory_bytes = 0;
    double load_1min = 0;  ///< mean number of processes that ran or wanted to, over the last minute
};

/// The processors that this process may use: "0-3,8", as in taskset.
std::string allowed_processors();

/// The job of a batch system, and the variable of the environment that says it: {"4711", "SLURM_JOB_ID"}.
struct Job {
    std::string id, variable;
};
/// None outside jobs.
std::optional<Job> this_job();

/// Reads /proc and /sys (https://docs.kernel.org/admin-guide/abi.html).
Host this_host();

}  // namespace ranvier::program
