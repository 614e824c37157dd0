#pragma once

#include <cstdint>

namespace ranvier::program {

/// Limits this process to `bytes` of memory or, for 0, to the memory of the machine or its control group. A script that
/// needs more then fails with an error at its line instead of being killed. An existing lower limit is kept.
void limit_memory(std::uint64_t bytes);

}  // namespace ranvier::program
