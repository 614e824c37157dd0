#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Of an equation of higher order, `y'' = -y`, the lower derivatives become states (START 0 if nothing else was
/// declared). It is an error if a lower derivative of the same variable is also on the left of an equation.
void declare_derivatives(Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
