#include <fmt/format.h>

#include <map>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_list.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

namespace {

/// 1. `values` holds `length` numbers for each variable of the chosen kind.
/// 2. For kind -1, only the names of the mechanism's GLOBALs are available.
class MechanismStandardObject final : public Native {
  public:
    static constexpr std::string_view class_name = "MechanismStandard";

    MechanismStandardObject(const Context& of, ListedMechanism mechanism_, int kind_)
        : context{of}, mechanism{std::move(mechanism_)}, kind{kind_} {
        if (kind < 0) return;
        for (ListedVariable& each : variables_of(context.model, mechanism)) {
            if (kind != 0 && static_cast<int>(each.kind) != kind) continue;
            values.emplace_back(static_cast<std::size_t>(each.length), each.default_value);
            variables.push_back(std::move(each));
        }
    }

    const Context& context;
    ListedMechanism mechanism;
    int kind;
    std::vector<ListedVariable> variables;
    std::vector<std::vector<double>> values;
    std::string action;
};

void need_values(const Call& call) {
    if (call.self_as<MechanismStandardObject>().kind < 0)
        fail(call, "a MechanismStandard of GLOBAL variables has only names");
}

/// Names and lengths of the GLOBALs, which are top-level variables: `usetable_hh`.
std::vector<std::pair<std::string, int>> globals_of(const MechanismStandardObject& standard) {
    std::vector<std::pair<std::string, int>> names;
    if (!standard.mechanism.id) return names;
    const engine::MechanismType& type = standard.context.model.mechanism(*standard.mechanism.id);
    if (type.is_ion()) {
        const std::string ion = type.name().substr(0, type.name().size() - 4);
        return {{ion + "i0_" + type.name(), 1}, {ion + "o0_" + type.name(), 1}};
    }
    for (int i = 0; i < type.description()->global_count; ++i) {
        const rv_global& global = type.description()->globals[i];
        if (global.visible) names.emplace_back(fmt::format("{}_{}", global.name, type.name()), global.length);
    }
    return names;
}

enum class Direction { in, out };

void copy_instance(MechanismStandardObject& standard, engine::InstanceId instance, Direction direction) {
    engine::Model& model = standard.context.model;
    for (std::size_t i = 0; i < standard.variables.size(); ++i) {
        for (int j = 0; j < standard.variables[i].length; ++j) {
            const auto place = model.reference(instance, standard.variables[i].column + j);
            double& value = standard.values[i][static_cast<std::size_t>(j)];
            if (direction == Direction::in) {
                value = model.load(place);
            } else {
                model.store(place, value);
            }
        }
    }
}

/// Copies from or to one segment. Does nothing if the segment lacks the mechanism, like in NEURON.
void copy_segment(MechanismStandardObject& standard, const engine::Section& section, double x, Direction direction) {
    engine::Model& model = standard.context.model;
    if (standard.mechanism.id) {
        if (section.has(*standard.mechanism.id)) {
            copy_instance(standard, model.instance(section, *standard.mechanism.id, x), direction);
        }
        return;
    }
    for (std::size_t i = 0; i < standard.variables.size(); ++i) {
        const auto variable = model.range_variable(standard.variables[i].name);
        if (!variable) continue;  // of PatternStim
        const auto place = model.reference(section, *variable, 0, x);
        if (direction == Direction::in) {
            standard.values[i][0] = model.load(place);
        } else {
            model.store(place, standard.values[i][0]);
        }
    }
}

/// Moves positions 0 and 1 into the first and last segment.
double inside(const engine::Section& section, double x) {
    return (section.segment_at(x) + 0.5) / section.nseg();
}

void copy_standard(MechanismStandardObject& from, MechanismStandardObject& to) {
    if (from.mechanism.name != to.mechanism.name) return;
    for (std::size_t i = 0; i < to.variables.size(); ++i) {
        for (std::size_t j = 0; j < from.variables.size(); ++j) {
            if (from.variables[j].name == to.variables[i].name) to.values[i] = from.values[j];
        }
    }
}

template <Direction direction>
Result copy(Call& call) {
    need_values(call);
    MechanismStandardObject& standard = call.self_as<MechanismStandardObject>();
    if (call.is_object(0)) {
        const ObjectPtr other = call.object(0);
        if (auto* point = other.as<PointProcess>()) {
            if (standard.mechanism.id == point->mechanism()) copy_instance(standard, point->instance(), direction);
        } else if (auto* its = other.as<MechanismStandardObject>()) {
            direction == Direction::in ? copy_standard(*its, standard) : copy_standard(standard, *its);
        } else {
            fail(call, "argument 1 is neither a MechanismStandard nor a point process");
        }
        return 0.;
    }
    const engine::Section& section = section_of(*call.section());
    if (call.size() > 0) {
        copy_segment(standard, section, inside(section, number_within(call, 0, 0, 1, "position")), direction);
    } else if (direction == Direction::in) {
        copy_segment(standard, section, inside(section, section.child_end()), direction);  // next to the parent
    } else {
        for (int i = 0; i < section.nseg(); ++i) copy_segment(standard, section, (i + 0.5) / section.nseg(), direction);
    }
    return 0.;
}

/// The value selected by `name` and index, arguments 0 and `index_argument`.
double& value_of(Call& call, int index_argument) {
    need_values(call);
    MechanismStandardObject& standard = call.self_as<MechanismStandardObject>();
    const std::string name = call.string(0);
    for (std::size_t i = 0; i < standard.variables.size(); ++i) {
        const ListedVariable& each = standard.variables[i];
        if (each.name != name) continue;
        return standard
            .values[i][static_cast<std::size_t>(whole_or(call, index_argument, 0, each.length - 1, "index", 0))];
    }
    fail(call, fmt::format("\"{}\" is not among these variables of {}", name, standard.mechanism.name));
}

Result count(Call& call) {
    const auto& standard = call.self_as<MechanismStandardObject>();
    return static_cast<double>(standard.kind < 0 ? globals_of(standard).size() : standard.variables.size());
}

std::pair<std::string, int> name_and_length(const Call& call, int argument) {
    const MechanismStandardObject& standard = call.self_as<MechanismStandardObject>();
    std::vector<std::pair<std::string, int>> all;
    if (standard.kind < 0) all = globals_of(standard);
    for (const ListedVariable& each : standard.variables) all.emplace_back(each.name, each.length);
    const auto i = whole_argument(call, argument, 0, static_cast<long long>(all.size()) - 1, "index");
    return all[static_cast<std::size_t>(i)];
}

Result name(Call& call) {
    if (call.size() < 2) {
        call.set_string(0, call.self_as<MechanismStandardObject>().mechanism.name);
        return 0.;
    }
    const auto [name, length] = name_and_length(call, 1);
    call.set_string(0, name);
    return static_cast<double>(length);
}

Result is_array(Call& call) {
    return name_and_length(call, 0).second > 1 ? 1. : 0.;
}

ListedMechanism mechanism_named(const Call& call, const Context& context) {
    const std::string wanted = call.string(0);
    context.cables.find_mechanism(wanted);
    for (const bool points : {false, true}) {
        for (ListedMechanism& each : listed_mechanisms(context.model, points)) {
            if (each.name == wanted) return each;
        }
    }
    fail(call, fmt::format("\"{}\" is not a mechanism or point process", wanted));
}

}  // namespace

/// hoc's MechanismStandard: values for a mechanism's variables that can be copied from and to sections and objects.
void register_mechanism_standard(Registry& registry, const Context& context) {
    ClassDefinition definition;
    definition.name = MechanismStandardObject::class_name;
    definition.signature = "new MechanismStandard(\"name\", kind)";
    definition.doc =
        "Values for the variables of a mechanism. kind selects the variables: 1 parameters, 2 assigned, 3 states, 0 "
        "all of these; -1 only the names of the GLOBALs, without values.";
    definition.construct = [&context](Call& call) {
        const auto kind = static_cast<int>(whole_or(call, 1, -1, 3, "kind", 1));
        return std::make_unique<MechanismStandardObject>(context, mechanism_named(call, context), kind);
    };
    definition.methods = {
        {"in", "ms.in(x)",
         "Copies values from the accessed section (its first segment, or the segment at x), a point process or another "
         "MechanismStandard.",
         copy<Direction::in>},
        {"_in", "ms._in(x)", "The same as ms.in.", copy<Direction::in>},
        {"out", "ms.out(x)",
         "Copies the values to the accessed section (all its segments, or the segment at x), a point process or "
         "another MechanismStandard.",
         copy<Direction::out>},
        {"set", "ms.set(\"variable\", value, i)", "Sets a variable, or its element i.",
         [](Call& call) -> Result {
             value_of(call, 2) = call.number(1);
             return 0.;
         }},
        {"get", "ms.get(\"variable\", i)", "The value of a variable, or of its element i.",
         [](Call& call) -> Result { return value_of(call, 1); }},
        {"count", "ms.count()", "Number of variables.", count},
        {"name", "ms.name(strdef, i)",
         "Assigns the name of variable i to strdef, or without i the mechanism's name; returns the length of the name.",
         name},
        {"is_array", "ms.is_array(i)", "1 if variable i is an array.", is_array},
        {"action", "ms.action(\"statement\")", "Sets the statement to run when a value changes in the panel.",
         [](Call& call) -> Result {
             call.self_as<MechanismStandardObject>().action = call.string_or(0, "");
             return 0.;
         }},
        {"panel", "ms.panel(\"title\")", "Shows fields for the variables; no effect without a screen.",
         [](Call&) -> Result { return 0.; }},
        {"save", "ms.save(\"name\")", "Writes the MechanismStandard to a session file; no effect without a screen.",
         [](Call&) -> Result { return 0.; }},
    };
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
