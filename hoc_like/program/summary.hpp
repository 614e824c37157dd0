#pragma once

#include <cstdint>
#include <string>

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// Prints a summary of the run and its times to the standard error of rank 0. Collective. `spikes` < 0: not recorded.
void print_summary(hoc::Session& session, const std::string& raster, std::int64_t spikes);

}  // namespace ranvier::program
