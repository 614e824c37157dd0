#include "engine/cell/model_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "engine/cell/geometry.hpp"
#include "engine/cell/ion.hpp"

namespace ranvier::engine {

ModelData::~ModelData() = default;

ModelData::ModelData(Cells& owner) : cells(owner), compartments({-65., 1., 0., 500., 0., 100., 0.}) {
    const auto add = [&](const char* name, std::uint16_t column, bool is_parameter) {
        range_variables[name] = {compartment_table, column, 1, is_parameter};
    };
    add("v", col_v, false);
    add("cm", col_cm, true);
    add("i_cap", col_i_cap, false);
    add("diam", col_diam, true);
    add("i_membrane_", col_i_membrane, false);
    register_extracellular(Extracellular::default_layers);
}

std::uint32_t ModelData::add_compartment(Section& section, std::int32_t segment) {
    structure_changed();
    const std::uint32_t id = compartments.append();
    homes.add({&section, segment});
    if (segment < 0) compartments.at(col_cm, id) = 0;
    return id;
}

void ModelData::remove_compartment(std::uint32_t id) {
    structure_changed();
    bring_strays_home(id);
    remove_end_extracellular(id);
    homes.remove(id);
    compartments.erase(id);
}

void ModelData::insert(Section& section, MechanismId mechanism) {
    if (section.has(mechanism)) return;
    structure_changed();
    MechanismType& added = type(mechanism);
    bring_ions(section, added, 0, section.nseg() - 1);
    section.mechanisms_.push_back(mechanism);
    auto& ids = section.instances_.emplace_back();
    // From the far end, as in NEURON: unnamed random streams are numbered, and CONSTRUCTORs run, in that order.
    ids.resize(section.compartments_.size());
    for (std::size_t k = ids.size(); k-- > 0;) ids[k] = added.append(section.compartments_[k]);
    if (mechanism == extracellular_id) surround_ends(section, true);
    if (!added.is_ion() && added.description()->construct) {
        const std::vector<std::uint32_t> made = ids;
        for (auto id = made.rbegin(); id != made.rend(); ++id) {
            call(added, *id, added.description()->construct, "CONSTRUCTOR");
        }
    }
}

void ModelData::uninsert(Section& section, MechanismId mechanism) {
    const auto at = std::find(section.mechanisms_.begin(), section.mechanisms_.end(), mechanism);
    if (at == section.mechanisms_.end()) return;
    if (type(mechanism).is_ion()) {
        throw std::invalid_argument(
            fmt::format("{}: ions cannot be uninserted, so {} stays", section.name(), type(mechanism).name()));
    }
    const auto instances = section.instances_.begin() + (at - section.mechanisms_.begin());
    for (const std::uint32_t id : *instances) erase_instance({mechanism, id});
    if (mechanism == extracellular_id) surround_ends(section, false);
    section.instances_.erase(instances);
    const auto place = at - section.mechanisms_.begin();
    for (Section::SegmentChange& change : section.segment_changes_) {
        if (place < change.mechanisms) --change.mechanisms;
    }
    section.mechanisms_.erase(at);
}

void ModelData::bring_ions(Section& section, const MechanismType& user, int first_segment, int last_segment) {
    for (std::size_t k = 0; k < user.ions().size(); ++k) {
        const MechanismId ion = user.ions()[k];
        insert(section, ion);
        double* style = type(ion).table().column(ion_style_bits);
        const std::span<const std::uint32_t> ids = section.instances(ion);
        for (int i = first_segment; i <= last_segment; ++i) {
            double& bits = style[type(ion).table().row(ids[static_cast<std::size_t>(i)])];
            bits = promoted_style(static_cast<int>(bits), user.description()->ions[k].use);
        }
    }
}

std::uint32_t ModelData::instance_at(const Section& section, MechanismId mechanism, int segment) const {
    const std::span<const std::uint32_t> ids = section.instances(mechanism);
    return ids.empty() ? MechanismType::nowhere : ids[static_cast<std::size_t>(segment)];
}

void ModelData::erase_instance(InstanceId instance) {
    MechanismType& owner = type(instance.mechanism);
    if (!owner.table().contains(instance.id)) return;
    structure_changed();
    if (!owner.is_ion() && owner.description()->destruct) {
        call(owner, instance.id, owner.description()->destruct, "DESTRUCTOR");
    }
    leave_section(instance);
    owner.erase(instance.id);
}

void ModelData::place_instance(InstanceId instance, Section& section, std::uint32_t compartment) {
    structure_changed();
    MechanismType& owner = type(instance.mechanism);
    leave_section(instance);
    owner.place(instance.id, compartment, &section, placements++);
    section.located_.add(instance);
}

void ModelData::leave_section(InstanceId instance) {
    const MechanismType& owner = type(instance.mechanism);
    Section* section = owner.section(instance.id);
    if (!section) return;
    section->located_.remove(owner.sequence(instance.id),
                             [this](InstanceId each) { return type(each.mechanism).sequence(each.id); });
}

void ModelData::move_points(Section& section, std::uint32_t from, std::uint32_t to) {
    if (from == to) return;
    // The latest first, like NEURON's list of a node's point processes; moving them reverses their order.
    const std::span<const InstanceId> located = section.located_.all();
    const std::vector<InstanceId> points(located.rbegin(), located.rend());
    for (const InstanceId point : points) {
        if (type(point.mechanism).compartment(point.id) == from) place_instance(point, section, to);
    }
}

namespace {

// Collects the section and all descendants that begin in the same compartment.
void collect_beginnings(Section& section, std::vector<ModelData::Beginning>& found) {
    found.push_back({&section, section.near_compartment()});
    for (Section* child : section.children()) {
        if (child->is_at_beginning()) collect_beginnings(*child, found);
    }
}

}  // namespace

std::vector<ModelData::Beginning> ModelData::beginnings(Section& section) {
    std::vector<Beginning> found;
    collect_beginnings(section, found);
    return found;
}

std::vector<ModelData::Beginning> ModelData::branches(Section& section) {
    std::vector<Beginning> found;
    for (Section* child : section.children_) {
        if (!child->is_at_beginning()) collect_beginnings(*child, found);
    }
    return found;
}

void ModelData::follow_beginnings(const std::vector<Beginning>& before) {
    for (const Beginning& begin : before) {
        if (begin.section->located_.empty()) continue;
        move_points(*begin.section, begin.compartment, begin.section->near_compartment());
    }
}

void ModelData::note_strays(const std::vector<Beginning>& before) {
    for (const Beginning& begin : before) {
        if (begin.compartment == begin.section->near_compartment()) continue;
        for (const InstanceId point : begin.section->located_.all()) {
            if (type(point.mechanism).compartment(point.id) == begin.compartment) strays.push_back(point);
        }
    }
}

void ModelData::bring_strays_home(std::uint32_t compartment) {
    if (strays.empty()) return;
    std::erase_if(strays, [&](InstanceId point) {
        const MechanismType& owner = type(point.mechanism);
        if (!owner.table().contains(point.id)) return true;
        if (owner.compartment(point.id) != compartment) return false;
        Section& section = *owner.section(point.id);
        place_instance(point, section, section.near_compartment());
        return true;
    });
}

void ModelData::disconnect(Section& section) {
    if (!section.parent_) return;
    structure_changed();
    coefficients_are_old = true;
    const std::vector<Beginning> before = beginnings(section);
    std::erase(section.parent_->children_, &section);
    section.parent_ = nullptr;
    section.root_ = add_compartment(section, Home::root);
    if (section.has(extracellular_id)) add_end_extracellular(section.root_);
    follow_beginnings(before);
}

void ModelData::destroy(Section& section) {
    const std::vector<Section*> children = section.children_;
    for (Section* child : children) disconnect(*child);
    disconnect(section);
    const std::span<const InstanceId> located = section.located_.all();
    const std::vector<InstanceId> points(located.begin(), located.end());
    for (const InstanceId point : points) erase_instance(point);
    for (std::size_t m = 0; m < section.mechanisms_.size(); ++m) {
        for (const std::uint32_t id : section.instances_[m]) erase_instance({section.mechanisms_[m], id});
    }
    for (const std::uint32_t compartment : section.compartments_) remove_compartment(compartment);
    remove_compartment(section.end_);
    remove_compartment(section.root_);
    sections.remove(section);
}

Section& OwnedSections::add(std::unique_ptr<Section> section) {
    section->position_ = static_cast<std::uint32_t>(sections_.size());
    return *sections_.emplace_back(std::move(section));
}

void OwnedSections::remove(const Section& section) {
    const std::size_t place = section.position_;
    sections_[place] = nullptr;
    first_gap_ = gaps_ == 0 ? place : std::min(first_gap_, place);
    if (2 * ++gaps_ > sections_.size()) close_gaps();
}

void OwnedSections::close_gaps() const {
    const auto behind =
        std::remove(sections_.begin() + static_cast<std::ptrdiff_t>(first_gap_), sections_.end(), nullptr);
    sections_.erase(behind, sections_.end());
    for (std::size_t k = first_gap_; k < sections_.size(); ++k) sections_[k]->position_ = static_cast<std::uint32_t>(k);
    gaps_ = 0;
}

void ModelData::update_shape(Section& section) {
    const int n = section.nseg();
    std::vector<SegmentShape> segments(static_cast<std::size_t>(n));
    for (int j = 0; j < n; ++j) {
        const double diam = compartments.at(col_diam, section.node(j));
        if (section.points_.size() < 2 && diam <= 0) {
            throw std::invalid_argument(
                fmt::format("{}: diam = {}, but a diameter must be positive", section.name(), diam));
        }
        segments[static_cast<std::size_t>(j)].diam = diam;
    }
    if (!section.points_.empty()) section.L_ = section.points_.back().arc;
    section.shape_is_old_ = false;
    section.L_ = section.L();
    const double end = section.points_.size() > 1 ? shape_points(segments, section.points_, section.Ra_)
                                                  : shape_cylinders(segments, section.L_, section.Ra_);
    for (int j = 0; j < n; ++j) {
        const SegmentShape& segment = segments[static_cast<std::size_t>(j)];
        compartments.at(col_diam, section.node(j)) = segment.diam;
        compartments.at(col_area, section.node(j)) = segment.area;
        compartments.at(col_conductance, section.node(j)) = segment.conductance;
    }
    compartments.at(col_conductance, section.end_) = end;
    coefficients_are_old = true;
}

void ModelData::update_coefficients() {
    // All sections, because a section that was reversed keeps its resistances until now.
    for (const auto& section : sections.all()) update_shape(*section);
    a.assign(compartments.size(), 0.);
    b.assign(compartments.size(), 0.);
    const double* area = compartments.column(col_area);
    const double* conductance = compartments.column(col_conductance);
    for (const auto& section : sections.all()) {
        std::uint32_t parent = compartments.row(section->near_compartment());
        for (int j = 0; j <= section->nseg(); ++j) {
            const std::uint32_t row = compartments.row(j < section->nseg() ? section->node(j) : section->end_);
            const double factor = j == 0 ? -1.e2 * section->rallbranch_ : -1.e2;
            a[row] = factor * conductance[row] / area[parent];
            b[row] = -1.e2 * conductance[row] / area[row];
            parent = row;
        }
    }
    coefficients_are_old = false;
    ++coefficients_version;
}

}  // namespace ranvier::engine
