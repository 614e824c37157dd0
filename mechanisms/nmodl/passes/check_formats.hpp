#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Calls that give printf's arguments the type that a conversion asks for: long long, and int.
inline constexpr const char* printed_integer = "rv_printed_integer";
inline constexpr const char* printed_int = "rv_printed_int";

/// Checks the formats of printf against its arguments, which are numbers or texts: `%d` prints a number cut to an
/// integer; a format that needs a text or an address where a number is given is an error. What C would take from nowhere,
/// because there are fewer arguments than conversions, is printed as 0, with a warning.
void check_formats(Program& program, Diagnostics& diagnostics);

}  // namespace ranvier::nmodl
