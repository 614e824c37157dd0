#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <regex>

#include "engine/cell/mechanism_type.hpp"
#include "engine/network/network.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/language/interface/scoped_statement.hpp"
#include "hoc_like/language/interface/section_pattern.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/object_directory.hpp"
#include "hoc_like/library/context/script_run.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/list.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/gids/netcon.hpp"
#include "hoc_like/library/python/python_object.hpp"
#include "hoc_like/library/run/event_queue_methods.hpp"
#include "hoc_like/library/run/run_parts.hpp"
#include "hoc_like/library/run/state_hook_methods.hpp"
#include "hoc_like/library/run/variable_step_methods.hpp"

namespace ranvier::hoc {

namespace {

/// All objects of the class share the session's integrator.
class CVodeObject final : public Native {
  public:
    static constexpr std::string_view class_name = "CVode";
    double dae_init_dteps = 1e-9;
};

using engine::VariableSettings;

VariableSettings& settings(const Context& context) {
    return context.simulation.variable_steps().settings();
}

/// name() reads and name(value) sets one number, within bounds.
template <class T>
MethodDefinition setting(const Context& context, const char* name, const char* doc, T VariableSettings::* member,
                         double low, double high) {
    return {name, fmt::format("{}([value])", name), doc, [&context, member, low, high](Call& call) -> Result {
                VariableSettings& all = settings(context);
                if (call.size()) {
                    all.*member = static_cast<T>(number_within(call, 0, low, high, "value"));
                    ++all.version;
                }
                return static_cast<double>(all.*member);
            }};
}

MethodDefinition accepted(const char* name, const char* doc, double CVodeObject::* member) {
    return {name, fmt::format("{}([value])", name), doc, [member](Call& call) -> Result {
                auto& self = call.self_as<CVodeObject>();
                if (call.size()) self.*member = call.number(0);
                return self.*member;
            }};
}

bool takes_algebraic_steps(const Context& context) {
    return settings(context).active && has_algebraic_equations(context);
}

/// Like NEURON, sets t to 0 when the solver of algebraic equations is chosen after sections have changed since the last
/// initialization. Published sessions rely on this.
void begin_algebraic_steps(const Context& context) {
    if (takes_algebraic_steps(context) && !context.simulation.tables().knows_structure()) context.model.t = 0;
}

Result choose_variable(Call& call, const Context& context) {
    VariableSettings& all = settings(context);
    if (call.size()) {
        const bool was_algebraic = takes_algebraic_steps(context);
        all.active = call.number(0) != 0;
        if (!was_algebraic) begin_algebraic_steps(context);
        ++all.version;
    }
    return all.active ? 1. : 0.;
}

/// Local steps and algebraic equations exclude each other. On a rank without sections, local steps apply if other ranks
/// have sections, which is known when a run begins; thus a script behaves the same on any number of ranks.
Result choose_local(Call& call, const Context& context) {
    VariableSettings& all = settings(context);
    if (call.size()) {
        const bool is_wanted = call.number(0) != 0, has_cells = !context.model.sections().empty();
        all.local = is_wanted && has_cells && !has_algebraic_mechanisms(context);
        all.local_if_others = is_wanted && !has_cells;
        if (all.local) all.algebraic = false;
        ++all.version;
    }
    return all.local ? 1. : 0.;
}

Result choose_algebraic(Call& call, const Context& context) {
    VariableSettings& all = settings(context);
    // As in NEURON, local steps must be turned off first.
    if (call.size() && !all.local) {
        const bool was_algebraic = takes_algebraic_steps(context);
        all.algebraic = call.number(0) != 0;
        if (!was_algebraic) begin_algebraic_steps(context);
        if (all.algebraic) all.local_if_others = false;
        ++all.version;
    }
    return all.algebraic || (all.active && has_algebraic_equations(context)) ? 1. : 0.;
}

Result choose_queue(Call& call, const Context& context, bool& bins) {
    if (call.size() > 0) bins = whole_argument(call, 0, 0, 1, "bins") == 1;
    if (call.size() > 1) context.network.set_late_self_events(whole_argument(call, 1, 0, 1, "self_queue") == 1);
    return (bins ? 1. : 0.) + (context.network.late_self_events() ? 2. : 0.);
}

/// Like NEURON, subtracts dt/4 from a time that is a multiple of dt up to rounding, to assign it to the preceding step.
double event_time(double t, double dt) {
    const double steps = t / dt;
    return steps > 1 && std::fabs(std::floor(steps + 1e-6) - steps) < 1e-6 ? t - dt / 4. : t;
}

Result event(Call& call, const Context& context) {
    // Variable steps reach the time exactly.
    const double at = call.number(0);
    const bool is_exact =
        context.simulation.variable_steps().are_taken() || context.simulation.variable_steps().go_by_events();
    const double t = is_exact ? at : event_time(at, context.model.dt);
    if (t < context.model.t) return t;  // silently, like NEURON
    if (call.size() == 1) {
        context.simulation.hooks().events().add(t, nullptr);
    } else {
        if (call.size() > 2 && !call.object(2).as<PointProcess>()) {
            fail(call, call.object(2)->name() + " is not a point process of a section");
        }
        context.simulation.hooks().events().add(
            t, ScopedStatement{context.interpreter, call.string(1), call.interpreter().current_object()});
    }
    return t;
}

/// The condition on one end of a connection: an object, or a regular expression for names ("": any).
class WantedEnd {
  public:
    WantedEnd(Call& call, int argument) {
        if (call.is_object(argument)) {
            object_ = call.object(argument);
            is_none_ = !object_;
        } else if (const std::string name = call.string(argument); !name.empty()) {
            pattern_ = section_pattern(name);
        }
    }
    bool is(const ObjectPtr& object) const {
        if (is_none_) return false;  // as in NEURON, even if there is no object
        if (object_) return object && are_same(object_, object);
        return !pattern_ || std::regex_search(object ? object->name() : "NULLobject", *pattern_);
    }

  private:
    ObjectPtr object_;
    bool is_none_ = false;  // given as the null object
    std::optional<std::regex> pattern_;
};

/// netconlist(precell, postcell, target[, list]): the NetCons between these ends, ordered by source and then by
/// creation. NetCons without a source are never included.
Result netcon_list(Call& call, const Context& context) {
    const WantedEnd pre{call, 0}, post{call, 1}, target{call, 2};
    std::vector<std::pair<engine::SourceId, ObjectPtr>> found;
    const auto owner = [&](const engine::Section* section) {
        return section ? context.cables.cell_of(*section) : ObjectPtr{};
    };
    for (const ObjectPtr& object : context.interpreter.instances(NetConObject::class_name)) {
        const auto& netcon = *object.as<NetConObject>();
        engine::Network& network = context.network;
        const auto source = network.source(netcon.id());
        if (source == engine::SourceId::none) continue;
        const auto info = network.sources().info(source);
        if (!pre.is(info.section ? owner(info.section) : context.objects.find(info.instance))) continue;
        const engine::InstanceId onto = network.target(netcon.id());
        if (!post.is(onto ? owner(context.model.place(onto).section) : ObjectPtr{})) continue;
        if (!target.is(onto ? context.objects.find(onto) : ObjectPtr{})) continue;
        found.emplace_back(source, object);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<ObjectPtr> netcons;
    for (auto& [source, netcon] : found) netcons.push_back(std::move(netcon));
    if (call.size() < 4) return make_list(context.interpreter, std::move(netcons));
    auto& own = call.native<ListObject>(3).own();
    for (ObjectPtr& each : netcons) own.push_back(std::move(each));
    return call.object(3);
}

}  // namespace

/// hoc's CVode: the choice of steps, events that run statements, and settings that also apply to fixed steps.
void register_cvode(Registry& registry, const RunParts& parts) {
    const Context& context = parts.context;
    ClassDefinition cvode;
    cvode.name = CVodeObject::class_name;
    cvode.signature = "CVode()";
    cvode.doc = "The variable-step integrator, and events that run statements.";
    cvode.construct = [](Call&) { return std::make_unique<CVodeObject>(); };
    cvode.methods = {
        {"active", "active([0|1])", "1: variable steps (CVODE); 0: fixed steps.",
         [&context](Call& call) { return choose_variable(call, context); }},
        {"use_local_dt", "use_local_dt([0|1])", "1: with variable steps, each cell has its own step.",
         [&context](Call& call) { return choose_local(call, context); }},
        {"use_daspk", "use_daspk([0|1])", "1: variable steps use the integrator for algebraic equations.",
         [&context](Call& call) { return choose_algebraic(call, context); }},
        accepted("dae_init_dteps", "Step size for the initial solution of algebraic equations with variable steps.",
                 &CVodeObject::dae_init_dteps),
        setting(context, "atol", "Absolute tolerance of variable steps.", &VariableSettings::absolute_tolerance, 0,
                1e9),
        setting(context, "rtol", "Relative tolerance of variable steps.", &VariableSettings::relative_tolerance, 0,
                1e9),
        setting(context, "maxstep", "Largest variable step [ms].", &VariableSettings::longest_step, 1e-9, 1e9),
        setting(context, "minstep", "Smallest variable step [ms]; 0: no limit.", &VariableSettings::shortest_step, 0,
                1e9),
        setting(context, "maxorder", "Highest order of variable steps.", &VariableSettings::highest_order, 1, 5),
        setting(context, "condition_order",
                "1: thresholds are checked between variable steps; 2: the time of a crossing is located within the "
                "step.",
                &VariableSettings::condition_order, 1, 2),
        setting(context, "jacobian",
                "The Jacobian of Newton's iteration: that of the tree equations and of the equations of each mechanism "
                "(0), a dense matrix (1) or a diagonal matrix (2).",
                &VariableSettings::jacobian, 0, 2),
        setting(context, "stiff", "States that are integrated implicitly: none (0), voltages (1) or all (2).",
                &VariableSettings::stiff, 0, 2),
        {"cache_efficient", "cache_efficient([value])",
         "Accepted, without effect: values are always in cache-efficient order.", [](Call&) -> Result { return 1.; }},
        {"use_long_double", "use_long_double([0|1])",
         "Accepted, without effect: variable steps do not depend on the number of threads. Returns the value last set, "
         "initially 0.",
         [on = std::make_shared<bool>()](Call& call) -> Result {
             if (call.size()) *on = call.number(0) != 0;
             return *on ? 1. : 0.;
         }},
        {"queue_mode", "queue_mode([bins[, self_queue]])",
         "With self_queue 1, events that artificial cells send to themselves by net_send with flag 1 come after the "
         "events of connections at the same time; with 0, they come before. bins is accepted, without effect. Returns "
         "bins + 2*self_queue.",
         [&context, bins = std::make_shared<bool>()](Call& call) { return choose_queue(call, context, *bins); }},
        {"simgraph_remove", "simgraph_remove()", "Accepted, without effect: no graph plots at variable steps.",
         [](Call&) -> Result { return 0.; }},
        {"event", "event(t[, \"statement\"[, object]])",
         "Runs a statement at time t [ms], after all cells have advanced to t.",
         [&context](Call& call) -> Result { return event(call, context); }},
        {"netconlist", "netconlist(precell, postcell, target[, list])",
         "A List of the NetCons between the given objects.",
         [&context](Call& call) -> Result { return netcon_list(call, context); }},
        {"use_fast_imem", "use_fast_imem([0|1])", "1: computes i_membrane_ [nA] at each step.",
         [&context](Call& call) -> Result {
             const bool was = context.model.use_fast_imem;
             if (call.size()) context.model.use_fast_imem = call.number(0) != 0;
             return was ? 1. : 0.;
         }},
        {"re_init", "re_init()", "Restarts variable steps after the script has changed states.",
         [&context](Call&) -> Result {
             if (context.simulation.variable_steps().are_taken()) {
                 context.simulation.variable_steps().restart();
             } else {
                 context.simulation.compute_currents();
                 context.simulation.hooks().run_state_hooks(engine::StateMove::gather);
             }
             return 0.;
         }},
        {"solve", "solve([tstop])", "Advances to tstop [ms]; without an argument, by one step.",
         [&parts](Call& call) -> Result {
             if (call.size() > 0) {
                 parts.run.advance_to(call.number(0));
             } else {
                 parts.run.advance();
             }
             return 0.;
         }},
        {"fixed_step", "fixed_step()", "Advances by one step of dt.",
         [&parts](Call&) -> Result {
             parts.run.advance();
             return 0.;
         }},
    };
    append_methods(cvode.methods, variable_step_methods(parts));
    append_methods(cvode.methods, event_queue_methods(context));
    append_methods(cvode.methods, state_hook_methods(context));
    registry.add(std::move(cvode));
}

}  // namespace ranvier::hoc
