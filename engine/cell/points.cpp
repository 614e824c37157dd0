#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/cell/instance_view.hpp"
#include "engine/cell/model_data.hpp"
#include "engine/solve/cell_block.hpp"

namespace ranvier::engine {

namespace {

template <class Action>
struct Finally {
    Action action;
    ~Finally() { action(); }
};
template <class Action>
Finally(Action) -> Finally<Action>;

// A view of one instance, whether tables are in order or not.
void view_one(ModelData& data, MechanismType& type, std::uint32_t id, InstanceView& view,
              std::vector<double>& scratch) {
    if (data.rhs.size() < data.compartments.size()) {
        data.rhs.resize(data.compartments.size());
        data.d.resize(data.compartments.size());
    }
    fill_view(data, type, type.table().row(id), 1, 0, view);
    for (int k = 0; k < type.description()->pointer_count; ++k) {
        const VariableRef* target = type.pointer_target(id, k);
        if (target && data.model.exists(*target))
            view.pointers[static_cast<std::size_t>(k)][0] = data.model.address(*target);
    }
    scratch.resize(static_cast<std::size_t>(type.description()->scratch_columns));
    rv_instances& instances = view.instances;
    instances.scratch = scratch.data();
    instances.t = data.model.t;
    instances.dt = data.model.dt;
    instances.celsius = data.model.celsius;
    instances.secondorder = data.model.secondorder;
    instances.services = data.services;
}

void check_position_for_ions(const ModelData& data, const MechanismType& type, const Section& section,
                             std::uint32_t compartment) {
    if (type.ions().empty() || data.homes[compartment].segment >= 0) return;
    throw std::invalid_argument(fmt::format("{} uses ions, so it cannot be at an end of section {}; place it inside",
                                            type.name(), section.name()));
}

void bring_ions(ModelData& data, const MechanismType& type, std::uint32_t compartment) {
    if (type.ions().empty()) return;
    const Home home = data.homes[compartment];
    data.bring_ions(*home.section, type, home.segment, home.segment);
}

}  // namespace

void ModelData::call(const MechanismType& owner, std::uint32_t id, int (*function)(rv_instances*), const char* what) {
    InstanceView view;
    std::vector<double> scratch;
    view_one(*this, type(owner.id()), id, view, scratch);
    if (function(&view.instances) != 0) throw MechanismError(fmt::format("{}: {} failed", owner.name(), what));
}

InstanceId Model::create_point_process(MechanismId mechanism, Section& section, double x) {
    ModelData& data = *state_;
    MechanismType& type = data.type(mechanism);
    if (!type.is_point_process()) throw std::invalid_argument(type.name() + " is no point process");
    const std::uint32_t compartment = section.compartment_at(x);
    check_position_for_ions(data, type, section, compartment);
    bring_ions(data, type, compartment);
    const InstanceId instance{mechanism, type.append(compartment)};
    data.place_instance(instance, section, compartment);
    if (type.description()->construct) data.call(type, instance.id, type.description()->construct, "CONSTRUCTOR");
    return instance;
}

void Model::move_point_process(InstanceId instance, Section& section, double x) {
    ModelData& data = *state_;
    MechanismType& type = data.type(instance.mechanism);
    if (!type.is_point_process()) throw std::invalid_argument(type.name() + " lies in no section");
    if (!type.table().contains(instance.id)) throw std::invalid_argument(type.name() + ": the instance is gone");
    const std::uint32_t compartment = section.compartment_at(x);
    check_position_for_ions(data, type, section, compartment);
    bring_ions(data, type, compartment);
    data.place_instance(instance, section, compartment);
}

InstanceId Model::create_artificial_cell(MechanismId mechanism) {
    ModelData& data = *state_;
    MechanismType& type = data.type(mechanism);
    if (!type.is_artificial()) throw std::invalid_argument(type.name() + " is no artificial cell");
    data.structure_changed();
    const InstanceId instance{mechanism, type.append(MechanismType::nowhere)};
    if (type.description()->construct) data.call(type, instance.id, type.description()->construct, "CONSTRUCTOR");
    return instance;
}

void Model::destroy_instance(InstanceId instance) {
    if (state_->type(instance.mechanism).is_density()) {
        throw std::invalid_argument("a density mechanism is removed from a section, not from a segment");
    }
    state_->erase_instance(instance);
}

Model::Place Model::place(InstanceId instance) const {
    const MechanismType& type = state_->type(instance.mechanism);
    if (!type.table().contains(instance.id)) return {nullptr, 0};
    const std::uint32_t compartment = type.compartment(instance.id);
    if (compartment == MechanismType::nowhere) return {nullptr, 0};
    Section* section = type.is_density() ? state_->homes[compartment].section : type.section(instance.id);
    return {section, section->position_of(compartment)};
}

bool Model::exists(InstanceId instance) const {
    return instance && instance.mechanism < state_->mechanisms.size() &&
           state_->type(instance.mechanism).table().contains(instance.id);
}

void Model::set_pointer(InstanceId instance, int k, VariableRef target) {
    state_->type(instance.mechanism).set_pointer(instance.id, k, target);
    state_->structure_changed();
}

void Model::set_pointer(InstanceId instance, int k, double* target) {
    MechanismType& type = state_->type(instance.mechanism);
    type.forget_pointer_target(instance.id, k);
    type.pointer_slots(k)[type.table().row(instance.id)] = target;
    state_->structure_changed();
}

std::optional<VariableRef> Model::pointer(InstanceId instance, int k) const {
    const VariableRef* target = state_->type(instance.mechanism).pointer_target(instance.id, k);
    return target ? std::optional(*target) : std::nullopt;
}

rv_random& Model::random(InstanceId instance, int k) {
    return state_->type(instance.mechanism).random(instance.id, k);
}

void Model::set_stream_group(std::uint32_t group) {
    state_->unnamed_streams.group = group;
}

InstanceId Model::instance(const Section& section, MechanismId mechanism, double x) const {
    const std::uint32_t id = state_->instance_at(section, mechanism, section.segment_at(x));
    if (id == MechanismType::nowhere) {
        throw std::invalid_argument(
            fmt::format("{} is not inserted in section {}", state_->type(mechanism).name(), section.name()));
    }
    return {mechanism, id};
}

double Model::call(MechanismId mechanism, int function, InstanceId instance, std::span<const double> arguments) {
    ModelData& data = *state_;
    MechanismType& type = data.type(mechanism);
    if (!type.description() || function < 0 || function >= type.description()->function_count) {
        throw std::invalid_argument(fmt::format("{} has no function number {}", type.name(), function));
    }
    const rv_function& called = type.description()->functions[function];
    if (static_cast<std::int32_t>(arguments.size()) < called.argument_count) {
        throw std::invalid_argument(fmt::format("{} of {} takes {} arguments, {} came", called.name, type.name(),
                                                called.argument_count, arguments.size()));
    }
    type.follow_function_tables();
    InstanceView view;
    std::vector<double> scratch;
    std::int32_t index = -1;
    rv_instances* target = &view.instances;
    if (instance) {
        if (!type.table().contains(instance.id)) throw std::invalid_argument(type.name() + ": the instance is gone");
        const bool is_prepared = data.prepared_version == data.structure_version;
        if (is_prepared && (type.is_artificial() || type.compartment(instance.id) != MechanismType::nowhere)) {
            const Location at = locate(instance);
            target = data.blocks[at.block]->instances(mechanism);
            index = static_cast<std::int32_t>(at.index);
        } else {
            view_one(data, type, instance.id, view, scratch);
            index = 0;
        }
    } else {
        scratch.resize(static_cast<std::size_t>(type.description()->scratch_columns));
        view.instances.global = type.globals().data();
        view.instances.tables = type.tables;
        view.instances.function_table = type.function_tables();
        view.instances.scratch = scratch.data();
        view.instances.t = t;
        view.instances.dt = dt;
        view.instances.celsius = celsius;
        view.instances.services = data.services;
    }
    // What it assigns to GLOBALs is for scripts and all blocks.
    double* const globals_of_block = std::exchange(target->global, type.globals().data());
    const Finally restore{[&] { target->global = globals_of_block; }};  // hoc_execerror leaves by an exception
    if (!type.tables && type.description()->make_tables) {
        if (type.description()->make_tables(target, &type.tables) != 0) {
            throw MechanismError(fmt::format("{}: its TABLE could not be built", type.name()));
        }
        target->tables = type.tables;
    }
    double result = 0;
    const int status =
        called.call(target, index, arguments.data(), static_cast<std::int32_t>(arguments.size()), &result);
    if (globals_of_block != type.globals().data()) type.touch();
    if (status != 0) {
        throw MechanismError(fmt::format("{} of {} failed", called.name, type.name()));
    }
    return result;
}

void Model::follow_function_tables() {
    for (MechanismType* type : state_->with_function_tables) type->follow_function_tables();
}

void Model::update_tables() {
    ModelData& data = *state_;
    for (CellBlock* block : data.cell_blocks) block->refresh_globals();
    bool touched = false;
    for (MechanismType* type : data.with_tables) {
        for (const auto& block : data.blocks) {
            rv_instances* instances = block->instances(type->id());
            if (!instances) continue;
            // What it assigns to GLOBALs is for all blocks.
            std::vector<double>& before = data.globals_before;
            before.assign(type->globals().begin(), type->globals().end());
            double* const globals_of_block = std::exchange(instances->global, type->globals().data());
            const int status = type->description()->make_tables(instances, &type->tables);
            instances->global = globals_of_block;
            if (status != 0) throw MechanismError(fmt::format("{}: its TABLE could not be built", type->name()));
            if (!std::ranges::equal(before, type->globals())) {
                type->touch();
                touched = true;
            }
            break;
        }
    }
    if (!touched) return;
    for (CellBlock* block : data.cell_blocks) block->refresh_globals();
}

}  // namespace ranvier::engine
