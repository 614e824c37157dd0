#include "engine/network/rule_changes.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "engine/connection/connections.hpp"
#include "engine/network/describe_netcon.hpp"
#include "engine/network/network.hpp"
#include "engine/network/packed.hpp"

namespace ranvier::engine {

namespace {

template <class Act>
void for_each_number(const Network& network, std::span<const MadeConnections> made, Act&& act) {
    for (const MadeConnections& of_rule : made) {
        for (std::uint32_t n = of_rule.begin; n < of_rule.end; ++n) {
            if (network.connections().exists(n)) act(n);
        }
    }
}

}  // namespace

void scale_weights(Network& network, std::span<const MadeConnections> made, std::uint32_t w, double factor) {
    Connections& connections = network.connections();
    connections.unfold();
    const ConnectionsByNumber by_number = connections.by_number();
    for_each_number(network, made, [&](std::uint32_t n) {
        if (w >= by_number.weights(n).size()) {
            throw std::invalid_argument(fmt::format("{} has {} weights; there is no weight {}",
                                                    describe_netcon(network, n), by_number.weights(n).size(), w));
        }
    });
    for_each_number(network, made, [&](std::uint32_t n) {
        connections.note_change(n);
        by_number.weights(n)[w] *= factor;
    });
}

void set_active(Network& network, std::span<const MadeConnections> made, bool is_active) {
    network.connections().unfold();
    for_each_number(network, made, [&](std::uint32_t n) { network.set_active(NetConId{n}, is_active); });
}

std::unordered_set<std::uint64_t> targets(Network& network, std::span<const MadeConnections> made) {
    std::unordered_set<std::uint64_t> found;
    const ConnectionsByNumber connections = network.connections().by_number();
    for_each_number(network, made, [&](std::uint32_t n) {
        const TargetNumber target = connections.target(n);
        if (target != TargetNumber::none) found.insert(packed(network.targets()[target]));
    });
    return found;
}

std::uint64_t count(const Network& network, std::span<const MadeConnections> made) {
    std::uint64_t count = 0;
    for_each_number(network, made, [&](std::uint32_t) { ++count; });
    return count;
}

}  // namespace ranvier::engine
