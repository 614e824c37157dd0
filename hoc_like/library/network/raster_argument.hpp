#pragma once

#include <memory>

#include "exchange/spike_source.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// The raster that a call names, from argument `next` on: the path of a SONATA or text file, or two Vectors of equal
/// length, times [ms] and gids. `next` moves behind it. Errors name what is wrong: the file, or the element.
std::shared_ptr<exchange::SpikeSource> raster_argument(Call& call, const Session& session, int& next);

}  // namespace ranvier::hoc
