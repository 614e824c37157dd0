#pragma once

#include <string>

#include "hoc_like/language/call.hpp"

namespace ranvier::hoc {

/// Appends printf's text from argument `first` (the format) on. Conversions d o x (with l), c, f e g, s and %%; s also
/// takes an object, whose name it prints. Throws for a missing or wrong argument.
void format_arguments(const Call& call, int first, std::string& out);
/// Reads numbers and strings from the text of argument 0 by the format of argument 1 into pointers and strdefs; the
/// number of conversions done.
int scan_arguments(const Call& call);

}  // namespace ranvier::hoc
