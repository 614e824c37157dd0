#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// hoc's StringFunctions without is_point_process and is_artificial, which the caller adds before registering the
/// class. (`String` is a template in stdlib.hoc, where scripts expect it.)
ClassDefinition string_functions_class();

}  // namespace ranvier::hoc
