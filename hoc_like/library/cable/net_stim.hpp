#pragma once

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// What NetStim's random numbers have to do with scripts: noiseFromRandom(Random), and the stream of the process that
/// NEURON 8.2 took (`ranvier_compat`). No-op for other mechanisms.
void complete_net_stim(ClassDefinition& definition, Session& session, const engine::MechanismType& type);

}  // namespace ranvier::hoc
