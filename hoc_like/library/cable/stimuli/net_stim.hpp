#pragma once

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

struct Context;
struct RandomGlobals;

/// NetStim's random numbers: noiseFromRandom(Random), and the process-wide stream of NEURON 8.2 (`ranvier_compat`).
/// No-op for other mechanisms.
void complete_net_stim(ClassDefinition& definition, const Context& context, RandomGlobals& globals,
                       const engine::MechanismType& type);

}  // namespace ranvier::hoc
