#pragma once

#include <string>
#include <string_view>

namespace ranvier::hoc {

/// Formats one number like C's printf, for Vector.printf and Matrix.printf: %d %i %o %x %X %u %c %s %f %e %g %E %G %%
/// with flags, width and precision; integers are truncated. A format without a conversion is copied.
std::string format_number(std::string_view format, double value);

}  // namespace ranvier::hoc
