#include "engine/solve/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "engine/cell/ion.hpp"
#include "engine/cell/model_data.hpp"
#include "engine/solve/cell_block.hpp"

namespace ranvier::engine {

Model::Model() : state_(std::make_unique<State>(*this)) {}
Model::~Model() = default;

Section& Model::create_section(std::string name) {
    ModelData& data = *state_;
    auto& section =
        *data.sections.emplace_back(std::make_unique<Section>(*this, std::move(name), data.next_section_id++));
    section.compartments_.push_back(data.add_compartment(section, 0));
    section.end_ = data.add_compartment(section, Home::far_end);
    section.root_ = data.add_compartment(section, Home::root);
    section.shape_changed();
    return section;
}

void Model::destroy_section(Section& section) {
    state_->destroy(section);
}

std::span<const std::unique_ptr<Section>> Model::sections() const {
    return state_->sections;
}

bool Model::is_without_equations() const {
    if (!state_->linear_mechanisms.empty()) return false;
    return std::all_of(state_->mechanisms.begin(), state_->mechanisms.end(),
                       [](const auto& type) { return type->is_artificial() || type->table().size() == 0; });
}

void Model::connect(Section& child, double child_end, Section& parent, double parent_x) {
    ModelData& data = *state_;
    if (child_end != 0 && child_end != 1) {
        throw std::invalid_argument(
            fmt::format("{}({}): a section is connected by its end 0 or 1", child.name(), child_end));
    }
    if (!(parent_x >= 0 && parent_x <= 1)) {
        throw std::invalid_argument(
            fmt::format("{}({}): a position on the parent lies between 0 and 1", parent.name(), parent_x));
    }
    for (const Section* ancestor = &parent; ancestor; ancestor = ancestor->parent_) {
        if (ancestor == &child) {
            throw std::invalid_argument(
                fmt::format("connecting {} to {} would form a loop", child.name(), parent.name()));
        }
    }
    std::vector<ModelData::Beginning> before = ModelData::beginnings(child);
    std::vector<ModelData::Beginning> branched = ModelData::branches(child);
    if (child.child_end_ != child_end) {  // what began with it is at its far end now
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

    // Siblings stand by increasing distance from the parent's beginning, a later one before those at the same place.
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

void Model::disconnect(Section& section) {
    state_->disconnect(section);
}

void Model::insert(Section& section, MechanismId mechanism) {
    if (!state_->type(mechanism).is_density()) {
        throw std::invalid_argument(fmt::format("{} is no density mechanism, so it cannot be inserted into {}",
                                                state_->type(mechanism).name(), section.name()));
    }
    state_->insert(section, mechanism);
}

void Model::uninsert(Section& section, MechanismId mechanism) {
    state_->uninsert(section, mechanism);
}

int Model::ion_style(const Section& section, MechanismId ion) const {
    const std::uint32_t id = state_->instance_at(section, ion, section.child_end() != 0 ? section.nseg() - 1 : 0);
    if (id == MechanismType::nowhere) return -1;
    return static_cast<int>(state_->type(ion).table().at(ion_style_bits, id));
}

void Model::set_ion_style(Section& section, MechanismId ion, int c_style, int e_style, int einit, int eadvance,
                          int cinit) {
    const auto within = [&](int value, int most) {
        if (value < 0 || value > most) {
            throw std::invalid_argument(fmt::format("ion_style: {} lies outside 0 .. {}", value, most));
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

void Model::set_services(const rv_services* services) {
    state_->services = services;
}
std::uint64_t Model::structure_version() const {
    return state_->structure_version;
}
std::span<const std::unique_ptr<Block>> Model::blocks() const {
    return state_->blocks;
}

namespace {

std::uint32_t block_of_row(const ModelData& data, std::uint32_t row) {
    const auto behind = std::partition_point(data.cell_blocks.begin(), data.cell_blocks.end(),
                                             [&](const CellBlock* block) { return block->first_row() <= row; });
    // Blocks without compartments share their first row with the next one, which owns it.
    auto k = static_cast<std::uint32_t>(behind - data.cell_blocks.begin());
    return k == 0 ? 0 : k - 1;
}

}  // namespace

Model::Location Model::locate(InstanceId instance) const {
    const ModelData& data = *state_;
    const MechanismType& type = *data.mechanisms.at(instance.mechanism);
    if (!type.table().contains(instance.id)) throw std::invalid_argument(type.name() + ": the instance is gone");
    const std::vector<std::uint32_t>& first = data.first_instance.at(instance.mechanism);
    const std::uint32_t row = type.table().row(instance.id);
    const auto behind = std::upper_bound(first.begin(), first.end(), row);
    const auto k = static_cast<std::size_t>(behind - first.begin()) - 1;
    if (k + 1 >= first.size()) throw std::invalid_argument(type.name() + ": the point process is in no section");
    return {static_cast<std::uint32_t>(k), row - first[k]};
}

std::uint32_t Model::block_of(const Section& section) const {
    return block_of_row(*state_, state_->compartments.row(section.far_compartment()));
}

std::uint32_t Model::block_of(VariableRef ref) const {
    if (ref.table == scalar_table) return 0;
    if (ref.table == compartment_table) return block_of_row(*state_, state_->compartments.row(ref.id));
    return locate({ref.table, ref.id}).block;
}

Model::Place Model::compartment_place(std::uint32_t row) const {
    const std::uint32_t id = state_->compartments.id(row);
    Section* section = state_->homes[id].section;
    return {section, section->position_of(id)};
}

Model::Memory Model::memory() const {
    const ModelData& data = *state_;
    Memory sum{data.compartments.bytes() + data.homes.capacity() * sizeof(Home), 0, 0};
    for (const auto* column : {&data.a, &data.b, &data.d, &data.rhs, &data.saved_d, &data.saved_rhs}) {
        sum.compartments += column->capacity() * sizeof(double);
    }
    for (const auto& type : data.mechanisms) sum.mechanisms += type->bytes();
    for (const auto& section : data.sections) {
        sum.sections +=
            sizeof(Section) + section->name_.capacity() + section->compartments_.capacity() * sizeof(std::uint32_t) +
            section->points_.capacity() * sizeof(Point3d) + section->children_.capacity() * sizeof(Section*);
        for (const auto& ids : section->instances_) sum.sections += ids.capacity() * sizeof(std::uint32_t);
    }
    return sum;
}

}  // namespace ranvier::engine
