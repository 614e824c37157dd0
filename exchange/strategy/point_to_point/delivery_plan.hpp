#pragma once

#include <cstdint>
#include <vector>

#include "exchange/routing/directory.hpp"
#include "exchange/routing/gid_index.hpp"
#include "exchange/spike.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// The ranks to which this rank sends a gid, as its owner or as a relay.
struct MailingList {
    Gid gid;
    std::vector<int> targets;
    std::uint32_t number = 0;  ///< index in its plan: lists of owners first, then lists of relays

    friend bool operator==(const MailingList&, const MailingList&) = default;
};

/// One rank's part of the delivery plan: to which ranks it sends which gids. Lists ascend by gid.
struct DeliveryPlan {
    std::vector<Route> routes;        ///< this rank's sources and all ranks that listen for them
    std::vector<MailingList> first;   ///< for each route, the ranks that the owner sends to directly
    std::vector<MailingList> relays;  ///< the lists for which this rank is a relay
    GidIndex relay_of;                ///< maps a gid to its index in relays

    /// The list for which this rank relays a gid; null if it does not.
    const MailingList* find_relay(Gid gid) const {
        const std::uint32_t found = relay_of.find(gid);
        return found == GidIndex::none ? nullptr : &relays[found];
    }
};

/// Every listener gets the spike from the owner.
DeliveryPlan plan_one_phase(std::vector<Route> routes);

/// The owner of a source with N_t targets sends to about sqrt(N_t) of them, and each of these relays the spike to its
/// share of the others (Hines, Kumar & Schuermann 2011, Methods, two-phase). The targets are divided into groups of
/// about the integer square root of N_t; one rank of each group, chosen by a hash of the gid, is its relay. Collective.
Task<DeliveryPlan> plan_two_phases(Transport& transport, std::vector<Route> routes);

}  // namespace ranvier::exchange
