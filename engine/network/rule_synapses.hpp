#pragma once

#include <cstdint>

#include "engine/network/rule_targets.hpp"
#include "engine/network/shared_synapses.hpp"
#include "engine/rule/rule.hpp"

namespace ranvier::engine {

class Model;

/// What the synapses that a rule would make in these places take, at most [bytes]; 0 if it makes none.
double bytes_of_synapses(const Model& model, const Rule& rule, const RuleTargets& onto);

/// Makes the synapses of a rule that has a `making`, in places that are drawn from those of each cell with probabilities in
/// proportion to their weights, or that are given for each connection. `incoming`: the connections, by cell of `onto`.
/// `shared`: those that other rules have made for all to share. Afterwards onto.instances are the synapses of each connection, cell by cell, and onto.values belong to these.
///
/// Draws depend on the gid of the target and the number of the connection onto it, so they are the same on any rank. Throws
/// std::invalid_argument, and makes none, if a cell has connections but no place, or another number of given places.
void make_synapses(Model& model, const Rule& rule, const Incoming& incoming, RuleTargets& onto, SharedSynapses& shared);

}  // namespace ranvier::engine
