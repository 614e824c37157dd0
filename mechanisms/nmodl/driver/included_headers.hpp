#pragma once

#include <string>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// The text of all headers from the .mod file's folder that its VERBATIM includes, directly or indirectly. The compiled
/// mechanism depends on them in addition to its own text. Each header appears once; missing headers are left out.
std::string included_headers(const Program& program);

}  // namespace ranvier::nmodl
