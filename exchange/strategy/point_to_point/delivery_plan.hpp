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
    std::uint32_t number = 0;  ///< in its plan: those of owners first, then those of relays

    friend bool operator==(const MailingList&, const MailingList&) = default;
};

/// One rank's part of the plan of who sends what to whom. Lists ascend by gid.
struct DeliveryPlan {
    std::vector<Route> routes;        ///< this rank's sources and all that listen for them
    std::vector<MailingList> first;   ///< of each route, the ranks that the owner sends to directly
    std::vector<MailingList> relays;  ///< what this rank passes on
    GidIndex relay_of;                ///< index in relays

    /// This rank's relay of a gid, if it is one.
    const MailingList* find_relay(Gid gid) const {
        const std::uint32_t found = relay_of.find(gid);
        return found == GidIndex::none ? nullptr : &relays[found];
    }
};

/// Every listener gets the spike from the owner.
DeliveryPlan plan_one_phase(std::vector<Route> routes);

/// The owner of a source with N_t targets sends to about sqrt(N_t) of them, and each of these on to its share of the
/// others (Hines, Kumar & Schuermann 2011, Methods, two-phase): the targets are divided into groups of about the
/// integer square root of N_t, and one of each group, chosen by a hash of the gid, is its relay. Collective.
Task<DeliveryPlan> plan_two_phases(Transport& transport, std::vector<Route> routes);

}  // namespace ranvier::exchange
