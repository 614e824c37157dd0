#pragma once

#include "hoc_like/language/registry.hpp"

namespace ranvier::hoc {

/// nrnpython and PythonObject: Python from scripts. Scripts from Python are another matter.
void register_python(Registry& registry);

}  // namespace ranvier::hoc
