#pragma once

#include <memory>

#include "hoc_like/library/channel/channel.hpp"
#include "mechanisms/runtime/abi.h"

namespace ranvier::hoc {

/// The mechanism that computes a channel, for engine::Model::register_mechanism. Its names and number of states are
/// fixed now; rates, fractions and powers may change later. `ion_charge` is that of the channel's ion.
///
/// The description lives as long as the program, as the engine requires, and keeps the channel alive.
const rv_mechanism& describe_channel(std::shared_ptr<const Channel> channel, double ion_charge);

}  // namespace ranvier::hoc
