#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "exchange/transport/mailbox.hpp"
#include "exchange/transport/persistent.hpp"
#include "exchange/transport/simulated_collectives.hpp"
#include "exchange/transport/simulated_network.hpp"

namespace ranvier::exchange {

/// A group of simulated ranks: all ranks of the machine, or a part of them. Vectors are indexed by rank in the group.
struct SimulatedGroup : std::enable_shared_from_this<SimulatedGroup> {
    explicit SimulatedGroup(std::vector<int> the_members)
        : members(std::move(the_members)),
          collectives(members),
          mailboxes(members.size()),
          persistent(members.size()) {}

    std::vector<int> members;  ///< ranks of the machine
    CollectiveQueue collectives;
    std::vector<Mailbox> mailboxes;
    std::vector<PersistentRequests> persistent;
    SimulatedNetwork::Order order;
};

}  // namespace ranvier::exchange
