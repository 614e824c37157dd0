#pragma once

#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/number_ref.hpp"

namespace ranvier::hoc {

/// The target of POINTER k of an instance, which scripts read and assign by the POINTER's name. Throws
/// std::runtime_error if it is not set.
NumberRefPtr pointee(engine::Model& model, engine::Network& network, engine::InstanceId instance, int k);

}  // namespace ranvier::hoc
