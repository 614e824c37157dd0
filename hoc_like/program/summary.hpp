#pragma once

#include <cstdint>
#include <string>

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// Prints what a run did and how fast, to the standard error of rank 0. Collective. `spikes` < 0: not recorded.
void print_summary(hoc::Session& session, const std::string& raster, std::int64_t spikes);

}  // namespace ranvier::program
