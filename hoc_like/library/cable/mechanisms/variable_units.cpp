#include "hoc_like/library/cable/mechanisms/variable_units.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

namespace {

/// "dend[3]" without its subscripts.
std::string_view without_subscripts(std::string_view name) {
    return name.substr(0, name.find('['));
}

const ClassDefinition* class_named(const Registry& registry, std::string_view name) {
    const auto all = registry.classes();
    const auto found = std::ranges::find_if(all, [&](const ClassDefinition* each) { return each->name == name; });
    return found == all.end() ? nullptr : *found;
}

/// What NEURON calls the symbol of a reference: "soma.v(0.5)" is v, "IClamp[0].amp" is IClamp.amp.
std::string symbol_of(const Registry& registry, std::string_view description) {
    if (description.ends_with(')')) description = description.substr(0, description.rfind('('));
    const auto dot = description.rfind('.');
    const auto name = without_subscripts(dot == std::string_view::npos ? description : description.substr(dot + 1));
    if (dot == std::string_view::npos) return std::string{name};
    const auto owner = without_subscripts(description.substr(0, dot));
    return class_named(registry, owner) ? fmt::format("{}.{}", owner, name) : std::string{name};
}

/// Variables that belong to no .mod file.
std::optional<std::string> units_of_compartment(std::string_view name) {
    static constexpr std::array<std::pair<std::string_view, const char*>, 6> known{
        {{"v", "mV"}, {"diam", "um"}, {"L", "um"}, {"Ra", "ohm-cm"}, {"cm", "uF/cm2"}, {"i_cap", "mA/cm2"}}};
    const auto found = std::ranges::find(known, name, [](const auto& each) { return each.first; });
    return found == known.end() ? std::nullopt : std::optional<std::string>(found->second);
}

/// ena, ina, nai, nao and dina_dv_.
std::string units_of_ion(std::string_view name, std::string_view ion) {
    if (name.ends_with("_dv_")) return "S/cm2";
    if (name.starts_with(ion)) return "mM";
    return name.starts_with('e') ? "mV" : "mA/cm2";
}

/// Of "IClamp.amp".
std::optional<std::string> units_of_member(const Registry& registry, std::string_view name) {
    const auto dot = name.find('.');
    if (dot == std::string_view::npos) return std::nullopt;
    const ClassDefinition* owner = class_named(registry, name.substr(0, dot));
    if (!owner) return std::nullopt;
    for (const PropertyDefinition& property : owner->properties) {
        if (property.name == name.substr(dot + 1)) return property.units;
    }
    return std::nullopt;
}

std::optional<std::string> units_of_variable(const Registry& registry, std::string_view name) {
    for (const VariableDefinition& each : registry.variables()) {
        if (each.name == name) return each.units;
    }
    return std::nullopt;
}

using Given = std::map<std::string, std::string>;

Result units(Call& call, const Context& context, Given& given) {
    const Registry& registry = call.interpreter().registry();
    const bool is_name = call.is_string(0);
    const std::string name = is_name ? call.string(0) : symbol_of(registry, call.reference(0)->describe());
    const bool is_declared = is_name && call.interpreter().name_declared(name) != 0;  // loads a mechanism that has it
    auto found = units_of_member(registry, name);
    if (!found) found = units_of_variable(registry, name);
    if (!found) found = units_of_range_variable(context, name);
    if (is_name && !found && !is_declared)
        fail(call, fmt::format("there is no variable \"{}\"; members are written Class.member", name));
    if (call.size() > 1) given[name] = call.string(1);
    const auto changed = given.find(name);
    return changed != given.end() ? changed->second : found.value_or("");
}

}  // namespace

std::optional<std::string> units_of_range_variable(const Context& context, const std::string& name) {
    if (auto known = units_of_compartment(name)) return known;
    const auto variable = context.model.range_variable(name);
    if (!variable) return std::nullopt;
    if (variable->table == engine::compartment_table) return std::string{};
    const auto& type = context.model.mechanism(variable->table);
    if (type.is_ion()) return units_of_ion(name, type.name().substr(0, type.name().rfind('_')));
    for (int k = 0; k < type.description()->field_count; ++k) {
        const rv_field& field = type.description()->fields[k];
        // The variables of extracellular have no suffix.
        const bool is_it = name == field.name || name == fmt::format("{}_{}", field.name, type.name());
        if (is_it) return std::string{field.units ? field.units : ""};
    }
    return std::string{};
}

void register_variable_units(Registry& registry, const Context& context) {
    registry.add(FunctionDefinition{
        "units", "units(\"name\" | &x[, \"units\"])",
        "Units of a variable, or \"\" if the variable has none. A member of a class is written \"IClamp.amp\". With a "
        "second argument, sets the units.",
        [&context, given = std::make_shared<Given>()](Call& call) { return units(call, context, *given); }});
}

}  // namespace ranvier::hoc
