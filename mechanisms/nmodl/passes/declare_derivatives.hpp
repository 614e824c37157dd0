#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Makes the lower derivatives in an equation of higher order, `y'' = -y`, states (with START 0 unless declared
/// otherwise). It is an error if a lower derivative of the same variable is also on the left of an equation.
void declare_derivatives(Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
