#pragma once

#include <functional>
#include <string>

namespace ranvier::raster {

/// Does something in a process of its own first, to see whether it ends: the HDF5 library may crash or go round for
/// ever on a damaged file. It may take so much of the processor's time [s]. What it throws there counts as an end.
/// Returns what became of it in words, as the rest of a sentence ("took more than 10 s"); empty if it ended.
std::string try_in_child(const std::function<void()>& action, unsigned seconds);

}  // namespace ranvier::raster
