#include "engine/event/event_queue.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <map>
#include <random>
#include <set>
#include <tuple>

namespace ranvier::engine {
namespace {

Event event(double t, std::uint64_t key, std::uint32_t sequence, std::uint32_t receiver = 0, double flag = 0) {
    return Event::self(t, key, sequence, Receiver{receiver}, flag, WeightNumber::none);
}

std::uint32_t receiver_of(const Event& e) {
    return index_of(e.receiver());
}

auto order_of(const Event& e) {
    return std::tuple(e.t, e.key, e.sequence);
}

TEST(EventQueue, DeliversTiesByKindThenSubjectThenSequence) {
    EventQueue queue;
    const auto key = [](EventClass kind, std::uint64_t subject) { return event_key(kind, subject); };
    queue.push(event(1, key(EventClass::play, 0), 0, 5));
    queue.push(event(1, key(EventClass::connection, 7), 1, 4));
    queue.push(event(1, key(EventClass::connection, 3), 0, 2));
    queue.push(event(1, key(EventClass::connection, 7), 0, 3));
    queue.push_movable(event(1, key(EventClass::self, 9), 0, 1));
    queue.push(event(0.5, key(EventClass::play, 0), 0, 0));
    for (std::uint32_t k = 0; k < 6; ++k) EXPECT_EQ(receiver_of(queue.pop()), k);
    EXPECT_TRUE(queue.empty());
}

// Random pushes, moves and pops against a sorted vector. Few distinct times, so that ties are common.
TEST(EventQueue, AgreesWithASortedVector) {
    std::mt19937 random(1);
    for (int round = 0; round < 200; ++round) {
        EventQueue queue;
        std::vector<Event> model;
        std::set<std::uint32_t> movable;
        std::uint32_t next = 0;
        for (int k = 0; k < 300; ++k) {
            const auto what = random() % 10;
            if (what < 4) {
                const Event e = event(static_cast<double>(random() % 20),
                                      event_key(EventClass(random() % 4), random() % 4), next, next);
                ++next;
                model.push_back(e);
                if (random() % 2) {
                    queue.push_movable(e);
                    movable.insert(receiver_of(e));
                } else {
                    queue.push(e);
                }
            } else if (what < 6 && !movable.empty()) {
                const std::uint32_t moved = *std::next(movable.begin(), static_cast<long>(random() % movable.size()));
                const auto t = static_cast<double>(random() % 20);
                queue.move(Receiver{moved}, t, next);
                for (Event& e : model) {
                    if (receiver_of(e) == moved) e.t = t, e.sequence = next;
                }
                ++next;
            } else if (!model.empty()) {
                const auto first = std::min_element(model.begin(), model.end(), [](const Event& a, const Event& b) {
                    return order_of(a) < order_of(b);
                });
                ASSERT_EQ(order_of(queue.top()), order_of(*first));
                const Event got = queue.pop();
                ASSERT_EQ(receiver_of(got), receiver_of(*first));
                movable.erase(receiver_of(got));
                model.erase(first);
            }
            ASSERT_EQ(queue.size(), model.size());
            ASSERT_EQ(queue.events().size(), model.size());
        }
    }
}

/// The contract of EventQueue with TieOrder::insertion, as a list: the earliest is kept apart, and goes after its
/// equals when an earlier one is inserted.
class InsertionOrder {
  public:
    void push(const Event& event) {
        if (all_.empty()) {
            all_.push_back(event);
            return;
        }
        if (event.t < all_.front().t) {
            const Event displaced = all_.front();
            all_.erase(all_.begin());
            insert_behind_equals(displaced);
        }
        insert_behind_equals(event);
    }
    Event pop() {
        const Event first = all_.front();
        all_.erase(all_.begin());
        return first;
    }
    /// The earliest is kept apart while none is earlier.
    void move(std::uint32_t index, double t) {
        const auto it = std::find_if(all_.begin(), all_.end(), [&](const Event& e) { return receiver_of(e) == index; });
        Event moved = *it;
        moved.t = t;
        const bool was_first = it == all_.begin();
        all_.erase(it);
        if (!was_first) {
            push(moved);
        } else if (all_.empty() || t <= all_.front().t) {
            all_.insert(all_.begin(), moved);
        } else {
            insert_behind_equals(moved);
        }
    }
    std::size_t size() const { return all_.size(); }

  private:
    void insert_behind_equals(const Event& event) {
        const auto later = [](double t, const Event& e) { return t < e.t; };
        all_.insert(std::upper_bound(all_.begin(), all_.end(), event.t, later), event);
    }
    std::vector<Event> all_;
};

/// Pushes the deliveries of a spike at t in bundles, and into the model one by one, as the connections were made.
void push_spike(double t, std::uint32_t number, std::mt19937& random, EventQueue& queue, InsertionOrder& model) {
    std::vector<double> delays(1 + random() % 12);
    for (double& delay : delays) delay = static_cast<double>(1 + random() % 8) / 8;
    std::map<double, Bundle> bundles;
    for (const double delay : delays) {
        const Event of_delay =
            Event::group(t + delay, 0, t, TableNumber{static_cast<std::uint32_t>(8 * delay)}, Group{number});
        auto& [together, before] = bundles.try_emplace(delay, Bundle{of_delay, 0}).first->second;
        Event single = together;
        single.sequence = together.together++;
        if (bundles.begin()->first >= delay) ++before;  // the shortest so far
        model.push(single);
    }
    std::vector<Bundle> all;
    for (const auto& [delay, bundle] : bundles) all.push_back(bundle);
    queue.push_bundles(all);
}

TEST(EventQueue, InInsertionOrderAgreesWithAList) {
    std::mt19937 random(2);
    const auto name = [](const Event& e) {
        return e.type == EventType::group ? std::tuple(index_of(e.group()), index_of(e.table()), e.sequence)
                                          : std::tuple(receiver_of(e), 0u, 0u);
    };
    for (int round = 0; round < 40; ++round) {
        const bool has_spikes = round % 2 > 0;
        EventQueue queue;
        queue.set_tie_order(TieOrder::insertion);
        InsertionOrder model;
        std::set<std::uint32_t> movable;
        double t = 0;
        const auto later = [&] { return t + static_cast<double>(random() % 50) / 8; };
        for (std::uint32_t k = 0; k < 4000; ++k) {
            if (has_spikes && random() % 8 == 0) {
                push_spike(t, k, random, queue, model);
            } else if ((k < 1500 && !has_spikes) || random() % 2 || model.size() == 0) {
                const Event e = event(later(), 0, k, k);
                if (random() % 4) {
                    queue.push(e);
                } else {
                    queue.push_movable(e);
                    movable.insert(k);
                }
                model.push(e);
            } else if (random() % 4 || movable.empty()) {
                const Event got = queue.pop_single();
                ASSERT_EQ(name(got), name(model.pop()));
                movable.erase(receiver_of(got));
                t = got.t;
            } else {
                const bool moves_first = movable.contains(receiver_of(queue.top()));
                const std::uint32_t moved = moves_first ? receiver_of(queue.top()) : *movable.begin();
                const double to = later();
                queue.move(Receiver{moved}, to, k);
                model.move(moved, to);
            }
            std::size_t size = 0;
            for (const Event& e : queue.events()) size += std::max(1u, e.together);
            ASSERT_EQ(size, model.size());
        }
    }
}

// NEURON keeps its earliest event apart from the others: an earlier one moves it after its equals.
TEST(EventQueue, InInsertionOrderPutsADisplacedEarliestEventBehindItsEquals) {
    EventQueue queue;
    queue.set_tie_order(TieOrder::insertion);
    queue.push(event(2, 9, 0, 1));  // the earliest
    queue.push(event(2, 1, 0, 2));
    queue.push(event(2, 0, 0, 3));
    queue.push(event(1, 5, 0, 0));  // displaces 1
    std::vector<std::uint32_t> got;
    while (!queue.empty()) got.push_back(receiver_of(queue.pop()));
    EXPECT_EQ(got, (std::vector<std::uint32_t>{0, 2, 3, 1}));
}

TEST(EventQueue, MovesOnlyTheLatestEventOfAReceiver) {
    for (const TieOrder order : {TieOrder::canonical, TieOrder::insertion}) {
        EventQueue queue;
        queue.set_tie_order(order);
        const Event first = event(2, 0, 0, 7, 1), second = event(4, 0, 1, 7, 1);
        EXPECT_FALSE(queue.has_movable(Receiver{7}));
        queue.push_movable(first);
        queue.push_movable(second);
        EXPECT_FALSE(queue.is_movable(first));
        EXPECT_TRUE(queue.is_movable(second));
        queue.move(Receiver{7}, 1, 2);
        EXPECT_EQ(queue.pop().t, 1);
        EXPECT_FALSE(queue.has_movable(Receiver{7}));
        EXPECT_EQ(queue.pop().t, 2);
        EXPECT_TRUE(queue.empty());
    }
}

// More receivers than two levels of bounds hold, with moves to later times, which leave bounds too low.
TEST(EventQueue, FindsTheEarliestOfManyMovableEvents) {
    std::mt19937 random(3);
    EventQueue queue;
    std::map<std::uint32_t, double> model;
    for (std::uint32_t k = 0; k < 20000; ++k) {
        const auto receiver = static_cast<std::uint32_t>(random() % 9000);
        const auto t = static_cast<double>(random() % 500);
        if (model.contains(receiver)) {
            queue.move(Receiver{receiver}, t, k);
        } else {
            queue.push_movable(event(t, receiver, k, receiver, 1));
        }
        model[receiver] = t;
        if (k % 3 > 0) continue;
        const auto first = std::min_element(model.begin(), model.end(),
                                            [](const auto& a, const auto& b) { return a.second < b.second; });
        const Event got = queue.pop();
        ASSERT_EQ(got.t, first->second);
        ASSERT_EQ(receiver_of(got), first->first);
        model.erase(first);
    }
    ASSERT_EQ(queue.size(), model.size());
}

TEST(EventQueue, KeepsMovableEventsThatNeverCome) {
    EventQueue queue;
    Event e = event(std::numeric_limits<double>::infinity(), 0, 0, 3);
    queue.push_movable(e);
    EXPECT_TRUE(queue.has_movable(Receiver{3}));
    EXPECT_FALSE(queue.due(1e300));
    queue.move(Receiver{3}, 5, 1);
    EXPECT_EQ(queue.pop().t, 5);
}

TEST(EventQueue, TellsWhetherAnEventIsDueInclusively) {
    EventQueue queue;
    EXPECT_FALSE(queue.due(1e9));
    queue.push(event(2, 0, 0));
    EXPECT_FALSE(queue.due(1.999));
    EXPECT_TRUE(queue.due(2));
}

}  // namespace
}  // namespace ranvier::engine
