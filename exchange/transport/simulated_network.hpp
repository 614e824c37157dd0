#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ranvier::exchange {

/// The delays and disorder of a simulated machine. By default, messages arrive at once and ranks take turns in order.
struct SimulatedDelays {
    std::uint32_t seed = 0;       ///< for all of the below
    int most_turns = 0;           ///< longest delay of a message or of the end of a collective, in turns of all ranks;
                                  ///< each delay is drawn from 0 to this
    bool shuffles_turns = false;  ///< shuffles the order of the ranks in each turn
    std::vector<int> slow_ranks;  ///< ranks that run only once in `slowness` turns
    int slowness = 1;
};

/// Messages in flight between simulated ranks. Time is counted in turns of all ranks.
///
/// 1. Messages from one rank to another arrive in the order in which they were sent, as in MPI; nothing else is
///    ordered.
/// 2. The same seed gives the same delays.
///
/// To model a real network's times, replace `delay`.
class SimulatedNetwork {
  public:
    explicit SimulatedNetwork(SimulatedDelays delays) : delays_(std::move(delays)), random_(delays_.seed) {}

    /// The turn in which the last message from one rank to another arrives, for messages that must stay in order.
    using Order = std::unordered_map<std::uint64_t, std::int64_t>;

    /// Sends a message: calls `arrive` when it has arrived.
    void send(Order& order, int from, int to, std::function<void()> arrive);

    /// Plans an event that a rank sees in its next turn or later.
    void tell(std::function<void()> happen);

    /// Advances by one turn of all ranks and executes what is due.
    void next_turn();

    /// If all ranks wait: advances to the next event. False if nothing is in flight.
    bool skip_to_next();

    std::int64_t turn() const { return turn_; }
    const SimulatedDelays& delays() const { return delays_; }

    /// The order of the ranks in this turn.
    void arrange(std::vector<int>& ranks);

  private:
    struct Event {
        std::int64_t turn;
        std::uint64_t number;  // events of one turn happen in this order
        std::function<void()> happen;
        bool operator>(const Event& other) const {
            return turn != other.turn ? turn > other.turn : number > other.number;
        }
    };

    std::int64_t delay();
    void add(std::int64_t turn, std::function<void()> happen);

    SimulatedDelays delays_;
    std::mt19937 random_;
    std::int64_t turn_ = 0;
    std::uint64_t numbered_ = 0;
    std::vector<Event> under_way_;  // a heap with the next event on top
};

}  // namespace ranvier::exchange
