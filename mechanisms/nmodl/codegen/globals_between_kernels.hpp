#pragma once

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Whether a kernel reads a GLOBAL that another one left with a value that differs between instances: it then finds that
/// of the last instance, so their order matters.
bool finds_globals_of_last_instance(const Plan& plan);

}  // namespace ranvier::nmodl
