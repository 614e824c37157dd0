#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::engine {

using exchange::Gid;

/// Identifies a NetCon, or a source of spikes, of a Network. Not reused after removal.
enum class NetConId : std::uint32_t { none = 0xffffffff };
enum class SourceId : std::uint32_t { none = 0xffffffff };

/// The destination of spike times (and ids): a hoc Vector's storage, shared with it.
using SpikeTimes = std::shared_ptr<std::vector<double>>;

}  // namespace ranvier::engine
