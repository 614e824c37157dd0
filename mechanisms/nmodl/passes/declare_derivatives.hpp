#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Of an equation of higher order, `y'' = -y`, the lower derivatives become states (START 0 if nothing else was
/// declared). A derivative on the left whose lower one stands on the left too is an error.
void declare_derivatives(Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
