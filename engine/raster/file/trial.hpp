#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

namespace ranvier::raster {

/// What an action that is tried may take.
struct TrialLimits {
    unsigned processor_seconds = 2;
    unsigned seconds = 20;                      ///< of time, also while it waits for a disk
    std::size_t memory = std::size_t{1} << 32;  ///< bytes, in addition to what the process has
};

/// Tries an action in a subprocess, because the HDF5 library may crash, loop forever or exhaust the memory on a damaged
/// file. Returns the failure as the predicate of a sentence ("took more than 10 s"), or an empty string if the action
/// ended. If it ended by an exception, throws a RasterError with the message of that (at most 4096 bytes, printable), so
/// that the caller does not perform it again. Whatever the subprocess does, ends within `limits.seconds`.
std::string try_in_child(const std::function<void()>& action, const TrialLimits& limits);

/// Throws a RasterError if HDF5 does not survive `action`, which is about to be performed on the file, or if it throws.
/// The trial must do exactly the same, because the outcome on a damaged file may depend on the contents of memory.
void check_survives(const std::filesystem::path& path, const std::function<void()>& action);

}  // namespace ranvier::raster
