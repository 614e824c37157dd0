#pragma once

#include <string>
#include <string_view>

namespace ranvier::hoc {

/// What C's printf makes of a format that stands for one number, as Vector.printf and Matrix.printf take: %d %i %o %x %X
/// %u %c %s %f %e %g %E %G %% with flags, width and precision; whole numbers are cut. A format without a conversion is
/// copied.
std::string format_number(std::string_view format, double value);

}  // namespace ranvier::hoc
