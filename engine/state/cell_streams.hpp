#pragma once

#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// Selects the random streams of mechanisms with RV_STREAMS_BY_PLACE, at finitialize.
///
/// 1. The stream of an instance depends on the smallest gid of its cell, the number of its section in the cell, its
///    mechanism's name, its number among the instances of this mechanism in the section, and `Cells::stream_seed`. So it
///    does not depend on ranks. Cells without a gid are numbered on their rank.
/// 2. A stream that is already selected continues where it is.
/// 3. Streams whose ids a script has set stay.
void select_streams(Model& model, Network& network);

}  // namespace ranvier::engine
