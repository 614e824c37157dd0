#pragma once

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Whether a kernel reads a GLOBAL to which another kernel assigned a value that differs between instances. It then
/// reads that of the last instance, so their order matters.
bool finds_globals_of_last_instance(const Plan& plan);

}  // namespace ranvier::nmodl
