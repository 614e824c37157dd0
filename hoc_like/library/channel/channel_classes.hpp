#pragma once

namespace ranvier::hoc {

class Registry;
class Session;

/// KSChan and the parts of it that scripts hold: KSGate, KSState, KSTrans. A channel becomes a mechanism when its name
/// is first used: by insert, as a range variable or as a class; its states and names are fixed from then on.
void register_channel_classes(Registry& registry, Session& session);

}  // namespace ranvier::hoc
