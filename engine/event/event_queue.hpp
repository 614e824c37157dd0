#pragma once

#include <boost/heap/d_ary_heap.hpp>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace ranvier::engine {

/// The kinds of events in the order in which they happen when their times are equal. A script's events come last; the
/// run loop keeps them, because all blocks must have arrived there.
enum class EventClass : std::uint8_t { self = 0, connection = 1, play = 2 };

enum class EventType : std::uint8_t {
    self,    ///< net_send; index: receiver, value: flag, extra: offset of its weights
    watch,   ///< a WATCH condition came true; index: receiver, value: flag, extra: the arming's number
    group,   ///< connections of one source and delay; index: group, extra: end of the groups, value: time of the spike
    netcon,  ///< one connection; index: NetCon
    sample,  ///< Vector.record and play; index: which
};

/// An entry of the queue. Equal times are ordered by `key`, then by `sequence`; neither may depend on the number of
/// ranks, threads or blocks, nor on arrival.
struct Event {
    double t;           ///< [ms]
    std::uint64_t key;  ///< event_key(...)
    double value;
    std::uint32_t sequence;
    std::uint32_t index;
    std::uint32_t extra;
    EventType type;
};

/// `subject`: for self events (mechanism, instance), for connections the source (gid, or 2^31 + number).
constexpr std::uint64_t event_key(EventClass kind, std::uint64_t subject) {
    return static_cast<std::uint64_t>(kind) << 62 | subject;
}

/// Which of many queues have changed since somebody looked; each is noted once.
class QueueChanges {
  public:
    void reset(std::size_t queues) {
        is_noted_.assign(queues, 0);
        numbers_.clear();
    }
    void note(std::uint32_t number) {
        if (is_noted_[number]) return;
        is_noted_[number] = 1;
        numbers_.push_back(number);
    }
    const std::vector<std::uint32_t>& numbers() const { return numbers_; }
    void forget() {
        for (const std::uint32_t number : numbers_) is_noted_[number] = 0;
        numbers_.clear();
    }

  private:
    std::vector<std::uint8_t> is_noted_;
    std::vector<std::uint32_t> numbers_;
};

/// How events of equal time are ordered.
enum class TieOrder : std::uint8_t {
    canonical,  ///< by key and sequence: the same for any number of ranks, threads and blocks
    insertion,  ///< as NEURON on one rank and one thread: by insertion, save that an event that is displaced as the
                ///< earliest goes behind its equals
};

/// The pending events of one block, earliest first.
///
/// Two 4-ary heaps of Boost.Heap: most events are never touched between push and pop and lie in a plain array; those
/// that net_move may reach cost a list node more and have a handle. push, pop, move: O(log n); top: O(1).
class EventQueue {
    struct Later {
        bool operator()(const Event& a, const Event& b) const {
            if (a.t != b.t) return a.t > b.t;
            if (a.key != b.key) return a.key > b.key;
            return a.sequence > b.sequence;
        }
    };
    using Fixed = boost::heap::d_ary_heap<Event, boost::heap::arity<4>, boost::heap::compare<Later>>;
    using Movable =
        boost::heap::d_ary_heap<Event, boost::heap::arity<4>, boost::heap::mutable_<true>, boost::heap::compare<Later>>;

  public:
    using Handle = Movable::handle_type;

    /// Only while empty.
    void set_tie_order(TieOrder order) { tie_order_ = order; }
    TieOrder tie_order() const { return tie_order_; }
    /// Every change is noted there under this number, so that the earliest of many queues is found without a look at
    /// each. `changes` outlives the queue, or is replaced by null.
    void report_to(QueueChanges* changes, std::uint32_t number) {
        changes_ = changes;
        number_ = number;
    }
    void note_change() {
        if (changes_) changes_->note(number_);
    }

    bool empty() const { return fixed_.empty() && movable_.empty(); }
    std::size_t size() const { return fixed_.size() + movable_.size(); }
    /// Precondition: not empty.
    const Event& top() const { return movable_is_first() ? movable_.top() : fixed_.top(); }
    /// Whether an event is due at or before t.
    bool due(double t) const {
        return (!fixed_.empty() && fixed_.top().t <= t) || (!movable_.empty() && movable_.top().t <= t);
    }

    void push(Event event);
    /// The handle is valid until the event is popped or the queue cleared.
    Handle push_movable(Event event);
    void move(Handle handle, double t, std::uint32_t sequence);
    Event pop();
    void clear();

    /// All events, in no particular order.
    std::vector<Event> events() const;
    std::size_t bytes() const;

  private:
    bool movable_is_first() const {
        return !movable_.empty() && (fixed_.empty() || !Later()(movable_.top(), fixed_.top()));
    }
    void prepare_insertion(Event& event);

    Fixed fixed_;
    Movable movable_;
    TieOrder tie_order_ = TieOrder::canonical;
    std::uint64_t inserted_ = 0;
    QueueChanges* changes_ = nullptr;
    std::uint32_t number_ = 0;
};

}  // namespace ranvier::engine
