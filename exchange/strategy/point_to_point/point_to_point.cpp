#include "exchange/strategy/point_to_point/point_to_point.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include "exchange/routing/known_gids.hpp"
#include "exchange/strategy/point_to_point/conservation.hpp"
#include "exchange/strategy/sub_interval.hpp"

namespace ranvier::exchange {

namespace {

class PointToPoint final : public SpikeExchange {
  public:
    PointToPoint(Transport& whole, const PointToPointOptions& options, Mail mail)
        : whole_(whole), options_(options), mail_(std::move(mail)) {}
    ~PointToPoint() override;
    PointToPoint(const PointToPoint&) = delete;
    PointToPoint& operator=(const PointToPoint&) = delete;

    Task<void> connect(Connections network) override;
    void start(Step first_step, Step steps_per_interval) override;
    Step next_boundary() const override { return next_boundary_; }
    void fire(Spike spike) override;
    void progress() override { office_->poll(); }
    void interval_times(std::span<const double>) override {}  // each message carries its time
    Task<std::span<const Spike>> finish(Step boundary) override;
    bool holds_spikes() const override { return holds_; }
    Footprint footprint(const Share& share) const override;
    const ExchangeCounters& counters() const override { return counters_; }
    std::string take_notice() override { return {}; }

  private:
    Task<void> open();
    Task<void> drain();
    void collect(Serial serial);

    /// Polling in vain costs half as much as a send, and the run calls progress() while it computes.
    static constexpr int sends_per_look = 4;

    /// The sub-interval that has to be settled when the current one ends.
    Serial due() const { return static_cast<Serial>(office_->current() - (options_.subintervals - 1)); }

    Transport& whole_;
    const PointToPointOptions options_;
    const Mail mail_;
    ExchangeCounters counters_;

    std::shared_ptr<Transport> transport_;  // used by this exchange only, so its messages don't mix with others
    std::shared_ptr<PostOffice> office_;
    std::shared_ptr<Conservation> conservation_;

    KnownGids gids_;
    Step steps_per_subinterval_ = 1;
    Step last_boundary_ = 0;
    Step next_boundary_ = 0;
    std::uint16_t run_ = 0;  // modulo 2^15, as in messages
    bool holds_ = false;     // whether spikes of the sub-interval before the current one are held
    std::int64_t sent_in_interval_ = 0;
    int sent_since_look_ = 0;
    std::vector<Spike> early_;  // to be handed over at the next boundary
    std::vector<Spike> received_;
};

PointToPoint::~PointToPoint() {
    if (!transport_) return;
    // The transport may still read and write the buffers of pending operations.
    const bool is_idle = conservation_->is_idle() && office_->outbox().are_all_over();
    if (is_idle) return;
    whole_.keep(conservation_);
    whole_.keep(office_);
    whole_.keep(transport_);
}

/// The routes, and lists of the ranks to which this rank sends as an owner or as a relay: all listeners of its sources, or
/// as many on behalf of others.
Footprint PointToPoint::footprint(const Share& share) const {
    const auto bytes = [](double routes, double targets) {
        return routes * Routes::bytes_of_route + targets * Routes::bytes_of_target;
    };
    double lists = bytes(share.outputs, share.listeners);
    if (options_.phases == 2) {
        // Pairs of a source and a relay: of this rank's sources, and as many where this rank is the relay.
        const double through = std::sqrt(share.listeners * share.outputs);
        lists += bytes(share.outputs, through) + bytes(through, share.listeners) + through * sizeof(std::uint64_t);
    }
    const double expected = options_.end == End::reduce_scatter ? 2 * share.ranks * sizeof(std::int32_t) : 0;
    return {lists, expected, bytes_of_routes(share)};
}

Task<void> PointToPoint::open() {
    transport_ = co_await whole_.split(0, whole_.rank());
    const SendMode mode = options_.end == End::nbx ? SendMode::synchronous : SendMode::standard;
    office_ = std::make_shared<PostOffice>(*transport_, mail_.make_outbox(*transport_, mode, counters_),
                                           mail_.make_inbox(*transport_), options_.relay, counters_);
    switch (options_.end) {
        case End::allreduce:
            conservation_ = make_allreduce_conservation(*transport_, *office_, counters_);
            break;
        case End::reduce_scatter:
            conservation_ = make_reduce_scatter_conservation(*transport_, *office_, counters_);
            break;
        case End::nbx:
            conservation_ = make_nbx_conservation(*transport_, *office_, options_.phases, counters_);
            break;
    }
}

Task<void> PointToPoint::connect(Connections network) {
    if (transport_) {
        co_await drain();
        co_await office_->retire_plan();
    } else {
        co_await open();
    }
    FoundRoutes routes = co_await find_routes(*transport_, network.owned, network.wanted);
    gids_ = KnownGids(network, routes.outgoing);
    if (options_.phases == 2) {
        DeliveryPlan plan = co_await plan_two_phases(*transport_, std::move(routes.outgoing));
        office_->adopt(std::move(plan));
    } else {
        office_->adopt(plan_one_phase(std::move(routes.outgoing)));
    }
}

/// Receives the spikes in flight before their routes are discarded; they are handed over at the next boundary.
Task<void> PointToPoint::drain() {
    const Serial ending = office_->current(), before = due();
    conservation_->close();
    if (before != ending) co_await conservation_->settle(before);
    office_->begin(static_cast<Serial>(ending + 1));
    co_await conservation_->settle(ending);
    received_.clear();
    if (before != ending) collect(before);
    collect(ending);
    early_.insert(early_.end(), received_.begin(), received_.end());
}

void PointToPoint::start(Step first_step, Step steps_per_interval) {
    steps_per_subinterval_ = steps_of_subinterval(steps_per_interval, options_.subintervals);
    last_boundary_ = first_step;
    next_boundary_ = first_step + steps_per_subinterval_;
    run_ = (run_ + 1) & 0x7FFF;
    holds_ = false;
    early_.clear();
}

void PointToPoint::fire(Spike spike) {
    ++counters_.spikes_fired;
    const KnownGids::Use use = gids_.use_of_owned(spike.gid, transport_->rank());
    if (use.is_wanted) office_->keep(spike, run_);
    if (use.output == KnownGids::no_output) return;
    ++counters_.spikes_sent;
    ++sent_in_interval_;
    conservation_->count(office_->plan().routes[use.output]);
    office_->send(use.output, spike, run_);
    if (++sent_since_look_ < sends_per_look) return;
    sent_since_look_ = 0;
    office_->poll();
}

Task<std::span<const Spike>> PointToPoint::finish(Step boundary) {
    if (boundary > next_boundary_) {
        throw std::logic_error(
            fmt::format("exchange finished at step {}, after its boundary at step {}", boundary, next_boundary_));
    }
    const double began = transport_->clock();
    const double waited = transport_->waited();

    conservation_->close();
    if (options_.barrier) co_await transport_->barrier();
    const Serial settled = due();
    co_await conservation_->settle(settled);
    received_.swap(early_);
    early_.clear();
    collect(settled);
    office_->begin(static_cast<Serial>(office_->current() + 1));

    holds_ = options_.subintervals == 2 && boundary > last_boundary_;
    last_boundary_ = boundary;
    next_boundary_ = boundary + steps_per_subinterval_;
    ++counters_.intervals;
    counters_.most_spikes_sent = std::max(counters_.most_spikes_sent, std::exchange(sent_in_interval_, 0));
    counters_.spikes_delivered += static_cast<std::int64_t>(received_.size());
    const double waited_here = transport_->waited() - waited;
    counters_.synchronize_s += waited_here;
    counters_.communicate_s += transport_->clock() - began - waited_here;
    co_return received_;
}

/// Collects the spikes of a settled sub-interval, except spikes of earlier runs. Counts its messages only now: a faster
/// rank's messages of the next sub-interval may have arrived too, and whether they have depends on the clock.
void PointToPoint::collect(Serial serial) {
    const Account& account = office_->ledger()[serial];
    counters_.messages_received += account.received;
    counters_.spikes_received += account.received;
    counters_.bytes_received += account.received * static_cast<std::int64_t>(sizeof(SpikeMessage));
    for (const SpikeMessage& message : account.arrived) {
        if (message.run == run_) received_.push_back({message.t, message.gid});
    }
    office_->ledger().clear(serial);
}

}  // namespace

std::unique_ptr<SpikeExchange> make_point_to_point(Transport& transport, const PointToPointOptions& options,
                                                   Mail mail) {
    return std::make_unique<PointToPoint>(transport, options, std::move(mail));
}

}  // namespace ranvier::exchange
