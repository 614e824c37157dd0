#include "engine/network/describe_netcon.hpp"

#include <fmt/format.h>

#include "engine/connection/connections.hpp"
#include "engine/network/network.hpp"
#include "engine/network/targets.hpp"

namespace ranvier::engine {

std::string describe_netcon(Network& network, std::uint32_t number) {
    const Connection it = network.connections().by_number()[number];
    return fmt::format("NetCon {} ({} -> {})", number, network.sources().describe(it.source),
                       it.target == TargetNumber::none ? "no target" : network.targets().describe(it.target));
}

}  // namespace ranvier::engine
