#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/cell/model_data.hpp"

namespace ranvier::engine {

namespace {

// A diam that is set turns the section's points into those of cylinders of the segments' diam.
void points_follow_diam(ModelData& data, Section& section, std::span<const Point3d> points) {
    const double length = section.L();
    std::vector<Point3d> changed(points.begin(), points.end());
    for (Point3d& p : changed) {
        const auto i = static_cast<std::size_t>(section.segment_at(std::min(p.arc / length, 1.)));
        p.diam = static_cast<float>(data.compartments.at(col_diam, section.compartments()[i]));
    }
    for (std::size_t i = 0; i < changed.size(); ++i) data.set_point_diam(section, i, changed[i].diam);
}

}  // namespace

void ModelData::set_point_diam(Section& section, std::size_t i, double diam) {
    section.points_[i].diam = diam;
}

std::optional<RangeVariable> Model::range_variable(std::string_view name) const {
    const auto at = state_->range_variables.find(std::string(name));
    if (at == state_->range_variables.end()) return std::nullopt;
    return at->second;
}

std::vector<std::string> Model::range_variable_names() const {
    std::vector<std::string> names;
    for (const auto& [name, variable] : state_->range_variables) names.push_back(name);
    std::sort(names.begin(), names.end());
    return names;
}

VariableRef Model::reference(const Section& section, const RangeVariable& variable, int element, double x) const {
    if (element < 0 || element >= variable.length) {
        throw std::invalid_argument(
            fmt::format("{}: element {} of an array of length {}", section.name(), element, variable.length));
    }
    const auto column = static_cast<std::uint16_t>(variable.column + element);
    if (variable.table == compartment_table) {
        if (column == col_i_membrane && !use_fast_imem) {
            throw std::invalid_argument("i_membrane_ exists only after cvode.use_fast_imem(1)");
        }
        const bool has_ends = column == col_v || column == col_i_membrane;
        return {compartment_table, column,
                has_ends ? section.compartment_at(x)
                         : section.compartments()[static_cast<std::size_t>(section.segment_at(x))]};
    }
    if (variable.table == state_->extracellular_id && variable.column == state_->extracellular->vext(0) &&
        (x == 0 || x == 1)) {
        const std::uint32_t at_end = state_->extracellular_at(section.compartment_at(x));
        if (at_end != MechanismType::nowhere) return {variable.table, column, at_end};
    }
    const std::uint32_t id = state_->instance_at(section, variable.table, section.segment_at(x));
    if (id == MechanismType::nowhere) {
        throw std::invalid_argument(
            fmt::format("{} is not inserted in section {}", state_->type(variable.table).name(), section.name()));
    }
    return {variable.table, column, id};
}

VariableRef Model::reference(InstanceId instance, int column) const {
    return {instance.mechanism, static_cast<std::uint16_t>(column), instance.id};
}

bool Model::exists(VariableRef ref) const {
    if (ref.table == scalar_table) return ref.column <= scalar_celsius;
    if (ref.table == compartment_table) return state_->compartments.contains(ref.id);
    return ref.table < state_->mechanisms.size() && state_->type(ref.table).table().contains(ref.id);
}

double* Model::address(VariableRef ref) {
    if (!exists(ref)) throw std::runtime_error("the section or point process of a variable does not exist any more");
    if (ref.table == scalar_table) return ref.column == scalar_t ? &t : ref.column == scalar_dt ? &dt : &celsius;
    Table& table = ref.table == compartment_table ? state_->compartments : state_->type(ref.table).table();
    return &table.at(ref.column, ref.id);
}

double Model::load(VariableRef ref) const {
    ModelData& data = *state_;
    if (ref.table == compartment_table && ref.column >= col_diam && data.compartments.contains(ref.id)) {
        Section& section = *data.homes[ref.id].section;
        if (data.shape_is_old(section)) data.update_shape(section);
    }
    return *const_cast<Model*>(this)->address(ref);
}

void Model::store(VariableRef ref, double value) {
    *address(ref) = value;
    ModelData& data = *state_;
    if (ref.table == compartment_table && ref.column == col_diam) {
        Section& section = *data.homes[ref.id].section;
        points_follow_diam(data, section, section.points());
        data.mark_shape(section);
    } else if (ref.table < data.mechanisms.size()) {
        data.type(ref.table).touch();
    }
}

bool ModelData::shape_is_old(const Section& section) const {
    return section.shape_is_old_;
}
void ModelData::mark_shape(Section& section) {
    section.shape_changed();
}

double Model::area(const Section& section, double x) const {
    if (x == 0 || x == 1) return 0;
    return load({compartment_table, col_area, section.compartment_at(x)});
}

double Model::ri(const Section& section, double x) const {
    const double conductance = load({compartment_table, col_conductance, section.compartment_at(x)});
    return conductance != 0 ? 1. / conductance : 1e30;
}

}  // namespace ranvier::engine
