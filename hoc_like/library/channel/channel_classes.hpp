#pragma once

namespace ranvier::hoc {

class Registry;
class Session;

/// KSChan and its parts that scripts hold: KSGate, KSState, KSTrans. A channel becomes a mechanism when its name is
/// first used, by insert, as a range variable or as a class; from then on its states and names are fixed.
void register_channel_classes(Registry& registry, Session& session);

}  // namespace ranvier::hoc
