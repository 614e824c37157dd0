#pragma once

#include "mechanisms/nmodl/codegen/data_flow.hpp"

namespace ranvier::nmodl {

/// Whether the equations of a KINETIC block assign a variable whose value follows from the states, like f_flux, so that
/// they must be evaluated once more after the step. Rates of a concentration are the same before and after it.
bool follows_states(const Program& program, const Block& block);

}  // namespace ranvier::nmodl
