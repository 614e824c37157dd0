#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <unordered_map>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_catalog.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_list.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_parts.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_type_class.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/object_directory.hpp"
#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

namespace {

class MechanismTypeObject final : public Native {
  public:
    MechanismTypeObject(const MechanismParts& of, bool points)
        : context{of.context},
          catalog{of.catalog},
          point_processes{points},
          listed_{listed_mechanisms(context.model, points)} {
        for (std::size_t i = 0; i < listed_.size(); ++i) numbers_[listed_[i].name] = static_cast<long long>(i);
    }

    /// The mechanisms that existed when this object was made, as in NEURON.
    const std::vector<ListedMechanism>& all() const { return listed_; }
    /// Their numbers by name; of equal names the last.
    const std::unordered_map<std::string, long long>& numbers() const { return numbers_; }
    void select(long long i) { chosen = std::min(i, static_cast<long long>(all().size()) - 1); }

    const Context& context;
    const MechanismCatalog& catalog;
    bool point_processes;
    long long chosen = 0;
    std::string action;
    std::vector<engine::InstanceId> found;  ///< by pp_begin
    std::size_t next_found = 0;

  private:
    std::vector<ListedMechanism> listed_;
    std::unordered_map<std::string, long long> numbers_;
};

const ListedMechanism& selected(const Call& call) {
    const MechanismTypeObject& type = call.self_as<MechanismTypeObject>();
    if (type.chosen < 0) fail(call, "no mechanism is selected; use select(name)");
    return type.all()[static_cast<std::size_t>(type.chosen)];
}

Result select(Call& call) {
    MechanismTypeObject& type = call.self_as<MechanismTypeObject>();
    if (call.is_number(0)) {
        type.select(whole_argument(call, 0, -1, static_cast<long long>(type.all().size()) - 1, "index"));
        return 0.;
    }
    // As in NEURON, an unknown name leaves the selection unchanged.
    const auto found = type.numbers().find(std::string{call.string(0)});
    if (found != type.numbers().end()) type.chosen = found->second;
    return 0.;
}

Result selected_name(Call& call) {
    if (call.size() > 0) call.set_string(0, selected(call).name);
    return static_cast<double>(call.self_as<MechanismTypeObject>().chosen);
}

Result make(Call& call) {
    const ListedMechanism mechanism = selected(call);
    const Context& context = call.self_as<MechanismTypeObject>().context;
    if (!call.self_as<MechanismTypeObject>().point_processes) {
        if (mechanism.id) context.model.insert(section_of(*call.section()), *mechanism.id);
        return 0.;
    }
    call.set_object(0, call.interpreter().create(mechanism.name, {}));
    return 0.;
}

Result remove(Call& call) {
    const ListedMechanism mechanism = selected(call);
    if (call.self_as<MechanismTypeObject>().point_processes)
        fail(call, "only removes density mechanisms; a point process is deleted with its last objref");
    if (mechanism.id) {
        const Context& context = call.self_as<MechanismTypeObject>().context;
        context.cables.uninsert(*call.section(), context.model.mechanism(*mechanism.id).name());
    }
    return 0.;
}

/// Mechanism i, an argument
const ListedMechanism& listed(const Call& call) {
    const auto& all = call.self_as<MechanismTypeObject>().all();
    const auto i = whole_argument(call, 0, 0, static_cast<long long>(all.size()) - 1, "index");
    return all[static_cast<std::size_t>(i)];
}

/// A yes/no property of mechanism i, derived from its description; `of_pattern_stim`: PatternStim's, which has none.
template <class Fact>
auto fact(Fact holds, double of_pattern_stim) {
    return [holds, of_pattern_stim](Call& call) -> Result {
        const auto& [name, id] = listed(call);
        if (!id) return name == pattern_stim_name ? of_pattern_stim : 0.;
        const engine::MechanismType& type = call.self_as<MechanismTypeObject>().context.model.mechanism(*id);
        return !type.is_ion() && holds(type) ? 1. : 0.;
    };
}

Result is_ion(Call& call) {
    const auto id = selected(call).id;
    return id && call.self_as<MechanismTypeObject>().context.model.mechanism(*id).is_ion() ? 1. : 0.;
}

Result next_point_process(Call& call) {
    MechanismTypeObject& type = call.self_as<MechanismTypeObject>();
    while (type.next_found < type.found.size()) {
        const engine::InstanceId instance = type.found[type.next_found++];
        if (ObjectPtr object = type.context.objects.find(instance)) return object;
    }
    return ObjectPtr{};
}

/// The point processes of a section in the order of its nodes; at each node the newest first, like in NEURON.
Result first_point_process(Call& call) {
    MechanismTypeObject& type = call.self_as<MechanismTypeObject>();
    if (!type.point_processes) fail(call, "needs a MechanismType(1)");
    const ListedMechanism mechanism = selected(call);
    const engine::Section& section = section_of(*call.section());
    engine::Model& model = type.context.model;
    type.found.clear();
    type.next_found = 0;
    if (!mechanism.id) return ObjectPtr{};
    for (const engine::InstanceId instance : section.point_processes()) {
        if (instance.mechanism == *mechanism.id) type.found.push_back(instance);
    }
    std::reverse(type.found.begin(), type.found.end());
    std::stable_sort(type.found.begin(), type.found.end(),
                     [&](const auto& a, const auto& b) { return model.place(a).x < model.place(b).x; });
    return next_point_process(call);
}

/// Empty for a mechanism without a .mod file.
std::string source_of(const Call& call) {
    const auto id = selected(call).id;
    if (!id) return "";
    const Context& context = call.self_as<MechanismTypeObject>().context;
    const rv_mechanism* description = context.model.mechanism(*id).description();
    const std::filesystem::path source = description && description->source ? description->source : "";
    if (source.extension() != ".mod") return "";
    return (std::filesystem::path(call.self_as<MechanismTypeObject>().catalog.source_root()) / source).string();
}

Result code(Call& call) {
    std::ifstream file{source_of(call)};
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

/// Adds a menu of all names to a panel; the action receives the index in hoc_ac_.
Result menu(Call& call) {
    Interpreter& interpreter = call.interpreter();
    interpreter.execute("{xmenu(\"MechType\")}");
    const auto all = call.self_as<MechanismTypeObject>().all();
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].name == "morphology") continue;
        interpreter.execute(fmt::format("{{xbutton(\"{}\", \"hoc_ac_={} {}\")}}", all[i].name, i,
                                        call.self_as<MechanismTypeObject>().action),
                            {});
    }
    interpreter.execute("{xmenu()}");
    return 0.;
}

/// The number of the object's class in a MechanismType(1), from 1, if `holds` for the class; else 0.
template <class Fact>
double number_among(const Context& context, const ObjectPtr& object, Fact holds) {
    if (!object || !object->native()) return 0.;
    const auto all = listed_mechanisms(context.model, true);
    const auto found = std::ranges::find(all, object->class_name(), &ListedMechanism::name);
    return found != all.end() && holds(*found) ? static_cast<double>(found - all.begin()) + 1. : 0.;
}

}  // namespace

std::vector<MethodDefinition> point_process_facts(const Context& context) {
    const auto is_artificial = [&context](const ListedMechanism& kind) {
        return !kind.id || context.model.mechanism(*kind.id).is_artificial();  // without an id: PatternStim
    };
    return {
        {"is_point_process", "sf.is_point_process(object)",
         "The number of the object's class among the point processes and artificial cells, from 1; 0 for other objects.",
         [&context](Call& call) -> Result {
             return number_among(context, call.object(0), [](const ListedMechanism&) { return true; });
         }},
        {"is_artificial", "sf.is_artificial(object)",
         "The same number if the object is an artificial cell; 0 for other objects.",
         [&context, is_artificial](Call& call) -> Result {
             return number_among(context, call.object(0), is_artificial);
         }},
    };
}

void register_mechanism_type_class(Registry& registry, const MechanismParts& parts) {
    ClassDefinition definition;
    definition.name = "MechanismType";
    definition.signature = "new MechanismType(point_processes)";
    definition.doc =
        "A list of the density mechanisms (0), or of the point processes and artificial cells (1), from which one can "
        "be selected.";
    definition.construct = [&parts](Call& call) {
        parts.catalog.bring_all();
        return std::make_unique<MechanismTypeObject>(parts, whole_argument(call, 0, 0, 1, "kind") == 1);
    };
    definition.methods = {
        {"select", "mt.select(\"name\")", "Selects a mechanism by name or index.", select},
        {"selected", "mt.selected(strdef)",
         "Returns the index of the selected mechanism and assigns its name to strdef.", selected_name},
        {"make", "mt.make(objref)",
         "Inserts the selected density mechanism into the accessed section, or makes a point process that has no "
         "location and assigns it to objref.",
         make},
        {"remove", "mt.remove()", "Removes the selected mechanism from the accessed section.", remove},
        {"count", "mt.count()", "Number of mechanisms.",
         [](Call& call) -> Result { return static_cast<double>(call.self_as<MechanismTypeObject>().all().size()); }},
        {"menu", "mt.menu()", "Adds a menu of all names to the panel that is being built.", menu},
        {"action", "mt.action(\"statement\")",
         "Sets the statement to run when a menu item is chosen; hoc_ac_ is the item's index.",
         [](Call& call) -> Result {
             call.self_as<MechanismTypeObject>().action = call.string(0);
             return 0.;
         }},
        {"is_netcon_target", "mt.is_netcon_target(i)", "1 if mechanism i can be the target of a NetCon.",
         fact([](const engine::MechanismType& type) { return type.description()->net_receive != nullptr; }, 1)},
        {"has_net_event", "mt.has_net_event(i)", "1 if mechanism i can be the source of a NetCon.",
         fact([](const engine::MechanismType& type) { return (type.description()->flags & RV_HAS_NET_EVENT) != 0; },
              0)},
        {"is_artificial", "mt.is_artificial(i)", "1 if mechanism i is an artificial cell.",
         fact([](const engine::MechanismType& type) { return type.is_artificial(); }, 1)},
        {"is_ion", "mt.is_ion()", "1 if the selected mechanism is an ion.", is_ion},
        {"pp_begin", "mt.pp_begin()",
         "The first point process of the selected type in the accessed section, or NULLobject.", first_point_process},
        {"pp_next", "mt.pp_next()", "The next point process after the one returned last, or NULLobject.",
         next_point_process},
        {"internal_type", "mt.internal_type()", "A number that identifies the mechanism in this run.",
         [](Call& call) -> Result {
             const auto id = selected(call).id;
             return id ? static_cast<double>(*id) + 4. : selected(call).name == "morphology" ? 2. : 3.;
         }},
        {"file", "mt.file()", "Path of the selected mechanism's .mod file.",
         [](Call& call) -> Result { return source_of(call); }},
        {"code", "mt.code()", "Text of the selected mechanism's .mod file; empty if the file no longer exists.", code},
    };
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
