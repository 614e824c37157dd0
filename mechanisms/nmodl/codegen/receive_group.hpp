#pragma once

#include "mechanisms/nmodl/codegen/cpp_writer.hpp"
#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Whether NET_RECEIVE also gets a function that delivers a spike to many instances.
bool receives_groups(const Plan& plan);

/// The body of NET_RECEIVE for an event of a connection: flag is 0, and branches that this excludes are left out.
Statements body_for_spikes(const Block& net_receive);

/// Prints net_receive_group, a loop over instances that receive one spike.
void print_receive_group(const Plan& plan, CppWriter& out);

}  // namespace ranvier::nmodl
