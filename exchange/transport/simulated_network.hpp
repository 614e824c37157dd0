#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <unordered_map>
#include <utility>
#include <vector>

namespace ranvier::exchange {

/// How unruly a simulated machine is. Without anything: messages arrive at once, ranks take turns in their order.
struct SimulatedDelays {
    std::uint32_t seed = 0;       ///< of all that follows
    int most_turns = 0;           ///< a message or the end of a collective takes 0 to so many turns of all ranks
    bool shuffles_turns = false;  ///< each turn of all ranks in another order
    std::vector<int> slow_ranks;  ///< these
    int slowness = 1;             ///< get one turn in so many
};

/// What is under way between simulated ranks, in turns of all ranks.
///
/// 1. Messages from one rank to another arrive in the order in which they were sent, as in MPI; nothing else is
/// ordered.
/// 2. The same seed gives the same delays.
///
/// A model of a real network's times takes the place of `delay`.
class SimulatedNetwork {
  public:
    explicit SimulatedNetwork(SimulatedDelays delays) : delays_(std::move(delays)), random_(delays_.seed) {}

    /// When the last message from one rank to another comes, among the messages that have an order.
    using Order = std::unordered_map<std::uint64_t, std::int64_t>;

    /// A message leaves: `arrive` is called when it has come.
    void send(Order& order, int from, int to, std::function<void()> arrive);

    /// Something that is seen on a rank in its next turn, or later.
    void tell(std::function<void()> happen);

    /// Time goes on by a turn of all ranks; what is due happens.
    void next_turn();

    /// If nothing happens in the ranks: time goes on up to what is due next. False if nothing is under way.
    bool skip_to_next();

    std::int64_t turn() const { return turn_; }
    const SimulatedDelays& delays() const { return delays_; }

    /// The order of the ranks in this turn.
    void arrange(std::vector<int>& ranks);

  private:
    struct Event {
        std::int64_t turn;
        std::uint64_t number;  // what was sent first happens first
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
    std::vector<Event> under_way_;  // a heap, the next first
};

}  // namespace ranvier::exchange
