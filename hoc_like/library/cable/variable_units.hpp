#pragma once

namespace ranvier::hoc {

class Registry;
class Session;

/// Adds hoc's units("name"), units(&x) and units(x, "units"): the units of a variable, which a script may change.
void register_variable_units(Registry& registry, Session& session);

}  // namespace ranvier::hoc
