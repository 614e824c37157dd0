#pragma once

#include <string>
#include <vector>

#include "engine/network/rule_targets.hpp"
#include "engine/rule/gid_set.hpp"
#include "hoc_like/library/network/rules/place_function.hpp"

namespace ranvier::hoc {

struct Context;

/// The synapses that the cells of these gids on this rank keep in a public member: a point process, an array or a List of
/// them, or what Python keeps in an attribute; with the values of the functions at their places. Throws std::invalid_argument, which names the gid, if a cell has no such
/// member, or if it holds anything else.
engine::RuleTargets synapses_of_cells(const Context& context, const engine::GidSet& gids, const std::string& member,
                                      const std::vector<PlaceFunction>& functions);

}  // namespace ranvier::hoc
