#include "engine/network/gid_connections.hpp"

#include <vector>

#include "engine/connection/connections.hpp"
#include "engine/network/cell_gids.hpp"
#include "engine/network/describe_netcon.hpp"
#include "engine/network/network.hpp"
#include "engine/network/targets.hpp"

namespace ranvier::engine {

OtherConnections for_each_gid_connection(Network& network, const Model& model,
                                         const std::function<void(const GidConnection&)>& act) {
    const CellGids cells(network, model);
    std::vector<Gid> gid_of_target;
    gid_of_target.reserve(network.targets().size());
    for (const InstanceId target : network.targets().all()) gid_of_target.push_back(cells.gid_of(target));
    OtherConnections others;
    const ConnectionsByNumber all = network.connections().by_number();
    network.connections().for_each_number([&](std::uint32_t n) {
        const Connection it = all[n];
        const Gid source = network.sources().gid_of(it.source);
        const Gid target = it.target == TargetNumber::none ? -1 : gid_of_target[index_of(it.target)];
        if (source < 0 || target < 0 || !it.is_active) {
            if (others.count++ == 0) others.first = describe_netcon(network, n);
        } else {
            act({source, target, it.delay, it.weights, network.targets()[it.target]});
        }
    });
    return others;
}

}  // namespace ranvier::engine
