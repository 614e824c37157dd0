#include "hoc_like/library/cable/mechanisms/mechanism_list.hpp"

#include <algorithm>

#include "engine/cell/extracellular.hpp"
#include "engine/cell/ion.hpp"
#include "engine/cell/mechanism_type.hpp"

namespace ranvier::hoc {

namespace {

using Kind = ListedVariable::Kind;

Kind kind_of(rv_role role) {
    return role == RV_PARAMETER ? Kind::parameter : role == RV_ASSIGNED ? Kind::assigned : Kind::state;
}

std::vector<ListedVariable> ion_variables(const engine::MechanismType& ion) {
    const std::string name = ion.name().substr(0, ion.name().size() - std::string_view{"_ion"}.size());
    return {{"e" + name, Kind::parameter, 1, engine::ion_erev, engine::ion_defaults(ion.name())[engine::ion_erev]},
            {name + "i", Kind::parameter, 1, engine::ion_inside, ion.globals()[0]},
            {name + "o", Kind::parameter, 1, engine::ion_outside, ion.globals()[1]},
            {"i" + name, Kind::assigned, 1, engine::ion_current, 0},
            {"di" + name + "_dv_", Kind::assigned, 1, engine::ion_current_dv, 0}};
}

}  // namespace

std::vector<ListedMechanism> listed_mechanisms(const engine::Model& model, bool point_processes) {
    std::vector<ListedMechanism> list;
    if (!point_processes) list = {{"morphology", {}}, {"capacitance", {}}};
    for (const auto& mechanism : model.mechanisms()) {
        if (mechanism->is_replaced() || mechanism->is_nothing() || mechanism->is_nameless()) continue;
        if (mechanism->is_density() != point_processes) list.push_back({mechanism->name(), mechanism->id()});
    }
    const auto named = [&](std::string_view name) { return std::ranges::find(list, name, &ListedMechanism::name); };
    if (point_processes) {
        const auto mark = named("PointProcessMark");  // NEURON's mechanism PatternStim follows it
        list.insert(mark == list.end() ? mark : mark + 1, {std::string{pattern_stim_name}, {}});
        return list;
    }
    // NEURON lists pas before extracellular.
    const auto extracellular = named(engine::Extracellular::name), pas = named("pas");
    if (pas != list.end() && extracellular < pas) std::rotate(extracellular, extracellular + 1, pas + 1);
    return list;
}

std::vector<ListedVariable> variables_of(const engine::Model& model, const ListedMechanism& mechanism) {
    if (mechanism.name == pattern_stim_name) return {{"fake_output", Kind::parameter, 1, 0, 0}};
    if (mechanism.name == "morphology") return {{"diam", Kind::parameter, 1, 0, 500}};
    if (!mechanism.id) return {{"cm", Kind::parameter, 1, 0, 1}, {"i_cap", Kind::assigned, 1, 0, 0}};
    const engine::MechanismType& type = model.mechanism(*mechanism.id);
    if (type.is_ion()) return ion_variables(type);
    // The engine's mechanisms already have full names.
    const std::string suffix = type.is_density() && type.name() != engine::Extracellular::name ? "_" + type.name() : "";
    std::vector<ListedVariable> variables;
    for (int i = 0; i < type.description()->field_count; ++i) {
        const rv_field& field = type.description()->fields[i];
        if (!field.visible) continue;
        variables.push_back({field.name + suffix, kind_of(field.role), field.length, type.first_column(i),
                             field.role == RV_PARAMETER ? field.default_value : 0});
    }
    if (type.name() == engine::Extracellular::name) {
        // NEURON's order: parameters (e_extracellular last), assigned variables, vext.
        std::rotate(variables.begin(), variables.end() - 3, variables.end());
    }
    return variables;
}

}  // namespace ranvier::hoc
