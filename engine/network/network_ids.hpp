#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/connection/source_id.hpp"
#include "exchange/spike.hpp"

namespace ranvier::engine {

using exchange::Gid;

/// Identifies a NetCon of a Network. Not reused after removal.
enum class NetConId : std::uint32_t { none = 0xffffffff };

/// The destination of spike times (and ids): a hoc Vector's storage, shared with it.
using SpikeTimes = std::shared_ptr<std::vector<double>>;

}  // namespace ranvier::engine
