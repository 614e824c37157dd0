#include <fmt/format.h>

#include <cmath>
#include <optional>
#include <string>

#include "engine/cell/ion.hpp"
#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_catalog.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_names.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_parts.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

namespace {

/// The mechanism of an ion, which may be one that a .mod file declares, not loaded so far.
std::optional<engine::MechanismId> find_ion(const MechanismParts& parts, const std::string& name) {
    if (!parts.context.model.find_mechanism(name)) parts.catalog.bring_all();
    return parts.context.model.find_mechanism(name);
}

engine::MechanismId ion(Call& call, const MechanismParts& parts, int argument) {
    const std::string name = call.string(argument);
    const auto id = find_ion(parts, name);
    if (!id || !parts.context.model.mechanism(*id).is_ion())
        fail(call, fmt::format("{} is not an ion; names of ions end in _ion, like na_ion", name));
    return *id;
}

/// nernst("ena"[, x]): the potential at which the ion's concentrations balance, or the concentration ("nai", "nao")
/// that balances the other one at the ion's reversal potential.
Result balance(Call& call, engine::Model& model) {
    const std::string name = call.string(0);
    const double x = call.number_or(1, .5);
    if (!(0 <= x && x <= 1)) fail(call, fmt::format("{:g} is not a position from 0 to 1", x));
    const engine::Section& section = section_of(*call.section());
    const auto value = [&](const std::string& of) { return model.load(section, *model.range_variable(of), 0, x); };
    for (const auto& type : model.mechanisms()) {
        if (!type->is_ion()) continue;
        const std::string ion = type->name().substr(0, type->name().size() - std::string_view{"_ion"}.size());
        const std::string potential = "e" + ion, inside = ion + "i", outside = ion + "o";
        const double valence = type->valence(), per_mv = valence / engine::nernst_slope(1, model.celsius);
        if (name == potential) {
            return engine::nernst_potential(value(inside), value(outside), valence, model.celsius);
        }
        if (name == inside) return value(outside) * std::exp(-per_mv * value(potential));
        if (name == outside) return value(inside) * std::exp(per_mv * value(potential));
    }
    fail(call, fmt::format("{} is neither a reversal potential nor a concentration", name));
}

/// ion_register("name", charge): the number of its mechanism
Result register_ion(Call& call, const MechanismParts& parts) {
    const Context& context = parts.context;
    engine::Model& model = context.model;
    const std::string name = call.string(0) + "_ion";
    const double charge = call.number(1);
    if (const auto known = find_ion(parts, name)) {
        const double valence = model.mechanism(*known).valence();
        if (charge != valence) {
            fail(call, fmt::format("{} already has charge {:g}, which cannot become {:g}", name, valence, charge));
        }
        return static_cast<double>(*known);
    }
    const auto id = model.register_ion(call.string(0), charge);
    register_ion_names(context.registry, context, id);
    return static_cast<double>(id);
}

}  // namespace

/// ion_style, ion_register, ion_charge, nernst, ghk.
void register_ion_functions(Registry& registry, const MechanismParts& parts) {
    engine::Model& model = parts.context.model;
    registry.add(FunctionDefinition{
        "ion_style", "ion_style(\"name_ion\"[, c_style, e_style, einit, eadvance, cinit])",
        "Sets how an ion's concentrations and reversal potential behave in the accessed section; returns the previous "
        "style.",
        [&model, &parts](Call& call) -> Result {
            const engine::MechanismId id = ion(call, parts, 0);
            engine::Section& section = section_of(*call.section());
            if (!section.has(id)) return -1.;
            const int before = model.ion_style(section, id);
            if (call.size() >= 6) {
                const auto style = [&](int k, int high) { return static_cast<int>(call.integer(k, 0, high)); };
                model.set_ion_style(section, id, style(1, 3), style(2, 3), style(3, 1), style(4, 1), style(5, 1));
            } else if (call.size() != 1) {
                fail(call, "takes either the name alone or the name and five style values");
            }
            return static_cast<double>(before);
        }});
    registry.add(FunctionDefinition{"ion_register", "ion_register(\"name\", charge)",
                                    "Registers an ion; returns the "
                                    "number of its type.",
                                    [&parts](Call& call) -> Result { return register_ion(call, parts); }});
    registry.add(FunctionDefinition{
        "ion_charge", "ion_charge(\"name_ion\")", "Valence of an ion.",
        [&model, &parts](Call& call) -> Result { return model.mechanism(ion(call, parts, 0)).valence(); }});
    registry.add(FunctionDefinition{
        "nernst", "nernst(ci, co, charge) or nernst(name[, x])",
        "Reversal potential [mV] for the concentrations ci and co [mM] at celsius. With a name, the potential "
        "(\"ena\") or concentration (\"nai\", \"nao\") that balances the ion's other two values at x of the accessed "
        "section.",
        [&model](Call& call) -> Result {
            if (call.is_string(0)) return balance(call, model);
            return engine::nernst_potential(call.number(0), call.number(1), call.number(2), model.celsius);
        }});
    registry.add(FunctionDefinition{"ghk", "ghk(v, ci, co, charge)",
                                    "Goldman-Hodgkin-Katz current at unit permeability; v is in [mV], ci and co are in "
                                    "[mM].",
                                    [&model](Call& call) -> Result {
                                        return engine::ghk_current(call.number(0), call.number(1), call.number(2),
                                                                   call.number(3), model.celsius);
                                    }});
}

}  // namespace ranvier::hoc
