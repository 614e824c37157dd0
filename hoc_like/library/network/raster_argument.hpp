#pragma once

#include <memory>

#include "exchange/spike_source.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// The raster in a call's arguments from `next` on: the path of a SONATA or text file, or two Vectors of equal length,
/// times [ms] and gids. `next` moves past it. Errors name the file, or the element.
std::shared_ptr<exchange::SpikeSource> raster_argument(Call& call, const Session& session, int& next);

}  // namespace ranvier::hoc
