#pragma once

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/language/interface/call.hpp"

namespace ranvier::hoc {

/// table_NAME(...): gives FUNCTION_TABLE `k` of the mechanism its data (docs: "FUNCTION_TABLE"). Arguments are a
/// number; two Vectors of equal size, values and ascending arguments; or &values.x[0] and the size of each axis with
/// either its smallest and largest argument or &points.x[0]. The data are copied.
double set_function_table(Call& call, engine::MechanismType& type, int k);

}  // namespace ranvier::hoc
