#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/rule/rule.hpp"
#include "hoc_like/language/interface/call.hpp"
#include "hoc_like/library/network/rules/cell_regions.hpp"

namespace ranvier::hoc {

struct ParallelParts;

/// What a call of pc.connect asks for.
struct RuleCall {
    engine::Rule rule;
    std::string name;  ///< empty: none
    std::string onto;  ///< the member with the synapses; empty: targets are artificial, or it makes synapses
    std::optional<Region> region;          ///< where the rule makes synapses; nothing: it makes none
    bool is_gap = false;                   ///< the rule makes gap junctions in place of connections
    std::vector<PlaceFunction> functions;  ///< of the synapses' places, for weights and parameters
};

/// Reads the arguments of pc.connect (docs: "Connecting by rule"):
///
///     pre, post, "fixed_indegree", 1000, "weight", 0.1, "delay", "normal", 1.5, 0.75, "seed", 7
///     "edges.h5", "table"
///
/// Of a file, takes the connections onto cells of this rank. Delays are at least dt; drawn ones that are shorter are drawn again. The rule's number is left 0. Fails at the
/// script's line if the arguments are wrong or no network can meet the rule.
RuleCall rule_arguments(Call& call, const ParallelParts& parts);

}  // namespace ranvier::hoc
