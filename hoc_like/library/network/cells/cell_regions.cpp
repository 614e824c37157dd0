#include "hoc_like/library/network/cells/cell_regions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <variant>

#include "engine/cell/section.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/bridge.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/sections/distance.hpp"
#include "hoc_like/library/cable/sections/section_list.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/network/cells/target_cell.hpp"
#include "hoc_like/library/python/python_object.hpp"

namespace ranvier::hoc {

namespace {

using Sections = std::vector<engine::Section*>;

/// Finds the sections that cells keep in their members.
class SectionFinder {
  public:
    explicit SectionFinder(const Context& context) : context_(context), bridge_(context.interpreter) {}

    bool has(const ObjectPtr& cell, const std::string& member) const {
        if (const python::Handle* of = python_object_in(cell)) return python::has_attribute(*of, member);
        return bridge_.meaning(cell, member).kind == Bridge::Kind::section;
    }
    /// Appends those of one member, without those that are there already.
    void add(const ObjectPtr& cell, engine::Gid gid, const std::string& member, Sections& to) {
        const std::vector<SectionPtr> found = python_object_in(cell) ? of_python(cell, member) : of_hoc(cell, member);
        if (found.empty()) {
            throw std::invalid_argument(fmt::format("on {}: the cell of gid {} has no sections there", member, gid));
        }
        for (const SectionPtr& each : found) {
            engine::Section* section = &section_of(*each);
            if (std::find(to.begin(), to.end(), section) == to.end()) to.push_back(section);
        }
    }

  private:
    std::vector<SectionPtr> of_hoc(const ObjectPtr& cell, const std::string& member);
    std::vector<SectionPtr> of_python(const ObjectPtr& cell, const std::string& member);
    static std::vector<SectionPtr> in_list(const ObjectPtr& object) {
        auto* list = object.as<SectionListObject>();
        return list ? list->living() : std::vector<SectionPtr>{};
    }

    const Context& context_;
    Bridge bridge_;
};

std::vector<SectionPtr> SectionFinder::of_hoc(const ObjectPtr& cell, const std::string& member) {
    const Bridge::Meaning meaning = bridge_.meaning(cell, member);
    const bool is_array = !meaning.shape.empty();
    if (meaning.kind == Bridge::Kind::object && !is_array)
        return in_list(std::get<ObjectPtr>(bridge_.load(cell, member)));
    if (meaning.kind != Bridge::Kind::section || meaning.shape.size() > 1) return {};
    std::vector<SectionPtr> found;
    for (double k = 0; k < (is_array ? meaning.shape[0] : 1); ++k) {
        const Bridge::Taken taken = bridge_.load(cell, member, {&k, is_array ? 1U : 0U});
        found.push_back(std::get<SectionPtr>(taken));
    }
    return found;
}

std::vector<SectionPtr> SectionFinder::of_python(const ObjectPtr& cell, const std::string& member) {
    const python::Handle& of = *python_object_in(cell);
    if (!python::has_attribute(of, member)) return {};
    const python::Handle function = python::attribute(python::module_named("ranvier.templates"), "section_list");
    const std::array<python::Handle, 1> argument{python::attribute(of, member)};
    return in_list(object_from_python(context_.interpreter, python::call(function, argument)));
}

double weight_of(const engine::Section& section, const Region& region, const Context& context, double x) {
    switch (region.by) {
        case Region::By::length:
            return section.L() / section.nseg();
        case Region::By::area:
            return context.model.area(section, x);
        case Region::By::segment:
            break;
    }
    return 1;
}

void add_places(const Context& context, engine::Section& section, const CablePoint& soma, const Region& region,
                std::vector<engine::SynapsePlace>& to) {
    for (int i = 0; i < section.nseg(); ++i) {
        const double x = (i + 0.5) / section.nseg();
        const double away = path_distance(soma, {&section, x});
        if (!(away >= region.nearest && away <= region.farthest)) continue;
        if (const double weight = weight_of(section, region, context, x); weight > 0)
            to.push_back({&section, x, weight});
    }
}

}  // namespace

std::string Region::text() const {
    return fmt::format("on {} distance {} {} by {}", fmt::join(members, " "), nearest, farthest, static_cast<int>(by));
}

engine::RuleTargets places_in_cells(const Context& context, const engine::GidSet& gids, const Region& region) {
    SectionFinder finder(context);
    engine::RuleTargets targets;
    for (const std::uint32_t position : positions_here(context.network, gids)) {
        const engine::Gid gid = gids[position];
        const ObjectPtr cell = target_cell(context, gid);
        Sections sections, soma;
        for (const std::string& member : region.members) finder.add(cell, gid, member, sections);
        if (finder.has(cell, "soma")) {
            finder.add(cell, gid, "soma", soma);
        } else {
            const auto source = context.network.gids().source_of(gid);
            soma.push_back(&context.network.sources().info(*source).section->root());
        }
        std::vector<engine::SynapsePlace> places;
        for (engine::Section* section : sections) {
            add_places(context, *section, {soma.front(), 0.5}, region, places);
        }
        targets.add(position, std::span<const engine::SynapsePlace>(places));
    }
    return targets;
}

}  // namespace ranvier::hoc
