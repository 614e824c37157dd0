#pragma once

#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// A recorded raster, read piece by piece in order of time, as often as needed. It may be larger than memory.
class SpikeSource {
  public:
    static constexpr double beginning = -std::numeric_limits<double>::infinity();

    virtual ~SpikeSource() = default;

    /// The gids of all spikes, ascending; always the same.
    virtual std::span<const Gid> gids() const = 0;

    /// Continues at the first spike whose time is not before `t` [ms].
    virtual void seek(double t) = 0;

    /// The next spikes, at least one; empty after the last one. Valid until the next call of `next` or `seek`.
    virtual std::span<const Spike> next() = 0;
};

/// A source of spikes in memory, given in any order. Spikes of equal time keep their order.
std::shared_ptr<SpikeSource> make_spike_source(std::vector<Spike> spikes);

}  // namespace ranvier::exchange
