#pragma once

#include <functional>
#include <string>

namespace ranvier::raster {

/// Runs something in a subprocess first, to see whether it ends: the HDF5 library may crash or loop forever on a
/// damaged file. It may use this much processor time [s]. An exception counts as an end. Returns what went wrong, as
/// the rest of a sentence ("took more than 10 s"); empty if it ended.
std::string try_in_child(const std::function<void()>& action, unsigned seconds);

}  // namespace ranvier::raster
