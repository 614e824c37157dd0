#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/study/recorded_run.hpp"

namespace ranvier::exchange {

/// What a strategy would take, from counts and the machine's constants.
struct Estimate {
    std::string exchange;
    std::string obstacle;         ///< why there is none; empty: there is
    double total_s = 0;           ///< of the slowest rank
    double computing_s = 0;       ///< of the rank with the most
    double mean_computing_s = 0;  ///< of a rank
    double bytes = 0;             ///< that a rank receives in the mean
    double messages = 0;          ///< that a rank sends in the mean, not counting collectives
};

struct Estimates {
    std::vector<Estimate> exchanges;  ///< in the order asked for
    double min_delay = 0;             ///< between ranks [ms]
    ShortestDelay shortest;
    Share largest;  ///< of the rank with the most sources, its own and others'
};

/// The strategies that can be estimated: those that `ranvier advise` compares, with their usual options.
std::span<const std::string_view> estimated_exchanges();

/// Estimates strategies in one pass over the run, without simulating what ranks send. Memory and time for P ranks grow with
/// P, where those of `simulate` grow with P²; the counts of spikes, messages and bytes are those of `simulate`, and times
/// differ only where they depend on the order of messages within an interval (estimated_exchange.hpp). `terms.exchange` is
/// not read. Throws ExchangeError as `simulate` does.
Estimates estimate(const RecordedRun& run, const RecordedTerms& terms, std::span<const std::string> exchanges);

/// About the memory that this takes beyond the connections and spikes [bytes].
double estimate_memory(const RecordedRun& run, int ranks);

}  // namespace ranvier::exchange
