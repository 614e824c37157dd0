#pragma once

#include <functional>
#include <string>

namespace ranvier::raster {

/// Tries an action in a subprocess, because the HDF5 library may crash or loop forever on a damaged file. The action
/// may use `seconds` of processor time. Returns the failure as the predicate of a sentence ("took more than 10 s"), or
/// an empty string if the action ended, even by an exception.
std::string try_in_child(const std::function<void()>& action, unsigned seconds);

}  // namespace ranvier::raster
