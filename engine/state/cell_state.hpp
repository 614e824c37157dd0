#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/event/delivery.hpp"
#include "engine/state/cell_index.hpp"
#include "engine/state/state_bytes.hpp"

namespace ranvier::engine {

/// A spike with pending deliveries on this rank.
struct SpikeUnderWay {
    SourceId source;
    double t;             ///< when it was fired [ms]
    std::uint32_t count;  ///< number of equal ones
};

/// Everything that a run changes in one cell, as bytes that mean the same on any rank: voltages, all variables and
/// random streams of its mechanisms, weights of the connections onto it, its pending events, armed WATCHes, thresholds.
///
/// The delivery tables must be built, and must not change while this object exists.
class CellStates {
  public:
    CellStates(Model& model, Network& network, const Delivery& delivery, const CellIndex& index);

    /// Sorts pending events, and spikes of sources without a gid, by cell; call it before save.
    void gather(std::span<const PendingEvent> waiting, std::span<const SpikeUnderWay> spikes);
    Bytes save(std::uint32_t cell) const;

    /// Restores the values, and stores the events. Throws StateError, naming the cell and the difference.
    /// `states_alone`: leaves out parameters, and for mechanisms without NET_RECEIVE restores only STATEs; connections may come from other sources than they did.
    void restore(std::uint32_t cell, std::span<const std::byte> state, double delivered, bool states_alone);
    /// The events stored by restore.
    std::vector<PendingEvent> events;
    std::vector<PendingWatch> watches;
    std::vector<std::uint8_t> above;

  private:
    using Place = CellIndex::Place;
    /// A self event or a WATCH event.
    struct Sent {
        Place to;
        EventType type;
        double t, flag;
        std::uint32_t connection, offset;  ///< of its weights; for a WATCH: `nothing`, and the number of the arming
        bool is_movable;
    };
    /// A delivery to one connection.
    struct Due {
        Place to;
        std::uint32_t connection, sequence;
        double t;
    };
    struct OfCell {
        std::vector<Sent> sent;
        std::vector<Due> due;
        std::vector<PendingWatch> watches;
        std::vector<SourceId> sources;
    };

    void find_sources();
    const std::vector<std::uint32_t>& connections_onto(InstanceId instance) const;
    void save_shape(std::uint32_t cell, ByteWriter& out) const;
    void check_shape(std::uint32_t cell, ByteReader& in) const;
    void save_part(const CellIndex::Part& part, ByteWriter& out) const;
    void restore_part(const CellIndex::Part& part, ByteReader& in, bool states_alone);
    void save_connections(InstanceId instance, ByteWriter& out) const;
    void restore_connections(InstanceId instance, ByteReader& in, bool states_alone);
    void save_events(std::uint32_t cell, ByteWriter& out) const;
    void restore_events(std::uint32_t cell, ByteReader& in);
    void restore_sent(std::uint32_t cell, ByteReader& in);
    void restore_due(std::uint32_t cell, ByteReader& in);
    void restore_watch(std::uint32_t cell, ByteReader& in);
    void gather_sent(const PendingEvent& waiting);
    void gather_due(const Event& event);
    void save_sources(std::uint32_t cell, ByteWriter& out) const;
    void restore_sources(std::uint32_t cell, ByteReader& in, double delivered);
    Place read_place(std::uint32_t cell, ByteReader& in) const;
    [[noreturn]] void differ(std::uint32_t cell, const std::string& how) const;

    Model& model_;
    Network& network_;
    const Delivery& delivery_;
    const CellIndex& index_;
    std::vector<std::vector<std::uint32_t>> onto_;  // connections by target, in order of creation
    std::vector<OfCell> cells_;                     // by cell
    std::vector<std::vector<double>> spikes_;       // by source without a gid: times of spikes under way
    std::vector<std::uint8_t> above_now_;
};

}  // namespace ranvier::engine
