#include "exchange/transport/simulated_network.hpp"

#include <algorithm>

namespace ranvier::exchange {

std::int64_t SimulatedNetwork::delay() {
    if (delays_.most_turns == 0) return 0;
    return static_cast<std::int64_t>(random_() % (static_cast<std::uint32_t>(delays_.most_turns) + 1));
}

void SimulatedNetwork::add(std::int64_t turn, std::function<void()> happen) {
    under_way_.push_back({turn, numbered_++, std::move(happen)});
    std::push_heap(under_way_.begin(), under_way_.end(), std::greater<>());
}

void SimulatedNetwork::send(Order& order, int from, int to, std::function<void()> arrive) {
    if (delays_.most_turns == 0) {
        arrive();
        return;
    }
    std::int64_t& last_due =
        order[std::uint64_t{static_cast<std::uint32_t>(from)} << 32 | static_cast<std::uint32_t>(to)];
    last_due = std::max(last_due, turn_ + delay());
    if (last_due <= turn_) {
        arrive();
    } else {
        add(last_due, std::move(arrive));
    }
}

void SimulatedNetwork::tell(std::function<void()> happen) {
    add(turn_ + 1 + delay(), std::move(happen));
}

void SimulatedNetwork::next_turn() {
    ++turn_;
    while (!under_way_.empty() && under_way_.front().turn <= turn_) {
        std::pop_heap(under_way_.begin(), under_way_.end(), std::greater<>());
        const std::function<void()> happen = std::move(under_way_.back().happen);
        under_way_.pop_back();
        happen();
    }
}

bool SimulatedNetwork::skip_to_next() {
    if (under_way_.empty()) return false;
    turn_ = std::max(turn_, under_way_.front().turn - 1);
    return true;
}

void SimulatedNetwork::arrange(std::vector<int>& ranks) {
    if (delays_.shuffles_turns) std::shuffle(ranks.begin(), ranks.end(), random_);
}

}  // namespace ranvier::exchange
