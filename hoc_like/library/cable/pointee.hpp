#pragma once

#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/number_ref.hpp"

namespace ranvier::hoc {

/// What POINTER k of an instance points to: scripts read and assign that by the POINTER's name. Throws
/// std::runtime_error if it points to nothing.
NumberRefPtr pointee(engine::Model& model, engine::InstanceId instance, int k);

}  // namespace ranvier::hoc
