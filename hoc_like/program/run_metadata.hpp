#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// How the run's spikes travelled and where the time went, for the raster's metadata: text that lists a figure of each
/// rank (`update_s`, `spikes_sent`, ...), and, if intervals were logged, rank 0's figures of each (`interval_update`).
/// Collective.
std::vector<std::pair<std::string, std::string>> run_metadata(hoc::Session& session);

}  // namespace ranvier::program
