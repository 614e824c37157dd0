#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <regex>

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/language/section_pattern.hpp"
#include "hoc_like/library/cable/cables.hpp"
#include "hoc_like/library/cable/point_process.hpp"
#include "hoc_like/library/data/list.hpp"
#include "hoc_like/library/data/vector.hpp"
#include "hoc_like/library/network/netcon.hpp"
#include "hoc_like/library/run/run_functions.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

/// The settings of the variable-step integrator that a script may set and read although fixed steps don't use them.
class CVodeObject final : public Native {
  public:
    static constexpr std::string_view class_name = "CVode";
    double atol = 1e-3, rtol = 0, maxstep = 1e9, minstep = 0, maxorder = 5, condition_order = 1, cache_efficient = 0,
           queue_mode = 0, stiff = 2, dae_init_dteps = 1e-9;
    std::map<std::string, double> scales;  ///< of the tolerances of single variables
};

/// atolscale("variable"[, factor]) or atolscale(&variable[, factor])
Result atol_scale(Call& call) {
    auto& scales = call.self_as<CVodeObject>().scales;
    const std::string name = call.is_string(0) ? call.string(0) : call.reference(0)->describe();
    if (call.size() > 1) scales[name] = call.number(1);
    const auto found = scales.find(name);
    return found == scales.end() ? 1. : found->second;
}

/// name() reads and name(value) sets one setting.
MethodDefinition setting(const char* name, const char* doc, double CVodeObject::*member) {
    return {name, fmt::format("{}([value])", name), doc, [member](Call& call) -> Result {
                auto& self = call.self_as<CVodeObject>();
                if (call.size()) self.*member = call.number(0);
                return self.*member;
            }};
}

Result choose_variable(Call& call, Session& session) {
    if (call.size()) session.method().variable = call.number(0) != 0;
    return session.method().variable ? 1. : 0.;
}

/// Local steps and algebraic equations exclude each other; without sections there is nothing to step locally.
Result choose_local(Call& call, Session& session) {
    IntegrationMethod& method = session.method();
    if (call.size()) {
        method.local = call.number(0) != 0 && !session.model().sections().empty();
        if (method.local) method.algebraic = false;
    }
    return method.local ? 1. : 0.;
}

Result choose_algebraic(Call& call, Session& session) {
    IntegrationMethod& method = session.method();
    if (call.size()) {
        method.algebraic = call.number(0) != 0;
        if (method.algebraic) method.local = false;
    }
    return method.algebraic ? 1. : 0.;
}

/// A time that is a multiple of dt but for rounding belongs to the step before it: NEURON then takes dt/4 off.
double event_time(double t, double dt) {
    const double steps = t / dt;
    return steps > 1 && std::fabs(std::floor(steps + 1e-6) - steps) < 1e-6 ? t - dt / 4. : t;
}

Result event(Call& call, Session& session) {
    const double t = event_time(call.number(0), session.model().dt);
    if (t < session.model().t) return t;  // silently, as NEURON
    if (call.size() == 1) {
        session.simulation().add_script_event(t, [] {});
    } else {
        if (call.size() > 2 && !call.object(2).as<PointProcess>()) {
            call.fail(call.object(2)->name() + " is not a point process of a section");
        }
        const ObjectPtr scope = call.interpreter().current_object();
        session.simulation().add_script_event(
            t, [&session, statement = call.string(1), scope] { session.interpreter().execute(statement, scope); });
    }
    return t;
}

/// What one end of a connection must be: an object, or one whose name holds a regular expression ("": any).
class WantedEnd {
  public:
    WantedEnd(Call& call, int argument) {
        if (call.is_object(argument)) {
            object_ = call.object(argument);
        } else if (const std::string name = call.string(argument); !name.empty()) {
            pattern_ = section_pattern(name);
        }
    }
    bool is(const Object* object) const {
        if (object_) return object_.get() == object;
        return !pattern_ || std::regex_search(object ? object->name() : "NULLobject", *pattern_);
    }

  private:
    ObjectPtr object_;
    std::optional<std::regex> pattern_;
};

/// netconlist(precell, postcell, target[, list]): the NetCons between these ends, by source and then by creation; those
/// without a source are never among them.
Result netcon_list(Call& call, Session& session) {
    const WantedEnd pre{call, 0}, post{call, 1}, target{call, 2};
    std::vector<std::pair<engine::SourceId, ObjectPtr>> found;
    const auto owner = [&](const engine::Section* section) -> Object* {
        const auto cable = section ? session.cables().object_of(*section) : nullptr;
        return cable ? cable->owner() : nullptr;
    };
    for (const ObjectPtr& object : session.interpreter().instances(NetConObject::class_name)) {
        const auto& netcon = *object.as<NetConObject>();
        engine::Network& network = session.network();
        const auto source = network.source(netcon.id());
        if (source == engine::SourceId::none) continue;
        const auto info = network.info(source);
        if (!pre.is(info.section ? owner(info.section) : session.objects().find(info.instance).get())) continue;
        const engine::InstanceId onto = network.target(netcon.id());
        if (!post.is(onto ? owner(session.model().place(onto).section) : nullptr)) continue;
        if (!target.is(onto ? session.objects().find(onto).get() : nullptr)) continue;
        found.emplace_back(source, object);
    }
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<ObjectPtr> netcons;
    for (auto& [source, netcon] : found) netcons.push_back(std::move(netcon));
    if (call.size() < 4) return make_list(session.interpreter(), std::move(netcons));
    auto& own = call.native<ListObject>(3).own();
    own.insert(own.end(), netcons.begin(), netcons.end());
    return call.object(3);
}

}  // namespace

void register_cvode(Registry& registry, Session& session) {
    ClassDefinition cvode;
    cvode.name = CVodeObject::class_name;
    cvode.signature = "CVode()";
    cvode.doc = "Settings of the integrator, and events that run statements.";
    cvode.construct = [](Call&) { return std::make_unique<CVodeObject>(); };
    cvode.methods = {
        {"active", "active([0|1])", "1: variable steps are chosen; a step taken under them is an error.",
         [&session](Call& call) { return choose_variable(call, session); }},
        {"use_local_dt", "use_local_dt([0|1])", "1: of variable steps, each cell would take its own.",
         [&session](Call& call) { return choose_local(call, session); }},
        {"use_daspk", "use_daspk([0|1])", "1: of variable steps, those for algebraic equations are chosen.",
         [&session](Call& call) { return choose_algebraic(call, session); }},
        setting("dae_init_dteps", "Step of the first solution of algebraic equations with variable steps.",
                &CVodeObject::dae_init_dteps),
        setting("atol", "Absolute tolerance of variable steps.", &CVodeObject::atol),
        setting("rtol", "Relative tolerance of variable steps.", &CVodeObject::rtol),
        setting("maxstep", "Largest variable step [ms].", &CVodeObject::maxstep),
        setting("minstep", "Smallest variable step [ms].", &CVodeObject::minstep),
        setting("maxorder", "Highest order of variable steps.", &CVodeObject::maxorder),
        setting("condition_order", "Order of threshold detection with variable steps.", &CVodeObject::condition_order),
        setting("cache_efficient", "Accepted: values always lie in cache-efficient order.",
                &CVodeObject::cache_efficient),
        setting("queue_mode", "Accepted: the queue has one mode.", &CVodeObject::queue_mode),
        setting("stiff", "Which states variable steps take implicitly.", &CVodeObject::stiff),
        {"atolscale", "atolscale(\"variable\"[, factor])",
         "Factor of the absolute tolerance of a variable; fixed steps have no tolerance.", atol_scale},
        {"simgraph_remove", "simgraph_remove()", "Forgets graphs that plot by variable steps: there are none.",
         [](Call&) -> Result { return 0.; }},
        {"current_method", "current_method()", "0: implicit fixed step.", [](Call&) -> Result { return 0.; }},
        {"event", "event(t[, \"statement\"[, object]])",
         "Runs a statement at time t [ms], everything being advanced to it.",
         [&session](Call& call) -> Result { return event(call, session); }},
        {"netconlist", "netconlist(precell, postcell, target[, list])", "NetCons between the given objects, as a List.",
         [&session](Call& call) -> Result { return netcon_list(call, session); }},
        {"use_fast_imem", "use_fast_imem([0|1])", "Computes i_membrane_ [nA] at each step.",
         [&session](Call& call) -> Result {
             const bool was = session.model().use_fast_imem;
             if (call.size()) session.model().use_fast_imem = call.number(0) != 0;
             return was ? 1. : 0.;
         }},
        {"re_init", "re_init()", "After states were changed by hand: makes currents fit them.",
         [&session](Call&) -> Result {
             session.simulation().compute_currents();
             return 0.;
         }},
        {"solve", "solve([tstop])", "Advances to tstop [ms], or by one step.",
         [&session](Call& call) -> Result {
             session.method().require_fixed(session.model());
             auto& simulation = session.simulation();
             session.drive(call.size() ? simulation.advance_to(call.number(0)) : simulation.advance());
             return 0.;
         }},
        {"fixed_step", "fixed_step()", "One step of dt.",
         [&session](Call&) -> Result {
             session.drive(session.simulation().advance());
             return 0.;
         }},
    };
    registry.add(std::move(cvode));
}

}  // namespace ranvier::hoc
