#pragma once

#include <cstdint>

namespace ranvier::engine {

/// The classes of events, in the order in which simultaneous events are delivered. Script events come last; the run
/// loop keeps them, because all blocks must have reached their time. `late_self`: a self event that waits for the
/// connections (Network::set_late_self_events).
enum class EventClass : std::uint8_t { self = 0, connection = 1, late_self = 2, play = 3 };

enum class EventType : std::uint8_t {
    self,   ///< net_send; index: receiver, value: flag, extra: reference to its weights
    watch,  ///< a WATCH condition came true; index: receiver, value: flag, extra: number of the arming
    group,  ///< deliveries of a spike with one delay; index: group, extra: its table, value: time of the spike.
    ///< In NEURON's order, those of `together` connections of the group, from its connection `sequence` on, which
    ///< stand for as many events; if `together` is 0, one event of them all
    netcon,  ///< one connection; index: NetCon
    sample,  ///< Vector.record and play; index: number of the record or play. For records, `value` of them are sampled
             ///< together (0: only this one), at places from `sequence` on in the player's list
};

/// An entry of the queue. Events of equal time are ordered by `key`, then by `sequence`; neither may depend on the
/// number of ranks, threads or blocks, or on the order of arrival.
struct Event {
    double t;           ///< [ms]
    std::uint64_t key;  ///< event_key(...)
    double value;
    std::uint32_t sequence;
    std::uint32_t index;
    std::uint32_t extra;
    EventType type : 8;
    std::uint32_t together : 24;
};
static_assert(sizeof(Event) == 40);

/// The most connections of one event.
constexpr std::uint32_t most_together = (1u << 24) - 1;

/// `subject`: for self events (mechanism, instance), for connections connection_subject.
constexpr std::uint64_t event_key(EventClass kind, std::uint64_t subject) {
    return static_cast<std::uint64_t>(kind) << 62 | subject;
}

constexpr bool is_late_self(std::uint64_t key) {
    return key >> 62 == static_cast<std::uint64_t>(EventClass::late_self);
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

}  // namespace ranvier::engine
