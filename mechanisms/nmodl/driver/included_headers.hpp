#pragma once

#include <string>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// The text of the headers that VERBATIM of a program #includes and that lie in the folder of its .mod file, with those
/// that they #include: what the compiled mechanism depends on besides its own text. Each once; a header that is not there
/// is left out.
std::string included_headers(const Program& program);

}  // namespace ranvier::nmodl
