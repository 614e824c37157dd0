#include "hoc_like/library/cable/mechanisms/mechanism_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <iterator>

#include "engine/cell/mechanism_type.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "exchange/transport/launch.hpp"
#include "hoc_like/library/cable/mechanisms/calling_frame.hpp"
#include "hoc_like/library/cable/mechanisms/function_tables.hpp"
#include "hoc_like/library/cable/mechanisms/nmodl_random.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/cable/mechanisms/pointee.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/python/python_object.hpp"
#include "hoc_like/library/reference/mechanism_texts.hpp"

namespace ranvier::hoc {

namespace {

using engine::MechanismId;
using engine::MechanismType;

PointProcess& point_process(Native& self) {
    return static_cast<PointProcess&>(self);
}

int element(std::span<const long long> index) {
    return index.empty() ? 0 : static_cast<int>(index[0]);
}

/// Calls function k with its declared arguments as numbers; VERBATIM blocks may read further arguments.
Result call_function(const Context& context, CallingFrames& frames, MechanismId id, int k, engine::InstanceId instance,
                     Call& call) {
    const rv_function& function = context.model.mechanism(id).description()->functions[k];
    std::vector<double> values;
    for (int i = 0; i < function.argument_count; ++i) values.push_back(call.number(i));
    CallingFrame frame{frames, call};
    context.network.weight_pointers().aim();
    const double result = context.model.call(id, k, instance, values);
    frame.finish();
    return result;
}

PropertyDefinition field_property(const Context& context, const MechanismType& type, int field) {
    const rv_field& description = type.description()->fields[field];
    const int column = type.first_column(field);
    const int length = description.length;
    const std::string name = description.name;
    const auto column_of = [column, length, name](std::span<const long long> index) {
        const int k = element(index);
        if (k >= length) throw std::runtime_error(fmt::format("{}[{}] is outside of {}[{}]", name, k, name, length));
        return column + k;
    };
    PropertyDefinition property;
    property.name = name;
    property.units = description.units;
    property.dimensions = length > 1 ? 1 : 0;
    engine::Model& model = context.model;
    property.load = [&model, column_of](Native& self, std::span<const long long> index) {
        return model.load(model.reference(point_process(self).instance(), column_of(index)));
    };
    property.store = [&model, column_of](Native& self, std::span<const long long> index, double value) {
        model.store(model.reference(point_process(self).instance(), column_of(index)), value);
    };
    property.reference = [&model, column_of, name, length](const ObjectPtr& object,
                                                           std::span<const long long> index) -> NumberRefPtr {
        const auto& state = *object.as<PointProcess>();
        auto made = std::make_shared<EngineRef>(model, model.reference(state.instance(), column_of(index)),
                                                object->name() + "." + name, state.section());
        made->set_array(element(index), length);
        return made;
    };
    return property;
}

/// The name of a POINTER refers to the variable that it points to.
PropertyDefinition pointer_property(const Context& context, const MechanismType& type, int k) {
    const auto target = [&context, k](const PointProcess& process) {
        return pointee(context.model, context.network, process.instance(), k);
    };
    PropertyDefinition property;
    property.name = type.description()->pointers[k];
    property.load = [target](Native& self, std::span<const long long>) { return target(point_process(self))->load(); };
    property.store = [target](Native& self, std::span<const long long>, double value) {
        target(point_process(self))->store(value);
    };
    property.reference = [target](const ObjectPtr& object, std::span<const long long>) {
        return target(*object.as<PointProcess>());
    };
    return property;
}

/// Segments are objects of Python, whose module for hoc makes them.
Result segment_in_python(Call& call) {
    python::module_named("neuron");  // a script of hoc may not have imported it
    const python::Handle make = python::attribute(python::module_named("ranvier.objects"), "segment_of");
    const python::Handle self = python_from(ObjectPtr{call.self()});
    return make_python_object(call.interpreter(), python::call(make, {&self, 1}));
}

std::vector<MethodDefinition> location_methods(const Context& context) {
    engine::Model& model = context.model;
    return {
        {"loc", "loc(x)", "Moves the point process to position x of the accessed section; returns x.",
         [](Call& call) -> Result {
             const double x = call.number(0);
             call.self_as<PointProcess>().locate(section_of(*call.section()), x);
             return x;
         }},
        {"has_loc", "has_loc()", "1 if the point process is located in a section.",
         [](Call& call) -> Result { return call.self_as<PointProcess>().is_located() ? 1. : 0.; }},
        {"get_loc", "get_loc()",
         "Position of the point process, whose section becomes the accessed one until pop_section().",
         [&context, &model](Call& call) -> Result {
             const auto place = model.place(call.self_as<PointProcess>().instance());
             if (!place.section) fail(call, "the point process is not located in a section");
             call.interpreter().push_section(context.cables.object_of(*place.section));
             return place.x;
         }},
        {"get_segment", "get_segment()",
         "The segment of the point process, as an object of Python; None if it is not located in a section.",
         segment_in_python},
    };
}

/// As in NEURON, artificial cells have the methods of a location, but no location.
std::vector<MethodDefinition> location_methods_of_artificial_cells() {
    const auto refuse = [](Call& call) -> Result { fail(call, "an artificial cell is not located in a section"); };
    return {{"loc", "loc(x)", "Always fails: an artificial cell is not located in a section.", refuse},
            {"has_loc", "has_loc()", "Always 0: an artificial cell is not located in a section.",
             [](Call&) -> Result { return 0.; }},
            {"get_loc", "get_loc()", "Always fails: an artificial cell is not located in a section.", refuse}};
}

/// Methods of a point process are its FUNCTIONs and PROCEDUREs.
MethodDefinition function_method(const Context& context, CallingFrames& frames, const MechanismType& type, int k) {
    const rv_function& function = type.description()->functions[k];
    return {function.name, fmt::format("{}(...)", function.name),
            fmt::format("Calls {} of {}.mod.", function.name, type.name()),
            [&context, &frames, id = type.id(), k](Call& call) -> Result {
                return call_function(context, frames, id, k, call.self_as<PointProcess>().instance(), call);
            }};
}

}  // namespace

ClassDefinition point_process_class(const Context& context, CallingFrames& frames, const MechanismType& type) {
    ClassDefinition definition;
    definition.name = type.name();
    const MechanismId id = type.id();
    const bool artificial = type.is_artificial();
    definition.signature = artificial ? type.name() + "()" : "section " + type.name() + "(x)";
    definition.doc = mechanism_text(type.name());
    if (definition.doc.empty()) {
        definition.doc = artificial ? "An artificial cell." : "A point process at position x of the accessed section.";
    }
    definition.construct = [&context, &frames, id, artificial](Call& call) {
        auto state = std::make_unique<PointProcess>(context, id, call.self());
        const CallingFrame frame{frames, call};  // CONSTRUCTOR may read the arguments
        if (artificial) {
            state->create_artificial();
        } else if (call.size() > 0) {
            state->locate(section_of(*call.section()), call.number(0));
        }
        return state;
    };
    for (int field = 0; field < type.description()->field_count; ++field) {
        if (type.description()->fields[field].visible)
            definition.properties.push_back(field_property(context, type, field));
    }
    for (int k = 0; k < type.description()->pointer_count; ++k) {
        if (std::string_view(type.description()->pointers[k]) == "rv_own") continue;  // belongs to C code
        definition.properties.push_back(pointer_property(context, type, k));
    }
    definition.methods = artificial ? location_methods_of_artificial_cells() : location_methods(context);
    for (int k = 0; k < type.description()->function_count; ++k) {
        definition.methods.push_back(function_method(context, frames, type, k));
    }
    for (int k = 0; k < type.description()->function_table_count; ++k) {
        const std::string name = fmt::format("table_{}", type.description()->function_tables[k].name);
        definition.methods.push_back({name, name + "(values, ...)",
                                      fmt::format("Sets the data of the FUNCTION_TABLE in {}.mod.", type.name()),
                                      [&model = context.model, id, k](Call& call) -> Result {
                                          return set_function_table(call, model.mechanism(id), k);
                                      }});
    }
    for (int k = 0; k < type.description()->random_count; ++k) {
        const char* name = type.description()->randoms[k];
        definition.methods.push_back(
            {name, name, fmt::format("RANDOM {} of {}.mod.", name, type.name()), [&context, k](Call& call) -> Result {
                 if (call.size()) fail(call, "takes no arguments");
                 return make_nmodl_random(context, call.self_as<PointProcess>().instance(), k);
             }});
    }
    return definition;
}

namespace {

/// False, with a warning, if the name is already in use.
bool is_new(const Registry& registry, const MechanismType& type, const std::string& name) {
    if (!registry.has(name)) return true;
    if (exchange::launched_rank() == 0) {
        std::fprintf(stderr, "warning: '%s' of %s is ignored: the name is already in use\n", name.c_str(),
                     type.description()->source);
    }
    return false;
}

/// Registers FUNCTIONs and PROCEDUREs of SUFFIX nothing as plain functions.
void register_plain_functions(Registry& registry, const Context& context, CallingFrames& frames,
                              const MechanismType& type) {
    for (int k = 0; k < type.description()->function_count; ++k) {
        const std::string name = type.description()->functions[k].name;
        if (!is_new(registry, type, name)) continue;
        registry.add(FunctionDefinition{name, name + "(...)", fmt::format("Defined in {}.", type.description()->source),
                                        [&context, &frames, id = type.id(), k](Call& call) {
                                            return call_function(context, frames, id, k, {}, call);
                                        }});
    }
}

/// The address of a GLOBAL. It never changes, so POINTERs may point to it.
class GlobalRef final : public NumberRef {
  public:
    GlobalRef(MechanismType& type, std::size_t at, std::string name) : type_{type}, at_{at}, name_{std::move(name)} {}
    double load() const override { return type_.globals()[at_]; }
    void store(double value) override {
        type_.globals()[at_] = value;
        type_.touch();
    }
    double* address() const override { return &type_.globals()[at_]; }
    std::string describe() const override { return name_; }

  private:
    MechanismType& type_;
    std::size_t at_;
    std::string name_;
};

/// For a user's mechanism, with how to get one value in each segment.
std::string doc_of_global(const MechanismType& type, const rv_global& global) {
    const std::string file = std::filesystem::path(type.description()->source).filename();
    const bool can_change = file.ends_with(".mod") && type.is_density() && mechanism_text(type.name()).empty();
    const std::string advice =
        can_change ? fmt::format("; add {} to RANGE in {} to have one in each segment", global.name, file) : "";
    return fmt::format("GLOBAL variable of {}{}.", type.name(), advice);
}

}  // namespace

void register_globals(Registry& registry, MechanismType& type) {
    std::size_t offset = 0;
    for (int k = 0; k < type.description()->global_count; ++k) {
        const rv_global& global = type.description()->globals[k];
        const std::size_t at = offset;
        offset += static_cast<std::size_t>(global.length);
        if (!global.visible) continue;
        VariableDefinition variable;
        variable.name = type.is_nothing() ? global.name : fmt::format("{}_{}", global.name, type.name());
        variable.units = global.units;
        variable.doc = doc_of_global(type, global);
        if (global.length > 1) {
            variable.length = global.length;
            variable.load_at = [&type, at](int i) { return type.globals()[at + static_cast<std::size_t>(i)]; };
            variable.store_at = [&type, at](int i, double value) {
                type.globals()[at + static_cast<std::size_t>(i)] = value;
                type.touch();
            };
        }
        variable.load = [&type, at] { return type.globals()[at]; };
        variable.store = [&type, at](double value) {
            type.globals()[at] = value;
            type.touch();
        };
        variable.reference = [&type, at, name = variable.name] { return std::make_shared<GlobalRef>(type, at, name); };
        if (is_new(registry, type, variable.name)) registry.add(std::move(variable));
    }
}

namespace {

void register_density_functions(Registry& registry, const Context& context, CallingFrames& frames,
                                const MechanismType& type) {
    const auto chosen = std::make_shared<engine::InstanceId>();
    registry.add(FunctionDefinition{
        "setdata_" + type.name(), fmt::format("setdata_{}(x)", type.name()),
        fmt::format("Makes the functions of {} use its instance at x of the accessed section.", type.name()),
        [&model = context.model, id = type.id(), chosen](Call& call) -> Result {
            const engine::Section& cable = section_of(*call.section());
            if (!cable.has(id)) {
                fail(call, fmt::format("{} is not inserted in section {}", model.mechanism(id).name(), cable.name()));
            }
            *chosen = model.instance(cable, id, call.number(0));
            return 1.;
        }});
    for (int k = 0; k < type.description()->function_count; ++k) {
        const rv_function& function = type.description()->functions[k];
        registry.add(FunctionDefinition{
            fmt::format("{}_{}", function.name, type.name()), fmt::format("{}_{}(...)", function.name, type.name()),
            fmt::format("Calls {} of {}.mod in the accessed section.", function.name, type.name()),
            [&context, &frames, &model = context.model, id = type.id(), k, chosen](Call& call) -> Result {
                engine::InstanceId instance = *chosen;
                if (instance && model.exists(instance)) return call_function(context, frames, id, k, instance, call);
                if (const SectionPtr section = call.section_or_null()) {
                    const engine::Section& cable = section_of(*section);
                    if (cable.has(id)) instance = model.instance(cable, id, 0.5);
                }
                return call_function(context, frames, id, k, instance, call);
            }});
    }
    for (int k = 0; k < type.description()->function_table_count; ++k) {
        const std::string name = fmt::format("table_{}_{}", type.description()->function_tables[k].name, type.name());
        registry.add(FunctionDefinition{name, name + "(values, ...)",
                                        fmt::format("Sets the data of the FUNCTION_TABLE in {}.mod.", type.name()),
                                        [&model = context.model, id = type.id(), k](Call& call) -> Result {
                                            return set_function_table(call, model.mechanism(id), k);
                                        }});
    }
}

}  // namespace

void warn_of_lost_names(const rv_mechanism& now, std::vector<std::string> old_names,
                        std::vector<std::string> new_names) {
    std::ranges::sort(old_names);
    std::ranges::sort(new_names);
    std::vector<std::string> lost;
    std::ranges::set_difference(old_names, new_names, std::back_inserter(lost));
    if (lost.empty() || exchange::launched_rank() != 0) return;
    fmt::print(stderr, "warning: {} no longer defines {}: scripts still get what its previous version defined\n",
               now.source, fmt::join(lost, ", "));
}

void register_functions(Registry& registry, const Context& context, CallingFrames& frames, const MechanismType& type) {
    if (type.is_nothing()) {
        register_plain_functions(registry, context, frames, type);
    } else {
        register_density_functions(registry, context, frames, type);
    }
}

void register_ion_names(Registry& registry, const Context& context, MechanismId ion) {
    auto& type = context.model.mechanism(ion);
    const std::string name = type.name().substr(0, type.name().size() - std::string_view("_ion").size());
    const auto add = [&](const char* side, std::size_t k) {
        VariableDefinition variable;
        variable.name = fmt::format("{}{}0_{}", name, side, type.name());
        variable.units = "mM";
        variable.doc = fmt::format("Initial concentration of {}, which finitialize assigns.", name);
        variable.load = [&type, k] { return type.globals()[k]; };
        variable.store = [&type, k](double value) { type.globals()[k] = value; };
        registry.add(std::move(variable));
    };
    add("i", 0);
    add("o", 1);
}

}  // namespace ranvier::hoc
