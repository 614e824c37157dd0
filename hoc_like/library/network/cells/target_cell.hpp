#pragma once

#include "engine/rule/gid_set.hpp"
#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

struct Context;

/// The object that contains the section whose spikes have this gid, which must have a cell on this rank. Throws
/// std::invalid_argument, which names the gid, if the cell is artificial, or its section belongs to no object.
ObjectPtr target_cell(const Context& context, engine::Gid gid);

}  // namespace ranvier::hoc
