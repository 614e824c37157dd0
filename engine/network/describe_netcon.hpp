#pragma once

#include <cstdint>
#include <string>

namespace ranvier::engine {

class Network;

/// For messages: "NetCon 3 (gid 7 -> ExpSyn)".
std::string describe_netcon(Network& network, std::uint32_t number);

}  // namespace ranvier::engine
