#include "hoc_like/library/run/variable_step_methods.hpp"

#include <fmt/format.h>

#include <map>
#include <memory>
#include <optional>
#include <stdexcept>

#include "engine/cell/mechanism_type.hpp"
#include "engine/run/variable_integrator.hpp"
#include "hoc_like/library/cable/cables.hpp"
#include "hoc_like/library/data/vector.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

using Columns = std::vector<double>;
using Of = Columns (*)(engine::VariableIntegrator&);

/// The variable that a name means: "v", "m_hh", "cai", "ExpSyn.g".
std::optional<std::pair<std::uint16_t, std::uint16_t>> column_of(const engine::Model& model, const std::string& name) {
    const auto dot = name.find('.');
    if (dot == std::string::npos) {
        const auto variable = model.range_variable(name);
        if (!variable) return std::nullopt;
        return std::pair{variable->table, variable->column};
    }
    const auto id = model.find_mechanism(name.substr(0, dot));
    if (!id) return std::nullopt;
    const engine::MechanismType& type = model.mechanism(*id);
    for (int k = 0; !type.is_ion() && k < type.description()->field_count; ++k) {
        if (type.description()->fields[k].name == name.substr(dot + 1)) {
            return std::pair{*id, static_cast<std::uint16_t>(type.first_column(k))};
        }
    }
    return std::nullopt;
}

/// atolscale("variable"[, factor]) or atolscale(&variable[, factor])
Result atol_scale(Call& call, Session& session) {
    std::optional<std::pair<std::uint16_t, std::uint16_t>> column;
    if (call.is_string(0)) {
        column = column_of(session.model(), call.string(0));
        if (!column) call.fail("atolscale: there is no variable '" + call.string(0) + "'");
    } else {
        const NumberRefPtr reference = call.reference(0);
        const auto* place = dynamic_cast<const EngineRef*>(reference.get());
        if (!place) call.fail("atolscale: " + reference->describe() + " is no state of a mechanism or a voltage");
        column = {place->variable().table, place->variable().column};
    }
    auto& settings = session.simulation().variable_settings();
    if (call.size() > 1) {
        settings.scales[*column] = call.number(1);
        ++settings.version;
    }
    const auto found = settings.scales.find(*column);
    return found == settings.scales.end() ? 1. : found->second;
}

/// Fills a Vector with a number for each state; empties it while steps are fixed.
Result fill(Call& call, Session& session, Of of) {
    Columns all;
    if (session.simulation().takes_variable_steps()) {
        for (engine::VariableIntegrator* integrator : session.simulation().integrators()) {
            const Columns more = of(*integrator);
            all.insert(all.end(), more.begin(), more.end());
        }
    }
    *call.native<VectorObject>(0).data() = std::move(all);
    return 0.;
}

MethodDefinition per_state(Session& session, const char* name, const char* doc, Of of) {
    return {name, fmt::format("{}(vector)", name), doc,
            [&session, of](Call& call) -> Result { return fill(call, session, of); }};
}

/// "soma.v(0.5)", "soma.m_hh(0.5)", "ExpSyn[0].g"; short: "v", "m_hh", "ExpSyn.g"
std::string name_of(Session& session, engine::VariableRef variable, bool is_short) {
    const engine::Model& model = session.model();
    const auto with_place = [&](const engine::Section& section, const std::string& name, double x) {
        return is_short ? name : fmt::format("{}.{}({:g})", section.name(), name, x);
    };
    if (variable.table == engine::compartment_table) {
        if (is_short) return "v";
        for (const auto& section : model.sections()) {
            for (const std::uint32_t id : section->compartments()) {
                if (id == variable.id) return with_place(*section, "v", section->position_of(id));
            }
        }
        return "v";
    }
    const engine::MechanismType& type = model.mechanism(variable.table);
    const engine::InstanceId instance{type.id(), variable.id};
    std::string field;
    if (type.is_ion()) {
        const std::string ion = type.name().substr(0, type.name().size() - 4);
        field = ion + (variable.column == engine::ion_inside ? "i" : "o");
    } else {
        const rv_mechanism& description = *type.description();
        for (int k = 0; k < description.field_count; ++k) {
            const int first = type.first_column(k), element = variable.column - first;
            if (element < 0 || element >= description.fields[k].length) continue;
            field = description.fields[k].name + (type.is_density() ? "_" + type.name() : std::string());
            if (description.fields[k].length > 1) field += fmt::format("[{}]", element);
        }
    }
    if (!type.is_density()) {
        if (is_short) return type.name() + "." + field;
        const ObjectPtr object = session.objects().find(instance);
        return (object ? object->name() : type.name()) + "." + field;
    }
    for (const auto& section : model.sections()) {
        if (is_short || !section->has(type.id())) continue;
        for (int s = 0; s < section->nseg(); ++s) {
            const double x = (s + 0.5) / section->nseg();
            if (model.instance(*section, type.id(), x) == instance) return with_place(*section, field, x);
        }
    }
    return field;
}

/// statename(i, strdef[, style]); style 2: the variable's name alone.
Result state_name(Call& call, Session& session) {
    if (!session.simulation().takes_variable_steps()) call.fail("statename: variable steps are not active");
    auto index = static_cast<std::size_t>(call.integer(0, 0, 1LL << 40));
    const bool is_short = call.number_or(2, 0) == 2;
    for (const engine::VariableIntegrator* integrator : session.simulation().integrators()) {
        if (index < integrator->size()) {
            call.set_string(1, name_of(session, integrator->states()[index].variable, is_short));
            return 1.;
        }
        index -= integrator->size();
    }
    throw std::out_of_range("statename: there are fewer states");
}

Result order(Call& call, Session& session) {
    if (!session.simulation().takes_variable_steps()) return 0.;
    const auto all = session.simulation().integrators();
    const auto k = static_cast<std::size_t>(call.number_or(0, 0));
    if (k >= all.size()) call.fail(fmt::format("order: there are {} integrators", all.size()));
    return all[k]->method() ? static_cast<double>(all[k]->method()->last_order()) : 0.;
}

/// In NEURON's words, so that what reads them goes on to work.
Result statistics(Call&, Session& session) {
    if (!session.simulation().takes_variable_steps()) return 0.;
    std::size_t number = 0;
    for (const engine::VariableIntegrator* integrator : session.simulation().integrators()) {
        const engine::StepCounters& done = integrator->counters();
        session.interpreter().print(
            fmt::format("\nCvode instance {} statistics : {} {} states\n"
                        "   {} advance_tn, {} interpolate, {} init ({} due to at_time)\n"
                        "   {} function evaluations, {} mx=b solves\n",
                        number++, integrator->size(), integrator->is_algebraic() ? "IDA" : "CVode", done.steps, done.interpolations, done.restarts,
                        done.restarts_at_time, done.evaluations, done.solutions));
    }
    return 0.;
}

/// record(&variable, values, times): a sample at each step of the variable's cell.
class StepRecords {
  public:
    Result record(Call& call, Session& session) {
        const NumberRefPtr from = call.reference(0);
        const auto* place = dynamic_cast<const EngineRef*>(from.get());
        if (!place) call.fail("CVode.record: " + from->describe() + " is no variable of the model");
        const engine::Samples values = call.native<VectorObject>(1).data(), times = call.native<VectorObject>(2).data();
        remove(values, session);
        ids_[values] = session.simulation().record_with_times(place->variable(), values, times);
        return 1.;
    }
    void remove(const engine::Samples& values, Session& session) {
        const auto known = ids_.find(values);
        if (known == ids_.end()) return;
        session.simulation().remove_record(known->second);
        ids_.erase(known);
    }

  private:
    std::map<engine::Samples, engine::RecordId> ids_;
};

}  // namespace

std::vector<MethodDefinition> variable_step_methods(Session& session) {
    const auto records = std::make_shared<StepRecords>();
    return {
        {"atolscale", "atolscale(\"variable\" | &variable[, factor])",
         "Factor of the absolute tolerance of a variable, wherever it is a state; it makes tolerances smaller only.",
         [&session](Call& call) { return atol_scale(call, session); }},
        per_state(session, "states", "The states of variable steps.",
                  [](engine::VariableIntegrator& i) { return i.values(); }),
        per_state(session, "dstates", "Their derivatives.",
                  [](engine::VariableIntegrator& i) { return i.derivatives(); }),
        per_state(session, "error_weights", "1/(tolerance) of each state.",
                  [](engine::VariableIntegrator& i) { return i.method() ? i.method()->error_weights() : Columns{}; }),
        per_state(session, "acor", "The estimated error of each state in the last step.",
                  [](engine::VariableIntegrator& i) { return i.method() ? i.method()->local_errors() : Columns{}; }),
        {"statename", "statename(i, strdef[, style])", "Name of state i; style 2: of its variable alone.",
         [&session](Call& call) { return state_name(call, session); }},
        {"order", "order([i])", "Order of the last step, with local steps that of cell i.",
         [&session](Call& call) { return order(call, session); }},
        {"statistics", "statistics()", "Prints what variable steps have done since they began anew by re_init.",
         [&session](Call& call) { return statistics(call, session); }},
        {"record", "record(&variable, values, times)",
         "Records a variable, and the time, at each step; with local steps at those of the variable's cell.",
         [&session, records](Call& call) { return records->record(call, session); }},
        {"record_remove", "record_remove(values)", "Ends record into this Vector.",
         [&session, records](Call& call) -> Result {
             records->remove(call.native<VectorObject>(0).data(), session);
             return 0.;
         }},
        {"current_method", "current_method()",
         "1 (equations without algebraic ones) + 100*m, m = secondorder with fixed steps, 3 with variable ones; + 1000 "
         "if they are local.",
         [&session](Call&) -> Result {
             const auto& settings = session.simulation().variable_settings();
             const double type = session.model().sections().empty() ? 0 : 1;
             const double method = settings.active ? 3 : session.model().secondorder;
             return type + 100 * method + (settings.active && settings.local ? 1000 : 0);
         }},
    };
}

}  // namespace ranvier::hoc
