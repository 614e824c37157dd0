#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/source_id.hpp"
#include "engine/event/event.hpp"
#include "engine/storage/variable_ref.hpp"
#include "mechanisms/runtime/abi.h"

namespace ranvier::engine {

/// Whether instances of a mechanism receive events. `mechanism`: null for ions, which receive none.
bool receives_events(const rv_mechanism* mechanism);

/// The instances of a block, and numbers for those that receive events.
///
/// 1. The receivers of a mechanism have consecutive numbers, in the order of its instances in the block.
/// 2. There may be millions: what those of a mechanism share is in its Slot; a receiver takes 16 bytes.
class Receivers {
  public:
    /// All instances of a mechanism in the block.
    struct Slot {
        rv_instances* in;
        const rv_mechanism* description;
        MechanismId mechanism;
        Receiver first;  ///< none if the mechanism receives no events

        std::int32_t receiver_count() const { return first == Receiver::none ? 0 : in->count; }
    };

    /// Adds a mechanism with its instances in the block. `in` must outlive this object.
    void add(rv_instances* in, const rv_mechanism* description, MechanismId mechanism);

    std::size_t size() const { return all_.size(); }
    std::span<const Slot> slots() const { return slots_; }
    /// The receiver of instance i; none if its mechanism receives no events.
    Receiver find(const rv_instances* in, std::int32_t i) const {
        for (const Slot& slot : slots_) {
            if (slot.in == in && slot.first != Receiver::none) return receiver(slot, i);
        }
        return Receiver::none;
    }
    static Receiver receiver(const Slot& slot, std::int32_t i) {
        return Receiver{index_of(slot.first) + static_cast<std::uint32_t>(i)};
    }
    const Slot& slot(Receiver receiver) const { return slots_[at(receiver).slot]; }
    /// Its number among the instances of its mechanism in the block.
    std::int32_t index(Receiver receiver) const {
        return static_cast<std::int32_t>(index_of(receiver) - index_of(slot(receiver).first));
    }
    /// The key of an event that an instance sends to itself with this flag. `late`: with flag 1, those of artificial cells
    /// wait for connections (Network::set_late_self_events).
    std::uint64_t key(Receiver receiver, double flag, bool late) const;
    /// The value of a WATCH's condition, which holds while it is above 0, at t [ms].
    double condition(Receiver receiver, std::int32_t number, double t) const;
    bool has_watches() const { return has_watches_; }

    /// Names the instance: its id within its mechanism. At first, it has none: it is not located.
    void name(Receiver receiver, std::uint32_t id) { at(receiver).id = id; }
    InstanceId instance(Receiver receiver) const {
        const Entry& entry = at(receiver);
        return entry.id == nothing ? InstanceId{} : InstanceId{slots_[entry.slot].mechanism, entry.id};
    }
    /// The source that its net_event fires.
    SourceId source(Receiver receiver) const { return at(receiver).source; }
    void set_source(Receiver receiver, SourceId source) { at(receiver).source = source; }
    /// The table of the connections onto it.
    TableNumber table(Receiver receiver) const { return at(receiver).table; }
    /// Sets it for all of a mechanism's.
    void set_table(const Slot& slot, TableNumber table);

    /// Whether a receiver of connections may send or move events when it receives a spike.
    bool send_on_spikes() const { return send_on_spikes_; }
    void set_send_on_spikes(bool send) { send_on_spikes_ = send; }

  private:
    struct Entry {
        std::uint32_t slot;
        std::uint32_t id = nothing;
        SourceId source = SourceId::none;
        TableNumber table = TableNumber::none;
    };
    const Entry& at(Receiver receiver) const { return all_[index_of(receiver)]; }
    Entry& at(Receiver receiver) { return all_[index_of(receiver)]; }

    std::vector<Slot> slots_;
    std::vector<Entry> all_;
    bool has_watches_ = false, send_on_spikes_ = false;
};

}  // namespace ranvier::engine
