#pragma once

#include <string>
#include <string_view>

#include "hoc_like/language/call.hpp"

namespace ranvier::hoc {

/// What hoc's printf makes of the format in argument `first` and the arguments behind it: %d %i %o %x %X %u %c %s
/// %f %e %g %E %G %% with flags, width and precision; `%s` takes a string or an object, whole numbers are cut.
/// Fails if an argument is missing or of the wrong kind.
std::string format_call(const Call& call, int first);

/// The same for a format that stands for one number, as Vector.printf and Matrix.printf take. A format without a
/// conversion is copied.
std::string format_number(std::string_view format, double value);

}  // namespace ranvier::hoc
