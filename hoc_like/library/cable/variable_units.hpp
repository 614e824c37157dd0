#pragma once

#include <optional>
#include <string>

namespace ranvier::hoc {

class Registry;
class Session;

/// "" for a range variable without units; nullopt if there is no range variable of that name.
std::optional<std::string> units_of_range_variable(Session& session, const std::string& name);

/// Adds hoc's units("name"), units(&x) and units(x, "units"): the units of a variable, which a script may change.
void register_variable_units(Registry& registry, Session& session);

}  // namespace ranvier::hoc
