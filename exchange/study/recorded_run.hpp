#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exchange/footprint.hpp"
#include "exchange/run_outline.hpp"
#include "exchange/spike.hpp"
#include "exchange/study/measured_times.hpp"
#include "exchange/study/study.hpp"

namespace ranvier::exchange {

/// A run that has been recorded: its steps, its cells, their connections and spikes.
struct RecordedRun {
    RunOutline outline;

    // The cells. Lists are in the order of `gids`; empty ones are unknown.
    std::vector<Gid> gids;       ///< of all cells, ascending
    std::vector<bool> is_local;  ///< the cell's spikes do not travel
    std::vector<bool> at_ends;   ///< the cell may fire at the ends of steps
    std::vector<int> areas;      ///< >= 0, -1 for none
    std::vector<int> ranks;      ///< of the recorded run

    /// Of each rank of the recorded run, the number of gids it listened for. Empty: unknown.
    std::vector<std::int64_t> listens;

    // The connections.
    std::vector<Gid> sources, targets;
    std::vector<double> delays;  ///< [ms]

    std::vector<Spike> spikes;  ///< ascending by time, then gid

    MeasuredTimes times;
    std::vector<RankSample> samples;  ///< instead of `times`, if there are any

    // Names of files, for messages.
    std::string gids_from = "the list of gids", edges_from = "the connections", raster_from = "the raster";
};

struct RecordedTerms : StudyTerms {
    /// recorded, round_robin, consecutive, random, by_area or metis. Empty: recorded if the run had as many ranks, else
    /// round_robin.
    std::string placement;
    std::uint64_t seed = 1;  ///< of random placement
};

/// The connections between ranks whose delay is the shortest.
struct ShortestDelay {
    std::int64_t count = 0;
    Gid source = 0, target = 0;  ///< of one of them
    double next = 0;             ///< the next longer delay between ranks [ms]; infinity if there is none
};

struct RecordedResult : StudyResult {
    std::string placement;
    double min_delay = 0;         ///< between ranks [ms]; infinity if no ranks are connected
    double end = 0;               ///< of the run [ms]
    Step steps_per_interval = 1;  ///< the longest that delays allow
    ShortestDelay shortest;
    Share largest;       ///< of the rank with the most sources, its own and others'
    std::string notice;  ///< what may make the counts differ from those of the recorded run; empty: nothing
};

/// Runs the strategy on simulated ranks that fire the recorded spikes. With the placement of the recorded run, spikes,
/// messages and bytes of each rank are those of that run, but for what depends on timing. Deterministic. Throws
/// ExchangeError if parts do not belong together, or if the strategy refuses the network.
RecordedResult simulate(const RecordedRun& run, const RecordedTerms& terms);

/// The result in the form of a summary (docs/run-summary.md), with virtual times.
std::string to_json(const RecordedRun& run, const RecordedTerms& terms, const RecordedResult& result);

}  // namespace ranvier::exchange
