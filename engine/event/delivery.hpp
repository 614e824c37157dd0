#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "engine/event/event_queue.hpp"
#include "engine/event/fired_spikes.hpp"
#include "engine/event/group_times.hpp"
#include "engine/event/network_state.hpp"
#include "engine/event/ticks.hpp"
#include "engine/solve/block.hpp"
#include "engine/solve/model.hpp"
#include "exchange/spike.hpp"

namespace ranvier::engine {

class Delivery;

/// A `sample` event; SampleEvents defines the meaning of `index` and `extra`.
inline Event sample_event(double t, std::uint32_t index, std::uint32_t extra) {
    Event e{};
    e.t = t;
    e.key = event_key(EventClass::play, index);
    e.index = index;
    e.extra = extra;
    e.type = EventType::sample;
    return e;
}

/// The handler of the queue's `sample` events, implemented by the run.
class SampleEvents {
  public:
    virtual ~SampleEvents() = default;
    /// Handles a due event that push_sample queued with this index, t and extra. Called on the block's thread. Returns
    /// the number of samples taken, which may include those of following events.
    virtual std::int64_t sample(const Event& due, EventQueue& queue) = 0;
    /// Splits a group of samples that are taken together into single events, in order.
    virtual std::vector<Event> each_alone(const Event& samples) const = 0;
    /// The block of the recorded or played variable.
    virtual std::uint32_t block_of_sample(std::uint32_t index) const = 0;
};

/// Notifies the variable-step integrator of a block about the effects of events.
class StepWatcher {
  public:
    virtual ~StepWatcher() = default;
    /// Called before an event at t [ms] reads the cells' variables: brings the variables to time t.
    virtual void about_to_look(double t) = 0;
    /// Called before an event changes the cells' variables discontinuously.
    virtual void about_to_change(double t) = 0;
    /// NMODL's at_time(t_event) (docs: "at_time").
    virtual bool at_time(double t_event) = 0;
};

/// The events of one block: its queue, its thresholds, and the receivers. Use it from one thread at a time.
///
/// `Block::event_context` points to this object.
class BlockEvents {
  public:
    BlockEvents(Delivery& delivery, Block& block, std::uint32_t number);
    struct Watch;

    /// Reads the current values of the thresholds that mechanisms can change.
    void bring_thresholds() {
        for (const ChangeableThreshold& each : changeable_thresholds) threshold[each.watched] = *each.place;
    }
    /// Checks all watched variables and WATCH conditions; sends an event for each that has become true, at t + 1e-10 ms
    /// (WATCH: at t).
    void check_thresholds();
    /// The two parts of check_thresholds. Crossings of watched variables are sent at t + offset_ms.
    void check_watched(double offset_ms);
    void check_watches();
    /// Queues the WATCH's event at t [ms].
    void send_watch(const Watch& watch, double t);
    double watched_value(const Watch& watch) const;
    /// Delivers every event with time <= til, then restores the block's t. `til` is inclusive.
    void deliver(double til);
    /// Delivers only the first event. Precondition: the queue is not empty.
    void deliver_first();
    /// The source fires: queues its deliveries in this block and keeps the spike for SpikeRelay.
    void send(double t, std::uint32_t source);
    void push_netcon(double t, std::uint32_t netcon);
    void push_sample(double t, std::uint32_t index, std::uint32_t extra = 0);

    // services
    void net_send(const rv_instances* in, std::int32_t i, const double* weight, double t, double flag);
    void net_move(const rv_instances* in, std::int32_t i, double t);
    void net_event(const rv_instances* in, std::int32_t i, double t);
    void watch(const rv_instances* in, std::int32_t i, std::int32_t watch, double flag, bool first);
    std::int32_t netcons(const rv_instances* in, std::int32_t i, double** weights);
    void fail(const rv_instances* in, std::int32_t i, std::string_view message);
    /// Prints a warning, but only the first of each mechanism.
    void warn(const rv_instances* in, std::int32_t i, std::string_view message);
    void print(const char* text);

    /// Throws SimulationError if a mechanism has failed.
    void check_failed() const;
    /// To be called where a MechanismError is caught: throws a SimulationError that says where and when it occurred.
    [[noreturn]] void rethrow() const;

    /// An instance that receives events. There may be millions: what those of a mechanism share is in the Slot.
    struct Receiver {
        std::uint32_t slot;
        std::uint32_t id;      // of the instance, within its mechanism; nothing: it is not located
        std::uint32_t source;  // the source that net_event fires
        std::uint32_t table;   // of the connections onto it
    };
    /// All instances of a mechanism in this block. Those that receive events have consecutive receivers.
    struct Slot {
        rv_instances* in;
        const rv_mechanism* description;
        MechanismId mechanism;
        std::uint32_t first_receiver;  // `nothing` if the mechanism receives no events
    };
    struct Watch {
        std::uint32_t receiver;
        std::int32_t number;
        double flag;
        std::uint32_t arming;
        bool above;
    };

    const Slot& slot_of(const Receiver& receiver) const { return slots[receiver.slot]; }
    /// Its number among the instances of its mechanism in this block.
    std::int32_t index_of(const Receiver& receiver) const {
        return static_cast<std::int32_t>(&receiver - receivers.data()) -
               static_cast<std::int32_t>(slot_of(receiver).first_receiver);
    }
    InstanceId instance_of(std::uint32_t receiver) const {
        const Receiver& to = receivers[receiver];
        return to.id == nothing ? InstanceId{} : InstanceId{slot_of(to).mechanism, to.id};
    }

    Block& block;
    StepWatcher* watcher = nullptr;  ///< null: fixed steps
    EventQueue queue;
    std::vector<Bundle> bundles;   // of the spike that is being queued
    bool sends_on_spikes = false;  // a mechanism with connections may send or move events when it receives a spike
    std::vector<Slot> slots;
    std::vector<Receiver> receivers;
    std::vector<Watch> watches;
    /// By receiver: the number of its latest arming that replaced the earlier ones. Empty if no mechanism has WATCHes.
    std::vector<std::uint32_t> arming;

    // watched variables
    std::vector<const double*> watched;
    std::vector<double> threshold;  ///< thresholds that mechanisms change: as of the latest bring_thresholds
    struct ChangeableThreshold {
        std::size_t watched;
        std::shared_ptr<const double> place;
    };
    std::vector<ChangeableThreshold> changeable_thresholds;
    std::vector<std::uint8_t> above;
    std::vector<std::uint32_t> threshold_source;

    FiredSpikes fired;
    std::string error;            // message of the first failure; empty: none
    std::int64_t deliveries = 0;  ///< of spikes, to targets
    std::int64_t entries = 0;     ///< of the queue that have been handled
    struct Counts {
        std::int64_t netcons = 0, spikes = 0, self_events = 0, self_sends = 0, self_moves = 0;
    };
    Counts counts;  // since the queue was emptied: events delivered, fired, delivered, sent and moved
    Ticks deliver_time = 0, update_time = 0;  ///< in fixed steps, see PhaseTimes
    GroupTimes group_times;                   ///< part of deliver_time

  private:
    friend class Delivery;
    void deliver_next();
    void dispatch(const Event& event);
    void deliver_group(const Event& event);
    void receive_group(ConnectionTable& table, std::uint32_t begin, std::uint32_t end, double t, double delay);
    void deliver_netcon(double t, std::uint32_t netcon);
    void receive(const Receiver& to, double t, double* weight, double flag, double delay);
    std::uint32_t receiver_of(const rv_instances* in, std::int32_t i) const;
    /// The message with the instance's mechanism and place, and t.
    std::string about_instance(const rv_instances* in, std::int32_t i, std::string_view message) const;

    Delivery& delivery_;
    std::uint32_t number_;
    std::uint32_t sequence_ = 0;
    std::uint32_t armings_ = 0;
};

/// The tables that map spikes to their targets on one rank, and the events of all blocks. Rebuilt when the structure
/// changes; pending events are kept.
///
/// Each block has a table of connections for each mechanism that receives events (ConnectionTable). At any time the
/// queue holds one event per spike and table; once a group has been delivered, its event moves on to the source's next
/// delay. Simultaneous deliveries are thus ordered by source, mechanism, and within a group by receiver and creation. For
/// a single target this is the order (source, connection), and no other order affects results.
class Delivery {
  public:
    /// The weights of a self event, with identifiers that stay valid when connections are arranged.
    struct WeightRef {
        std::uint32_t connection = nothing;  ///< number; nothing: the event's own `extra` says which
        std::uint32_t offset = 0;
    };
    struct Pending {
        Event event;
        InstanceId instance;
        WeightRef weight;
    };
    struct PendingWatch {
        InstanceId instance;
        BlockEvents::Watch watch;
    };
    /// Pending events in order of insertion, with identifiers that stay valid when the structure changes.
    struct Pendings {
        std::vector<Pending> events;
        std::vector<PendingWatch> watches;
        std::vector<std::uint8_t> above;  ///< by source: whether its variable is above the threshold
    };

    Delivery(Network::State& network, Model& model);
    ~Delivery();

    /// The model must be prepared. `samples` must outlive this. Tables are filled as tasks.
    void build(SampleEvents& samples, const ForEachTask& for_each_task = one_by_one);
    /// Saves the pending events before the tables are destroyed. Called automatically when the network changes; must be
    /// called before the Model is prepared again.
    void freeze();
    bool is_built() const { return built_; }
    Pendings pendings() const;
    /// Throws std::runtime_error if a saved event cannot belong to this model, whose time is `t` [ms]: saved states may come
    /// from strangers. Events for what has been deleted since are accepted. Samples are checked by Player::check.
    void check(const Pendings& saved, double t) const;
    /// Replaces all pending events; takes effect at the next `build`.
    void replace_pendings(Pendings instead);

    // --- saved states (waiting.cpp); require built tables -----------------------------------------------------------
    struct Waiting {
        std::uint32_t block;
        Event event;
        bool is_movable = false;  ///< net_move moves this one
    };
    /// The pending events, block by block in order of delivery, without events of disarmed WATCHes.
    std::vector<Waiting> waiting() const;
    /// All pending events of a block, with groups of samples split into single events; in no particular order.
    std::vector<Event> single_events(const BlockEvents& events) const;
    /// The receiver of a self event or WATCH event.
    InstanceId receiver(const Waiting& waiting) const {
        return blocks_[waiting.block]->instance_of(waiting.event.index);
    }
    /// Identifies an event by a hash of indices of this rank.
    std::uint64_t identity(const Waiting& waiting) const;
    /// The first connection that a group's event delivers to, in its table.
    std::uint32_t first_connection(const Event& event) const;
    /// The source of an event that delivers a group.
    std::uint32_t source_of_group(const Event& event) const {
        return network_.connections.source_of(event.extra, event.index);
    }
    /// The weights that a self event refers to; null: none.
    double* weights_of(const Waiting& waiting) const;
    /// The reference of a self event to weights, which may be null.
    std::uint32_t weight_number(const Waiting& waiting, const double* weight) const;
    std::vector<PendingWatch> watches() const;
    std::vector<std::uint8_t> above() const;
    /// Makes a new event of an instance.
    Waiting event_of(InstanceId to, EventType type, double t, double flag, std::uint32_t extra) const;
    /// Makes the event of one connection, if its target is in a block.
    void add_netcon_event(std::uint32_t netcon, double t, std::uint32_t sequence, std::vector<Waiting>& to) const;
    /// Makes the deliveries of a spike that are due later than `after` [ms].
    void add_deliveries(std::uint32_t source, double t_spike, double after, std::vector<Waiting>& to) const;
    /// Fills the queues, which must be empty. Simultaneous events must be given in their order of delivery.
    void refill(std::span<const Waiting> events, std::span<const PendingWatch> watches,
                std::span<const std::uint8_t> above);

    /// Discards events, armed WATCHes, crossings and spikes.
    void clear();
    /// Runs the INITIAL blocks of NET_RECEIVE in order of creation; where there is none, sets all weights but the first
    /// to 0.
    void initialize_netcons();
    bool clear_further_weights();
    bool has_netcons_to_initialize() const;

    /// Pairs of cells that must advance together because a connection between them has a delay below `shortest` [ms].
    std::vector<Model::Bond> bonds(double shortest) const;
    /// Adds those between mechanisms and the targets of connections to whose weights their POINTERs point.
    void add_weight_bonds(std::vector<Model::Bond>& bonds) const;
    /// Minimum delay between two blocks [ms]; infinity if there is none.
    double min_delay_between_blocks() const { return min_between_blocks_; }

    /// Queues a spike's deliveries in one block.
    void queue_in(std::uint32_t block, const Fired& spike);
    /// Queues a spike's deliveries in all blocks that are chosen, except `except`. Threads may choose different blocks at
    /// the same time.
    template <class Choose>
    void distribute(const Fired& spike, std::uint32_t except, Choose is_chosen) {
        const Connections& connections = network_.connections;
        for (const Fan& fan : connections.fans(spike.source)) {
            const std::uint32_t block = connections.tables()[fan.table].block;
            if (block != except && is_chosen(block)) push_groups(spike, fan);
        }
    }
    void distribute(const Fired& spike, std::uint32_t except) {
        distribute(spike, except, [](std::uint32_t) { return true; });
    }
    /// Orders the spikes of equal time: the source's gid, or 2^31 + its number.
    std::uint32_t source_key(std::uint32_t source) const;
    bool blocks_are_many() const { return blocks_.size() > 1; }
    void add_netcon_event(std::uint32_t netcon, double t);
    std::uint32_t block_of_source(std::uint32_t source) const { return source_block_[source]; }
    /// Whether the source's cell is idle: its spikes come from a raster.
    bool is_idle(std::uint32_t source) const {
        return source_block_[source] < blocks_.size() && blocks_[source_block_[source]]->block.is_idle;
    }
    /// Number of blocks that advance; idle blocks follow them.
    std::uint32_t running_blocks() const;

    std::vector<std::unique_ptr<BlockEvents>>& blocks() { return blocks_; }
    /// Time of the earliest pending event [ms]; infinity if there is none.
    double next_event() const;
    void set_tie_order(TieOrder order) { tie_order_ = order; }
    TieOrder tie_order() const { return tie_order_; }
    void update_memory();

    using Print = std::function<void(std::string_view)>;
    void set_print(Print print) { print_ = std::move(print); }
    void print(const char* text);
    /// Whether a mechanism warns for the first time.
    bool warns_first(MechanismId mechanism);

  private:
    friend class BlockEvents;
    void push_groups(const Fired& spike, const Fan& fan);
    std::uint64_t delivery_key(std::uint32_t source, MechanismId mechanism) const {
        return event_key(EventClass::connection, connection_subject(source_key(source), mechanism));
    }
    /// `at`: the instance's index in its block; `flag`: of net_send.
    std::uint64_t self_key(MechanismId mechanism, std::uint32_t at, double flag) const {
        const bool is_late = network_.late_self_events && flag == 1. && is_artificial(mechanism);
        return event_key(is_late ? EventClass::late_self : EventClass::self,
                         static_cast<std::uint64_t>(mechanism) << 32 | at);
    }
    bool is_artificial(MechanismId mechanism) const;
    std::uint64_t delivery_key(const Connection& connection) const {
        return delivery_key(connection.source, network_.targets[connection.target].mechanism);
    }
    Event group_event(const Fired& spike, std::uint32_t table, std::uint32_t group) const;
    void make_blocks();
    std::unique_ptr<BlockEvents> make_block(std::uint32_t number);
    void name_receivers(const MechanismType& type);
    void locate_sources();
    void locate_targets();
    const BlockEvents::Slot* slot_onto(std::uint32_t target) const;
    void arrange_connections(const ForEachTask& for_each_task);
    void find_who_sends(BlockEvents& events) const;
    void make_tables(std::uint32_t block, TableOrder order, Connections::Layout& layout) const;
    void find_min_delay_between_blocks();
    /// Pending events, and the groups among them, which the next `build` takes apart: a network may change as it ends.
    struct Frozen {
        Pendings pendings;
        std::vector<Event> groups;
    };
    void freeze_blocks(Frozen& to) const;
    void add_single_deliveries(Frozen& all) const;
    void restore();
    void thaw(Pending& pending);
    std::uint32_t thawed_weight(const Waiting& to, const WeightRef& weight) const;
    void add_single_deliveries(const Event& event, std::vector<Pending>& to) const;
    void push(const Waiting& waiting);
    void arm(PendingWatch watch);
    std::span<double* const> weights_onto(std::uint32_t target);
    /// Encodes a self event's reference to its weights: an index into the weights of its receiver's table, or of loose
    /// connections, or the number of an array of C code (which runs on one thread); `nothing` for null.
    std::uint32_t number_of_weight(const double* weight, std::uint32_t table);
    /// The same for weights of connections; `nothing` for others.
    std::uint32_t number_in_connections(const double* weight, std::uint32_t table) const;
    double* weight_at(std::uint32_t number, std::uint32_t table) const;
    WeightRef weight_ref(std::uint32_t number, std::uint32_t table) const;

    Network::State& network_;
    Model& model_;
    SampleEvents* samples_ = nullptr;
    bool built_ = false;
    TieOrder tie_order_ = TieOrder::canonical;
    std::vector<std::unique_ptr<BlockEvents>> blocks_;
    std::vector<TargetPlace> target_place_;  // by target
    std::vector<std::uint32_t> source_block_;
    Frozen frozen_;  // while there are no tables
    double min_between_blocks_ = 0;
    std::mutex mutex_;
    std::vector<std::size_t> onto_first_;  // by target, into onto_; built on first use
    std::vector<double*> onto_;            // weights
    std::vector<double*> arrays_;          // weight arrays that C code sent with self events
    std::unordered_map<const double*, std::uint32_t> array_numbers_;
    Print print_;
    std::set<MechanismId> warned_;
};

/// The functions that compiled mechanisms call.
const rv_services& event_services();

}  // namespace ranvier::engine
