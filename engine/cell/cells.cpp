#include "engine/cell/cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "engine/cell/ion.hpp"
#include "engine/cell/model_data.hpp"

namespace ranvier::engine {

Cells::Cells() : state_(std::make_unique<State>(*this)) {}
Cells::~Cells() = default;

Section& Cells::create_section(std::string name) {
    ModelData& data = *state_;
    auto& section = data.sections.add(std::make_unique<Section>(*this, std::move(name), data.next_section_id++));
    section.compartments_.push_back(data.add_compartment(section, 0));
    section.end_ = data.add_compartment(section, Home::far_end);
    section.root_ = data.add_compartment(section, Home::root);
    section.shape_changed();
    return section;
}

void Cells::destroy_section(Section& section) {
    state_->destroy(section);
}

std::span<const std::unique_ptr<Section>> Cells::sections() const {
    return state_->sections.all();
}

bool Cells::is_without_equations() const {
    if (!sections().empty() || !state_->linear_mechanisms.empty()) return false;
    return std::all_of(state_->mechanisms.begin(), state_->mechanisms.end(), [](const auto& type) {
        return type->table().size() == 0 || (type->is_artificial() && !type->description()->advance);
    });
}

namespace {

/// Whether `section` is `top` or one of its descendants.
///
/// Goes up from `section` and down from `top` in turn, and ends when either way ends, so it takes the shorter of the
/// two: connecting n sections takes O(n log n), in whatever order.
bool is_in_subtree(const Section& section, const Section& top) {
    std::vector<const Section*> below{&top};
    const Section* above = &section;
    while (above && !below.empty()) {
        if (above == &top) return true;
        above = above->parent();
        const Section* next = below.back();
        below.pop_back();
        if (next == &section) return true;
        below.insert(below.end(), next->children().begin(), next->children().end());
    }
    return false;
}

}  // namespace

void Cells::connect(Section& child, double child_end, Section& parent, double parent_x) {
    ModelData& data = *state_;
    if (child_end != 0 && child_end != 1) {
        throw std::invalid_argument(
            fmt::format("{}({}): a section must be connected by its end 0 or 1", child.name(), child_end));
    }
    if (!(parent_x >= 0 && parent_x <= 1)) {
        throw std::invalid_argument(
            fmt::format("{}({}): a position on the parent must be between 0 and 1", parent.name(), parent_x));
    }
    if (is_in_subtree(parent, child)) {
        throw std::invalid_argument(fmt::format("connecting {} to {} would form a loop", child.name(), parent.name()));
    }
    std::vector<ModelData::Beginning> before = ModelData::beginnings(child);
    std::vector<ModelData::Beginning> branched = ModelData::branches(child);
    if (child.child_end_ != child_end) {  // sections that began with the child now begin at its far end
        branched.insert(branched.end(), before.begin() + 1, before.end());
        before.erase(before.begin() + 1, before.end());
    }
    const bool was_root = child.parent_ == nullptr;
    if (!was_root) std::erase(child.parent_->children_, &child);
    if (child.child_end_ != child_end) {
        std::reverse(child.children_.begin(), child.children_.end());
        child.segment_changes_.push_back({0, static_cast<std::uint16_t>(child.mechanisms_.size())});
    }
    child.child_end_ = child_end;
    child.parent_ = &parent;
    child.parent_x_ = parent_x;

    // Siblings are sorted by distance from the parent's beginning; at equal distance, the latest comes first.
    const auto distance = [&](const Section* s) { return parent.child_end_ == 0 ? s->parent_x_ : 1. - s->parent_x_; };
    const auto at = std::find_if(parent.children_.begin(), parent.children_.end(),
                                 [&](const Section* s) { return distance(&child) <= distance(s); });
    parent.children_.insert(at, &child);

    data.structure_changed();
    data.coefficients_are_old = true;
    data.follow_beginnings(before);
    data.note_strays(branched);
    if (was_root) {
        data.remove_compartment(child.root_);
        child.root_ = MechanismType::nowhere;
    }
}

void Cells::disconnect(Section& section) {
    state_->disconnect(section);
}

void Cells::insert(Section& section, MechanismId mechanism) {
    if (!state_->type(mechanism).is_density()) {
        throw std::invalid_argument(fmt::format("{} is not a density mechanism, so it cannot be inserted into {}",
                                                state_->type(mechanism).name(), section.name()));
    }
    state_->insert(section, mechanism);
}

void Cells::uninsert(Section& section, MechanismId mechanism) {
    state_->uninsert(section, mechanism);
}

int Cells::ion_style(const Section& section, MechanismId ion) const {
    const std::uint32_t id = state_->instance_at(section, ion, section.child_end() != 0 ? section.nseg() - 1 : 0);
    if (id == MechanismType::nowhere) return -1;
    return static_cast<int>(state_->type(ion).table().at(ion_style_bits, id));
}

void Cells::set_ion_style(Section& section, MechanismId ion, int c_style, int e_style, int einit, int eadvance,
                          int cinit) {
    const auto within = [&](int value, int most) {
        if (value < 0 || value > most) {
            throw std::invalid_argument(fmt::format("ion_style: {} is outside 0 .. {}", value, most));
        }
        return value;
    };
    const int style = within(c_style, 3) + 010 * within(e_style, 3) + 040 * within(einit, 1) +
                      0100 * within(eadvance, 1) + 04 * within(cinit, 1);
    MechanismType& type = state_->type(ion);
    for (const std::uint32_t id : section.instances(ion)) {
        double& bits = type.table().at(ion_style_bits, id);
        bits = style | (static_cast<int>(bits) & (IonStyle::inside_is_written | IonStyle::outside_is_written));
    }
    state_->structure_changed();
}

void Cells::set_services(const rv_services* services) {
    state_->services = services;
}
std::uint64_t Cells::structure_version() const {
    return state_->structure_version;
}

Cells::Place Cells::compartment_place(std::uint32_t row) const {
    const std::uint32_t id = state_->compartments.id(row);
    Section* section = state_->homes[id].section;
    return {section, section->position_of(id)};
}

Cells::Memory Cells::memory() const {
    const ModelData& data = *state_;
    Memory sum{data.compartments.bytes() + data.homes.bytes(), 0, 0};
    for (const auto* column : {&data.a, &data.b, &data.d, &data.rhs, &data.saved.d, &data.saved.rhs,
                               &data.saved.v_of_initial, &data.saved.v_of_currents}) {
        sum.compartments += column->capacity() * sizeof(double);
    }
    for (const auto& type : data.mechanisms) sum.mechanisms += type->bytes();
    for (const auto& section : data.sections.all()) {
        sum.sections +=
            sizeof(Section) + section->name_.capacity() + section->compartments_.capacity() * sizeof(std::uint32_t) +
            section->points_.capacity() * sizeof(Point3d) + section->children_.capacity() * sizeof(Section*);
        for (const auto& ids : section->instances_) sum.sections += ids.capacity() * sizeof(std::uint32_t);
    }
    return sum;
}

}  // namespace ranvier::engine
