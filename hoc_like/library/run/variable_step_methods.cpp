#include "hoc_like/library/run/variable_step_methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>

#include "engine/cell/extracellular.hpp"
#include "engine/cell/mechanism_type.hpp"
#include "engine/event/event_counts.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "engine/variable/state_listing.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/object_directory.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/exchange/thread_choice.hpp"
#include "hoc_like/library/network/gids/netcon.hpp"
#include "hoc_like/library/run/run_parts.hpp"
#include "hoc_like/library/run/vector_links.hpp"

namespace ranvier::hoc {

namespace {

using Columns = std::vector<double>;
using Of = Columns (*)(engine::VariableIntegrator&);

/// The variable with a name such as "v", "m_hh", "cai", "ExpSyn.g".
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

/// The factor declared by the variable's mechanism; 1 without one.
double declared_factor(engine::Model& model, std::pair<std::uint16_t, std::uint16_t> column) {
    const engine::MechanismType& type = model.mechanism(column.first);
    if (type.is_ion() || !type.description()) return 1;
    for (int k = 0; k < type.description()->ode_state_count; ++k) {
        const rv_ode_state& state = type.description()->ode_states[k];
        if (state.column == column.second && state.tolerance != 0) return static_cast<float>(state.tolerance);
    }
    return 1;
}

/// atolscale("variable"[, factor]) or atolscale(&variable[, factor])
Result atol_scale(Call& call, const Context& context) {
    std::optional<std::pair<std::uint16_t, std::uint16_t>> column;
    if (call.is_string(0)) {
        column = column_of(context.model, call.string(0));
        if (!column) fail(call, "there is no variable '" + call.string(0) + "'");
    } else {
        const NumberRefPtr reference = call.reference(0);
        const auto* place = dynamic_cast<const EngineRef*>(reference.get());
        if (!place) fail(call, reference->describe() + " is neither a state of a mechanism nor a voltage");
        column = {place->variable().table, place->variable().column};
    }
    auto& settings = context.simulation.variable_steps().settings();
    if (call.size() > 1) {
        settings.scales[*column] = static_cast<float>(call.number(1));  // single precision, as in NEURON
        ++settings.version;
    }
    const auto found = settings.scales.find(*column);
    if (found != settings.scales.end()) return found->second;
    return column->first == engine::compartment_table ? 1. : declared_factor(context.model, *column);
}

/// The states of all integrators in NEURON's order; empty with fixed steps.
std::span<const engine::ListedStates> all_states(const Context& context) {
    if (!context.simulation.variable_steps().are_taken()) return {};
    return context.simulation.variable_steps().listed();
}

/// Fills a Vector with one number per state; with fixed steps, empties the Vector.
Result fill(Call& call, const Context& context, Of of) {
    Columns all;
    for (const engine::ListedStates& states : all_states(context)) {
        const Columns more = engine::listed(states, of(*states.integrator));
        all.insert(all.end(), more.begin(), more.end());
    }
    call.native<VectorObject>(0).assign(all);
    return 0.;
}

MethodDefinition per_state(const Context& context, const char* name, const char* doc, Of of) {
    return {name, fmt::format("{}(vector)", name), doc,
            [&context, of](Call& call) -> Result { return fill(call, context, of); }};
}

/// "soma.v(0.5)"; the ends of sections are at 0 and 1.
std::string name_at(const engine::Model& model, std::uint32_t compartment, const std::string& name) {
    for (const auto& section : model.sections()) {
        const auto segments = section->compartments();
        const bool is_root = !section->parent() && section->near_compartment() == compartment;
        if (is_root || section->far_compartment() == compartment || std::ranges::count(segments, compartment) > 0) {
            return fmt::format("{}.{}({:g})", section->name(), name, section->position_of(compartment));
        }
    }
    return name;
}

/// "m_hh", "g" of a point process, "nai", "vext[1]"; short: without the element of an array.
std::string name_of_column(const engine::MechanismType& type, int column, bool is_short) {
    if (type.is_ion()) {
        const std::string ion = type.name().substr(0, type.name().size() - 4);
        return ion + (column == engine::ion_inside ? "i" : "o");
    }
    const bool is_layer = type.name() == engine::Extracellular::name;
    const rv_mechanism& description = *type.description();
    for (int k = 0; k < description.field_count; ++k) {
        const int element = column - type.first_column(k);
        if (element < 0 || element >= description.fields[k].length) continue;
        const bool has_suffix = type.is_density() && !is_layer;
        const std::string name = description.fields[k].name + (has_suffix ? "_" + type.name() : std::string());
        const bool has_element =
            description.fields[k].length > 1 && !(is_layer && element == 0);  // as NEURON writes it
        return has_element && !is_short ? name + fmt::format("[{}]", element) : name;
    }
    return "";
}

/// "soma.v(0.5)", "soma.m_hh(0.5)", "ExpSyn[0].g"; short: "v", "m_hh", "ExpSyn.g"
std::string name_of(const Context& context, const engine::OdeState& state, bool is_short) {
    const engine::Model& model = context.model;
    const engine::VariableRef variable = state.variable;
    const bool is_potential = variable.table == engine::compartment_table;
    const std::string name =
        is_potential ? "v" : name_of_column(model.mechanism(variable.table), variable.column, is_short);
    if (is_potential || model.mechanism(variable.table).is_density()) {
        return is_short ? name : name_at(model, state.compartment, name);
    }
    const ObjectPtr object = is_short ? ObjectPtr{} : context.objects.find({variable.table, variable.id});
    return (object ? object->name() : model.mechanism(variable.table).name()) + "." + name;
}

/// statename(i, strdef[, style]); style 2: the variable's name alone.
Result state_name(Call& call, const Context& context) {
    if (!context.simulation.variable_steps().are_taken()) fail(call, "variable steps are not active");
    auto index = static_cast<std::size_t>(call.integer(0, 0, 1LL << 40));
    const bool is_short = call.number_or(2, 0) == 2;
    for (const engine::ListedStates& states : all_states(context)) {
        if (index < states.order.size()) {
            const engine::StateMap& map = states.integrator->system().map();
            call.set_string(1, name_of(context, map.states()[states.order[index]], is_short));
            return 0.;
        }
        index -= states.order.size();
    }
    throw std::out_of_range("statename: there are fewer states");
}

Result order(Call& call, const Context& context) {
    if (!context.simulation.variable_steps().are_taken()) return 0.;
    const auto all = all_states(context);
    const auto k = static_cast<std::size_t>(call.number_or(0, 0));
    if (k >= all.size()) fail(call, fmt::format("there are {} integrators", all.size()));
    const engine::StepMethod* method = all[k].integrator->method();
    return method ? static_cast<double>(method->last_order()) : 0.;
}

/// Prints the counters of all integrators, or of the given one, in NEURON's format for programs that parse it.
Result statistics(Call& call, const Context& context) {
    const double wanted = call.number_or(0, -1);
    std::size_t number = 0;
    for (const auto& [integrator, order] : all_states(context)) {
        if (wanted >= 0 && static_cast<double>(number) != wanted) {
            ++number;
            continue;
        }
        const engine::StepCounters& done = integrator->counters();
        context.interpreter.print(fmt::format(
            "\nCvode instance {} statistics : {} {} states\n"
            "   {} advance_tn, {} interpolate, {} init ({} due to at_time)\n"
            "   {} function evaluations, {} mx=b solves\n",
            number++, integrator->system().size(), integrator->system().is_algebraic() ? "IDA" : "CVode", done.steps,
            done.interpolations, done.restarts, done.restarts_at_time, done.evaluations, done.solutions));
    }
    const engine::EventCounts events = engine::count_events(context.model);
    context.interpreter.print(fmt::format("NetCon delivered={}\nPreSyn send={}\nSelfEvent send={} move={} deliver={}\n",
                                          events.netcons, events.spikes, events.self_sent, events.self_moved,
                                          events.self_delivered));
    return 0.;
}

Result spike_stat(Call& call, const Context& context) {
    std::size_t states = 0;
    for (const engine::ListedStates& of : all_states(context)) states += of.order.size();
    const engine::EventCounts events = engine::count_events(context.model);
    const auto netcons = context.interpreter.instances(NetConObject::class_name).size();
    Columns& to = *call.native<VectorObject>(0).data();
    to = {static_cast<double>(states), static_cast<double>(netcons)};
    for (const std::int64_t count :
         {events.delivered, events.netcons, events.spikes, events.self_delivered, events.self_sent, events.self_moved,
          events.inserted, events.self_moved, events.delivered}) {
        to.push_back(static_cast<double>(count));
    }
    return 0.;
}

// --- access to states -----------------------------------------------------------------------------------------------

/// The states of all cells together, if they have one integrator.
const engine::ListedStates& states_of_one(const Call& call, const RunParts& parts) {
    const auto all = all_states(parts.context);
    if (all.empty() || parts.context.simulation.variable_steps().settings().local) {
        fail(call, "requires variable steps common to all cells: cvode.active(1) and cvode.use_local_dt(0)");
    }
    if (parts.threads.wished() > 1) fail(call, "requires one thread: pc.nthread(1)");
    return all.front();
}

/// Argument `i`, a Vector with one number per state, in the integrator's order.
Columns state_vector(const Call& call, int i, const engine::ListedStates& states) {
    const Columns& y = *call.native<VectorObject>(i).data();
    if (y.size() != states.order.size()) {
        fail(call, fmt::format("the Vector has {} elements, but there are {} states", y.size(), states.order.size()));
    }
    return unlisted(states, y);
}

Result right_hand_side(Call& call, const RunParts& parts) {
    const engine::ListedStates& states = states_of_one(call, parts);
    const Columns y = state_vector(call, 1, states);
    call.native<VectorObject>(2).assign(listed(states, states.integrator->system().derivatives_at(call.number(0), y)));
    return 0.;
}

Result scatter(Call& call, const RunParts& parts) {
    const engine::ListedStates& states = states_of_one(call, parts);
    states.integrator->system().map().scatter(state_vector(call, 0, states).data());
    return 0.;
}

Result gather(Call& call, const RunParts& parts) {
    const engine::ListedStates& states = states_of_one(call, parts);
    call.native<VectorObject>(0).assign(listed(states, states.integrator->system().states()));
    return static_cast<double>(states.order.size());
}

struct Magnitude {
    double state = -1e9, error = -1e9;
};

/// The largest magnitudes of each variable, by its short name, as collected by state_magnitudes(2).
using Magnitudes = std::map<std::string, Magnitude>;

Magnitudes collect_magnitudes(const Call& call, const Context& context) {
    if (!context.simulation.variable_steps().settings().active) fail(call, "variable steps are not active");
    Magnitudes all;
    for (const auto& [integrator, order] : all_states(context)) {
        const engine::Magnitudes& of = integrator->magnitudes();
        for (std::size_t k = 0; k < of.of_states().size(); ++k) {
            Magnitude& largest = all[name_of(context, integrator->system().map().states()[k], true)];
            largest.state = std::max(largest.state, of.of_states()[k]);
            largest.error = std::max(largest.error, of.of_errors()[k]);
        }
    }
    return all;
}

/// The magnitudes of all states; as in NEURON, with local steps only those of the first cell, and 0 for the others.
Columns listed_magnitudes(const Context& context, bool errors) {
    Columns all;
    for (const engine::ListedStates& states : all_states(context)) {
        const engine::Magnitudes& of = states.integrator->magnitudes();
        Columns more = all.empty() ? engine::listed(states, errors ? of.of_errors() : of.of_states()) : Columns{};
        more.resize(states.order.size());
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

/// state_magnitudes(0 | 1 | 2), state_magnitudes(vector[, 1]), state_magnitudes("variable"[, &error]).
Result magnitudes(Call& call, const Context& context, Magnitudes& found) {
    if (call.is_number(0)) {
        const auto kind = call.integer(0, 0, 2);
        if (kind == 2) {
            found = collect_magnitudes(call, context);
            return 0.;
        }
        context.simulation.variable_steps().settings().keep_magnitudes = kind == 1;
        for (const auto& [integrator, order] : all_states(context)) {
            integrator->magnitudes().clear(kind == 1 ? integrator->system().size() : 0);
        }
        return 0.;
    }
    if (!call.is_string(0)) {
        call.native<VectorObject>(0).assign(listed_magnitudes(context, call.size() > 1 && call.integer(1, 0, 1) != 0));
        return 0.;
    }
    const bool is_known = call.string(0) == "Vector" || column_of(context.model, call.string(0));  // as in NEURON
    if (!is_known) fail(call, "there is no variable '" + call.string(0) + "'");
    const auto entry = found.find(call.string(0));
    const Magnitude largest = entry == found.end() ? Magnitude{} : entry->second;
    if (call.size() > 1) call.reference(1)->store(largest.error);
    return largest.state;
}

/// record(&variable, values, times): samples the variable and the time at each step of the variable's cell.
Result record_steps(Call& call, const RunParts& parts) {
    const NumberRefPtr from = call.reference(0);
    const auto* place = dynamic_cast<const EngineRef*>(from.get());
    if (!place) fail(call, from->describe() + " is not a variable of the model");
    auto &values = call.native<VectorObject>(1), &times = call.native<VectorObject>(2);
    VectorLinks& links = parts.links;
    links.end_oldest(values.data());
    links.end_oldest(times.data());
    engine::Records& records = parts.context.simulation.records();
    links.add_record(records.record_steps(place->variable(), times.data()), times, nullptr);
    links.add_record(records.record(place->variable(), values.data(), std::nullopt), values, nullptr);
    return 0.;
}

/// The number returned by current_method; `sparse` is the argument of the last use_mxb.
double method_number(const Context& context, bool sparse) {
    const auto& settings = context.simulation.variable_steps().settings();
    const bool is_algebraic = has_algebraic_mechanisms(context);
    const int kind = is_algebraic ? 2 : context.model.sections().empty() ? 0 : 1;
    // With fixed steps, NEURON selects the solver for algebraic equations only when a run starts.
    const int solver = sparse || settings.algebraic ? 10 : 0;
    if (!settings.active) return kind + solver + 100. * context.model.secondorder;
    if (has_algebraic_equations(context)) return kind + 410.;
    return kind + solver + 300. + (settings.local ? 1000. : 0.);
}

}  // namespace

bool has_algebraic_mechanisms(const Context& context) {
    if (context.model.has_linear_mechanisms()) return true;
    const auto& mechanisms = context.model.mechanisms();
    return std::any_of(mechanisms.begin(), mechanisms.end(), [](const auto& type) {
        return type->table().size() > 0 && type->name() == engine::Extracellular::name;
    });
}

bool has_algebraic_equations(const Context& context) {
    return context.simulation.variable_steps().settings().algebraic || has_algebraic_mechanisms(context);
}

std::vector<MethodDefinition> variable_step_methods(const RunParts& parts) {
    const Context& context = parts.context;
    const auto is_sparse = std::make_shared<bool>(false);
    const auto found = std::make_shared<Magnitudes>();
    return {
        {"atolscale", "atolscale(\"variable\" | &variable[, factor])",
         "The factor that multiplies the absolute tolerance of a variable wherever the variable is a state. The factor "
         "can only reduce tolerances.",
         [&context](Call& call) { return atol_scale(call, context); }},
        per_state(context, "states", "Fills a Vector with the states that variable steps integrate.",
                  [](engine::VariableIntegrator& i) {
                      return i.method() ? Columns(i.method()->y().begin(), i.method()->y().end()) : Columns{};
                  }),
        per_state(context, "dstates", "Fills a Vector with the derivatives of the states.",
                  [](engine::VariableIntegrator& i) { return i.system().derivatives(); }),
        per_state(context, "error_weights", "Fills a Vector with 1/tolerance of each state.",
                  [](engine::VariableIntegrator& i) { return i.method() ? i.method()->error_weights() : Columns{}; }),
        per_state(context, "acor", "Fills a Vector with the estimated error of each state in the last step.",
                  [](engine::VariableIntegrator& i) { return i.method() ? i.method()->local_errors() : Columns{}; }),
        {"statename", "statename(i, strdef[, style])",
         "Assigns the name of state i to strdef; with style 2, only the name of its variable.",
         [&context](Call& call) { return state_name(call, context); }},
        {"order", "order([i])", "Order of the last step; with local steps, i selects the cell.",
         [&context](Call& call) { return order(call, context); }},
        {"statistics", "statistics([i])",
         "Prints counters of variable steps since the last restart by re_init, and of events since finitialize. With "
         "local steps, i selects a cell.",
         [&context](Call& call) { return statistics(call, context); }},
        {"spike_stat", "spike_stat(vector)",
         "Fills a Vector with 11 counts: states; NetCons; events delivered; events delivered by NetCons; spikes sent; "
         "self events delivered, sent and moved; queue entries inserted, moved and removed.",
         [&context](Call& call) { return spike_stat(call, context); }},
        {"f", "f(t, y, dy)", "Sets the states of the model to y and computes their derivatives dy at t [ms].",
         [&parts](Call& call) { return right_hand_side(call, parts); }},
        {"yscatter", "yscatter(y)", "Sets the states to these values; re_init() then continues from them.",
         [&parts](Call& call) { return scatter(call, parts); }},
        {"ygather", "ygather(y)", "Fills a Vector with the present values of the states; returns the number of states.",
         [&parts](Call& call) { return gather(call, parts); }},
        {"state_magnitudes", "state_magnitudes(on | vector[, errors] | \"variable\"[, &error])",
         "1: starts recording the largest magnitudes of states and estimated errors; 0: stops recording; 2: groups the "
         "magnitudes by variable. With the name of a variable, returns the largest magnitude in its group; with a "
         "Vector, fills the Vector with the magnitudes of all states, or of their errors; with local steps, of those of "
         "the first cell, and with 0 for the others.",
         [&context, found](Call& call) { return magnitudes(call, context, *found); }},
        {"record", "record(&variable, values, times)",
         "Records a variable and the time at each step; with local steps, at the steps of the variable's cell.",
         [&parts](Call& call) { return record_steps(call, parts); }},
        {"record_remove", "record_remove(values)", "Stops recording into this Vector.",
         [&parts](Call& call) -> Result {
             parts.links.end_all(call.native<VectorObject>(0).data());
             return 0.;
         }},
        {"current_method", "current_method()",
         "A number that encodes the method. It is the sum of 1 for ordinary differential equations, or 2 if some "
         "equations are algebraic (extracellular, LinearMechanism); 10 for a sparse solver; 100 times secondorder with "
         "fixed steps, 300 with variable steps, or 400 with variable steps for algebraic equations (use_daspk); and "
         "1000 for local steps.",
         [&context, is_sparse](Call&) -> Result { return method_number(context, *is_sparse); }},
        {"use_mxb", "use_mxb([0|1])",
         "1: requests a sparse solver. In Ranvier, only the equations determine the solver; results do not change.",
         [&context, is_sparse](Call& call) -> Result {
             if (call.size()) *is_sparse = call.number(0) != 0;
             return std::floor(std::fmod(method_number(context, *is_sparse), 100.) / 10.);
         }},
    };
}

}  // namespace ranvier::hoc
