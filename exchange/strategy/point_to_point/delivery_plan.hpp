#pragma once

#include <cstdint>
#include <optional>

#include "exchange/routing/directory.hpp"
#include "exchange/routing/gid_index.hpp"
#include "exchange/spike.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// One rank's part of the delivery plan: to which ranks it sends which gids. Routes ascend by gid. Those of the owners and
/// of relays are numbered together.
struct DeliveryPlan {
    Routes routes;                    ///< this rank's sources and all ranks that listen for them
    std::optional<Routes> to_relays;  ///< with two phases: for each of these, the ranks that the owner sends to
    Routes relays;                    ///< what this rank passes on
    GidIndex relay_of;                ///< maps a gid to its index in relays

    /// For each route, the ranks that the owner sends to directly.
    const Routes& first() const { return to_relays ? *to_relays : routes; }
    /// The ranks to which this rank relays a gid; none if it does not.
    std::optional<Route> find_relay(Gid gid) const {
        const std::uint32_t found = relay_of.find(gid);
        return found == GidIndex::none ? std::nullopt : std::optional(relays[found]);
    }
};

/// Every listener gets the spike from the owner.
DeliveryPlan plan_one_phase(Routes routes);

/// The owner of a source with N_t targets sends to about sqrt(N_t) of them, and each of these relays the spike to its
/// share of the others (Hines, Kumar & Schuermann 2011, Methods, two-phase). The targets are divided into groups of
/// about the integer square root of N_t; one rank of each group, chosen by a hash of the gid, is its relay. Collective.
Task<DeliveryPlan> plan_two_phases(Transport& transport, Routes routes);

}  // namespace ranvier::exchange
