#pragma once

#include <nlohmann/json.hpp>

#include "hoc_like/library/session/session.hpp"

namespace ranvier::program {

/// The part `work` of a summary: what each block of cells has cost, and which cells it holds, so that
/// `ranvier exchange simulate --summary` can divide the measured times among other ranks. Collective.
nlohmann::ordered_json work_part(hoc::Session& session);

}  // namespace ranvier::program
