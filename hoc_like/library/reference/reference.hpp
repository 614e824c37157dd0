#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// The reference page (docs/hoc.md): every function, variable and class that is registered, with signature, units, a
/// line of documentation and, where there is one, an example with what it prints.
std::string reference_page(const Registry& registry);

/// What the prompt's `help NAME` prints: NAME is a function, variable, class, or Class.method; nullopt if it is none.
std::optional<std::string> help_text(const Registry& registry, std::string_view name);

}  // namespace ranvier::hoc
