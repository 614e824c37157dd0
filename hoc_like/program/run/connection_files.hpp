#pragma once

#include <string>

#include "hoc_like/library/context/context.hpp"

namespace ranvier::program {

/// Writes the connections of all ranks to one file. Collective. Throws std::runtime_error.
void write_connections(const hoc::Context& context, const std::string& file);

}  // namespace ranvier::program
