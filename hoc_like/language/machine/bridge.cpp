#include "hoc_like/language/interface/bridge.hpp"

#include <algorithm>
#include <deque>

#include "hoc_like/language/interface/builtin_math.hpp"
#include "hoc_like/language/machine/machine.hpp"
#include "hoc_like/language/machine/references.hpp"
#include "hoc_like/language/machine/state.hpp"

namespace ranvier::hoc {

namespace {

using Kind = Bridge::Kind;
using Meaning = Bridge::Meaning;

void push_given(Machine& machine, const Bridge::Given& given) {
    Value value;
    if (const auto* number = std::get_if<double>(&given)) {
        value = number_value(*number);
    } else if (const auto* text = std::get_if<std::string>(&given)) {
        value = text_value(*text);
    } else if (const auto* object = std::get_if<ObjectPtr>(&given)) {
        value = object_value(object->get());
    } else if (const auto* reference = std::get_if<NumberRefPtr>(&given)) {
        value = reference_value(*reference);
    } else if (auto* const* strdef = std::get_if<std::string*>(&given)) {
        value = text_place(*strdef);
    } else {
        value = object_place(std::get<Object**>(given));
    }
    machine.push(value);
}

void push_indices(Machine& machine, std::span<const double> indices) {
    for (const double index : indices) machine.push(number_value(index));
}

/// Pops and returns the top of the stack.
Bridge::Taken take_value(Machine& machine) {
    Value value = machine.pop();
    Bridge::Taken result = 0.;
    if (value.tag == Tag::number) {
        result = value.number;
    } else if (is_text(value)) {
        result = text_of(value);
    } else if (is_object(value)) {
        result = ObjectPtr{object_of(value)};
    } else if (value.tag == Tag::section) {
        result = SectionPtr{value.section};
    } else if (value.tag == Tag::reference) {
        result = *value.reference;
    }
    drop(value);
    return result;
}

/// Runs `body`; after an error, pops the values that it has pushed.
template <class Body>
auto clean(Machine& machine, std::size_t room, Body body) {
    machine.check_room(static_cast<int>(room) + 2);
    Value* const bottom = machine.stack;
    const Heights heights = machine.heights;
    const Frame& caller = machine.frame();
    const bool is_outermost = machine.frame_count() == 0;
    const auto clear = [&] {
        machine.unwind(caller);
        machine.drop_to(bottom);
        machine.unpin(heights.pins);
        if (heights.sections > 0) machine.cut_sections(heights.sections);
    };
    try {
        auto result = body(bottom);
        machine.unpin(heights.pins);
        if (is_outermost) machine.settle();
        return result;
    } catch (const StopRun&) {
        clear();
        if (!is_outermost) throw;  // stops the whole run, up to the outermost text
        return decltype(body(bottom)){};
    } catch (...) {
        clear();
        throw;
    }
}

Meaning meaning_of(const Symbol& symbol, const Slot* slot) {
    Meaning meaning;
    const auto arrays = [&](const std::vector<int>* shape) {
        if (shape) {
            meaning.shape = *shape;
        } else {
            meaning.shape.assign(static_cast<std::size_t>(std::max(symbol.dimensions, 0)), -1);
        }
    };
    switch (symbol.kind) {
        case SymbolKind::number:
            meaning.kind = Kind::number;
            break;
        case SymbolKind::numbers:
            meaning.kind = Kind::number;
            arrays(slot ? &slot->numbers->shape : nullptr);
            break;
        case SymbolKind::string:
            meaning.kind = Kind::text;
            break;
        case SymbolKind::object:
            meaning.kind = Kind::object;
            break;
        case SymbolKind::objects:
            meaning.kind = Kind::object;
            arrays(slot ? &slot->objects->shape : nullptr);
            break;
        case SymbolKind::section:
            meaning.kind = Kind::section;
            arrays(slot ? &slot->sections->shape : nullptr);
            break;
        case SymbolKind::procedure:
            meaning.kind = Kind::callable;
            meaning.is_written_in_hoc = true;
            break;
        case SymbolKind::template_class:
            meaning.kind = Kind::object_class;
            meaning.is_written_in_hoc = true;
            break;
        case SymbolKind::unknown:
            break;
    }
    return meaning;
}

/// Python also reaches what a template does not declare public, as in NEURON.
MemberSite site_of(std::string_view name, std::size_t indices, std::optional<std::size_t> arguments) {
    MemberSite site{name, indices, arguments};
    site.seen = Seen::all;
    return site;
}

std::vector<std::string> sorted(std::vector<std::string> names) {
    std::sort(names.begin(), names.end());
    return names;
}

Object& alive(const ObjectPtr& object) {
    if (!object) throw std::runtime_error{"NULLobject has no members"};
    return *object;
}

const VariableDefinition& variable_named(Machine& machine, std::string_view name) {
    const VariableDefinition* variable = machine.find_variable(name);
    if (!variable) throw std::runtime_error{std::string{name} + " is not a variable" + machine.suggestion(name)};
    return *variable;
}

int index_of(Machine& machine, const VariableDefinition& variable, std::span<const double> indices) {
    if (indices.size() > (variable.length ? 1u : 0u)) {
        throw std::runtime_error{variable.name + " takes " + (variable.length ? "one index" : "no index")};
    }
    return indices.empty() ? 0 : machine.host_index(variable, indices[0]);
}

/// The top-level symbol, if it is in use; else null.
Symbol* known_symbol(Machine& machine, std::string_view name) {
    Symbol* symbol = machine.top.find(name);
    return symbol && symbol->kind != SymbolKind::unknown ? symbol : nullptr;
}

class OwnNumber final : public NumberRef {
  public:
    explicit OwnNumber(double value) : value_{value} {}
    double load() const override { return value_; }
    void store(double value) override { value_ = value; }
    double* address() const override { return &value_; }
    std::string describe() const override { return "a number"; }

  private:
    mutable double value_;
};

[[noreturn]] void wrong_kind(const Symbol& symbol, const char* wanted) {
    throw std::runtime_error{symbol.name + " is " + describe(symbol) + ", not " + wanted};
}

/// The value as a T, the type that the symbol requires.
template <class T>
const T& given_as(const Bridge::Given& value, const Symbol& symbol) {
    const T* held = std::get_if<T>(&value);
    if (!held) wrong_kind(symbol, "a variable for this kind of value");
    return *held;
}

void store_host(const VariableDefinition& variable, int index, double number) {
    if (variable.length == 0) {
        refer_to_host(variable)->store(number);
        return;
    }
    if (!variable.store_at) throw std::runtime_error{variable.name + " can only be read"};
    variable.store_at(index, number);
}

/// Assigns to a symbol; `count` indices lie on the stack.
void store_symbol(Machine& machine, const Symbol& symbol, int count, const Bridge::Given& value) {
    switch (symbol.kind) {
        case SymbolKind::number: {
            const double number = given_as<double>(value, symbol);
            if (count) wrong_kind(symbol, "an array");
            symbol.slot->number = number;
            return;
        }
        case SymbolKind::numbers: {
            const double number = given_as<double>(value, symbol);
            *machine.element(symbol, count) = number;
            return;
        }
        case SymbolKind::string:
            *symbol.slot->string = given_as<std::string>(value, symbol);
            return;
        case SymbolKind::object:
        case SymbolKind::objects: {
            const ObjectPtr& object = given_as<ObjectPtr>(value, symbol);
            const bool is_array = symbol.kind == SymbolKind::objects;
            if (count && !is_array) wrong_kind(symbol, "an array");
            Object** place = is_array ? machine.object_element(symbol, count) : &symbol.slot->object;
            ObjectAccess::retain(object.get());
            ObjectAccess::release(std::exchange(*place, object.get()));
            return;
        }
        default:
            wrong_kind(symbol, "a variable");
    }
}

/// Reads the component of an object, for which `site` has no arguments.
Bridge::Taken load_component(Machine& machine, const ObjectPtr& object, MemberSite& site,
                             std::span<const double> indices) {
    return clean(machine, indices.size() + 1, [&](Value*) {
        machine.push(object_value(object.get()));
        push_indices(machine, indices);
        if (machine.begin_component(site, false)) machine.run();
        return take_value(machine);
    });
}

void store_component(Machine& machine, const ObjectPtr& object, MemberSite& site, std::span<const double> indices,
                     const Bridge::Given& value) {
    clean(machine, indices.size() + 2, [&](Value*) {
        machine.push(object_value(object.get()));
        push_indices(machine, indices);
        push_given(machine, value);
        machine.set_component(site, Assignment::set);
        return take_value(machine);
    });
}

Bridge::Taken call_component(Machine& machine, const ObjectPtr& object, MemberSite& site,
                             std::span<const Bridge::Given> arguments) {
    return clean(machine, arguments.size() + 1, [&](Value*) {
        machine.push(object_value(object.get()));
        for (const Bridge::Given& each : arguments) push_given(machine, each);
        if (machine.begin_component(site, false)) machine.run();
        return take_value(machine);
    });
}

}  // namespace

/// A site belongs to a number of arguments, as in a script, because a call may lead to another one of the same name.
struct MemberName::Sites {
    explicit Sites(std::string name) : text{std::move(name)}, bare{site_of(text, 0, std::nullopt)} {}
    MemberSite& call(std::size_t arguments) {
        while (calls.size() <= arguments) calls.push_back(site_of(text, 0, calls.size()));
        return calls[arguments];
    }
    std::string text;
    MemberSite bare;
    std::deque<MemberSite> calls;  // a deque: adding one does not move the others
};

MemberName::MemberName(std::string name) : sites_{std::make_unique<Sites>(std::move(name))} {}
MemberName::~MemberName() = default;
MemberName::MemberName(MemberName&&) noexcept = default;
MemberName& MemberName::operator=(MemberName&&) noexcept = default;
const std::string& MemberName::text() const {
    return sites_->text;
}

Bridge::Bridge(Interpreter& interpreter) : interpreter_{interpreter} {}

Machine& Bridge::machine() const {
    return interpreter_.state_->machine;
}

Meaning Bridge::meaning(std::string_view name) const {
    Machine& machine = this->machine();
    if (const Symbol* symbol = known_symbol(machine, name)) return meaning_of(*symbol, symbol->slot);
    Meaning meaning;
    if (machine.find_class(name)) {
        meaning.kind = Kind::object_class;
    } else if (machine.find_function(name) || find_math(name)) {
        meaning.kind = Kind::callable;
    } else if (const VariableDefinition* variable = machine.find_variable(name)) {
        meaning.kind = Kind::number;
        if (variable->length) meaning.shape = {variable->length};
    } else if (find_constant(name)) {
        meaning.kind = Kind::number;
    } else if (machine.cables.range_name(name)) {
        meaning.kind = Kind::range_name;
    } else if (machine.cables.is_mechanism(name)) {
        meaning.kind = Kind::mechanism_name;
    }
    return meaning;
}

Meaning Bridge::meaning(const ObjectPtr& object, std::string_view name) const {
    Machine& machine = this->machine();
    Object& receiver = alive(object);
    Meaning meaning;
    if (ObjectAccess::has_aliases(receiver)) {
        const AliasTable& table = machine.aliases.at(&receiver);
        if (const auto alias = table.find(name); alias != table.end()) {
            meaning.kind = alias->second.number ? Kind::number : Kind::object;
            return meaning;
        }
    }
    const ClassInfo& info = *class_of(receiver);
    const Member member = info.find(name, Seen::all);
    meaning.is_of_class = info.is_complete && !Machine::is_dynamic(receiver);
    switch (member.kind) {
        case Member::none:
            break;
        case Member::method:
            // A signature without ( ), such as a RANDOM's, belongs to an object.
            meaning.kind = member.as_method->signature == member.as_method->name ? Kind::object : Kind::callable;
            break;
        case Member::property:
            meaning.kind = Kind::number;
            meaning.shape.assign(static_cast<std::size_t>(member.as_property->dimensions), -1);
            meaning.needs_indices = member.as_property->needs_indices;
            break;
        case Member::text:
            meaning.kind = Kind::text;
            break;
        case Member::section:
            meaning.kind = Kind::section;
            meaning.shape.assign(static_cast<std::size_t>(member.as_section->dimensions), -1);
            break;
        case Member::symbol: {
            const Symbol& symbol = *member.as_symbol;
            const bool has_slot = symbol.kind != SymbolKind::procedure && symbol.kind != SymbolKind::template_class &&
                                  symbol.name != "this";
            Meaning of_symbol = meaning_of(symbol, has_slot ? &machine.slot_in(symbol, receiver) : nullptr);
            of_symbol.is_of_class = info.is_complete;
            return of_symbol;
        }
    }
    return meaning;
}

Bridge::Taken Bridge::load(std::string_view name, std::span<const double> indices) {
    Machine& machine = this->machine();
    const Symbol* symbol = known_symbol(machine, name);
    if (!symbol) {
        if (const double* constant = find_constant(name)) return *constant;
        const VariableDefinition& variable = variable_named(machine, name);
        const int index = index_of(machine, variable, indices);
        if (variable.length) return variable.load_at(index);
        return variable.address ? *variable.address : variable.load();
    }
    const auto count = static_cast<int>(indices.size());
    return clean(machine, indices.size(), [&](Value*) -> Bridge::Taken {
        push_indices(machine, indices);
        switch (symbol->kind) {
            case SymbolKind::number:
                if (count) wrong_kind(*symbol, "an array");
                return symbol->slot->number;
            case SymbolKind::numbers:
                return *machine.element(*symbol, count);
            case SymbolKind::string:
                if (count) wrong_kind(*symbol, "an array");
                return *symbol->slot->string;
            case SymbolKind::object:
                if (count) wrong_kind(*symbol, "an array");
                return ObjectPtr{symbol->slot->object};
            case SymbolKind::objects:
                return ObjectPtr{*machine.object_element(*symbol, count)};
            case SymbolKind::section:
                return machine.own_section(*symbol, count);
            default:
                wrong_kind(*symbol, "a variable");
        }
    });
}

Bridge::Taken Bridge::load(const ObjectPtr& object, std::string_view name, std::span<const double> indices) {
    alive(object);
    MemberSite site = site_of(name, indices.size(), std::nullopt);
    return load_component(machine(), object, site, indices);
}

Bridge::Taken Bridge::load(const ObjectPtr& object, MemberName& name) {
    alive(object);
    return load_component(machine(), object, name.sites_->bare, {});
}

void Bridge::look_up(TopName& name) const {
    Machine& machine = this->machine();
    const std::size_t symbols = machine.top.symbols().size(), variables = machine.registry.variables().size();
    if (name.symbols_ == symbols && name.variables_ == variables) return;
    name.symbol_ = machine.top.find(name.text_);
    name.variable_ = machine.find_variable(name.text_);
    name.symbols_ = symbols;
    name.variables_ = machine.registry.variables().size();
}

Bridge::Taken Bridge::load(TopName& name) {
    look_up(name);
    if (name.symbol_ && name.symbol_->kind == SymbolKind::number) return name.symbol_->slot->number;
    if (name.symbol_ && name.symbol_->kind == SymbolKind::object) return ObjectPtr{name.symbol_->slot->object};
    if (name.symbol_ && name.symbol_->kind == SymbolKind::string) return *name.symbol_->slot->string;
    const bool is_hidden = name.symbol_ && name.symbol_->kind != SymbolKind::unknown;
    if (is_hidden || !name.variable_ || name.variable_->length) return load(name.text_);
    return name.variable_->address ? *name.variable_->address : name.variable_->load();
}

bool Bridge::is_array(TopName& name) const {
    look_up(name);
    if (!name.symbol_) return false;
    const SymbolKind kind = name.symbol_->kind;
    const bool is_section_array = kind == SymbolKind::section && !name.symbol_->slot->sections->shape.empty();
    return kind == SymbolKind::numbers || kind == SymbolKind::objects || is_section_array;
}

void Bridge::store(TopName& name, const Given& value) {
    look_up(name);
    const auto* number = std::get_if<double>(&value);
    if (number && name.symbol_ && name.symbol_->kind == SymbolKind::number) {
        name.symbol_->slot->number = *number;
    } else if (number && !name.symbol_ && name.variable_ && !name.variable_->length && name.variable_->address) {
        *name.variable_->address = *number;
    } else {
        store(name.text_, {}, value);
    }
}

void Bridge::store(std::string_view name, std::span<const double> indices, const Given& value) {
    Machine& machine = this->machine();
    const Symbol* symbol = known_symbol(machine, name);
    if (!symbol) {
        const VariableDefinition& variable = variable_named(machine, name);
        const auto* number = std::get_if<double>(&value);
        if (!number) throw std::runtime_error{std::string{name} + " is a number"};
        store_host(variable, index_of(machine, variable, indices), *number);
        return;
    }
    clean(machine, indices.size(), [&](Value*) {
        push_indices(machine, indices);
        store_symbol(machine, *symbol, static_cast<int>(indices.size()), value);
        return 0;
    });
}

void Bridge::store(const ObjectPtr& object, std::string_view name, std::span<const double> indices,
                   const Given& value) {
    alive(object);
    MemberSite site = site_of(name, indices.size(), std::nullopt);
    store_component(machine(), object, site, indices, value);
}

void Bridge::store(const ObjectPtr& object, MemberName& name, const Given& value) {
    alive(object);
    store_component(machine(), object, name.sites_->bare, {}, value);
}

NumberRefPtr Bridge::refer(std::string_view name, std::span<const double> indices) {
    Machine& machine = this->machine();
    Symbol* symbol = known_symbol(machine, name);
    if (!symbol) {
        const VariableDefinition& variable = variable_named(machine, name);
        if (!indices.empty()) throw std::runtime_error{variable.name + " cannot be referenced by an index"};
        return refer_to_host(variable);
    }
    const Bridge::Taken result = clean(machine, indices.size(), [&](Value*) {
        push_indices(machine, indices);
        if (symbol->kind == SymbolKind::numbers) {
            machine.refer_element(*symbol, static_cast<int>(indices.size()));
        } else {
            machine.refer_symbol(*symbol);
        }
        return take_value(machine);
    });
    if (const auto* reference = std::get_if<NumberRefPtr>(&result)) return *reference;
    wrong_kind(*symbol, "a number");
}

NumberRefPtr Bridge::refer(const ObjectPtr& object, std::string_view name, std::span<const double> indices) {
    Machine& machine = this->machine();
    alive(object);
    const Bridge::Taken result = clean(machine, indices.size() + 1, [&](Value*) {
        MemberSite site = site_of(name, indices.size(), std::nullopt);
        machine.push(object_value(object.get()));
        push_indices(machine, indices);
        machine.refer_component(site);
        return take_value(machine);
    });
    return std::get<NumberRefPtr>(result);
}

Bridge::Taken Bridge::call(std::string_view name, std::span<const Given> arguments) {
    Machine& machine = this->machine();
    const auto count = static_cast<int>(arguments.size());
    return clean(machine, arguments.size() + 1, [&](Value* bottom) {
        if (Symbol* symbol = known_symbol(machine, name)) {
            if (symbol->kind != SymbolKind::procedure || !symbol->procedure->is_callable) machine.not_callable(*symbol);
            machine.push(object_value(nullptr));
            for (const Given& each : arguments) push_given(machine, each);
            machine.enter(*symbol->procedure, nullptr, bottom, count);
            machine.run();
            return take_value(machine);
        }
        for (const Given& each : arguments) push_given(machine, each);
        if (const FunctionDefinition* function = machine.find_function(name)) {
            machine.call_native(*function, count);
        } else if (const MathFunction* math = find_math(name)) {
            if (count != 1 || bottom->tag != Tag::number) machine.fail(std::string{name} + " takes one number");
            *bottom = number_value(math->compute(bottom->number));
        } else {
            machine.fail(std::string{name} + " is not a function" + machine.suggestion(name));
        }
        return take_value(machine);
    });
}

Bridge::Taken Bridge::call(const ObjectPtr& object, std::string_view name, std::span<const Given> arguments) {
    alive(object);
    MemberSite site = site_of(name, 0, arguments.size());
    return call_component(machine(), object, site, arguments);
}

Bridge::Taken Bridge::call(const ObjectPtr& object, MemberName& name, std::span<const Given> arguments) {
    alive(object);
    return call_component(machine(), object, name.sites_->call(arguments.size()), arguments);
}

ObjectPtr Bridge::create(std::string_view class_name, std::span<const Given> arguments) {
    Machine& machine = this->machine();
    ClassInfo* info = machine.find_class(class_name);
    if (!info) throw std::runtime_error{std::string{class_name} + " is not a template or class"};
    return std::get<ObjectPtr>(clean(machine, arguments.size() + 1, [&](Value*) {
        for (const Given& each : arguments) push_given(machine, each);
        if (machine.new_object(*info, static_cast<int>(arguments.size()))) machine.run();
        return take_value(machine);
    }));
}

std::vector<std::string> Bridge::template_names() const {
    Machine& machine = this->machine();
    std::vector<std::string> names;
    for (const auto& symbol : machine.top.symbols()) {
        if (symbol->kind == SymbolKind::template_class) names.push_back(symbol->name);
    }
    return names;
}

bool Bridge::init_reads_arguments(const ClassInfo& of_template) const {
    if (!of_template.init || !of_template.init->procedure) return false;
    const std::vector<Instruction>& code = of_template.init->procedure->code.instructions;
    return std::any_of(code.begin(), code.end(), [](const Instruction& each) { return reads_argument(each.op); });
}

void Bridge::run(std::string_view statements) {
    Machine& machine = this->machine();
    clean(machine, 0, [&](Value*) {
        std::string text{statements};
        text += '\n';
        interpreter_.run_text(text, "h(...)");
        return 0;
    });
}

ObjectPtr Bridge::numbered(std::string_view class_name, std::int64_t index) const {
    Machine& machine = this->machine();
    const ClassInfo* info = machine.find_class(class_name);
    return info ? ObjectPtr{info->object(index)} : ObjectPtr{};
}

std::vector<std::string> Bridge::member_names(const ObjectPtr& object) const {
    return sorted(alive(object).class_info().member_names());
}

std::vector<std::string> Bridge::member_names(std::string_view class_name) const {
    Machine& machine = this->machine();
    const ClassInfo* info = machine.find_class(class_name);
    return info ? sorted(info->member_names()) : std::vector<std::string>{};
}

bool Bridge::has_aliases(const Object& object) {
    return ObjectAccess::has_aliases(object);
}

std::string Bridge::suggestion(std::string_view name) const {
    Machine& machine = this->machine();
    return machine.suggestion(name);
}

std::size_t Bridge::section_depth() const {
    Machine& machine = this->machine();
    return machine.sections.size();
}

void Bridge::drop_sections(std::size_t depth) {
    Machine& machine = this->machine();
    machine.cut_sections(static_cast<std::uint32_t>(depth));
}

NumberRefPtr make_number_place(double value) {
    return std::make_shared<OwnNumber>(value);
}

ObjectPlace::ObjectPlace(const ObjectPtr& object) : object_{object.get()} {
    ObjectAccess::retain(object_);
}

ObjectPlace::~ObjectPlace() {
    ObjectAccess::release(object_);
}

void ObjectPlace::store(const ObjectPtr& object) {
    ObjectAccess::retain(object.get());
    ObjectAccess::release(std::exchange(object_, object.get()));
}

}  // namespace ranvier::hoc
