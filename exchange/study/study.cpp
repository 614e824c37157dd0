#include "exchange/study/study.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "exchange/steps.hpp"
#include "exchange/strategy/automatic.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/study/advance_ends.hpp"
#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::exchange {

namespace {

/// The state that all ranks share.
struct Study {
    const StudyTerms& terms;
    const RunPlan& plan;
    SimulatedMachine machine;
    bool meets_all_ranks;  // whether a rank reads a buffer from every rank at each boundary
    std::vector<StudyRank> ranks;

    struct Interval {
        double compute_sum = 0, compute_most = 0, compute_rank_0 = 0, end = 0;
        std::int64_t rounds = 0;
    };
    std::vector<Interval> intervals;
    double setup_s = 0;
    std::optional<std::string> chosen;

    Step last_step() const { return plan.first_step + plan.outline.steps; }
};

bool meets_all_ranks(std::string_view exchange) {
    const std::string_view name = exchange.substr(0, exchange.find(':'));
    return name != "isend" && name != "persistent" && exchange.find("collective=neighbor") == std::string_view::npos;
}

/// One rank's pending inputs, and its part of the run.
class StudiedRank {
  public:
    StudiedRank(Study& study, int rank, RankTraffic& traffic)
        : study_(study),
          rank_(rank),
          traffic_(traffic),
          costs_(study.terms.costs),
          is_measured_(traffic.step_seconds(study.plan.first_step).has_value()),
          inputs_(static_cast<std::size_t>(std::min(traffic.longest_delay(), study.plan.outline.steps) +
                                           study.plan.steps_per_interval + 2)),
          t_(study.plan.outline.begin),
          step_(study.plan.first_step) {}

    Task<void> run();

  private:
    double clock() { return transport().clock(); }
    Transport& transport() { return study_.machine.transport(rank_); }
    void compute(double seconds) { study_.machine.compute(rank_, seconds); }
    StudyRank& result() { return study_.ranks[static_cast<std::size_t>(rank_)]; }
    bool has_unfinished() const { return !times_.empty() || exchange_->holds_spikes(); }

    /// Queues a spike's inputs to this rank's cells for the steps in which they are due.
    void queue_inputs(const Spike& spike) {
        traffic_.for_each_input(spike, [this](Step due, std::int64_t inputs, double seconds) {
            if (due > study_.last_step() || (due == study_.last_step() && !study_.plan.delivers_at_end)) return;
            if (due == study_.last_step()) result().events += inputs;  // as the run ends
            if (due == study_.last_step()) return;
            // An input without delay is delivered at once.
            Inputs& to = inputs_[static_cast<std::size_t>(std::max(due, step_ + 1)) % inputs_.size()];
            to.count += inputs;
            to.seconds += seconds;
        });
    }

    struct Inputs {
        std::int64_t count = 0;
        double seconds = 0;  // as measured
    };

    /// The time of the present step, with its inputs [s].
    double step_seconds(const Inputs& inputs) {
        const std::optional<double> measured = traffic_.step_seconds(step_);
        if (measured) return (*measured + inputs.seconds) / study_.terms.core_speed;
        return costs_.step_s + costs_.event_s * static_cast<double>(inputs.count);
    }

    void begin_counting();
    void fire(const Spike& spike);
    /// Takes the steps up to `stop`.
    Task<void> advance(Step stop);
    void end_advance();
    Task<void> finish_interval();
    /// Returns the part of its time that counts as computing [s].
    Task<double> exchange_spikes();
    void log(double compute_s, double total_s, const ExchangeCounters& before);

    Study& study_;
    const int rank_;
    RankTraffic& traffic_;
    const ComputeCosts& costs_;
    const bool is_measured_;
    std::vector<Inputs> inputs_;     // by step, modulo the vector's length
    std::vector<FiredSpike> fired_;  // of the window
    StepTimes times_;
    std::unique_ptr<SpikeExchange> exchange_;
    double t_;  // [ms]
    Step step_;
    double interval_began_ = 0, counting_began_ = 0;  // [s]
    bool is_counting_ = true;
    ExchangeCounters uncounted_;  // when counting began
    std::size_t interval_ = 0;
    ExchangeCounters logged_;     // at the end of the last interval
    std::int64_t looked_up_ = 0;  // spikes from other ranks whose lookup has been charged
};

Task<void> StudiedRank::run() {
    exchange_ = make_exchange(study_.terms.exchange, transport());
    co_await exchange_->connect(traffic_.connections());
    exchange_->start(step_, study_.plan.steps_per_interval);
    co_await transport().barrier();
    interval_began_ = clock();
    study_.setup_s = interval_began_;
    is_counting_ = study_.plan.outline.counted_from <= 0;
    if (is_counting_) begin_counting();
    AdvanceEnds ends(study_.plan.outline.ends.all());
    while (step_ < study_.last_step() || ends.any()) {
        Step stop = std::min(exchange_->next_boundary(), study_.last_step());
        if (ends.any()) stop = std::min(stop, ends.next());
        if (!is_counting_) stop = std::min(stop, step_ + 1);
        co_await advance(stop);
        if (!is_counting_ && is_counted(t_, study_.plan.outline.counted_from)) begin_counting();
        const bool is_over = step_ == study_.last_step() && study_.plan.ends_with_exchange;
        if (step_ >= exchange_->next_boundary() || is_over) co_await finish_interval();
        if (!ends.any() || ends.next() > step_) continue;
        ends.pop();
        end_advance();
        if (has_unfinished()) co_await finish_interval();
    }
    if (study_.plan.delivers_at_end) end_advance();
    result().counters = exchange_->counters() - uncounted_;
    StudyTimes& times = result().times;
    times.total_s = clock() - counting_began_;
    times.synchronize_s = result().counters.synchronize_s;
    times.communicate_s = times.total_s - times.compute_s - times.synchronize_s;
    const auto* automatic = rank_ == 0 ? dynamic_cast<const AutomaticExchange*>(exchange_.get()) : nullptr;
    if (automatic) study_.chosen = automatic->trials().chosen;
    // Waits until messages that are in flight at the end reach their ranks.
    co_await transport().barrier();
}

void StudiedRank::begin_counting() {
    is_counting_ = true;
    result() = {};
    result().counted_steps = study_.last_step() - step_;
    result().counted_from = t_;
    uncounted_ = logged_ = exchange_->counters();
    counting_began_ = interval_began_ = clock();
}

void StudiedRank::fire(const Spike& spike) {
    if (!is_measured_) compute(costs_.spike_s);
    queue_inputs(spike);
    exchange_->fire(spike);
}

Task<void> StudiedRank::advance(Step stop) {
    const double dt = study_.plan.outline.dt;
    fired_.clear();
    traffic_.collect({step_, stop, t_, dt}, fired_);
    t_ = times_.count(stop - step_, t_, dt, study_.plan.outline.fires_at_steps);
    auto next = fired_.begin();
    for (; step_ < stop; ++step_) {
        Inputs& inputs = inputs_[static_cast<std::size_t>(step_) % inputs_.size()];
        compute(step_seconds(inputs));
        result().events += inputs.count;
        inputs = {};
        if (next == fired_.end() || next->step > step_) continue;
        co_await study_.machine.catch_up(rank_);
        const std::int64_t messages = exchange_->counters().messages_sent;
        for (; next != fired_.end() && next->step <= step_; ++next) fire(next->spike);
        compute(costs_.message_s * static_cast<double>(exchange_->counters().messages_sent - messages));
    }
}

void StudiedRank::end_advance() {
    fired_.clear();
    traffic_.collect_at_end(t_, fired_);
    for (const FiredSpike& each : fired_) fire(each.spike);
}

Task<void> StudiedRank::finish_interval() {
    double compute_s = clock() - interval_began_;
    const ExchangeCounters before = exchange_->counters();
    compute_s += co_await exchange_spikes();
    result().times.compute_s += compute_s;
    const double now = clock();
    if (study_.terms.logs_intervals) log(compute_s, now - interval_began_, before);
    interval_began_ = now;
}

Task<double> StudiedRank::exchange_spikes() {
    exchange_->interval_times(times_.all());
    times_.clear();
    const ExchangeCounters before = exchange_->counters();
    // Messages that other ranks have sent by this time count as sent.
    if (!study_.meets_all_ranks) co_await study_.machine.catch_up(rank_);
    const std::span<const Spike> spikes = co_await exchange_->finish(step_);
    const ExchangeCounters& after = exchange_->counters();
    for (const Spike& spike : spikes) queue_inputs(spike);

    if (study_.meets_all_ranks) {
        result().buffers_scanned += study_.terms.ranks - 1;
        compute(costs_.buffer_s * (study_.terms.ranks - 1));
    }
    compute(costs_.message_s * static_cast<double>(after.messages_sent - before.messages_sent));
    const double lookups_s = costs_.lookup_s * static_cast<double>(after.spikes_received - looked_up_);
    looked_up_ = after.spikes_received;
    compute(lookups_s);
    // Messages arrive while a rank computes; a collective's spikes arrive when it completes (Hines et al., Results).
    co_return study_.meets_all_ranks ? 0 : lookups_s;
}

void StudiedRank::log(double compute_s, double total_s, const ExchangeCounters& before) {
    const ExchangeCounters& now = exchange_->counters();
    if (interval_ == study_.intervals.size()) study_.intervals.emplace_back();
    Study::Interval& interval = study_.intervals[interval_++];
    interval.compute_sum += compute_s;
    interval.compute_most = std::max(interval.compute_most, compute_s);
    interval.end = std::max(interval.end, clock());
    const double synchronize_s = now.synchronize_s - before.synchronize_s;
    StudyRow& row = result().intervals.emplace_back();
    row.t = t_;
    row.times = {compute_s, total_s - compute_s - synchronize_s, synchronize_s, total_s};
    const ExchangeCounters more = now - logged_;
    row.spikes_sent = more.spikes_sent;
    row.spikes_received = more.spikes_received;
    row.messages = more.messages_sent;
    row.bytes_sent = more.bytes_sent;
    row.bytes_received = more.bytes_received;
    row.rounds = more.rounds();
    logged_ = now;
    if (rank_ != 0) return;
    interval.compute_rank_0 = compute_s;
    interval.rounds = now.conservation_rounds - before.conservation_rounds;
}

}  // namespace

StudyResult simulate(const StudyTerms& terms, const RunPlan& plan, std::span<RankTraffic* const> traffic) {
    Study study{terms,
                plan,
                SimulatedMachine(terms.ranks, terms.machine),
                meets_all_ranks(terms.exchange),
                std::vector<StudyRank>(static_cast<std::size_t>(terms.ranks)),
                {},
                0,
                {}};
    std::vector<std::unique_ptr<StudiedRank>> ranks;
    std::vector<Task<void>> tasks;
    for (int r = 0; r < terms.ranks; ++r) {
        ranks.push_back(std::make_unique<StudiedRank>(study, r, *traffic[static_cast<std::size_t>(r)]));
        tasks.push_back(ranks.back()->run());
    }
    study.machine.run(tasks);

    StudyResult result{std::move(study.ranks), {}, study.setup_s, std::move(study.chosen)};
    double end = study.setup_s;
    for (const Study::Interval& each : study.intervals) {
        result.intervals.push_back({each.compute_rank_0, each.compute_sum / terms.ranks, each.compute_most,
                                    each.end - std::exchange(end, each.end), each.rounds});
    }
    return result;
}

}  // namespace ranvier::exchange
