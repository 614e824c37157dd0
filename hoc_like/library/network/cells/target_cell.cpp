#include "hoc_like/library/network/cells/target_cell.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "engine/network/network.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"

namespace ranvier::hoc {

ObjectPtr target_cell(const Context& context, engine::Gid gid) {
    const engine::SourceInfo info = context.network.sources().info(*context.network.gids().source_of(gid));
    if (!info.section) {
        throw std::invalid_argument(fmt::format("gid {} is an artificial cell, which has no synapses", gid));
    }
    ObjectPtr cell = context.cables.cell_of(*info.section);
    if (!cell) {
        throw std::invalid_argument(
            fmt::format("the section of gid {} belongs to no object that could have such a member", gid));
    }
    return cell;
}

}  // namespace ranvier::hoc
