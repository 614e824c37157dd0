#include "exchange/strategy/automatic.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "exchange/error.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

namespace {

constexpr Step most_intervals = 2000;  // of a trial
constexpr int most_rounds = 5;
// Times as long as the fastest: in the first trials, in the first rounds after them, and later.
constexpr double absurd = 4, hopeless = 2, beaten = 1.25;
constexpr int rounds_before_leaving = 1;
constexpr int ranks_worth_relaying = 5;

double median_of(std::vector<double> values) {
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

class Automatic final : public AutomaticExchange {
  public:
    Automatic(Transport& transport, AutomaticOptions options) : transport_(transport), options_(std::move(options)) {
        for (const Candidate& candidate : options_.candidates) {
            trials_.all.push_back({candidate.specification, {}, {}});
            exchanges_.push_back(options_.make(candidate.specification, transport));
        }
        first_.resize(exchanges_.size());
    }

    const Trials& trials() const override { return trials_; }

    void choose(const std::string& specification) override {
        for (std::size_t k = 0; k < exchanges_.size(); ++k) {
            if (exchanges_[k] && trials_.all[k].specification == specification) return decide(k);
        }
    }

    Task<void> connect(Connections network) override {
        const double began = transport_.clock();
        if (is_decided() && step_ms_ && network.step_ms != *step_ms_) reopen();
        step_ms_ = network.step_ms;
        if (!is_decided()) co_await exclude(network);
        for (std::size_t k = 0; k < exchanges_.size(); ++k) {
            if (exchanges_[k]) co_await connect_one(k, network);
        }
        if (!exchanges_[current_]) current_ = next_after(current_);
        if (!is_decided()) trials_.connecting += transport_.clock() - began;
        began_at_ = transport_.clock();
    }

    bool goes_by_delays() const override { return true; }

    Footprint footprint(const Share& share) const override {
        Footprint sum;
        for (const auto& exchange : exchanges_) {
            if (exchange) sum += exchange->footprint(share);
        }
        return sum;
    }

    void start(Step first_step, Step steps_per_interval) override {
        steps_ = steps_per_interval;
        if (!is_decided() && !fits(current_)) current_ = next_after(current_);
        begin_trial(first_step);
    }

    Step next_boundary() const override { return now().next_boundary(); }
    void fire(Spike spike) override { now().fire(spike); }
    void progress() override { now().progress(); }
    void interval_times(std::span<const double> times) override { now().interval_times(times); }
    bool holds_spikes() const override { return now().holds_spikes(); }

    Task<std::span<const Spike>> finish(Step boundary) override {
        const std::span<const Spike> arrived = co_await now().finish(boundary);
        ++finished_;
        if (is_decided() || boundary - began_ < intervals_ * steps_) co_return arrived;
        received_.assign(arrived.begin(), arrived.end());
        while (now().holds_spikes()) {
            const std::span<const Spike> held = co_await now().finish(boundary);
            received_.insert(received_.end(), held.begin(), held.end());
        }
        co_await end_trial(boundary);
        co_return received_;
    }

    const ExchangeCounters& counters() const override {
        counters_ = past_;
        for (const auto& exchange : exchanges_) {
            if (exchange) counters_ += exchange->counters();
        }
        counters_.intervals = finished_;
        counters_.most_spikes_of_a_rank = now().counters().most_spikes_of_a_rank;
        return counters_;
    }

    std::string take_notice() override {
        std::string text;
        for (const auto& exchange : exchanges_) {
            const std::string notice = exchange ? exchange->take_notice() : "";
            if (!notice.empty()) text += (text.empty() ? "" : "\n") + notice;
        }
        return text;
    }

  private:
    SpikeExchange& now() const { return *exchanges_[current_]; }
    bool is_decided() const { return !trials_.chosen.empty(); }
    bool fits(std::size_t k) const { return options_.candidates[k].least_steps <= steps_; }

    bool takes_part(std::size_t k) const { return exchanges_[k] && fits(k); }

    /// The next strategy that takes part, cyclically.
    std::size_t next_after(std::size_t k) const {
        for (std::size_t i = 1; i <= exchanges_.size(); ++i) {
            const std::size_t other = (k + i) % exchanges_.size();
            if (takes_part(other)) return other;
        }
        throw ExchangeError("exchange auto: no strategy fits the network");
    }

    void leave(std::size_t k, std::string reason) {
        if (!exchanges_[k]) return;
        past_ += exchanges_[k]->counters();
        exchanges_[k].reset();
        trials_.all[k].reason = std::move(reason);
    }

    void reopen() {
        for (std::size_t k = 0; k < exchanges_.size(); ++k) {
            trials_.all[k] = {options_.candidates[k].specification, {}, {}};
            if (!exchanges_[k]) exchanges_[k] = options_.make(options_.candidates[k].specification, transport_);
        }
        trials_.chosen.clear();
        round_ = 0;
        intervals_ = options_.trial;
    }

    Task<void> exclude(const Connections& network) {
        constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
        std::int64_t least = none, most = -1;
        for (std::size_t i = 0; i < network.owned.size(); ++i) {
            const std::int64_t area = network.areas.empty() ? -1 : network.areas[i];
            least = std::min(least, area);
            most = std::max(most, area);
        }
        least = co_await reduce_over_ranks(transport_, least, Reduce::min);
        most = co_await reduce_over_ranks(transport_, most, Reduce::max);
        for (std::size_t k = 0; k < exchanges_.size(); ++k) {
            const Candidate& candidate = options_.candidates[k];
            if (candidate.needs_areas && (least < 0 || least == most)) leave(k, "the gids are not in several areas");
            if (candidate.needs_messages && transport_.size() < ranks_worth_relaying) leave(k, "there are few ranks");
        }
    }

    /// Areas whose delays do not fit a strategy exclude it; all ranks find this.
    Task<void> connect_one(std::size_t k, const Connections& network) {
        if (!options_.candidates[k].needs_areas || is_decided()) co_return co_await exchanges_[k]->connect(network);
        std::string reason;
        try {
            co_await exchanges_[k]->connect(network);
        } catch (const ExchangeError& error) {
            reason = error.what();
        }
        if (!reason.empty()) leave(k, reason);
    }

    void begin_trial(Step at) {
        now().start(at, steps_);
        began_ = at;
        began_at_ = transport_.clock();
    }

    Task<void> end_trial(Step boundary) {
        const double steps = static_cast<double>(boundary - began_);
        const double passed = transport_.clock() - began_at_;
        const double all = co_await reduce_over_ranks(transport_, passed, Reduce::max);
        const double interval = all / steps * static_cast<double>(steps_);
        trials_.trying += passed;
        tried_intervals_ += steps / static_cast<double>(steps_);
        if (round_ == 0) {
            first_[current_] = interval;
        } else {
            trials_.all[current_].seconds.push_back(interval);
        }
        const std::size_t last = current_;
        current_ = next_after(current_);
        if (current_ <= last) end_round();
        begin_trial(boundary);
    }

    /// What a strategy takes for an interval at best [s]: other programs can only add to it.
    double least_of(std::size_t k) const { return round_ == 0 ? first_[k] : std::ranges::min(trials_.all[k].seconds); }
    /// What it usually takes [s].
    double usual_of(std::size_t k) const { return round_ == 0 ? first_[k] : trials_.all[k].median(); }

    void end_round() {
        constexpr double never = std::numeric_limits<double>::infinity();
        double best = never, usual = never;
        for (std::size_t k = 0; k < exchanges_.size(); ++k) {
            if (takes_part(k)) best = std::min(best, least_of(k));
        }
        const double limit = best * (round_ == 0 ? absurd : round_ <= rounds_before_leaving ? hopeless : beaten);
        std::size_t fastest = current_, left = 0;
        for (std::size_t k = 0; k < exchanges_.size(); ++k) {
            if (!takes_part(k)) continue;
            if (least_of(k) > limit) {
                if (round_ == 0) trials_.all[k].seconds.push_back(first_[k]);
                leave(k, {});
                continue;
            }
            ++left;
            if (usual_of(k) >= usual) continue;
            usual = usual_of(k);
            fastest = k;
        }
        if (round_ == 0) {
            const double wanted = best > 0 ? std::ceil(options_.span / best) : 0;
            intervals_ = static_cast<Step>(std::clamp(wanted, static_cast<double>(options_.trial),
                                                      static_cast<double>(std::max(most_intervals, options_.trial))));
        }
        ++round_;
        if (round_ > 1 && (left < 2 || round_ > most_rounds)) return decide(fastest);
        if (!exchanges_[current_]) current_ = next_after(current_);
    }

    void decide(std::size_t chosen) {
        current_ = chosen;
        trials_.chosen = trials_.all[chosen].specification;
        for (std::size_t k = 0; k < exchanges_.size(); ++k) {
            if (k != chosen) leave(k, trials_.all[k].reason);
        }
        const double alone = trials_.all[chosen].median() * tried_intervals_;
        trials_.lost = trials_.connecting + std::max(0., trials_.trying - alone);
    }

    Transport& transport_;
    const AutomaticOptions options_;
    std::vector<std::unique_ptr<SpikeExchange>> exchanges_;  // null: has left
    std::vector<double> first_;                              // times of the first trials [s]
    Trials trials_;
    std::size_t current_ = 0;
    int round_ = 0;
    Step intervals_ = options_.trial;  // of a trial
    Step steps_ = 1;                   // of an interval
    Step began_ = 0;                   // the trial
    double began_at_ = 0;              // [s]
    double tried_intervals_ = 0;
    std::optional<double> step_ms_;  // as of the latest connect
    std::int64_t finished_ = 0;      // intervals
    std::vector<Spike> received_;
    ExchangeCounters past_;  // of strategies that have left
    mutable ExchangeCounters counters_;
};

}  // namespace

double Trials::Of::median() const {
    return median_of(seconds);
}

std::unique_ptr<AutomaticExchange> make_automatic(Transport& transport, AutomaticOptions options) {
    return std::make_unique<Automatic>(transport, std::move(options));
}

}  // namespace ranvier::exchange
