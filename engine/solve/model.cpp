#include "engine/solve/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "engine/cell/model_data.hpp"
#include "engine/solve/cell_block.hpp"
#include "engine/solve/impedance/impedance.hpp"
#include "engine/solve/preparation.hpp"

namespace ranvier::engine {

/// The blocks, and the inputs they were made from.
struct Model::Prepared : PreparedBlocks {
    std::uint64_t version = 0;       // of the structure
    std::uint64_t arrangements = 0;  // how often this was made
    Grouping grouping;
    std::vector<Bond> bonds;
    IdleCells idle;
    std::vector<double> globals_before;                     // the globals of a mechanism while its tables are made
    std::shared_ptr<const ImpedanceOrder> impedance_order;  // made when impedances are asked for
};

Model::Model() : prepared_(std::make_unique<Prepared>()) {}
Model::~Model() = default;

// --- preparation

bool Model::is_prepared() const {
    return prepared_->version == state().structure_version;
}

void Model::prepare(const Grouping& grouping, std::span<const Bond> bonds, const IdleCells& idle) {
    Prepared& before = *prepared_;
    const bool as_before = is_prepared() && before.grouping == grouping && before.idle == idle &&
                           std::equal(bonds.begin(), bonds.end(), before.bonds.begin(), before.bonds.end());
    if (!as_before) {
        before.impedance_order.reset();
        prepare_blocks(state(), grouping, bonds, idle, before);
        before.version = state().structure_version;
        ++before.arrangements;
        before.grouping = grouping;
        before.bonds.assign(bonds.begin(), bonds.end());
        before.idle = idle;
    }
    refresh();
}

void Model::refresh() {
    ModelData& data = state();
    if (data.coefficients_are_old) data.update_coefficients();
    if (use_fast_imem && data.saved.d.size() < data.compartments.size()) {
        data.saved.d.resize(data.compartments.size());
        data.saved.rhs.resize(data.compartments.size());
    }
}

// --- places

std::span<const std::unique_ptr<Block>> Model::blocks() const {
    return prepared_->blocks;
}

std::uint64_t Model::arrangements() const {
    return prepared_->arrangements;
}

namespace {

std::uint32_t block_of_row(std::span<CellBlock* const> blocks, std::uint32_t row) {
    const auto behind = std::partition_point(blocks.begin(), blocks.end(),
                                             [&](const CellBlock* block) { return block->first_row() <= row; });
    // Blocks without compartments have the same first row as the next block, which owns the row.
    auto k = static_cast<std::uint32_t>(behind - blocks.begin());
    return k == 0 ? 0 : k - 1;
}

}  // namespace

Model::Location Model::locate(InstanceId instance) const {
    const MechanismType& type = mechanism(instance.mechanism);
    if (!type.table().contains(instance.id)) throw std::invalid_argument(type.name() + ": the instance was deleted");
    const std::vector<std::uint32_t>& first = prepared_->first_instance.at(instance.mechanism);
    const std::uint32_t row = type.table().row(instance.id);
    const auto behind = std::upper_bound(first.begin(), first.end(), row);
    const auto k = static_cast<std::size_t>(behind - first.begin()) - 1;
    if (k + 1 >= first.size()) throw std::invalid_argument(type.name() + ": the point process is in no section");
    return {static_cast<std::uint32_t>(k), row - first[k]};
}

std::uint32_t Model::block_of(const Section& section) const {
    return block_of_row(prepared_->cell_blocks, state().compartments.row(section.far_compartment()));
}

std::uint32_t Model::block_of(VariableRef ref) const {
    if (ref.table == scalar_table) return 0;
    if (ref.table == compartment_table) {
        return block_of_row(prepared_->cell_blocks, state().compartments.row(ref.id));
    }
    return locate({ref.table, ref.id}).block;
}

// --- calls of compiled code

namespace {

template <class Action>
struct Finally {
    Action action;
    ~Finally() { action(); }
};
template <class Action>
Finally(Action) -> Finally<Action>;

const rv_function& function_to_call(const MechanismType& type, int function, std::span<const double> arguments) {
    if (!type.description() || function < 0 || function >= type.description()->function_count) {
        throw std::invalid_argument(fmt::format("{} has no function number {}", type.name(), function));
    }
    const rv_function& called = type.description()->functions[function];
    if (static_cast<std::int32_t>(arguments.size()) < called.argument_count) {
        throw std::invalid_argument(fmt::format("{} of {} takes {} arguments, not {}", called.name, type.name(),
                                                called.argument_count, arguments.size()));
    }
    return called;
}

// Makes the view for a function that is called without an instance. TABLEs that read variables of an instance find 0.
void view_none(const ModelData& data, MechanismType& type, InstanceView& view, std::vector<double>& scratch) {
    scratch.resize(static_cast<std::size_t>(type.description()->scratch_columns) + 1);
    view.fields.assign(type.table().column_count(), &scratch.back());
    view.instances.field = view.fields.data();
    view.instances.v = &scratch.back();
    view.instances.area = view.instances.diam = &scratch.back();
    view.instances.global = type.globals().data();
    view.instances.tables = type.tables;
    view.instances.function_table = type.function_tables();
    view.instances.scratch = scratch.data();
    view.instances.t = data.cells.t;
    view.instances.dt = data.cells.dt;
    view.instances.celsius = data.cells.celsius;
    view.instances.services = data.services;
}

void make_tables(MechanismType& type, rv_instances& instances) {
    if (type.description()->make_tables(&instances, &type.tables) == 0) return;
    throw MechanismError(fmt::format("{}: its TABLE could not be built", type.name()));
}

}  // namespace

void Model::set_random_index(std::uint32_t index) {
    random_index = index;
    for (const auto& block : prepared_->blocks) {
        for (const auto& type : mechanisms()) {
            if (rv_instances* instances = block->instances(type->id())) instances->random_index = index;
        }
    }
}

double Model::call(MechanismId mechanism, int function, InstanceId instance, std::span<const double> arguments) {
    ModelData& data = state();
    MechanismType& type = data.type(mechanism);
    const rv_function& called = function_to_call(type, function, arguments);
    type.follow_function_tables();
    InstanceView view;
    std::vector<double> scratch;
    std::int32_t index = -1;
    double* seen_v = nullptr;
    rv_instances* target = &view.instances;
    if (!instance) {
        view_none(data, type, view, scratch);
    } else if (!type.table().contains(instance.id)) {
        throw std::invalid_argument(type.name() + ": the instance was deleted");
    } else if (is_prepared() && (type.is_artificial() || type.compartment(instance.id) != MechanismType::nowhere)) {
        const Location at = locate(instance);
        target = prepared_->blocks[at.block]->instances(mechanism);
        index = static_cast<std::int32_t>(at.index);
        if (sees_earlier_voltages(type)) {
            AlignedVector<double>& v = type.description()->current ? data.saved.v_of_currents : data.saved.v_of_initial;
            seen_v = v.data() + prepared_->blocks[at.block]->first_row();
        }
    } else {
        data.view_one(type, instance.id, view, scratch);
        index = 0;
    }
    // The function's assignments to GLOBALs are visible to scripts and all blocks.
    double* const globals_of_block = std::exchange(target->global, type.globals().data());
    double* const v_of_block = std::exchange(target->v, seen_v ? seen_v : target->v);
    const Finally restore{[&] {  // hoc_execerror throws
        target->global = globals_of_block;
        target->v = v_of_block;
    }};
    // A run has not necessarily built the TABLEs for the present values of the variables in their DEPEND lists.
    if (type.description()->make_tables) {
        make_tables(type, *target);
        target->tables = type.tables;
    }
    last_failure().clear();
    double result = 0;
    const int status =
        called.call(target, index, arguments.data(), static_cast<std::int32_t>(arguments.size()), &result);
    if (globals_of_block != type.globals().data()) type.touch();
    if (status != 0) throw failure_of(fmt::format("{} of {}", called.name, type.name()));
    return result;
}

void Model::update_tables() {
    for (CellBlock* block : prepared_->cell_blocks) block->refresh_globals();
    bool touched = false;
    for (MechanismType* type : state().with_tables) {
        for (const auto& block : prepared_->blocks) {
            rv_instances* instances = block->instances(type->id());
            if (!instances) continue;
            if (update_tables(*type, *instances)) touched = true;
            break;
        }
    }
    if (!touched) return;
    for (CellBlock* block : prepared_->cell_blocks) block->refresh_globals();
}

// Calls make_tables, whose assignments to GLOBALs are visible to all blocks. Returns true if it changed a GLOBAL.
bool Model::update_tables(MechanismType& type, rv_instances& instances) {
    std::vector<double>& before = prepared_->globals_before;
    before.assign(type.globals().begin(), type.globals().end());
    double* const globals_of_block = std::exchange(instances.global, type.globals().data());
    {
        const Finally restore{[&] { instances.global = globals_of_block; }};
        make_tables(type, instances);
    }
    if (std::ranges::equal(before, type.globals())) return false;
    type.touch();
    return true;
}

// --- impedance

void Model::solve_impedance(const Section& section, double x, double frequency_Hz, ImpedanceSolution& solution) const {
    const ModelData& data = state();
    // As in NEURON, layers of extracellular take no part: the outside of the membrane is grounded.
    if (!data.linear_mechanisms.empty()) {
        throw std::invalid_argument("Impedance: cells with a LinearMechanism are not supported");
    }
    if (!is_prepared()) throw std::invalid_argument("Impedance: the model has changed since the last finitialize");
    if (!prepared_->impedance_order) prepared_->impedance_order = std::make_shared<const ImpedanceOrder>(data);
    solution.compute(data, prepared_->impedance_order, section.compartment_at(x), frequency_Hz);
}

}  // namespace ranvier::engine
