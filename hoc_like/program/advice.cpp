#include "hoc_like/program/advice.hpp"

#include <algorithm>
#include <utility>

#include "exchange/error.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/study/estimate.hpp"
#include "exchange/transport/local_transport.hpp"

namespace ranvier::program {

namespace {

using exchange::RecordedRun;
using exchange::RecordedTerms;

/// What the strategy keeps on a rank with this share [bytes].
double kept_bytes(const std::string& exchange, const exchange::Share& share) {
    const auto transport = exchange::make_local_transport();
    const exchange::Footprint bytes = exchange::make_exchange(exchange, *transport)->footprint(share);
    return bytes.lists + bytes.buffers;
}

Trial simulated(Trial trial, const exchange::RecordedResult& result) {
    double computing = 0;
    for (const exchange::StudyRank& rank : result.ranks) {
        trial.total_s = std::max(trial.total_s, rank.times.total_s);
        trial.computing_s = std::max(trial.computing_s, rank.times.compute_s);
        computing += rank.times.compute_s;
        trial.bytes += static_cast<double>(rank.counters.bytes_received) / static_cast<double>(result.ranks.size());
    }
    computing /= static_cast<double>(result.ranks.size());
    if (computing > 0) trial.imbalance = trial.computing_s / computing;
    trial.memory = kept_bytes(trial.exchange, result.largest);
    trial.min_delay = result.min_delay;
    trial.shortest = result.shortest;
    return trial;
}

Trial estimated(Trial trial, const exchange::Estimate& estimate, const exchange::Estimates& all) {
    trial.reason = estimate.obstacle;
    if (!trial.is_done()) return trial;
    trial.is_estimated = true;
    trial.total_s = estimate.total_s;
    trial.computing_s = estimate.computing_s;
    if (estimate.mean_computing_s > 0) trial.imbalance = estimate.computing_s / estimate.mean_computing_s;
    trial.bytes = estimate.bytes;
    trial.memory = kept_bytes(trial.exchange, all.largest);
    trial.min_delay = all.min_delay;
    trial.shortest = all.shortest;
    return trial;
}

Trial named(const std::string& exchange, const std::string& placement) {
    Trial trial;
    trial.exchange = exchange;
    trial.placement = placement;
    return trial;
}

void simulate_all(const RecordedRun& run, RecordedTerms terms, const Choices& choices, std::vector<Trial>& trials) {
    for (const std::string& exchange : choices.exchanges) {
        terms.exchange = exchange;
        Trial trial = named(exchange, terms.placement);
        try {
            trial = simulated(std::move(trial), simulate(run, terms));
        } catch (const exchange::ExchangeError& error) {
            trial.reason = error.what();
        }
        trials.push_back(std::move(trial));
    }
}

void estimate_all(const RecordedRun& run, const RecordedTerms& terms, const Choices& choices,
                  std::vector<Trial>& trials) {
    exchange::Estimates all;
    std::string reason;
    try {
        all = estimate(run, terms, choices.exchanges);
    } catch (const exchange::ExchangeError& error) {
        reason = error.what();
    }
    for (std::size_t k = 0; k < choices.exchanges.size(); ++k) {
        Trial trial = named(choices.exchanges[k], terms.placement);
        trial.reason = reason;
        trials.push_back(trial.is_done() ? estimated(std::move(trial), all.exchanges[k], all) : std::move(trial));
    }
}

}  // namespace

std::string Trial::name() const {
    return exchange + ", " + placement;
}

std::vector<Trial> try_all(const RecordedRun& run, RecordedTerms terms, const Choices& choices, bool estimates) {
    std::vector<Trial> trials;
    for (const std::string& placement : choices.placements) {
        terms.placement = placement;
        estimates ? estimate_all(run, terms, choices, trials) : simulate_all(run, terms, choices, trials);
    }
    std::ranges::stable_sort(trials, {}, [](const Trial& trial) { return std::pair(!trial.is_done(), trial.total_s); });
    return trials;
}

}  // namespace ranvier::program
