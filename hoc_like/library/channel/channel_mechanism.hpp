#pragma once

#include <memory>
#include <optional>

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/channel/channel.hpp"
#include "mechanisms/runtime/abi.h"

namespace ranvier::hoc {

struct Context;

/// The mechanism that computes a channel, for engine::Model::register_mechanism. Fixes the channel's names and number
/// of states; rates, fractions and powers may still change later. `ion_charge` is the charge of the channel's ion.
///
/// The description is never freed, as the engine requires, and keeps the channel alive.
const rv_mechanism& describe_channel(std::shared_ptr<const Channel> channel, double ion_charge);

/// The method `nsingle` of point processes that are single channels; null for other mechanisms.
std::optional<MethodDefinition> number_of_molecules(const Context& context, const engine::MechanismType& type);

}  // namespace ranvier::hoc
