#include "exchange/strategy/two_tier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "exchange/error.hpp"
#include "exchange/placement/area_groups.hpp"
#include "exchange/routing/directory.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

namespace {

constexpr Step no_delay = std::numeric_limits<Step>::max();

/// A rank's shortest connection of one kind (within or between groups).
struct Shortest {
    Step delay = no_delay;  // [steps]
    Gid source = -1;
    Gid target = -1;  // -1: not known
    std::int32_t rank = 0;

    friend auto operator<=>(const Shortest&, const Shortest&) = default;
};

std::string length(Step steps, double step_ms) {
    return step_ms > 0 ? fmt::format("{:g} ms", static_cast<double>(steps) * step_ms) : fmt::format("{} steps", steps);
}

std::string describe(const Shortest& connection, double step_ms) {
    const std::string target = connection.target >= 0 ? fmt::format("gid {}", connection.target)
                                                      : fmt::format("a target on rank {}", connection.rank);
    return fmt::format("the shortest is from gid {} to {}, {}", connection.source, target,
                       length(connection.delay, step_ms));
}

/// One of the two exchanges, with the step times that it has not received yet.
struct Tier {
    std::unique_ptr<SpikeExchange> exchange;  // null: idle
    std::vector<double> times;                // of the steps since its last finish [ms]
    bool is_behind = false;                   // not finished at the last boundary, because it was not due

    explicit operator bool() const { return exchange != nullptr; }
};

class TwoTier final : public SpikeExchange {
  public:
    TwoTier(Transport& transport, TwoTierOptions options) : transport_(transport), options_(std::move(options)) {}

    Task<void> connect(Connections network) override {
        co_await check_areas(network);
        const std::vector<int> groups = co_await find_groups(network.areas);
        const int own_group = groups[transport_.rank()];
        const FoundRoutes routes = co_await find_routes(transport_, network.owned, network.wanted);

        if (network.least_delays.size() != network.wanted.size()) {
            throw std::logic_error("two_tier needs the delays of connections");
        }
        Part within, between;
        Shortest nearest, farthest;  // shortest connections within and between groups
        own_.clear();
        for (std::size_t i = 0; i < network.wanted.size(); ++i) {
            const int rank = routes.source_ranks[i];
            if (rank == transport_.rank()) {
                own_.push_back(network.wanted[i]);
                continue;
            }
            const bool is_near = groups[rank] == own_group;
            (is_near ? within : between).add(network, i);
            const Gid target = network.nearest_targets.empty() ? Gid{-1} : network.nearest_targets[i];
            Shortest& shortest = is_near ? nearest : farthest;
            shortest =
                std::min(shortest, Shortest{network.least_delays[i], network.wanted[i], target, transport_.rank()});
        }
        std::sort(own_.begin(), own_.end());
        co_await check_delays(nearest, farthest, network.step_ms);

        forget_tiers();
        if (h_ != no_delay) {
            group_ = co_await transport_.split(own_group, transport_.rank());
            inner_.exchange = options_.inner(*group_);
            co_await inner_.exchange->connect(within.connections(network.owned));
        }
        if (H_ != no_delay) {
            outer_.exchange = options_.outer(transport_);
            co_await outer_.exchange->connect(between.connections(network.owned));
        }
        if (is_started_) start_tiers();
    }

    bool goes_by_delays() const override { return true; }

    /// At most: both tiers as though all ranks were in one group, and the areas of all.
    Footprint footprint(const Share& share) const override {
        Footprint bytes = options_.inner(transport_)->footprint(share);
        bytes += options_.outer(transport_)->footprint(share);
        bytes.connecting += share.ranks * 4 * sizeof(int);
        return bytes;
    }

    void start(Step first_step, Step steps_per_interval) override {
        if (steps_per_interval < 1) throw std::invalid_argument("an exchange interval must have at least one step");
        steps_ = steps_per_interval;
        now_ = first_step;
        is_started_ = true;
        received_here_.clear();
        start_tiers();
    }

    Step next_boundary() const override { return next_boundary_; }

    void fire(Spike spike) override {
        ++spikes_fired_;
        if (inner_) inner_.exchange->fire(spike);
        if (outer_) outer_.exchange->fire(spike);
        if (std::binary_search(own_.begin(), own_.end(), spike.gid)) received_here_.push_back(spike);
    }

    void progress() override {
        if (inner_) inner_.exchange->progress();
        if (outer_) outer_.exchange->progress();
    }

    void interval_times(std::span<const double> times) override {
        for (Tier* tier : {&inner_, &outer_}) tier->times.insert(tier->times.end(), times.begin(), times.end());
    }

    Task<std::span<const Spike>> finish(Step boundary) override {
        if (boundary > next_boundary_) {
            throw std::logic_error(
                fmt::format("exchange finished at step {}, after its boundary at step {}", boundary, next_boundary_));
        }
        // An early boundary is the end of a run: no spike may be left in flight.
        const bool is_early = boundary < next_boundary_;
        received_.swap(received_here_);
        received_here_.clear();
        for (Tier* tier : {&inner_, &outer_}) {
            if (!*tier) continue;
            tier->is_behind = !is_early && tier->exchange->next_boundary() > boundary;
            if (tier->is_behind) continue;
            tier->exchange->interval_times(tier->times);
            tier->times.clear();
            const std::span<const Spike> arrived = co_await tier->exchange->finish(boundary);
            received_.insert(received_.end(), arrived.begin(), arrived.end());
        }
        now_ = boundary;
        find_next_boundary();
        ++intervals_;
        spikes_delivered_ += static_cast<std::int64_t>(received_.size());
        sum_counters();
        co_return received_;
    }

    bool holds_spikes() const override {
        return std::ranges::any_of(std::array{&inner_, &outer_}, [](const Tier* tier) {
            return *tier && (tier->is_behind || tier->exchange->holds_spikes());
        });
    }

    const ExchangeCounters& counters() const override { return counters_; }

    std::string take_notice() override {
        std::string text;
        for (Tier* tier : {&inner_, &outer_}) {
            const std::string notice = *tier ? tier->exchange->take_notice() : "";
            if (!notice.empty()) text += (text.empty() ? "" : "\n") + notice;
        }
        return text;
    }

  private:
    /// The part of the network that one tier handles.
    struct Part {
        std::vector<Gid> wanted;
        std::vector<Step> least_delays;

        void add(const Connections& network, std::size_t i) {
            wanted.push_back(network.wanted[i]);
            least_delays.push_back(network.least_delays[i]);
        }
        Connections connections(std::span<const Gid> owned) const { return {owned, wanted, least_delays}; }
    };

    /// Throws on every rank if an owned gid has no area.
    Task<void> check_areas(const Connections& network) const {
        constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();
        std::int64_t missing = none;
        for (std::size_t i = 0; i < network.owned.size(); ++i) {
            if (network.areas.empty() || network.areas[i] < 0)
                missing = std::min<std::int64_t>(missing, network.owned[i]);
        }
        missing = co_await reduce_over_ranks(transport_, missing, Reduce::min);
        if (missing != none) {
            throw ExchangeError(
                fmt::format("exchange two_tier: gid {} has no area; set it with pc.area(gid, area)", missing));
        }
    }

    /// The group of each rank. Every rank gathers the areas of all ranks, since each rank holds few areas.
    Task<std::vector<int>> find_groups(std::span<const int> areas) const {
        std::vector<int> mine(areas.begin(), areas.end());
        std::sort(mine.begin(), mine.end());
        mine.erase(std::unique(mine.begin(), mine.end()), mine.end());
        std::vector<std::size_t> counts;
        const std::vector<int> all = co_await gather_vectors<int>(transport_, mine, &counts);
        co_return groups_of_ranks(all, counts);
    }

    /// Finds h and H, and checks that they are compatible with the options.
    Task<void> check_delays(const Shortest& nearest, const Shortest& farthest, double step_ms) {
        const Shortest mine[] = {nearest, farthest};
        const std::vector<Shortest> all = co_await gather_vectors<Shortest>(transport_, mine);
        Shortest within, between;
        for (std::size_t i = 0; i < all.size(); i += 2) {
            within = std::min(within, all[i]);
            between = std::min(between, all[i + 1]);
        }
        h_ = within.delay;
        H_ = between.delay;
        if (h_ == no_delay || H_ == no_delay) co_return;
        if (H_ < h_) {
            throw ExchangeError(fmt::format(
                "exchange two_tier: connections between groups of ranks must not be shorter than within groups, {}; {}",
                length(h_, step_ms), describe(between, step_ms)));
        }
        if (options_.D * h_ > H_) {
            throw ExchangeError(
                fmt::format("exchange two_tier: D={} needs connections of at least {} between groups of ranks; {}",
                            options_.D, length(options_.D * h_, step_ms), describe(between, step_ms)));
        }
    }

    Step outer_intervals() const {
        if (!inner_) return 1;
        return options_.D > 0 ? options_.D : std::max<Step>(H_ / steps_, 1);
    }

    void start_tiers() {
        if (inner_) inner_.exchange->start(now_, steps_);
        if (outer_) outer_.exchange->start(now_, steps_ * outer_intervals());
        for (Tier* tier : {&inner_, &outer_}) {
            tier->times.clear();
            tier->is_behind = false;
        }
        find_next_boundary();
    }

    void find_next_boundary() {
        next_boundary_ = no_delay;
        for (const Tier* tier : {&inner_, &outer_}) {
            if (*tier) next_boundary_ = std::min(next_boundary_, tier->exchange->next_boundary());
        }
        if (next_boundary_ == no_delay) next_boundary_ = now_ + steps_;
    }

    /// Discards the tiers but keeps their counters. The exchange within a group must end before its transport.
    void forget_tiers() {
        for (Tier* tier : {&inner_, &outer_}) {
            if (*tier) past_ += tier->exchange->counters();
            *tier = {};
        }
        group_.reset();
    }

    void sum_counters() {
        counters_ = past_;
        for (const Tier* tier : {&inner_, &outer_}) {
            if (*tier) counters_ += tier->exchange->counters();
        }
        counters_.most_spikes_of_a_rank = -1;
        // A spike may pass through both.
        counters_.intervals = intervals_;
        counters_.spikes_fired = spikes_fired_;
        counters_.spikes_delivered = spikes_delivered_;
    }

    Transport& transport_;
    const TwoTierOptions options_;
    std::unique_ptr<Transport> group_;  // ranks joined by common areas
    Tier inner_;                        // uses group_
    Tier outer_;                        // uses transport_
    Step h_ = no_delay, H_ = no_delay;  // minimum delays within and between groups, over all ranks [steps]
    bool is_started_ = false;
    Step steps_ = 1;  // per inner interval
    Step now_ = 0;
    Step next_boundary_ = 0;

    std::vector<Gid> own_;              // gids owned and wanted here, ascending
    std::vector<Spike> received_here_;  // spikes of own_
    std::vector<Spike> received_;
    std::int64_t spikes_fired_ = 0, spikes_delivered_ = 0, intervals_ = 0;
    ExchangeCounters past_;  // counters of the tiers of earlier networks
    ExchangeCounters counters_;
};

}  // namespace

std::unique_ptr<SpikeExchange> make_two_tier(Transport& transport, TwoTierOptions options) {
    return std::make_unique<TwoTier>(transport, std::move(options));
}

}  // namespace ranvier::exchange
