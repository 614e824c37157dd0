#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "exchange/spike_exchange.hpp"
#include "exchange/study/artificial_net.hpp"
#include "exchange/study/traffic.hpp"
#include "exchange/transport/cost_model.hpp"

namespace ranvier::exchange {

/// The cost of a rank's own work, in addition to the cost of the machine's operations [s]. The defaults are round
/// numbers for a core of about 1 GHz. The first three do not count where times have been measured.
struct ComputeCosts {
    double step_s = 0.5e-6;    ///< each step of dt
    double event_s = 1e-6;     ///< each input to a cell
    double spike_s = 2e-6;     ///< each spike that a cell fires
    double lookup_s = 0.3e-6;  ///< each spike of another rank that arrives, wanted or not
    double buffer_s = 10e-9;   ///< each rank's buffer that is read after a collective
    double message_s = 0;      ///< each message sent, on top of the machine's overhead
};

/// What is simulated, whatever the network.
struct StudyTerms {
    int ranks = 1;
    std::string exchange = "allgather";
    CostModel machine;
    ComputeCosts costs;
    double core_speed = 1;  ///< measured times are divided by this
    bool logs_intervals = false;
};

enum class Placement { round_robin, consecutive, random };

struct StudyOptions : StudyTerms {
    ArtificialNet net;
    double tbegin = 0;  ///< begin of the run [ms]; earlier spikes are ignored
    double tstop = 20;  ///< [ms]
    double dt = 0.025;  ///< [ms]
    Placement placement = Placement::round_robin;
};

/// Virtual seconds of a rank, or of one of its intervals.
struct StudyTimes {
    double compute_s = 0;      ///< steps, events and spikes; for strategies that send messages, also handling spikes
    double communicate_s = 0;  ///< in the exchange, excluding waiting; for collectives, also handling spikes
    double synchronize_s = 0;  ///< waiting for other ranks
    double total_s = 0;        ///< sum of the above
};

/// One interval of one rank.
struct StudyRow {
    double t = 0;  ///< model time at the end of the interval [ms]
    StudyTimes times;
    std::int64_t spikes_sent = 0, spikes_received = 0, messages = 0, bytes_sent = 0, bytes_received = 0, rounds = 0;
};

struct StudyRank {
    ExchangeCounters counters;
    std::int64_t events = 0;           ///< inputs to cells
    Step counted_steps = 0;            ///< since counting began
    double counted_from = 0;           ///< when counting began [ms]
    std::int64_t buffers_scanned = 0;  ///< buffers of other ranks that were read after collectives
    StudyTimes times;
    std::vector<StudyRow> intervals;  ///< empty unless logs_intervals
};

/// Times over all ranks for one interval of the exchange (one sub-interval if there are two).
struct StudyInterval {
    double compute_rank_0_s = 0;
    double compute_mean_s = 0;
    double compute_most_s = 0;
    double total_s = 0;  ///< from the last rank's end of the previous interval to the last rank's end of this one
    std::int64_t conservation_rounds = 0;  ///< on rank 0
};

struct StudyResult {
    std::vector<StudyRank> ranks;
    std::vector<StudyInterval> intervals;  ///< empty unless logs_intervals
    double setup_s = 0;                    ///< virtual time until the run began
    std::optional<std::string> chosen;     ///< what `auto` has chosen; empty: nothing, as its trials had not ended
};

/// Runs the strategy on simulated ranks with virtual clocks; traffic[r] is that of rank r. Deterministic. Throws
/// ExchangeError.
StudyResult simulate(const StudyTerms& terms, const RunPlan& plan, std::span<RankTraffic* const> traffic);

/// Runs the strategy on the net on simulated ranks with virtual clocks. Spikes carry the times of steps, as those of
/// cells with compartments do, so they may be compressed. Deterministic. Throws ExchangeError.
StudyResult simulate(const StudyOptions& options);

/// The result as JSON: options; sums, means and maxima over ranks; intervals if there are any.
std::string to_json(const StudyOptions& options, const StudyResult& result);

}  // namespace ranvier::exchange
