#pragma once

#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

struct Context;
struct MechanismParts;

/// NMODLRandom: a script's handle to a RANDOM variable of one instance, `syn.rng` or `soma.rng_mech(0.5)`.
void register_nmodl_random(Registry& registry, const MechanismParts& parts);

/// The object for RANDOM number k of an instance; using it after the instance has been deleted is an error.
ObjectPtr make_nmodl_random(const Context& context, engine::InstanceId instance, int k);

}  // namespace ranvier::hoc
