#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <mutex>
#include <sstream>

#include "engine/cell/mechanism_type.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/class_info.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_catalog.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_parts.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/object_directory.hpp"
#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

namespace {

/// A public number of the template, or an array of numbers.
struct PublicNumber {
    const Symbol* symbol;
    int length;
};

int length_of(const Symbol& symbol) {
    int length = 1;
    for (const int size : symbol.shape) length *= size;
    return length;
}

double* place_of(const PublicNumber& number, Object& object) {
    Slot& slot = static_cast<Instance&>(object).slots[number.symbol->index];
    return number.symbol->kind == SymbolKind::number ? &slot.number : slot.numbers->data.data();
}

/// A mechanism made from a template. The first column is hidden; its elements identify instances. In density mechanisms
/// the columns of the public numbers follow.
struct TemplateMechanism {
    const Context* context;  ///< null once the interpreter ends
    std::string template_name;
    bool is_point = false;
    bool has_initial = false, has_after_step = false;
    std::deque<std::string> names;
    std::vector<PublicNumber> numbers;
    std::vector<rv_field> fields;
    std::unordered_map<std::uint32_t, ObjectPtr> objects;  ///< of density instances, by id
    double step_began = 0;                                 ///< [ms] t as scripts see it until the end of the step
    rv_global number{};
    rv_mechanism description{};

    engine::MechanismType& type() const {
        auto& model = context->model;
        return model.mechanism(*model.find_mechanism(description.name));
    }
};

// Like for channels, a global that scripts do not see identifies the mechanism to shared functions.
std::deque<TemplateMechanism>& all_mechanisms() {
    static std::deque<TemplateMechanism> all;
    return all;
}
std::mutex& guard() {
    static std::mutex mutex;
    return mutex;
}

TemplateMechanism& mechanism_of(const rv_instances* instances) {
    const std::lock_guard lock{guard()};
    return all_mechanisms()[static_cast<std::size_t>(instances->global[0])];
}

std::uint32_t id_of(const engine::MechanismType& type, const rv_instances* instances, int i) {
    const auto row = instances->field[0] + i - type.table().column(0);
    return type.table().id(static_cast<std::size_t>(row));
}

enum class Direction { to_object, to_columns };

/// Copies the public numbers of a density instance.
void copy(const TemplateMechanism& mechanism, Object& object, const rv_instances* instances, int i,
          Direction direction) {
    int column = 1;
    for (const PublicNumber& number : mechanism.numbers) {
        double* const inside = place_of(number, object);
        for (int k = 0; k < number.length; ++k, ++column) {
            double& outside = instances->field[column][i];
            if (direction == Direction::to_object) {
                inside[k] = outside;
            } else {
                outside = inside[k];
            }
        }
    }
}

int construct(rv_instances* instances) {
    TemplateMechanism& mechanism = mechanism_of(instances);
    if (mechanism.is_point) return 0;
    const auto id = id_of(mechanism.type(), instances, 0);
    const ObjectPtr object = mechanism.context->interpreter.create(mechanism.template_name, {});
    mechanism.objects[id] = object;
    copy(mechanism, *object, instances, 0, Direction::to_columns);
    return 0;
}

int destruct(rv_instances* instances) {
    TemplateMechanism& mechanism = mechanism_of(instances);
    if (!mechanism.is_point && mechanism.context) mechanism.objects.erase(id_of(mechanism.type(), instances, 0));
    return 0;
}

/// During its lifetime, the section is accessed and scripts see this `t`.
class At {
  public:
    At(const Context& context, engine::Section& section, double t) : context_{context}, t_{context.model.t} {
        context_.interpreter.push_section(context_.cables.object_of(section));
        context_.model.t = t;
    }
    ~At() {
        context_.interpreter.pop_section();
        context_.model.t = t_;
    }
    At(const At&) = delete;
    At& operator=(const At&) = delete;

  private:
    const Context& context_;
    double t_;
};

void call_each(TemplateMechanism& mechanism, rv_instances* instances, const char* procedure, double t) {
    const Context& context = *mechanism.context;
    auto& type = mechanism.type();
    for (int i = 0; i < instances->count; ++i) {
        const auto id = id_of(type, instances, i);
        const ObjectPtr object = mechanism.is_point ? context.objects.find({type.id(), id}) : mechanism.objects.at(id);
        const auto place = context.model.place({type.id(), id});
        if (!object || !place.section) continue;
        if (!mechanism.is_point) copy(mechanism, *object, instances, i, Direction::to_object);
        const At here{context, *place.section, t};
        const Argument x = place.x;
        context.interpreter.call(procedure, {&x, 1}, object);
        if (!mechanism.is_point) copy(mechanism, *object, instances, i, Direction::to_columns);
    }
}

int initialize(rv_instances* instances) {
    TemplateMechanism& mechanism = mechanism_of(instances);
    call_each(mechanism, instances, "initial", mechanism.context->model.t);
    return 0;
}

// Like in NEURON, scripts see the t of the step's beginning until the step ends.
int after_step(rv_instances* instances) {
    TemplateMechanism& mechanism = mechanism_of(instances);
    const Context& context = *mechanism.context;
    const bool is_fixed = !context.simulation.variable_steps().are_taken();
    call_each(mechanism, instances, "after_step", is_fixed ? mechanism.step_began : context.model.t);
    return 0;
}

bool has_procedure(const ClassInfo& info, const char* name) {
    const Symbol* symbol = info.scope->find(name);
    return symbol && symbol->kind == SymbolKind::procedure;
}

std::vector<PublicNumber> public_numbers(const ClassInfo& info) {
    std::vector<PublicNumber> all;
    for (const auto& symbol : info.scope->symbols()) {
        const bool is_number = symbol->kind == SymbolKind::number || symbol->kind == SymbolKind::numbers;
        if (is_number && symbol->is_public && symbol->index >= 0) all.push_back({symbol.get(), length_of(*symbol)});
    }
    return all;
}

const ClassInfo& wanted_template(Call& call, int argument) {
    const ClassInfo* info = call.interpreter().template_named(call.string(argument));
    if (!info) fail(call, call.string(argument) + " is not a template");
    return *info;
}

/// Moves the named numbers to the front, in the given order; returns how many there are.
std::size_t take_parameters(Call& call, int argument, std::vector<PublicNumber>& numbers) {
    std::size_t taken = 0;
    if (call.size() <= argument) return taken;
    std::istringstream words{call.string(argument)};
    for (std::string word; words >> word; ++taken) {
        const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(taken);
        const auto found = std::find_if(begin, numbers.end(), [&](const auto& n) { return n.symbol->name == word; });
        if (found == numbers.end()) fail(call, word + " is not a public variable");
        std::rotate(begin, found, found + 1);
    }
    return taken;
}

void describe_fields(TemplateMechanism& made, std::size_t parameters) {
    const auto add = [&](const std::string& name, rv_role role, int length, bool is_visible) {
        made.fields.push_back({made.names.emplace_back(name).c_str(), "", role, length, is_visible, 0, 1, 0});
    };
    add("rv_row", RV_ASSIGNED, 1, false);
    if (made.is_point) return;
    for (std::size_t k = 0; k < made.numbers.size(); ++k) {
        add(made.numbers[k].symbol->name, k < parameters ? RV_PARAMETER : RV_ASSIGNED, made.numbers[k].length, true);
    }
}

/// Releases script objects before the interpreter is destroyed.
void forget(TemplateMechanism& mechanism) {
    mechanism.objects.clear();
    mechanism.context = nullptr;
}

void add_mechanism(const MechanismParts& parts, TemplateMechanism& made, const std::string& name, std::size_t number) {
    const Context& context = parts.context;
    rv_mechanism& description = made.description;
    made.number = {"rv_number", "", 1, 0, static_cast<double>(number), 1, 0};
    description.abi_version = RV_ABI_VERSION;
    description.kind = made.is_point ? RV_POINT_PROCESS : RV_DENSITY;
    description.name = made.names.emplace_back(name).c_str();
    description.source = made.names.emplace_back("the template " + made.template_name).c_str();
    description.flags = RV_NEEDS_ONE_THREAD;
    description.field_count = static_cast<int>(made.fields.size());
    description.fields = made.fields.data();
    description.global_count = 1;
    description.globals = &made.number;
    description.construct = construct;
    description.destruct = destruct;
    if (made.has_initial) description.initialize = initialize;
    if (made.has_after_step) description.advance = after_step;
    parts.catalog.add(description);
    if (made.is_point) context.interpreter.give_native_state(parts.catalog.class_of(made.type()));
    context.objects.at_end([&made] { forget(made); });
    if (!made.has_after_step) return;
    // Also makes all cells advance together, step by step, which lets a script read any of them.
    context.simulation.hooks().add_step_hook([&made, &context] { made.step_began = context.model.t; });
}

void make(const MechanismParts& parts, const ClassInfo& info, const std::string& name, bool is_point,
          std::vector<PublicNumber> numbers, std::size_t parameters) {
    TemplateMechanism* made = nullptr;
    std::size_t number = 0;
    {
        const std::lock_guard lock{guard()};
        number = all_mechanisms().size();
        made = &all_mechanisms().emplace_back();
    }
    made->context = &parts.context;
    made->template_name = info.name;
    made->is_point = is_point;
    made->has_initial = has_procedure(info, "initial");
    made->has_after_step = has_procedure(info, "after_step");
    made->numbers = std::move(numbers);
    describe_fields(*made, parameters);
    add_mechanism(parts, *made, name, number);
}

void check_new(Call& call, const Context& context, const std::string& name) {
    if (context.model.find_mechanism(name) || call.interpreter().name_declared(name) != 0) {
        fail(call, name + " already exists");
    }
}

Result make_mechanism(Call& call, const MechanismParts& parts) {
    const Context& context = parts.context;
    const std::string suffix = call.string(0);
    check_new(call, context, suffix);
    const ClassInfo& info = wanted_template(call, 1);
    auto numbers = public_numbers(info);
    for (const auto& number : numbers) {
        const std::string name = number.symbol->name + "_" + suffix;
        if (context.model.range_variable(name)) fail(call, name + " already exists");
        check_new(call, context, name);
    }
    const auto parameters = take_parameters(call, 2, numbers);
    make(parts, info, suffix, false, std::move(numbers), parameters);
    return 1.;
}

Result make_point_process(Call& call, const MechanismParts& parts) {
    const Context& context = parts.context;
    const ClassInfo& info = wanted_template(call, 0);
    if (context.model.find_mechanism(info.name)) fail(call, info.name + " already exists");
    if (!info.objects().empty()) {
        fail(call, fmt::format("{} objects of the template {} already exist; make it a point process before",
                               info.living, info.name));
    }
    for (const char* name : {"loc", "get_loc", "has_loc"}) {
        if (info.scope->find(name)) fail(call, fmt::format("{} already exists in the template {}", name, info.name));
    }
    auto numbers = public_numbers(info);
    const auto parameters = take_parameters(call, 1, numbers);
    make(parts, info, info.name, true, std::move(numbers), parameters);
    return 1.;
}

}  // namespace

/// make_mechanism and make_pointprocess, which turn templates of scripts into mechanisms (doc: "make_mechanism").
///
/// 1. A density mechanism has one object per segment. Its range variables are the object's public numbers, which are
///    stored in the mechanism's columns, and in the object while one of its procedures runs.
/// 2. A point process is an object created by a script; it gains the methods of point processes.
/// 3. The template's `initial` and `after_step` run when INITIAL and SOLVE would run, with the position as argument and
///    the section accessed.
void register_template_mechanism(Registry& registry, const MechanismParts& parts) {
    registry.add(FunctionDefinition{
        "make_mechanism", "make_mechanism(suffix, template[, parameters])",
        "Turns a template into a density mechanism. The template's public numbers become range variables; the numbers "
        "named in `parameters` become parameters.",
        [&parts](Call& call) { return make_mechanism(call, parts); }});
    registry.add(FunctionDefinition{"make_pointprocess", "make_pointprocess(template[, parameters])",
                                    "Turns a template into a point process.",
                                    [&parts](Call& call) { return make_point_process(call, parts); }});
}

}  // namespace ranvier::hoc
