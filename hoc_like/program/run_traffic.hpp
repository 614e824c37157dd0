#pragma once

#include <nlohmann/json.hpp>

#include "hoc_like/library/session/session.hpp"

namespace ranvier::program {

/// The part `traffic` of a summary: what `ranvier exchange simulate --summary` needs to know of a run besides its raster
/// and its connections, or why it cannot be given. Lists of gids are runs [first, stride, count]. Collective.
nlohmann::ordered_json traffic_part(hoc::Session& session);

}  // namespace ranvier::program
