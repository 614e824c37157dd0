#include "hoc_like/library/network/cells/target_cell.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "engine/network/network.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"

namespace ranvier::hoc {

std::vector<std::uint32_t> positions_here(const Context& context, const engine::GidSet& gids) {
    std::vector<std::uint32_t> positions;
    for (const engine::Gid gid : context.network.gids().cells()) {
        if (const std::uint32_t position = gids.position(gid); position != engine::GidSet::absent) {
            positions.push_back(position);
        }
    }
    std::sort(positions.begin(), positions.end());
    return positions;
}

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
