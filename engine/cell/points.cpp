#include <fmt/format.h>

#include <stdexcept>

#include "engine/cell/instance_view.hpp"
#include "engine/cell/mechanism_error.hpp"
#include "engine/cell/model_data.hpp"

namespace ranvier::engine {

namespace {

void check_position_for_ions(const ModelData& data, const MechanismType& type, const Section& section,
                             std::uint32_t compartment) {
    if (type.ions().empty() || data.homes[compartment].segment >= 0) return;
    throw std::invalid_argument(
        fmt::format("{} uses ions, so it cannot be at an end of section {}; place it between "
                    "0 and 1",
                    type.name(), section.name()));
}

void bring_ions(ModelData& data, const MechanismType& type, std::uint32_t compartment) {
    if (type.ions().empty()) return;
    const Home home = data.homes[compartment];
    data.bring_ions(*home.section, type, home.segment, home.segment);
}

}  // namespace

void ModelData::view_one(MechanismType& type, std::uint32_t id, InstanceView& view, std::vector<double>& scratch) {
    if (rhs.size() < compartments.size()) {
        rhs.resize(compartments.size());
        d.resize(compartments.size());
    }
    fill_view(*this, type, type.table().row(id), 1, 0, view);
    for (int k = 0; k < type.description()->pointer_count; ++k) {
        const VariableRef* target = type.pointer_target(id, k);
        if (target && cells.exists(*target)) view.pointers[static_cast<std::size_t>(k)][0] = cells.address(*target);
    }
    scratch.resize(static_cast<std::size_t>(type.description()->scratch_columns));
    rv_instances& instances = view.instances;
    instances.scratch = scratch.data();
    instances.t = cells.t;
    instances.dt = cells.dt;
    instances.celsius = cells.celsius;
    instances.secondorder = cells.secondorder;
    instances.services = services;
}

void ModelData::call(const MechanismType& owner, std::uint32_t id, int (*function)(rv_instances*), const char* what) {
    InstanceView view;
    std::vector<double> scratch;
    view_one(type(owner.id()), id, view, scratch);
    if (function(&view.instances) != 0) throw failure_of(fmt::format("{}: {}", owner.name(), what));
}

InstanceId Cells::create_point_process(MechanismId mechanism, Section& section, double x) {
    ModelData& data = *state_;
    MechanismType& type = data.type(mechanism);
    if (!type.is_point_process()) throw std::invalid_argument(type.name() + " is not a point process");
    const std::uint32_t compartment = section.compartment_at(x);
    check_position_for_ions(data, type, section, compartment);
    bring_ions(data, type, compartment);
    const InstanceId instance{mechanism, type.append(compartment)};
    data.place_instance(instance, section, compartment);
    if (type.description()->construct) data.call(type, instance.id, type.description()->construct, "CONSTRUCTOR");
    return instance;
}

void Cells::move_point_process(InstanceId instance, Section& section, double x) {
    ModelData& data = *state_;
    MechanismType& type = data.type(instance.mechanism);
    if (!type.is_point_process()) throw std::invalid_argument(type.name() + " is not located in a section");
    if (!type.table().contains(instance.id)) throw std::invalid_argument(type.name() + ": the instance was deleted");
    const std::uint32_t compartment = section.compartment_at(x);
    check_position_for_ions(data, type, section, compartment);
    bring_ions(data, type, compartment);
    data.place_instance(instance, section, compartment);
}

InstanceId Cells::create_artificial_cell(MechanismId mechanism) {
    ModelData& data = *state_;
    MechanismType& type = data.type(mechanism);
    if (!type.is_artificial()) throw std::invalid_argument(type.name() + " is not an artificial cell");
    data.structure_changed();
    const InstanceId instance{mechanism, type.append(MechanismType::nowhere)};
    if (type.description()->construct) data.call(type, instance.id, type.description()->construct, "CONSTRUCTOR");
    return instance;
}

void Cells::destroy_instance(InstanceId instance) {
    if (state_->type(instance.mechanism).is_density()) {
        throw std::invalid_argument("a density mechanism can be removed only from a whole section, not from a segment");
    }
    state_->erase_instance(instance);
}

Cells::Place Cells::place(InstanceId instance) const {
    const MechanismType& type = state_->type(instance.mechanism);
    if (!type.table().contains(instance.id)) return {nullptr, 0};
    const std::uint32_t compartment = type.compartment(instance.id);
    if (compartment == MechanismType::nowhere) return {nullptr, 0};
    Section* section = type.is_density() ? state_->homes[compartment].section : type.section(instance.id);
    return {section, section->position_of(compartment)};
}

bool Cells::exists(InstanceId instance) const {
    return instance && instance.mechanism < state_->mechanisms.size() &&
           state_->type(instance.mechanism).table().contains(instance.id);
}

void Cells::set_pointer(InstanceId instance, int k, VariableRef target) {
    state_->type(instance.mechanism).set_pointer(instance.id, k, target);
    state_->structure_changed();
}

void Cells::set_pointer(InstanceId instance, int k, double* target) {
    MechanismType& type = state_->type(instance.mechanism);
    type.forget_pointer_target(instance.id, k);
    type.pointer_slots(k)[type.table().row(instance.id)] = target;
    state_->structure_changed();
}

std::optional<VariableRef> Cells::pointer(InstanceId instance, int k) const {
    const VariableRef* target = state_->type(instance.mechanism).pointer_target(instance.id, k);
    return target ? std::optional(*target) : std::nullopt;
}

rv_random& Cells::random(InstanceId instance, int k) {
    return state_->type(instance.mechanism).random(instance.id, k);
}

Past& Cells::past(InstanceId instance, int k) {
    return state_->type(instance.mechanism).past(instance.id, k);
}

void Cells::set_stream_group(std::uint32_t group) {
    state_->unnamed_streams.group = group;
}

std::uint32_t Cells::stream_group() const {
    return state_->unnamed_streams.group;
}

InstanceId Cells::instance(const Section& section, MechanismId mechanism, double x) const {
    const std::uint32_t id = state_->instance_at(section, mechanism, section.segment_at(x));
    if (id == MechanismType::nowhere) {
        throw std::invalid_argument(
            fmt::format("{} is not inserted in section {}", state_->type(mechanism).name(), section.name()));
    }
    return {mechanism, id};
}

void Cells::follow_function_tables() {
    for (MechanismType* type : state_->with_function_tables) type->follow_function_tables();
}

}  // namespace ranvier::engine
