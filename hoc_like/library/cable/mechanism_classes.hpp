#pragma once

namespace ranvier::hoc {

class Registry;
class Session;

/// hoc's MechanismType: a choice among the mechanisms that are known.
void register_mechanism_type(Registry& registry, Session& session);
/// hoc's MechanismStandard: values for the variables of a mechanism, to be copied from and to sections and objects.
void register_mechanism_standard(Registry& registry, Session& session);

}  // namespace ranvier::hoc
