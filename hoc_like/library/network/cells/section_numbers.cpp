#include "hoc_like/library/network/cells/section_numbers.hpp"

#include "engine/cell/section.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"

namespace ranvier::hoc {

std::optional<SectionNumbers::Place> SectionNumbers::of(engine::Gid gid, engine::InstanceId synapse) {
    const auto place = context_.model.place(synapse);
    if (!place.section) return std::nullopt;
    if (!numbers_.contains(place.section)) number(gid);
    return Place{numbers_.at(place.section), place.x};
}

/// Adds the sections of a cell.
void SectionNumbers::number(engine::Gid gid) {
    const auto source = context_.network.gids().source_of(gid);
    const engine::Section& section = *context_.network.sources().info(*source).section;
    const CellSections::Sections sections = finder_.numbered(context_.cables.cell_of(section), gid);
    for (std::uint32_t k = 0; k < sections.size(); ++k) numbers_[sections[k]] = k;
}

}  // namespace ranvier::hoc
