// The net of Hines et al. 2011 on simulated ranks.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exchange/error.hpp"
#include "exchange/placement/placement.hpp"
#include "exchange/steps.hpp"
#include "exchange/study/listeners.hpp"
#include "exchange/study/study.hpp"

namespace ranvier::exchange {

namespace {

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

/// A rank's cells. Their spikes carry the times at which cells with compartments detect crossings.
class ArtificialTraffic final : public RankTraffic {
  public:
    ArtificialTraffic(const StudyOptions& options, Step first_step, Step delay, std::vector<Gid> owned)
        : net_(options.net), dt_(options.dt), delay_(delay), owned_(std::move(owned)), listeners_(net_, owned_) {
        for (const Gid gid : owned_) {
            FiringTimes& cell = cells_.emplace_back(net_, gid);
            while (step_of(cell.next()) < first_step) cell.advance(net_);
        }
    }

    Connections connections() const override { return {owned_, listeners_.wanted()}; }

    void collect(const Window& window, std::vector<FiredSpike>& fired) override {
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            for (; step_of(cells_[i].next()) < window.last; cells_[i].advance(net_)) {
                fired.push_back({step_of(cells_[i].next()), {0, owned_[i]}});
            }
        }
        std::sort(fired.begin(), fired.end(), [](const FiredSpike& a, const FiredSpike& b) {
            return a.step != b.step ? a.step < b.step : a.spike.gid < b.spike.gid;
        });
        double begin = window.begin;
        Step step = window.first;
        for (FiredSpike& each : fired) {
            for (; step < each.step; ++step) begin = end_of_step(begin, window.dt);
            each.spike.t = begin + threshold_offset;
        }
    }

    void for_each_input(const Spike& spike, const Act& act) const override {
        act(step_of(spike.t) + delay_, listeners_.on_this_rank(spike.gid), 0);
    }

    Step longest_delay() const override { return delay_; }

  private:
    /// The step that delivers an event at time t: a fixed step delivers events up to half a step after its beginning.
    Step step_of(double t) const { return std::max<Step>(0, static_cast<Step>(std::ceil(t / dt_ - 0.5))); }

    const ArtificialNet& net_;
    const double dt_;
    const Step delay_;
    const std::vector<Gid> owned_;
    const Listeners listeners_;
    std::vector<FiringTimes> cells_;
};

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
    RunPlan plan;
    plan.first_step = static_cast<Step>(std::llround(options.tbegin / options.dt));
    plan.outline.begin = options.dt * static_cast<double>(plan.first_step);
    plan.outline.dt = options.dt;
    plan.outline.steps = static_cast<Step>(std::llround(options.tstop / options.dt)) - plan.first_step;
    plan.steps_per_interval = whole_steps(options.net.delay, options.dt);
    plan.ends_with_exchange = true;
    const std::vector<int> rank_of = place(options);
    std::vector<std::vector<Gid>> owned(static_cast<std::size_t>(options.ranks));
    for (Gid gid = 0; gid < options.net.cells; ++gid) {
        owned[static_cast<std::size_t>(rank_of[static_cast<std::size_t>(gid)])].push_back(gid);
    }
    std::vector<std::unique_ptr<RankTraffic>> traffic;
    for (std::vector<Gid>& gids : owned) {
        traffic.push_back(
            std::make_unique<ArtificialTraffic>(options, plan.first_step, plan.steps_per_interval, std::move(gids)));
    }
    std::vector<RankTraffic*> of_ranks;
    for (const auto& each : traffic) of_ranks.push_back(each.get());
    return simulate(options, plan, of_ranks);
}

}  // namespace ranvier::exchange
