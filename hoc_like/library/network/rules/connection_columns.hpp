#pragma once

#include <string_view>

#include "engine/network/network_ids.hpp"
#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

class Registry;
struct Context;

/// A ConnectionColumns for scripts: the connections onto the cell of a gid on this rank (pc.connections). Throws
/// std::invalid_argument if the gid has no cell on this rank.
ObjectPtr make_connection_columns(const Context& context, engine::Gid gid);

/// A List of the synapses of these connections, each once, in the order of their numbers.
ObjectPtr netcons_onto(const Context& context, engine::Gid gid);
ObjectPtr synapses_onto(const Context& context, engine::Gid gid);

void register_connection_columns(Registry& registry, const Context& context);

}  // namespace ranvier::hoc
