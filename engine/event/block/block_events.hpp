#pragma once

#include <cstdint>
#include <vector>

#include "engine/connection/target_place.hpp"
#include "engine/event/block/block_failures.hpp"
#include "engine/event/block/block_meter.hpp"
#include "engine/event/block/mechanism_output.hpp"
#include "engine/event/block/receivers.hpp"
#include "engine/event/block/sample_events.hpp"
#include "engine/event/block/step_watcher.hpp"
#include "engine/event/block/thresholds.hpp"
#include "engine/event/block/watches.hpp"
#include "engine/event/event_queue.hpp"
#include "engine/event/event_weights.hpp"
#include "engine/event/fired_spikes.hpp"
#include "engine/event/spike_routes.hpp"
#include "engine/event/target_weights.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/block.hpp"

namespace ranvier::engine {

/// What the events of all blocks of a rank use together.
struct SharedParts {
    Model& model;
    Network& network;
    Connections& connections;
    SpikeRoutes& routes;
    EventWeights& weights;
    TargetWeights& target_weights;
    MechanismOutput& output;
    const std::vector<TargetPlace>& targets;  ///< by target of the network
    SampleEvents* samples;
};

/// The events of one block: its queue, what fires in it, and what receives. Use it from one thread at a time.
///
/// 1. A source fires when a watched variable crosses its threshold (check_thresholds), or a mechanism calls net_event.
///    The spike's deliveries enter the block's own queue at once; `fired` keeps it for all else (SpikeRelay).
/// 2. `deliver` takes due events from the queue and calls NET_RECEIVE (dispatch.cpp).
/// 3. `Block::event_context` points to this object; so what mechanisms call (services.cpp) finds it.
class BlockEvents {
  public:
    /// `shared` must outlive this object. `number`: of the block.
    BlockEvents(const SharedParts& shared, Block& block, std::uint32_t number, Receivers receivers,
                Thresholds thresholds);

    Block& block;

    EventQueue& queue() { return queue_; }
    FiredSpikes& fired() { return fired_; }
    Thresholds& thresholds() { return thresholds_; }
    Watches& watches() { return watches_; }
    const Receivers& receivers() const { return receivers_; }
    BlockMeter& meter() { return meter_; }
    BlockFailures& failures() { return failures_; }
    /// Null: fixed steps.
    StepWatcher* watcher() const { return watcher_; }
    void set_watcher(StepWatcher* watcher) { watcher_ = watcher; }

    /// Checks all watched variables and WATCH conditions; sends a spike or queues an event for each that has become true.
    /// Spikes of watched variables are sent at t + `offset_ms`.
    void check_thresholds(double offset_ms);
    /// Queues the WATCH's event at t [ms].
    void send_watch(const Watch& watch, double t);
    /// The source fires: queues its deliveries in this block and keeps the spike for SpikeRelay.
    void send(double t, SourceId source);

    /// Delivers every event with time <= til, then restores the block's t. `til` is inclusive.
    void deliver(double til);
    /// Delivers only the first event. Precondition: the queue is not empty.
    void deliver_first();

    // --- what mechanisms call ---------------------------------------------------------------------------------------
    void net_send(const rv_instances* in, std::int32_t i, const double* weight, double t, double flag);
    void net_move(const rv_instances* in, std::int32_t i, double t);
    void net_event(const rv_instances* in, std::int32_t i, double t);
    void watch(const rv_instances* in, std::int32_t i, std::int32_t watch, double flag, bool first);
    std::int32_t netcons(const rv_instances* in, std::int32_t i, double** weights);

    /// Queues an event that was pending before. Those of an instance are distinguished by the order of these calls.
    void put_back(Event event, bool is_movable);
    /// Discards events, armed WATCHes, crossings, spikes and counts.
    void clear();

  private:
    void deliver_next();
    void dispatch(const Event& event);
    void deliver_group(const Event& event);
    void deliver_connection(const Event& event);
    void receive_group(ConnectionTable& table, std::uint32_t begin, std::uint32_t end, double t, double delay);
    void receive(Receiver to, double t, double* weight, double flag, double delay);

    const SharedParts& shared_;
    StepWatcher* watcher_ = nullptr;
    EventQueue queue_;
    Receivers receivers_;
    Thresholds thresholds_;
    Watches watches_;
    FiredSpikes fired_;
    BlockMeter meter_;
    BlockFailures failures_;
    std::uint32_t number_;
    std::uint32_t sequence_ = 0;
};

/// The functions that compiled mechanisms call.
const rv_services& event_services();

}  // namespace ranvier::engine
