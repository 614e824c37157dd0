#pragma once

#include <string>
#include <vector>

#include "hoc_like/program/recorded_files.hpp"

namespace ranvier::program {

/// The options of `ranvier advise`.
struct AdviseWords {
    std::string summary;                  ///< of the recorded run
    std::string raster, edges;            ///< empty: those that the summary names, beside it or where they were written
    std::vector<int> ranks;               ///< numbers of ranks to advise on
    std::vector<std::string> placements;  ///< empty: round_robin, and by_area if the run had areas
    std::vector<std::string> exchanges;   ///< empty: those that `auto` tries
    std::string machine = "infiniband_hdr";
    std::string machine_file;  ///< instead of a known machine
    double core_speed = 0;     ///< 0: the machine's
    bool estimates = false;    ///< also where a simulation fits into memory
};

/// Simulates the run with each strategy and placement on each number of ranks, or estimates what does not fit into memory,
/// and recommends one of them.
int advise_command(const AdviseWords& words);

}  // namespace ranvier::program
