#pragma once

#include <string>

#include "engine/simulation/report.hpp"

namespace ranvier::program {

/// What --report and pc.report ask for.
struct ReportRequest {
    std::string file;  ///< ends in .h5
    std::string population = "All";
    bool is_single = true;  ///< libsonata refuses values of 64 bits
    engine::ReportSelection selection;
};

/// "v.h5:variable=v,cells=0-9,12,sections=soma,dt=0.1": a file, then what of; lists go on to the next key. Throws
/// std::invalid_argument.
ReportRequest parse_report(const std::string& words);

}  // namespace ranvier::program
