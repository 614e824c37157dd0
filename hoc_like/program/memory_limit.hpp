#pragma once

#include <cstdint>

namespace ranvier::program {

/// From now on this process gets no more memory than `bytes`, or, for 0, than the machine or its control group has:
/// a script that asks for more ends with an error that names its line, instead of being killed. A lower limit that is
/// set already stays.
void limit_memory(std::uint64_t bytes);

}  // namespace ranvier::program
