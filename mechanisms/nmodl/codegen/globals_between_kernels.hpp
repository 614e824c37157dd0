#pragma once

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Whether a kernel reads a GLOBAL to which another kernel assigns a value that differs between instances. The first
/// kernel then reads the value from the last instance, so the order of instances matters.
bool finds_globals_of_last_instance(const Plan& plan);

}  // namespace ranvier::nmodl
