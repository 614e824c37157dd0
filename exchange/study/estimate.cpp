#include "exchange/study/estimate.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <numeric>
#include <utility>

#include "exchange/error.hpp"
#include "exchange/placement/area_groups.hpp"
#include "exchange/steps.hpp"
#include "exchange/study/advance_ends.hpp"
#include "exchange/study/divided_run.hpp"
#include "exchange/study/estimated_collectives.hpp"
#include "exchange/study/estimated_messages.hpp"

namespace ranvier::exchange {

namespace {

using MakeEstimated = std::unique_ptr<EstimatedExchange> (*)(const EstimatedNet&, const StudyTerms&);

constexpr std::array<std::string_view, 6> estimated_names = {"allgather", "alltoall",   "alltoall:collective=neighbor",
                                                             "isend",     "persistent", "two_tier"};
constexpr std::array<MakeEstimated, 6> estimated_makes = {estimate_allgather, estimate_alltoall,   estimate_neighbors,
                                                          estimate_isend,     estimate_persistent, estimate_two_tier};

constexpr Step no_delay = std::numeric_limits<Step>::max();

std::uint32_t place_of(const RecordedRun& run, Gid gid) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(run.gids, gid) - run.gids.begin());
}

/// The groups of ranks for two_tier; empty if not all cells have areas.
std::vector<int> groups_of(const DividedRun& divided) {
    std::vector<int> areas;
    std::vector<std::size_t> counts;
    for (const auto& traffic : divided.traffic()) {
        const std::span<const int> all = traffic->connections().areas;
        std::vector<int> mine(all.begin(), all.end());
        std::ranges::sort(mine);
        if (!mine.empty() && mine.front() < 0) return {};
        mine.erase(std::ranges::unique(mine).begin(), mine.end());
        areas.insert(areas.end(), mine.begin(), mine.end());
        counts.push_back(mine.size());
    }
    return groups_of_ranks(areas, counts);
}

/// The shortest connections between ranks of one group, and of different groups [steps].
struct TierDelays {
    Step within = no_delay, between = no_delay;
};

TierDelays tier_delays(const DividedRun& divided, const std::vector<int>& groups) {
    TierDelays delays;
    for (std::size_t r = 0; r < divided.traffic().size(); ++r) {
        const RecordedTraffic& traffic = *divided.traffic()[r];
        for (std::size_t i = 0; i < traffic.wanted().size(); ++i) {
            const auto from = static_cast<std::size_t>(divided.rank_of(traffic.wanted()[i]));
            Step& least = groups[from] == groups[r] ? delays.within : delays.between;
            least = std::min(least, traffic.least_delays()[i]);
        }
    }
    return delays;
}

SourceTargets targets_of(const RecordedRun& run, const DividedRun& divided) {
    std::vector<std::vector<std::uint32_t>> wanted;
    for (const auto& traffic : divided.traffic()) {
        std::vector<std::uint32_t>& of_rank = wanted.emplace_back();
        for (const Gid gid : traffic->wanted()) of_rank.push_back(place_of(run, gid));
    }
    return {run.gids.size(), wanted};
}

EstimatedNet net_of(const RecordedRun& run, const DividedRun& divided) {
    EstimatedNet net{.targets = targets_of(run, divided), .owners = {}, .groups = groups_of(divided)};
    for (const Gid gid : run.gids) net.owners.push_back(divided.rank_of(gid));
    if (net.groups.empty()) return net;
    const TierDelays delays = tier_delays(divided, net.groups);
    net.has_within_groups = delays.within != no_delay;
    net.has_between_groups = delays.between != no_delay;
    const bool waits = net.has_within_groups && net.has_between_groups;
    net.is_shorter_between_groups = waits && delays.between < delays.within;
    const Step steps = divided.plan().steps_per_interval;
    net.steps_between_groups = steps * (waits ? std::max<Step>(delays.between / steps, 1) : 1);
    return net;
}

/// The run of all ranks, interval by interval.
class Estimation {
  public:
    Estimation(const RecordedRun& run, const RecordedTerms& terms, std::span<const std::string> asked)
        : run_(run),
          terms_(terms),
          divided_(run, terms),
          net_(net_of(run, divided_)),
          plan_(divided_.plan()),
          t_(plan_.outline.begin),
          step_(plan_.first_step) {
        for (const std::string& exchange : asked) add(exchange);
        for (const auto& traffic : divided_.traffic()) {
            const Step slots = std::min(traffic->longest_delay(), plan_.outline.steps) + plan_.steps_per_interval + 2;
            inputs_.emplace_back(static_cast<std::size_t>(slots), 0.);
        }
        is_measured_ = divided_.traffic()[0]->step_seconds(plan_.first_step).has_value();
    }

    Estimates run();

  private:
    void add(const std::string& exchange);
    Step last_step() const { return plan_.first_step + plan_.outline.steps; }
    void advance(Step stop);
    void advance(std::size_t rank, Step stop);
    void end_advance();
    void finish_interval();
    void fire(std::size_t rank, const Spike& spike, Step step);
    void queue_inputs(std::size_t rank, const Spike& spike, Step earliest);
    void compute(std::size_t rank, double seconds);
    void begin_counting();
    void summarize();

    const RecordedRun& run_;
    const RecordedTerms& terms_;
    const DividedRun divided_;
    const EstimatedNet net_;
    const RunPlan& plan_;
    Estimates result_;
    std::vector<std::unique_ptr<EstimatedExchange>> exchanges_;  // null: it cannot be estimated
    std::vector<std::vector<double>> inputs_;                    // by rank, then step modulo length: their time [s]
    std::vector<FiredSpike> fired_;                              // of a rank
    std::vector<Spike> unsent_;                                  // of the interval
    bool is_measured_ = false, is_counting_ = false;
    double t_;  // [ms]
    Step step_;
    Step met_at_ = 0, next_boundary_ = 0;
};

void Estimation::add(const std::string& exchange) {
    Estimate& made = result_.exchanges.emplace_back();
    made.exchange = exchange;
    exchanges_.emplace_back();
    const auto found = std::ranges::find(estimated_names, exchange);
    if (found == estimated_names.end()) {
        made.obstacle = fmt::format("there is no estimate of it, only of {}", fmt::join(estimated_names, ", "));
    } else if (exchange == "two_tier" && net_.groups.empty()) {
        made.obstacle = "two_tier needs the area of each gid; set areas with pc.area in the recorded run";
    } else if (exchange == "two_tier" && net_.is_shorter_between_groups) {
        made.obstacle = "two_tier: connections between groups of ranks must not be shorter than within groups";
    } else {
        exchanges_.back() = estimated_makes[static_cast<std::size_t>(found - estimated_names.begin())](net_, terms_);
    }
}

Estimates Estimation::run() {
    next_boundary_ = step_ + plan_.steps_per_interval;
    met_at_ = step_;
    for (const auto& each : exchanges_) {
        if (each) each->start(step_);
    }
    if (plan_.outline.counted_from <= 0) begin_counting();
    AdvanceEnds ends(plan_.outline.ends.all());
    while (step_ < last_step() || ends.any()) {
        Step stop = std::min(next_boundary_, last_step());
        if (ends.any()) stop = std::min(stop, ends.next());
        if (!is_counting_) stop = std::min(stop, step_ + 1);
        advance(stop);
        if (!is_counting_ && is_counted(t_, plan_.outline.counted_from)) begin_counting();
        if (step_ >= next_boundary_) finish_interval();
        if (!ends.any() || ends.next() > step_) continue;
        ends.pop();
        end_advance();
        finish_interval();
    }
    end_advance();
    summarize();
    return std::move(result_);
}

void Estimation::advance(Step stop) {
    for (std::size_t r = 0; r < inputs_.size(); ++r) advance(r, stop);
    StepTimes times;
    t_ = times.count(stop - step_, t_, plan_.outline.dt, plan_.outline.fires_at_steps);
    step_ = stop;
}

void Estimation::advance(std::size_t rank, Step stop) {
    RecordedTraffic& traffic = *divided_.traffic()[rank];
    fired_.clear();
    traffic.collect({step_, stop, t_, plan_.outline.dt}, fired_);
    auto next = fired_.begin();
    double seconds = 0;
    for (Step step = step_; step < stop; ++step) {
        double& inputs = inputs_[rank][static_cast<std::size_t>(step) % inputs_[rank].size()];
        const double alone = traffic.step_seconds(step).value_or(0);
        seconds += is_measured_ ? (alone + inputs) / terms_.core_speed : terms_.costs.step_s + inputs;
        inputs = 0;
        if (next == fired_.end() || next->step > step) continue;
        compute(rank, std::exchange(seconds, 0));
        for (; next != fired_.end() && next->step <= step; ++next) fire(rank, next->spike, step);
    }
    compute(rank, seconds);
}

void Estimation::compute(std::size_t rank, double seconds) {
    for (const auto& each : exchanges_) {
        if (each) each->compute(static_cast<int>(rank), seconds);
    }
}

void Estimation::fire(std::size_t rank, const Spike& spike, Step step) {
    if (!is_measured_) compute(rank, terms_.costs.spike_s);
    queue_inputs(rank, spike, step + 1);
    const std::uint32_t source = place_of(run_, spike.gid);
    for (const auto& each : exchanges_) {
        if (each) each->fire(source);
    }
    unsent_.push_back(spike);
}

/// What is due at the end of the run is delivered as it ends, at no cost.
void Estimation::queue_inputs(std::size_t rank, const Spike& spike, Step earliest) {
    divided_.traffic()[rank]->for_each_input(spike, [&](Step due, std::int64_t inputs, double seconds) {
        if (due >= last_step()) return;
        const auto slot = static_cast<std::size_t>(std::max(due, earliest)) % inputs_[rank].size();
        inputs_[rank][slot] += is_measured_ ? seconds : terms_.costs.event_s * static_cast<double>(inputs);
    });
}

void Estimation::end_advance() {
    for (std::size_t r = 0; r < inputs_.size(); ++r) {
        fired_.clear();
        divided_.traffic()[r]->collect_at_end(t_, fired_);
        for (const FiredSpike& each : fired_) fire(r, each.spike, step_);
    }
}

void Estimation::finish_interval() {
    const bool is_early = step_ < next_boundary_;
    for (const auto& each : exchanges_) {
        if (each && (step_ > met_at_ || each->holds_spikes())) each->finish(step_, is_early);
    }
    for (const Spike& spike : unsent_) {
        for (const int rank : net_.targets[place_of(run_, spike.gid)]) {
            queue_inputs(static_cast<std::size_t>(rank), spike, step_ + 1);
        }
    }
    unsent_.clear();
    met_at_ = step_;
    next_boundary_ = step_ + plan_.steps_per_interval;
}

void Estimation::begin_counting() {
    is_counting_ = true;
    for (const auto& each : exchanges_) {
        if (each) each->begin_counting();
    }
}

void Estimation::summarize() {
    result_.min_delay = divided_.min_delay();
    result_.shortest = divided_.shortest();
    result_.largest = divided_.largest_share();
    for (std::size_t k = 0; k < exchanges_.size(); ++k) {
        if (!exchanges_[k]) continue;
        const EstimatedExchange& exchange = *exchanges_[k];
        const std::span<const double> computing = exchange.computing_s();
        const auto ranks = static_cast<double>(computing.size());
        Estimate& to = result_.exchanges[k];
        to.total_s = exchange.total_s();
        to.computing_s = std::ranges::max(computing);
        to.mean_computing_s = std::reduce(computing.begin(), computing.end()) / ranks;
        to.bytes = static_cast<double>(exchange.bytes_received()) / ranks;
        to.messages = static_cast<double>(exchange.messages()) / ranks;
    }
}

}  // namespace

std::span<const std::string_view> estimated_exchanges() {
    return estimated_names;
}

Estimates estimate(const RecordedRun& run, const RecordedTerms& terms, std::span<const std::string> exchanges) {
    return Estimation(run, terms, exchanges).run();
}

double estimate_memory(const RecordedRun& run, int ranks) {
    const double longest = run.delays.empty() ? 0 : std::ranges::max(run.delays);
    const double slots = longest / run.outline.dt + 3 + run.outline.longest_interval / run.outline.dt;
    constexpr double of_rank = 2000;  // lists and clocks [bytes]
    return ranks * (of_rank + slots * sizeof(double));
}

}  // namespace ranvier::exchange
