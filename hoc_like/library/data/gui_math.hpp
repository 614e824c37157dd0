#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// hoc's GUIMath: distances to lines, and the direction of rounding.
void register_gui_math(Registry& registry);

}  // namespace ranvier::hoc
