#pragma once

#include <string>
#include <vector>

#include "exchange/study/recorded_run.hpp"

namespace ranvier::program {

/// What one strategy takes with one placement on one number of ranks.
struct Trial {
    std::string exchange, placement;
    bool is_estimated = false;  ///< from counts and the machine's constants, not simulated
    double total_s = 0;         ///< of the slowest rank
    double imbalance = 1;       ///< the most computing of a rank, in units of the mean
    double computing_s = 0;     ///< of the rank with the most
    double bytes = 0;           ///< that a rank receives in the mean
    double memory = 0;          ///< that the exchange keeps on the rank with the most sources [bytes]
    double min_delay = 0;       ///< [ms]
    exchange::ShortestDelay shortest;
    std::string reason;  ///< why there is no time; empty: there is

    bool is_done() const { return reason.empty(); }
    /// "isend, by_area"
    std::string name() const;
};

/// What to try.
struct Choices {
    std::vector<std::string> exchanges, placements;
};

/// All strategies with all placements on `terms.ranks` ranks, simulated or, with `estimates`, estimated; the fastest first,
/// those that cannot run last.
std::vector<Trial> try_all(const exchange::RecordedRun& run, exchange::RecordedTerms terms, const Choices& choices,
                           bool estimates);

}  // namespace ranvier::program
