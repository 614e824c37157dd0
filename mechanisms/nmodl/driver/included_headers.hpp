#pragma once

#include <string>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// The text of the headers in the folder of a .mod file that its VERBATIM includes, directly or indirectly. The
/// compiled mechanism depends on them in addition to its own text. Each appears once; missing headers are left out.
std::string included_headers(const Program& program);

}  // namespace ranvier::nmodl
