#pragma once

#include <cstdint>
#include <memory>

#include "exchange/spike_source.hpp"

namespace ranvier::engine {

/// Rasters that a script plays into the network (PatternStim).
///
/// From the next initialize on, each spike is delivered as if another rank had sent it, to the connections made by
/// gid_connect on this rank. While a rank plays a raster, connections may be from gids that no rank owns.
class Patterns {
  public:
    using Id = std::uint32_t;
    virtual ~Patterns() = default;
    /// The source must not be read elsewhere until it is removed.
    virtual Id play(std::shared_ptr<exchange::SpikeSource> spikes) = 0;
    /// Whether spikes of gids that this rank owns are delivered too (docs: "PatternStim", fake_output); by default not.
    /// Such a spike is neither recorded nor sent.
    virtual void set_owned_too(Id id, bool owned_too) = 0;
    virtual void remove(Id id) = 0;
};

}  // namespace ranvier::engine
