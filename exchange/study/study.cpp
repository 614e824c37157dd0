#include "exchange/study/study.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>
#include <utility>

#include "exchange/error.hpp"
#include "exchange/placement/placement.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/study/listeners.hpp"
#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::exchange {

namespace {

/// The state that all ranks share.
struct Study {
    const StudyOptions& options;
    SimulatedMachine machine;
    std::vector<int> rank_of;  // by gid
    Step steps_per_interval;
    Step first_step;
    Step last_step;
    bool meets_all_ranks;  // whether a rank reads a buffer from every rank at each boundary
    std::vector<StudyRank> ranks;

    struct Interval {
        double compute_sum = 0, compute_most = 0, compute_rank_0 = 0, end = 0;
        std::int64_t rounds = 0;
    };
    std::vector<Interval> intervals;
    double setup_s = 0;
};

bool meets_all_ranks(std::string_view exchange) {
    const std::string_view name = exchange.substr(0, exchange.find(':'));
    return name != "isend" && name != "persistent" && exchange.find("collective=neighbor") == std::string_view::npos;
}

std::vector<int> place(const StudyOptions& options) {
    switch (options.placement) {
        case Placement::round_robin:
            return place_round_robin(options.net.cells, options.ranks);
        case Placement::consecutive:
            return place_consecutive(options.net.cells, options.ranks);
        case Placement::random:
            return place_shuffled(options.net.cells, options.ranks, options.net.seed);
    }
    return {};
}

/// One rank's cells, their pending inputs, and its part of the run.
class StudiedRank {
  public:
    StudiedRank(Study& study, int rank, std::span<const Gid> owned)
        : study_(study),
          rank_(rank),
          net_(study.options.net),
          costs_(study.options.costs),
          owned_(owned.begin(), owned.end()),
          listeners_(net_, owned_),
          inputs_(static_cast<std::size_t>(study.steps_per_interval) + 1),
          step_(study.first_step) {
        for (const Gid gid : owned_) {
            FiringTimes& cell = cells_.emplace_back(net_, gid);
            while (step_of(cell.next()) < step_) cell.advance(net_);
        }
    }

    Task<void> run();

  private:
    double clock() { return transport().clock(); }
    Transport& transport() { return study_.machine.transport(rank_); }
    void compute(double seconds) { study_.machine.compute(rank_, seconds); }
    StudyRank& result() { return study_.ranks[static_cast<std::size_t>(rank_)]; }

    /// The step that delivers an event at time t: a fixed step delivers events up to half a step after its beginning.
    Step step_of(double t) const {
        return std::max<Step>(0, static_cast<Step>(std::ceil(t / study_.options.dt - 0.5)));
    }

    double time_of(Step step) const { return study_.options.dt * static_cast<double>(step); }

    /// Queues a spike's inputs to this rank's cells for the step in which they are due.
    void queue_inputs(const Spike& spike, std::int64_t inputs) {
        const Step due = step_of(spike.t) + study_.steps_per_interval;
        if (due < study_.last_step) result().events += inputs;
        inputs_[static_cast<std::size_t>(due) % inputs_.size()] += inputs;
    }

    void collect_spikes(Step boundary);
    Task<void> advance(Step boundary);
    /// Returns the part of its time that counts as computing [s].
    Task<double> exchange_spikes(Step boundary);
    void log(double compute_s, std::int64_t rounds);

    Study& study_;
    const int rank_;
    const ArtificialNet& net_;
    const ComputeCosts& costs_;
    const std::vector<Gid> owned_;
    const Listeners listeners_;
    std::vector<FiringTimes> cells_;
    std::vector<std::int64_t> inputs_;  // number of inputs by step, modulo the vector's length

    struct Due {
        Step step;
        Spike spike;
    };
    std::vector<Due> due_;       // spikes of the interval, ordered by time and gid
    std::vector<double> times_;  // times of the interval's steps [ms]
    std::unique_ptr<SpikeExchange> exchange_;
    Step step_;
    std::size_t interval_ = 0;
    std::int64_t looked_up_ = 0;  // spikes from other ranks whose lookup has been charged
};

Task<void> StudiedRank::run() {
    exchange_ = make_exchange(study_.options.exchange, transport());
    const Connections network{owned_, listeners_.wanted()};
    co_await exchange_->connect(network);
    exchange_->start(step_, study_.steps_per_interval);
    co_await transport().barrier();
    const double began = clock();
    study_.setup_s = began;
    while (step_ < study_.last_step) {
        const Step boundary = std::min(exchange_->next_boundary(), study_.last_step);
        const double interval_began = clock();
        collect_spikes(boundary);
        co_await advance(boundary);
        double compute_s = clock() - interval_began;
        const std::int64_t rounds = exchange_->counters().conservation_rounds;
        compute_s += co_await exchange_spikes(boundary);
        result().times.compute_s += compute_s;
        if (study_.options.logs_intervals) log(compute_s, exchange_->counters().conservation_rounds - rounds);
    }
    result().counters = exchange_->counters();
    StudyTimes& times = result().times;
    times.total_s = clock() - began;
    times.synchronize_s = exchange_->counters().synchronize_s;
    times.communicate_s = times.total_s - times.compute_s - times.synchronize_s;
    // Waits until messages that are in flight at the end reach their ranks.
    co_await transport().barrier();
}

void StudiedRank::collect_spikes(Step boundary) {
    due_.clear();
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        for (; step_of(cells_[i].next()) < boundary; cells_[i].advance(net_)) {
            const Step step = step_of(cells_[i].next());
            due_.push_back({step, {time_of(step), owned_[i]}});
        }
    }
    std::sort(due_.begin(), due_.end(), [](const Due& a, const Due& b) {
        return a.spike.t != b.spike.t ? a.spike.t < b.spike.t : a.spike.gid < b.spike.gid;
    });
}

Task<void> StudiedRank::advance(Step boundary) {
    auto next = due_.begin();
    for (; step_ < boundary; ++step_) {
        std::int64_t& inputs = inputs_[static_cast<std::size_t>(step_) % inputs_.size()];
        times_.push_back(time_of(step_));
        compute(costs_.step_s + costs_.event_s * static_cast<double>(inputs));
        inputs = 0;
        if (next == due_.end() || next->step > step_) continue;
        co_await study_.machine.catch_up(rank_);
        const std::int64_t messages = exchange_->counters().messages_sent;
        for (; next != due_.end() && next->step <= step_; ++next) {
            compute(costs_.spike_s);
            queue_inputs(next->spike, listeners_.on_this_rank(next->spike.gid));
            exchange_->fire(next->spike);
        }
        compute(costs_.message_s * static_cast<double>(exchange_->counters().messages_sent - messages));
    }
}

Task<double> StudiedRank::exchange_spikes(Step boundary) {
    exchange_->interval_times(times_);
    times_.clear();
    const ExchangeCounters before = exchange_->counters();
    const std::span<const Spike> spikes = co_await exchange_->finish(boundary);
    const ExchangeCounters& after = exchange_->counters();
    for (const Spike& spike : spikes) queue_inputs(spike, listeners_.on_this_rank(spike.gid));

    if (study_.meets_all_ranks) {
        result().buffers_scanned += study_.options.ranks - 1;
        compute(costs_.buffer_s * (study_.options.ranks - 1));
    }
    compute(costs_.message_s * static_cast<double>(after.messages_sent - before.messages_sent));
    const double lookups_s = costs_.lookup_s * static_cast<double>(after.spikes_received - looked_up_);
    looked_up_ = after.spikes_received;
    compute(lookups_s);
    // Messages arrive while a rank computes; a collective's spikes arrive when it completes (Hines et al., Results).
    co_return study_.meets_all_ranks ? 0 : lookups_s;
}

void StudiedRank::log(double compute_s, std::int64_t rounds) {
    if (interval_ == study_.intervals.size()) study_.intervals.emplace_back();
    Study::Interval& interval = study_.intervals[interval_++];
    interval.compute_sum += compute_s;
    interval.compute_most = std::max(interval.compute_most, compute_s);
    interval.end = std::max(interval.end, clock());
    if (rank_ != 0) return;
    interval.compute_rank_0 = compute_s;
    interval.rounds = rounds;
}

void check_options(const StudyOptions& options) {
    check(options.net);
    const auto require = [](bool is_so, const std::string& what) {
        if (!is_so) throw ExchangeError("exchange study: " + what);
    };
    require(options.ranks >= 1, fmt::format("there must be at least 1 rank, not {}", options.ranks));
    require(options.dt > 0, fmt::format("dt must be above 0, not {} ms", options.dt));
    require(options.tbegin >= 0, fmt::format("tbegin must be at least 0, not {} ms", options.tbegin));
    require(options.tstop > options.tbegin && options.tstop / options.dt < 1e9,
            fmt::format("tstop must be above {} ms and less than 1e9 steps, not {} ms", options.tbegin, options.tstop));
    require(options.net.delay >= options.dt,
            fmt::format("the delay, {} ms, is less than dt, {} ms", options.net.delay, options.dt));
    require(!options.exchange.starts_with("two_tier"), "two_tier needs areas, but this net has none");
}

}  // namespace

StudyResult simulate(const StudyOptions& options) {
    check_options(options);
    Study study{options,
                SimulatedMachine(options.ranks, options.machine),
                place(options),
                static_cast<Step>(std::floor(options.net.delay / options.dt * (1 + 1e-12))),
                static_cast<Step>(std::llround(options.tbegin / options.dt)),
                static_cast<Step>(std::llround(options.tstop / options.dt)),
                meets_all_ranks(options.exchange),
                std::vector<StudyRank>(static_cast<std::size_t>(options.ranks)),
                {}};
    std::vector<std::vector<Gid>> owned(static_cast<std::size_t>(options.ranks));
    for (Gid gid = 0; gid < options.net.cells; ++gid) {
        owned[static_cast<std::size_t>(study.rank_of[static_cast<std::size_t>(gid)])].push_back(gid);
    }
    std::vector<std::unique_ptr<StudiedRank>> ranks;
    std::vector<Task<void>> tasks;
    for (int r = 0; r < options.ranks; ++r) {
        ranks.push_back(std::make_unique<StudiedRank>(study, r, owned[static_cast<std::size_t>(r)]));
        tasks.push_back(ranks.back()->run());
    }
    study.machine.run(tasks);

    StudyResult result{std::move(study.ranks), {}, study.setup_s};
    double end = study.setup_s;
    for (const Study::Interval& each : study.intervals) {
        result.intervals.push_back({each.compute_rank_0, each.compute_sum / options.ranks, each.compute_most,
                                    each.end - std::exchange(end, each.end), each.rounds});
    }
    return result;
}

}  // namespace ranvier::exchange
