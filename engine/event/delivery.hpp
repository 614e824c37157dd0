#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "engine/connection/connections.hpp"
#include "engine/event/event_tables.hpp"
#include "engine/event/event_weights.hpp"
#include "engine/event/netcon_initialization.hpp"
#include "engine/event/pending_events.hpp"
#include "engine/event/spike_routes.hpp"
#include "engine/event/target_weights.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// The events of one rank: the tables that map spikes to their targets, and the blocks with their queues. They are rebuilt
/// when the structure changes; pending events are kept.
///
/// Simultaneous deliveries are ordered by source, mechanism, and within a group by receiver and creation. For a single
/// target this is the order (source, connection), and no other order affects results.
class Delivery {
  public:
    Delivery(Network& network, Model& model);
    ~Delivery();

    /// The model must be prepared. `samples` must outlive this. Tables are filled as tasks.
    void build(SampleEvents& samples, const ForEachTask& for_each_task = one_by_one);
    /// Saves the pending events before the tables are destroyed. Called automatically when the network changes; must be
    /// called before the Model is prepared again.
    void freeze();
    bool is_built() const { return is_built_; }
    /// Discards events, armed WATCHes, crossings and spikes.
    void clear();
    void set_tie_order(TieOrder order) { tie_order_ = order; }
    TieOrder tie_order() const { return tie_order_; }

    // --- in a run; requires built tables ----------------------------------------------------------------------------
    const EventTables& tables() const { return tables_; }
    std::vector<std::unique_ptr<BlockEvents>>& blocks() { return tables_.blocks; }
    /// Number of blocks that advance; idle blocks follow them.
    std::uint32_t running_blocks() const { return tables_.running_blocks(); }
    /// Time of the earliest pending event [ms]; infinity if there is none.
    double next_event() const { return tables_.next_event(); }
    SpikeRoutes& routes() { return routes_; }
    void initialize_netcons() { engine::initialize_netcons(tables_, network_.connections()); }
    /// Delivers at time t [ms] to the target of a connection, if it is active. With a flag, the target receives it as an
    /// event that it has sent to itself.
    void add_netcon_event(std::uint32_t netcon, double t, std::optional<double> flag = {});
    /// Counts the memory of the queues.
    void update_memory();

    // --- pending events, for saved states ---------------------------------------------------------------------------
    /// All, whether tables are built or not.
    PendingEvents pendings() const;
    /// Throws std::runtime_error if the events cannot be pending in this model, whose time is `t` [ms].
    void check(const PendingEvents& saved, double t) const { check_pending(saved, t, model_, weights_); }
    /// Replaces all pending events; takes effect at the next `build`.
    void replace_pendings(PendingEvents instead);

    // These require built tables.
    /// The pending events, block by block in order of delivery.
    std::vector<PendingEvent> waiting() const;
    std::vector<PendingWatch> watches() const { return pending_watches(tables_); }
    /// By source: whether its variable is above the threshold.
    std::vector<std::uint8_t> above() const;
    /// The weights that a self event of `waiting` refers to; null: none.
    double* weights_of(const PendingEvent& waiting) const { return engine::weights_of(waiting, tables_, shared_); }
    /// Makes a self event without weights, or a WATCH event, which has the number of an arming. Its receiver is none if the
    /// instance receives no events.
    PendingEvent self_event_of(std::uint32_t netcon, double t, double flag) const;
    PendingEvent event_of(InstanceId to, EventType type, double t, double flag, std::uint32_t arming) const;
    /// Makes the event of one connection.
    PendingEvent event_of(std::uint32_t netcon, double t, std::uint32_t sequence) const;
    /// Makes the deliveries of a spike that are due later than `after` [ms].
    void add_deliveries(SourceId source, double t_spike, double after, std::vector<PendingEvent>& to) const;
    /// Fills the queues, which must be empty. Simultaneous events must be given in their order of delivery.
    void refill(std::span<const PendingEvent> events, std::span<const PendingWatch> watches,
                std::span<const std::uint8_t> above);

  private:
    void restore();

    Network& network_;
    Model& model_;
    EventTables tables_;
    SpikeRoutes routes_;
    EventWeights weights_;
    TargetWeights target_weights_;
    MechanismOutput output_;
    SharedParts shared_;
    PendingEvents frozen_;  // while there are no tables; otherwise empty, but for `above`
    TieOrder tie_order_ = TieOrder::canonical;
    bool is_built_ = false;
};

}  // namespace ranvier::engine
