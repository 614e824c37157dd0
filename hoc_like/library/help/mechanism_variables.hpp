#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace ranvier::hoc {

struct Context;

/// What a variable of a density mechanism or an ion is ("gnabar_hh", "ena"), with its units and the value that it begins
/// with; nullopt for other names.
std::optional<std::string> range_variable_text(const Context& context, std::string_view name);

/// A density mechanism or ion with its variables; nullopt for other names.
std::optional<std::string> density_mechanism_text(const Context& context, std::string_view name);

}  // namespace ranvier::hoc
