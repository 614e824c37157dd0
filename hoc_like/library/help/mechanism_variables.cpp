#include "hoc_like/library/help/mechanism_variables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_list.hpp"
#include "hoc_like/library/cable/mechanisms/variable_units.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/reference/mechanism_texts.hpp"

namespace ranvier::hoc {

namespace {

bool is_ion(const ListedMechanism& mechanism) {
    return mechanism.id && mechanism.name.ends_with("_ion");
}

/// "gnabar_hh [S/cm2]"
std::string named_with_units(const Context& context, const ListedVariable& variable) {
    const std::string units = units_of_range_variable(context, variable.name).value_or("");
    const std::string array = variable.length > 1 ? fmt::format("[{}]", variable.length) : "";
    return variable.name + array + (units.empty() ? "" : fmt::format(" [{}]", units));
}

std::string what_of_ion(const std::string& variable, const std::string& ion) {
    if (variable == "e" + ion) return "reversal potential";
    if (variable == ion + "i") return "concentration inside";
    if (variable == ion + "o") return "concentration outside";
    return variable == "i" + ion ? "current of all mechanisms" : "derivative of the current by v";
}

std::string one_variable(const Context& context, const ListedMechanism& mechanism, const ListedVariable& variable) {
    const std::string head = named_with_units(context, variable) + "\n    ";
    if (is_ion(mechanism)) {
        const std::string ion = mechanism.name.substr(0, mechanism.name.size() - 4);
        return fmt::format("{}The {} of the ion {}: a range variable where a mechanism uses {}.\n", head,
                           what_of_ion(variable.name, ion), ion, ion);
    }
    const bool is_parameter = variable.kind == ListedVariable::Kind::parameter;
    const char* kind = is_parameter                                   ? "parameter"
                       : variable.kind == ListedVariable::Kind::state ? "state"
                                                                      : "computed value";
    std::string text = fmt::format("{}A {} of {}, in each segment of a section with it: insert {}", head, kind,
                                   mechanism.name, mechanism.name);
    if (is_parameter) text += fmt::format("; {:g} until it is set", variable.default_value);
    return text + ". Write " + variable.name + "(0.5) for one segment.\n";
}

}  // namespace

std::optional<std::string> range_variable_text(const Context& context, std::string_view name) {
    for (const ListedMechanism& mechanism : listed_mechanisms(context.model, false)) {
        if (!mechanism.id) continue;  // diam and cm are words of the language
        for (const ListedVariable& variable : variables_of(context.model, mechanism)) {
            if (variable.name == name) return one_variable(context, mechanism, variable);
        }
    }
    return std::nullopt;
}

std::optional<std::string> density_mechanism_text(const Context& context, std::string_view name) {
    const auto list = listed_mechanisms(context.model, false);
    const auto mechanism = std::ranges::find(list, name, &ListedMechanism::name);
    if (mechanism == list.end() || !mechanism->id) return std::nullopt;
    const engine::MechanismType& type = context.model.mechanism(*mechanism->id);
    std::string text = fmt::format("insert {}\n    ", name);
    if (const std::string_view known = mechanism_text(name); !known.empty()) {
        text += known;
    } else if (is_ion(*mechanism)) {
        text += "An ion; every mechanism that uses it inserts it.";
    } else {
        text += fmt::format("A density mechanism; ranvier explain {} describes what it computes.",
                            type.description() && type.description()->source ? type.description()->source : "FILE.mod");
    }
    std::string variables;
    for (const ListedVariable& each : variables_of(context.model, *mechanism)) {
        variables += (variables.empty() ? "" : ", ") + named_with_units(context, each);
    }
    return text + (variables.empty() ? "\n" : "\nrange variables: " + variables + "\n");
}

}  // namespace ranvier::hoc
