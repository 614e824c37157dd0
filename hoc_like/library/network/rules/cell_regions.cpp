#include "hoc_like/library/network/rules/cell_regions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/cell/section.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/network/cells/cell_sections.hpp"
#include "hoc_like/library/network/cells/target_cell.hpp"
#include "hoc_like/library/network/rules/cell_places.hpp"

namespace ranvier::hoc {

namespace {

/// Collects the places of one cell after another.
class Collector {
  public:
    Collector(const Context& context, const engine::Rule& rule, const Region& region,
              const std::vector<PlaceFunction>& functions)
        : context_(context), rule_(rule), region_(region), functions_(functions), finder_(context) {
        targets_.values.resize(functions.size());
    }
    void add(std::uint32_t position);
    engine::RuleTargets take() { return std::move(targets_); }

  private:
    void add_segments(engine::Section& section, const CellPlaces& places);
    void add_given(std::uint32_t position, const CellPlaces& places);
    /// A section and a position in it.
    using Found = std::pair<engine::Section*, double>;
    Found find(std::size_t k) const;
    Found find_segment(double number) const;
    double weight(const engine::Section& section, const CellPlaces& places, double x) const;

    const Context& context_;
    const engine::Rule& rule_;
    const Region& region_;
    const std::vector<PlaceFunction>& functions_;
    CellSections finder_;
    engine::RuleTargets targets_;
    // Of the current cell:
    engine::Gid gid_ = 0;
    CellSections::Sections sections_;
    std::vector<engine::SynapsePlace> found_;
};

void Collector::add(std::uint32_t position) {
    gid_ = rule_.targets[position];
    const ObjectPtr cell = target_cell(context_, gid_);
    sections_.clear();
    found_.clear();
    for (const std::string& member : region_.members) finder_.add(cell, gid_, member, sections_);
    if (region_.members.empty()) sections_ = finder_.numbered(cell, gid_);
    const CellPlaces places(context_, finder_, cell, gid_);
    if (region_.given) {
        add_given(position, places);
    } else {
        for (engine::Section* section : sections_) add_segments(*section, places);
    }
    targets_.add(position, std::span<const engine::SynapsePlace>(found_));
}

void Collector::add_segments(engine::Section& section, const CellPlaces& places) {
    for (int i = 0; i < (region_.x ? 1 : section.nseg()); ++i) {
        const double x = region_.x.value_or((i + 0.5) / section.nseg());
        const double away = places.distance(section, x);
        if (!(away >= region_.nearest && away <= region_.farthest)) continue;
        const double of_segment = weight(section, places, x);
        if (!(of_segment > 0)) continue;
        found_.push_back({&section, x, of_segment});
        places.evaluate(functions_, section, x, targets_.values);
    }
}

double Collector::weight(const engine::Section& section, const CellPlaces& places, double x) const {
    const double length = section.L() / section.nseg();
    switch (region_.by) {
        case Region::By::length:
            return length;
        case Region::By::area:
            return context_.model.area(section, x);
        case Region::By::segment:
            return 1;
        case Region::By::function:
            break;
    }
    const double value = places.value(*region_.function, section, x);
    if (value >= 0) return value * length;
    throw std::invalid_argument(fmt::format("by: {} is {:g}, below 0, at {}({:g}) of gid {}", region_.function->text(),
                                            value, section.name(), x, gid_));
}

void Collector::add_given(std::uint32_t position, const CellPlaces& places) {
    const std::vector<std::uint64_t>& first = rule_.table->first;
    for (std::uint64_t k = first[position]; k < first[position + std::size_t{1}]; ++k) {
        const auto [section, x] = find(k);
        found_.push_back({section, x, 1});
        places.evaluate(functions_, *section, x, targets_.values);
    }
}

/// The place of connection k of the table.
Collector::Found Collector::find(std::size_t k) const {
    const GivenPlaces& given = *region_.given;
    if (!given.segments.empty()) return find_segment(given.segments[k]);
    const double number = given.sections[k], x = given.x[k];
    if (!(number >= 0 && number < static_cast<double>(sections_.size()) && number == std::floor(number))) {
        throw std::invalid_argument(fmt::format("section: gid {} has no section {:g}; it has {}, counted from 0", gid_,
                                                number, sections_.size()));
    }
    if (!(x >= 0 && x <= 1)) {
        throw std::invalid_argument(fmt::format("x: {:g} is not between 0 and 1, for a synapse of gid {}", x, gid_));
    }
    return {sections_[static_cast<std::size_t>(number)], x};
}

Collector::Found Collector::find_segment(double number) const {
    double before = 0;
    for (engine::Section* section : sections_) {
        const double i = number - before;
        if (i >= 0 && i < section->nseg() && i == std::floor(i)) return {section, (i + 0.5) / section->nseg()};
        before += section->nseg();
    }
    throw std::invalid_argument(
        fmt::format("segment: gid {} has no segment {:g}; it has {:g}, counted from 0", gid_, number, before));
}

}  // namespace

std::string Region::text() const {
    return fmt::format("on {} distance {} {} x {} by {} {}", fmt::join(members, " "), nearest, farthest, x.value_or(-1),
                       static_cast<int>(by), function ? function->text() : "");
}

engine::RuleTargets places_in_cells(const Context& context, const engine::Rule& rule, const Region& region,
                                    const std::vector<PlaceFunction>& functions) {
    Collector collector(context, rule, region, functions);
    for (const std::uint32_t position : positions_here(context.network, rule.targets)) collector.add(position);
    return collector.take();
}

}  // namespace ranvier::hoc
