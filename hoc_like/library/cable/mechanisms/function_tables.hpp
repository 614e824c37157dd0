#pragma once

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/language/interface/call.hpp"

namespace ranvier::hoc {

/// table_NAME(...): sets the data of FUNCTION_TABLE `k` of the mechanism (docs: "FUNCTION_TABLE"). The arguments are
/// one of:
/// 1. a number;
/// 2. two Vectors of equal size: values and ascending arguments;
/// 3. &values.x[0], and for each axis its size and either its smallest and largest argument or &points.x[0].
///
/// The data are copied.
double set_function_table(Call& call, engine::MechanismType& type, int k);

}  // namespace ranvier::hoc
