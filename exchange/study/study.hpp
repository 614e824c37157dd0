#pragma once

#include <string>
#include <vector>

#include "exchange/spike_exchange.hpp"
#include "exchange/study/artificial_net.hpp"
#include "exchange/transport/cost_model.hpp"

namespace ranvier::exchange {

/// The cost of a rank's own work, in addition to that of the machine's operations [s]. The defaults are round numbers
/// for a core of about 1 GHz.
struct ComputeCosts {
    double step_s = 0.5e-6;    ///< each step of dt
    double event_s = 1e-6;     ///< each input to a cell
    double spike_s = 2e-6;     ///< each spike that a cell fires
    double lookup_s = 0.3e-6;  ///< each spike of another rank that arrives, wanted or not
    double buffer_s = 10e-9;   ///< each rank's buffer that is read after a collective
    double message_s = 0;      ///< each message sent, on top of the machine's overhead
};

enum class Placement { round_robin, consecutive, random };

struct StudyOptions {
    ArtificialNet net;
    int ranks = 1;
    double tbegin = 0;  ///< the run begins here; earlier spikes are ignored [ms]
    double tstop = 20;  ///< [ms]
    double dt = 0.025;  ///< [ms]
    std::string exchange = "allgather";
    Placement placement = Placement::round_robin;
    CostModel machine;
    ComputeCosts costs;
    bool logs_intervals = false;
};

/// Virtual seconds of a rank, or of one of its intervals.
struct StudyTimes {
    double compute_s = 0;      ///< from boundary to boundary: steps, events, spikes; with messages also their handling
    double communicate_s = 0;  ///< in the exchange, less waiting; without messages also the handling of spikes
    double synchronize_s = 0;  ///< waiting for other ranks
    double total_s = 0;        ///< of these
};

struct StudyRank {
    ExchangeCounters counters;
    std::int64_t events = 0;           ///< inputs to cells
    std::int64_t buffers_scanned = 0;  ///< of ranks
    StudyTimes times;
};

/// Of all ranks in one interval of the exchange (half of one, with two sub-intervals).
struct StudyInterval {
    double compute_rank_0_s = 0;
    double compute_mean_s = 0;
    double compute_most_s = 0;
    double total_s = 0;  ///< from the first rank's beginning to the last one's end, less that of the interval before
    std::int64_t conservation_rounds = 0;  ///< of rank 0
};

struct StudyResult {
    std::vector<StudyRank> ranks;
    std::vector<StudyInterval> intervals;  ///< if asked for
    double setup_s = 0;                    ///< virtual time until the run began
};

/// Runs the strategy on the net on simulated ranks with virtual clocks. Spikes carry the times of steps, as those of
/// cells with compartments do, so they may be compressed. Deterministic. Throws ExchangeError.
StudyResult simulate(const StudyOptions& options);

/// As JSON: the options, sums, means and maxima over ranks, intervals if there are any.
std::string to_json(const StudyOptions& options, const StudyResult& result);

}  // namespace ranvier::exchange
