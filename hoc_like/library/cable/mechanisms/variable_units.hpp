#pragma once

#include <optional>
#include <string>

namespace ranvier::hoc {

class Registry;
struct Context;

/// "" for a range variable without units; nullopt if there is no range variable of that name.
std::optional<std::string> units_of_range_variable(const Context& context, const std::string& name);

/// Adds hoc's units("name"), units(&x) and units(x, "units"): the units of a variable, which a script may change.
void register_variable_units(Registry& registry, const Context& context);

}  // namespace ranvier::hoc
