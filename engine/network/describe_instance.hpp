#pragma once

#include <string>

#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

class Model;

/// For messages: "ExpSyn[3] in soma(0.5)".
std::string describe_instance(const Model& model, InstanceId instance);

}  // namespace ranvier::engine
