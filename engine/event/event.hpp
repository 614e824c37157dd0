#pragma once

#include <cstdint>

#include "engine/connection/numbers.hpp"

namespace ranvier::engine {

/// The classes of events, in the order in which simultaneous events are delivered. Script events come last; the run
/// loop keeps them, because all blocks must have reached their time. `late_self`: a self event that waits for the
/// connections (Network::set_late_self_events).
enum class EventClass : std::uint8_t { self = 0, connection = 1, late_self = 2, play = 3 };

enum class EventType : std::uint8_t {
    self,    ///< net_send
    watch,   ///< a WATCH condition came true
    group,   ///< deliveries of a spike with one delay
    netcon,  ///< the delivery of one connection
    sample,  ///< Vector.record and play
};

/// The number of the weights that a self event carries (EventWeights).
enum class WeightNumber : std::uint32_t { none = 0xffffffff };

/// An entry of the queue. Events of equal time are ordered by `key`, then by `sequence`; neither may depend on the
/// number of ranks, threads or blocks, or on the order of arrival.
///
/// What else an event holds depends on its type: self, watch, ... make one, and the functions of that type read it.
class Event {
  public:
    Event() = default;

    // --- one kind each ----------------------------------------------------------------------------------------------
    /// net_send of a mechanism.
    static Event self(double t, std::uint64_t key, std::uint32_t sequence, Receiver to, double flag,
                      WeightNumber weight) {
        return {t, key, flag, sequence, index_of(to), index_of(weight), EventType::self};
    }
    /// The condition of a WATCH has become true; `arming`: that of the Watch.
    static Event watch(double t, std::uint64_t key, std::uint32_t sequence, Receiver to, double flag,
                       std::uint32_t arming) {
        return {t, key, flag, sequence, index_of(to), arming, EventType::watch};
    }
    /// The deliveries of a spike fired at `t_spike` [ms] that share a delay: one group of a table.
    static Event group(double t, std::uint64_t key, double t_spike, TableNumber table, Group group) {
        return {t, key, t_spike, 0, index_of(group), index_of(table), EventType::group};
    }
    /// The delivery of one connection, by number.
    static Event netcon(double t, std::uint64_t key, std::uint32_t sequence, std::uint32_t connection) {
        return {t, key, 0, sequence, connection, 0, EventType::netcon};
    }
    /// A sample of a record, or a value to be played; SampleEvents defines the meaning of `number` and `beginning`.
    static Event sample(double t, std::uint32_t number, std::uint32_t beginning);

    // --- self, watch ------------------------------------------------------------------------------------------------
    bool is_of_receiver() const { return type == EventType::self || type == EventType::watch; }
    Receiver receiver() const { return Receiver{index_}; }
    double flag() const { return value_; }
    WeightNumber weight() const { return WeightNumber{extra_}; }  ///< of self
    std::uint32_t arming() const { return extra_; }               ///< of watch: Watch::arming

    // --- group ------------------------------------------------------------------------------------------------------
    TableNumber table() const { return TableNumber{extra_}; }
    Group group() const { return Group{index_}; }  ///< in the table
    double spike_time() const { return value_; }   ///< when the source fired [ms]

    // --- netcon -----------------------------------------------------------------------------------------------------
    std::uint32_t connection() const { return index_; }

    // --- sample -----------------------------------------------------------------------------------------------------
    std::uint32_t sampled() const { return index_; }    ///< number of the record or play
    std::uint32_t beginning() const { return extra_; }  ///< SampleEvents says of what
    void set_sampled(std::uint32_t number) { index_ = number; }
    void set_beginning(std::uint32_t beginning) { extra_ = beginning; }
    /// So many records are sampled together, at places from `sequence` on in the player's list; 0: only this one.
    double sampled_together() const { return value_; }
    void set_sampled_together(double count) { value_ = count; }

    // --- all: in this order, as they are in saved states ------------------------------------------------------------
    double t;           ///< [ms]
    std::uint64_t key;  ///< event_key(...)

  private:
    double value_;

  public:
    std::uint32_t sequence;

  private:
    std::uint32_t index_;
    std::uint32_t extra_;

  public:
    EventType type : 8;
    /// In NEURON's order, a group's event stands for so many, of connections of the group from its connection `sequence`
    /// on; 0: one event of them all.
    std::uint32_t together : 24;

  private:
    Event(double at, std::uint64_t with_key, double value, std::uint32_t in_sequence, std::uint32_t index,
          std::uint32_t extra, EventType of_type)
        : t(at),
          key(with_key),
          value_(value),
          sequence(in_sequence),
          index_(index),
          extra_(extra),
          type(of_type),
          together(0) {}
};
static_assert(sizeof(Event) == 40);

/// The most connections of one event.
constexpr std::uint32_t most_together = (1u << 24) - 1;

/// `subject`: for self events self_subject, for connections connection_subject.
constexpr std::uint64_t event_key(EventClass kind, std::uint64_t subject) {
    return static_cast<std::uint64_t>(kind) << 62 | subject;
}

constexpr bool is_late_self(std::uint64_t key) {
    return key >> 62 == static_cast<std::uint64_t>(EventClass::late_self);
}

/// `at`: the instance's index among those of its mechanism in its block.
constexpr std::uint64_t self_subject(std::uint16_t mechanism, std::uint32_t at) {
    return static_cast<std::uint64_t>(mechanism) << 32 | at;
}

/// `source`: its gid, or 2^31 + number. `mechanism`: of the targets.
constexpr std::uint64_t connection_subject(std::uint32_t source, std::uint16_t mechanism) {
    return static_cast<std::uint64_t>(source) << 16 | mechanism;
}

/// The order of delivery.
inline bool is_earlier(const Event& a, const Event& b) {
    if (a.t != b.t) return a.t < b.t;
    if (a.key != b.key) return a.key < b.key;
    return a.sequence < b.sequence;
}

inline Event Event::sample(double t, std::uint32_t number, std::uint32_t beginning) {
    return {t, event_key(EventClass::play, number), 0, 0, number, beginning, EventType::sample};
}

}  // namespace ranvier::engine
