#pragma once

#include <string>

#include "engine/simulation/report.hpp"

namespace ranvier::program {

/// The request of --report and pc.report.
struct ReportRequest {
    std::string file;  ///< ends in .h5
    std::string population = "All";
    std::string rule;       ///< whose synapses are reported; empty: all
    bool is_single = true;  ///< libsonata rejects 64-bit values
    engine::ReportSelection selection;
};

/// Parses "v.h5:variable=v,cells=0-9,12,sections=soma,dt=0.1": a file, then keys and values; a list ends at the next
/// key. Throws std::invalid_argument.
ReportRequest parse_report(const std::string& words);

}  // namespace ranvier::program
