#include "exchange/study/estimated_exchange.hpp"

#include <algorithm>

namespace ranvier::exchange {

EstimatedExchange::EstimatedExchange(const EstimatedNet& net, const StudyTerms& terms)
    : net_(net),
      terms_(terms),
      clocks_(static_cast<std::size_t>(terms.ranks), 0),
      began_(clocks_),
      counted_(clocks_),
      computing_(clocks_) {}

void EstimatedExchange::finish(Step step, bool is_early) {
    for (std::size_t r = 0; r < ranks(); ++r) computing_[r] += clocks_[r] - began_[r];
    communicate(step, is_early);
    began_ = clocks_;
}

void EstimatedExchange::look_up(std::size_t rank, std::int64_t spikes, bool counts_as_computing) {
    const double seconds = terms_.costs.lookup_s * static_cast<double>(spikes);
    clocks_[rank] += seconds;
    if (counts_as_computing) {
        computing_[rank] += seconds;
    } else {
        clocks_[rank] += terms_.costs.buffer_s * static_cast<double>(ranks() - 1);
    }
}

void EstimatedExchange::begin_counting() {
    began_ = counted_ = clocks_;
    std::ranges::fill(computing_, 0);
    bytes_received_ = messages_ = 0;
}

double EstimatedExchange::total_s() const {
    double most = 0;
    for (std::size_t r = 0; r < ranks(); ++r) most = std::max(most, clocks_[r] - counted_[r]);
    return most;
}

}  // namespace ranvier::exchange
