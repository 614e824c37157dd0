#pragma once

#include <cstdint>

#include "engine/network/rule_targets.hpp"
#include "engine/rule/rule.hpp"

namespace ranvier::engine {

class Model;

/// Makes the synapses of a rule that has a `making`: one for each connection, in a segment that is drawn from the places of
/// its cell, each with a probability in proportion to its weight. `incoming`: the connections, by cell of `onto`, whose
/// instances are then the synapses, cell by cell and connection by connection.
///
/// Draws depend on the gid of the target and the number of the connection onto it, so they are the same on any rank. Throws
/// std::invalid_argument, and makes none, if a cell has connections but no place.
void make_synapses(Model& model, const Rule& rule, const Incoming& incoming, RuleTargets& onto);

}  // namespace ranvier::engine
