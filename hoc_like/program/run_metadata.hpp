#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// The exchange strategy, times and counters of a run, for the raster's metadata: lists with one value per rank
/// (`update_s`, `spikes_sent`, ...) and, if intervals were recorded, with rank 0's value per interval
/// (`interval_update`). Collective.
std::vector<std::pair<std::string, std::string>> run_metadata(hoc::Session& session);

}  // namespace ranvier::program
