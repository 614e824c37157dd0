// What does one event cost in steady state? "Hold": pop the earliest, push its successor; the queue's size stays.
// Rivals in the same binary: our queue (events that net_move cannot reach; events that it can), std::priority_queue,
// and heaps of Boost.Heap of other kinds.
#include <benchmark/benchmark.h>

#include <boost/heap/binomial_heap.hpp>
#include <boost/heap/d_ary_heap.hpp>
#include <boost/heap/pairing_heap.hpp>
#include <cmath>
#include <queue>
#include <random>

#include "engine/event/event_queue.hpp"

namespace {

using ranvier::engine::Event;
using ranvier::engine::EventQueue;
using ranvier::engine::Receiver;
using ranvier::engine::WeightNumber;

struct Later {
    bool operator()(const Event& a, const Event& b) const {
        if (a.t != b.t) return a.t > b.t;
        if (a.key != b.key) return a.key > b.key;
        return a.sequence > b.sequence;
    }
};

class Delays {
  public:
    /// All times are multiples of it [ms]; 0: no two are equal.
    explicit Delays(double grid = 0) : grid_(grid) {}
    double next() {
        const double delay = std::exponential_distribution<double>(1)(random_);
        return grid_ > 0 ? grid_ * std::ceil(delay / grid_) : delay;
    }

  private:
    double grid_;
    std::mt19937_64 random_{1};
};

template <class Push, class Pop>
void hold(benchmark::State& state, Push push, Pop pop, Delays delays = Delays()) {
    for (std::int64_t k = 0; k < state.range(0); ++k) {
        const auto n = static_cast<std::uint32_t>(k);
        push(Event::self(delays.next(), n, 0, Receiver{n}, 1, WeightNumber::none));
    }
    for (auto _ : state) {
        Event e = pop();
        e.t += delays.next();
        push(e);
    }
    state.SetItemsProcessed(state.iterations());
}

void BM_EventQueue_Hold(benchmark::State& state) {
    EventQueue queue;
    hold(state, [&](const Event& e) { queue.push(e); }, [&] { return queue.pop(); });
}

// As in a network whose delays are multiples of the time step.
void BM_EventQueue_HoldTies(benchmark::State& state) {
    EventQueue queue;
    hold(state, [&](const Event& e) { queue.push(e); }, [&] { return queue.pop(); }, Delays(1. / 16));
}

// As in a run that follows NEURON's order among equals.
void BM_EventQueue_HoldTiesInInsertionOrder(benchmark::State& state) {
    EventQueue queue;
    queue.set_tie_order(ranvier::engine::TieOrder::insertion);
    hold(state, [&](const Event& e) { queue.push(e); }, [&] { return queue.pop(); }, Delays(1. / 16));
}

void BM_EventQueue_HoldMovable(benchmark::State& state) {
    EventQueue queue;
    hold(state, [&](const Event& e) { queue.push_movable(e); }, [&] { return queue.pop(); });
}

template <class Heap>
void BM_Rival_Hold(benchmark::State& state) {
    Heap heap;
    hold(
        state, [&](const Event& e) { heap.push(e); },
        [&] {
            const Event e = heap.top();
            heap.pop();
            return e;
        });
}

using namespace boost::heap;
using StdQueue = std::priority_queue<Event, std::vector<Event>, Later>;
template <unsigned Arity>
using DAry = d_ary_heap<Event, arity<Arity>, boost::heap::compare<Later>>;
using MutableDAry = d_ary_heap<Event, arity<4>, mutable_<true>, boost::heap::compare<Later>>;
using Pairing = pairing_heap<Event, boost::heap::compare<Later>>;
using Binomial = binomial_heap<Event, boost::heap::compare<Later>>;

}  // namespace

BENCHMARK(BM_EventQueue_Hold)->RangeMultiplier(16)->Range(16, 1 << 16);
BENCHMARK(BM_EventQueue_HoldTies)->RangeMultiplier(16)->Range(16, 1 << 16);
BENCHMARK(BM_EventQueue_HoldTiesInInsertionOrder)->RangeMultiplier(16)->Range(16, 1 << 16);
BENCHMARK(BM_EventQueue_HoldMovable)->RangeMultiplier(16)->Range(16, 1 << 16);
BENCHMARK(BM_Rival_Hold<StdQueue>)->RangeMultiplier(16)->Range(16, 1 << 16);
BENCHMARK(BM_Rival_Hold<DAry<2>>)->RangeMultiplier(16)->Range(16, 1 << 16);
BENCHMARK(BM_Rival_Hold<DAry<8>>)->RangeMultiplier(16)->Range(16, 1 << 16);
BENCHMARK(BM_Rival_Hold<MutableDAry>)->RangeMultiplier(16)->Range(16, 1 << 16);
BENCHMARK(BM_Rival_Hold<Pairing>)->RangeMultiplier(16)->Range(16, 1 << 16);
BENCHMARK(BM_Rival_Hold<Binomial>)->RangeMultiplier(16)->Range(16, 1 << 16);
