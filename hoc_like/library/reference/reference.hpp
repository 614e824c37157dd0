#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// The reference page (docs/hoc.md): every registered function, variable and class, with signature, units, a line of
/// documentation and, if there is one, an example with its output.
std::string reference_page(const Registry& registry);

/// The text of `help NAME` at the prompt, where NAME is a function, variable, class, or Class.method; nullopt if it
/// does not exist.
std::optional<std::string> help_text(const Registry& registry, std::string_view name);

}  // namespace ranvier::hoc
