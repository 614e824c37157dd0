#pragma once

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Whether the mechanism leaves the weights of its connections as they are: neither NET_RECEIVE nor its INITIAL block
/// assigns its arguments, and no FOR_NETCONS those of others. Returns false if that is uncertain, as with VERBATIM.
bool keeps_weights(const Plan& plan);

}  // namespace ranvier::nmodl
