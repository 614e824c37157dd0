#include "exchange/strategy/point_to_point/delivery_plan.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

namespace {

/// An owner's request to a relay: pass the spikes of `gid` on to the rank `target`.
struct Errand {
    Gid gid;
    std::int32_t target;
};

std::uint32_t hash(Gid gid, std::size_t group) {
    std::uint64_t x = (static_cast<std::uint64_t>(static_cast<std::uint32_t>(gid)) << 32 | group) * 0x9E3779B97F4A7C15u;
    x ^= x >> 32;
    return static_cast<std::uint32_t>((x * 0xD6E8FEB86659FD93u) >> 32);
}

std::size_t integer_square_root(std::size_t n) {
    auto root = static_cast<std::size_t>(std::sqrt(static_cast<double>(n)));
    while (root * root > n) --root;
    while ((root + 1) * (root + 1) <= n) ++root;
    return root;
}

/// Divides a route's targets into groups and adds the relay of each group to `relays`. Appends the relays' requests to
/// `errands`, which is indexed by rank.
void choose_relays(const Route& route, Routes& relays, std::vector<std::vector<Errand>>& errands) {
    const std::size_t targets = route.targets.size();
    const std::size_t groups = targets / integer_square_root(targets);
    relays.add(route.gid);
    for (std::size_t group = 0; group < groups; ++group) {
        const std::size_t begin = group * targets / groups, end = (group + 1) * targets / groups;
        const std::size_t chosen = begin + hash(route.gid, group) % (end - begin);
        const int relay = route.targets[chosen];
        relays.add_target(relay);
        for (std::size_t i = begin; i < end; ++i) {
            if (i != chosen) errands[static_cast<std::size_t>(relay)].push_back({route.gid, route.targets[i]});
        }
    }
}

}  // namespace

DeliveryPlan plan_one_phase(Routes routes) {
    DeliveryPlan plan;
    plan.routes = std::move(routes);
    return plan;
}

Task<DeliveryPlan> plan_two_phases(Transport& transport, Routes routes) {
    DeliveryPlan plan;
    std::vector<std::vector<Errand>> by_relay(static_cast<std::size_t>(transport.size()));
    plan.to_relays.emplace();
    for (const Route route : routes) choose_relays(route, *plan.to_relays, by_relay);
    plan.to_relays->shrink();
    plan.routes = std::move(routes);
    plan.relays = Routes(static_cast<std::uint32_t>(plan.routes.size()));

    std::vector<Errand> told;
    std::vector<std::size_t> counts;
    for (const std::vector<Errand>& errands : by_relay) {
        told.insert(told.end(), errands.begin(), errands.end());
        counts.push_back(errands.size());
    }
    std::vector<Errand> mine = co_await exchange_vectors<Errand>(transport, told, counts);
    std::stable_sort(mine.begin(), mine.end(), [](const Errand& a, const Errand& b) { return a.gid < b.gid; });
    for (const Errand& errand : mine) {
        if (plan.relays.empty() || plan.relays.gids().back() != errand.gid) plan.relays.add(errand.gid);
        plan.relays.add_target(errand.target);
    }
    plan.relays.shrink();
    plan.relay_of = GidIndex(plan.relays.size());
    for (std::uint32_t i = 0; i < plan.relays.size(); ++i) plan.relay_of[plan.relays.gids()[i]] = i;
    co_return plan;
}

}  // namespace ranvier::exchange
