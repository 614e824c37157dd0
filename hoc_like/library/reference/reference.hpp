#pragma once

#include <string>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// The reference page (docs/hoc.md): every registered function, variable and class, with signature, units, a line of
/// documentation and, if there is one, an example with its output.
std::string reference_page(const Registry& registry);

}  // namespace ranvier::hoc
