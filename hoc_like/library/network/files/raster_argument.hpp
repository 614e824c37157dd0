#pragma once

#include <memory>

#include "exchange/spike_source.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

struct ParallelParts;

/// Reads a raster from a call's arguments, starting at `next`: the path of a SONATA or text file, or two Vectors of
/// equal length, times [ms] and gids. Moves `next` past the raster. Errors name the file or the element.
std::shared_ptr<exchange::SpikeSource> raster_argument(Call& call, const ParallelParts& parts, int& next);

}  // namespace ranvier::hoc
