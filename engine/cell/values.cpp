#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/cell/model_data.hpp"

namespace ranvier::engine {

namespace {

// After diam was set: gives each 3-D point the diameter of its segment.
void points_follow_diam(ModelData& data, Section& section, std::span<const Point3d> points) {
    const double length = section.L();
    std::vector<Point3d> changed(points.begin(), points.end());
    for (Point3d& p : changed) {
        const auto i = static_cast<std::size_t>(section.segment_at(std::min(p.arc / length, 1.)));
        p.diam = static_cast<float>(data.compartments.at(col_diam, section.compartments()[i]));
    }
    for (std::size_t i = 0; i < changed.size(); ++i) data.set_point_diam(section, i, changed[i].diam);
}

// Section::segment_at, but inline, because scripts read values one by one.
std::size_t segment_of(const Section& section, double x) {
    const std::size_t n = section.compartments().size();
    if (!(x >= 0 && x <= 1)) return static_cast<std::size_t>(section.segment_at(x));  // throws
    return n == 1 ? 0 : std::min(static_cast<std::size_t>(static_cast<double>(n) * x), n - 1);
}

[[noreturn]] void throw_gone() {
    throw std::runtime_error("the section or point process of a variable no longer exists");
}

// The table of an existing variable; null for the run's scalars.
Table* table_of(ModelData& data, VariableRef ref) {
    if (ref.table == compartment_table) {
        if (!data.compartments.contains(ref.id)) throw_gone();
        return &data.compartments;
    }
    if (ref.table == scalar_table) return nullptr;
    if (ref.table >= data.mechanisms.size()) throw_gone();
    Table& table = data.type(ref.table).table();
    if (!table.contains(ref.id)) throw_gone();
    return &table;
}

}  // namespace

void ModelData::set_point_diam(Section& section, std::size_t i, double diam) {
    section.points_[i].diam = diam;
}

std::optional<RangeVariable> Cells::range_variable(std::string_view name) const {
    const auto at = state_->range_variables.find(std::string(name));
    if (at == state_->range_variables.end()) return std::nullopt;
    return at->second;
}

std::vector<std::string> Cells::range_variable_names() const {
    std::vector<std::string> names;
    for (const auto& [name, variable] : state_->range_variables) names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
}

namespace {

[[noreturn]] void throw_no_element(const Section& section, const RangeVariable& variable, int element) {
    throw std::invalid_argument(
        fmt::format("{}: element {} of an array of length {}", section.name(), element, variable.length));
}

[[noreturn]] void throw_not_inserted(const Section& section, ModelData& data, MechanismId mechanism) {
    throw std::invalid_argument(
        fmt::format("{} is not inserted in section {}", data.type(mechanism).name(), section.name()));
}

// A reference to a compartment's column. Only v and i_membrane_ have separate values in the zero-area ends.
VariableRef in_compartment(const Cells& cells, const Section& section, std::uint16_t column, double x) {
    if (column == col_i_membrane && !cells.use_fast_imem) {
        throw std::invalid_argument("i_membrane_ exists only after cvode.use_fast_imem(1)");
    }
    const bool is_at_end = (column == col_v || column == col_i_membrane) && !(x > 0 && x < 1);
    return {compartment_table, column,
            is_at_end ? section.compartment_at(x) : section.compartments()[segment_of(section, x)]};
}

// For potentials, NEURON treats a position outside the section as the nearer end.
double nearest_position(double x) {
    return std::min(std::max(x, 0.), 1.);
}

// Inline, because scripts read and set values one by one.
inline VariableRef variable_at(const Cells& cells, ModelData& data, const Section& section,
                               const RangeVariable& variable, int element, double x) {
    if (element < 0 || element >= variable.length) throw_no_element(section, variable, element);
    const auto column = static_cast<std::uint16_t>(variable.column + element);
    if (variable.table == compartment_table) {
        return in_compartment(cells, section, column, column == col_v ? nearest_position(x) : x);
    }
    if (variable.table == data.extracellular_id && variable.column == data.extracellular->vext(0)) {
        x = nearest_position(x);
        const bool is_end = x == 0 || x == 1;
        const std::uint32_t at_end = is_end ? data.extracellular_at(section.compartment_at(x)) : MechanismType::nowhere;
        if (at_end != MechanismType::nowhere) return {variable.table, column, at_end};
    }
    const std::span<const std::uint32_t> ids = section.instances(variable.table);
    if (ids.empty()) throw_not_inserted(section, data, variable.table);
    return {variable.table, column, ids[segment_of(section, x)]};
}

}  // namespace

VariableRef Cells::reference(const Section& section, const RangeVariable& variable, int element, double x) const {
    return variable_at(*this, *state_, section, variable, element, x);
}

VariableRef Cells::reference(InstanceId instance, int column) const {
    return {instance.mechanism, static_cast<std::uint16_t>(column), instance.id};
}

bool Cells::exists(VariableRef ref) const {
    if (ref.table == scalar_table) return ref.column <= scalar_celsius;
    if (ref.table == compartment_table) return state_->compartments.contains(ref.id);
    return ref.table < state_->mechanisms.size() && state_->type(ref.table).table().contains(ref.id);
}

double* Cells::address(VariableRef ref) {
    if (Table* table = table_of(*state_, ref)) return &table->at(ref.column, ref.id);
    if (ref.column > scalar_celsius) throw_gone();
    return ref.column == scalar_t ? &t : ref.column == scalar_dt ? &dt : &celsius;
}

namespace {

// Updates the section's geometry if the variable depends on it: the compartment table's columns from diam on.
void bring_up_to_date(ModelData& data, VariableRef ref) {
    if (ref.table != compartment_table || ref.column < col_diam) return;
    Section& section = *data.homes[ref.id].section;
    if (data.shape_is_old(section)) data.update_shape(section);
}

void tell_of_store(ModelData& data, VariableRef ref) {
    if (ref.table == compartment_table && ref.column == col_diam) {
        Section& section = *data.homes[ref.id].section;
        points_follow_diam(data, section, section.points());
        data.mark_shape(section);
    } else if (ref.table < data.mechanisms.size()) {
        data.type(ref.table).touch();
    }
}

// Throws if a run changes the variable. The cells' shape and the run's scalars may always be read.
void refuse_void(const Cells& cells, VariableRef ref) {
    if (ref.table == scalar_table ||
        (ref.table == compartment_table && ref.column >= col_diam && ref.column != col_i_membrane)) {
        return;
    }
    throw std::runtime_error(cells.state().void_values);
}

}  // namespace

double Cells::load(VariableRef ref) const {
    Table* const table = table_of(*state_, ref);
    if (!state_->void_values.empty()) refuse_void(*this, ref);
    if (!table) return *const_cast<Cells*>(this)->address(ref);
    bring_up_to_date(*state_, ref);
    return table->at(ref.column, ref.id);
}

void Cells::store(VariableRef ref, double value) {
    if (Table* table = table_of(*state_, ref)) {
        table->at(ref.column, ref.id) = value;
    } else {
        *address(ref) = value;
    }
    tell_of_store(*state_, ref);
}

double Cells::load(const Section& section, const RangeVariable& variable, int element, double x) const {
    const VariableRef ref = variable_at(*this, *state_, section, variable, element, x);
    if (!state_->void_values.empty()) refuse_void(*this, ref);
    bring_up_to_date(*state_, ref);
    return state_->table(ref.table).at(ref.column, ref.id);
}

void Cells::store(const Section& section, const RangeVariable& variable, int element, double x, double value) {
    const VariableRef ref = variable_at(*this, *state_, section, variable, element, x);
    state_->table(ref.table).at(ref.column, ref.id) = value;
    tell_of_store(*state_, ref);
}

bool ModelData::shape_is_old(const Section& section) const {
    return section.shape_is_old_;
}
void ModelData::mark_shape(Section& section) {
    section.shape_changed();
}

double Cells::area(const Section& section, double x) const {
    if (x == 0 || x == 1) return 0;
    return load({compartment_table, col_area, section.compartment_at(x)});
}

double Cells::ri(const Section& section, double x) const {
    const double conductance = load({compartment_table, col_conductance, section.compartment_at(x)});
    return conductance != 0 ? 1. / conductance : 1e30;
}

double* Cells::axial_coefficient(std::uint32_t compartment, bool of_parent) {
    ModelData& data = *state_;
    ++data.coefficients_version;  // solvers that keep copies take them again
    return &(of_parent ? data.b : data.a)[data.compartments.row(compartment)];
}

}  // namespace ranvier::engine
