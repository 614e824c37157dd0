#pragma once

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "engine/raster/file/raster.hpp"

namespace ranvier::raster {

/// A raster that is read in pieces in order of time, as a sequence in the order of fires_before. Holds a piece, and the
/// spikes of one time.
class SortedPieces {
  public:
    explicit SortedPieces(NextSpikes next) : next_(std::move(next)) {}

    /// The next spikes; empty after the last one. Valid until the next call.
    std::span<const Spike> next();

  private:
    NextSpikes next_;
    std::vector<Spike> spikes_;
    std::size_t given_ = 0;  // number of the spikes that were returned
    bool has_more_ = true;
};

}  // namespace ranvier::raster
