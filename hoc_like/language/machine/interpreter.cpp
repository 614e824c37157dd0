#include "hoc_like/language/interface/interpreter.hpp"

#include <algorithm>

#include "hoc_like/language/compile/compiler.hpp"
#include "hoc_like/language/interface/characters.hpp"
#include "hoc_like/language/machine/state.hpp"
#include "hoc_like/language/syntax/parser.hpp"

namespace ranvier::hoc {
namespace {

// Changes the scope until the end of the block.
class ScopeOf {
  public:
    ScopeOf(Machine& machine, const ObjectPtr& object) : machine_{machine}, size_{machine.scope_objects.size()} {
        machine_.scope_objects.push_back(object);
    }
    ~ScopeOf() { machine_.scope_objects.resize(size_); }
    ScopeOf(const ScopeOf&) = delete;
    ScopeOf& operator=(const ScopeOf&) = delete;

  private:
    Machine& machine_;
    std::size_t size_;
};

/// The result of hoc's name_declared.
int kind_number(SymbolKind kind, bool detailed) {
    switch (kind) {
        case SymbolKind::object:
        case SymbolKind::objects:
            return 2;
        case SymbolKind::section:
            return 3;
        case SymbolKind::string:
            return 4;
        case SymbolKind::number:
            return 5;
        case SymbolKind::numbers:
            return detailed ? 6 : 5;
        default:
            return 1;
    }
}

/// A name split before its first subscript: "dend" and "[3][1]".
struct Subscripted {
    std::string_view base;
    std::string_view subscripts;
};
Subscripted split(std::string_view text) {
    const std::size_t bracket = std::min(text.find('['), text.size());
    return {text.substr(0, bracket), text.substr(bracket)};
}

/// Removes "[3]" from the front of `subscripts` and returns the number.
std::size_t take_subscript(std::string_view& subscripts) {
    std::size_t digit = 1;
    std::size_t number = 0;
    for (; digit < subscripts.size() && is_digit(subscripts[digit]); ++digit) {
        number = 10 * number + static_cast<std::size_t>(subscripts[digit] - '0');
    }
    subscripts.remove_prefix(std::min(digit + 1, subscripts.size()));
    return number;
}

/// The section selected by the subscripts; the first one if there are no subscripts. Null if it does not exist.
SectionPtr section_at(const SectionArray& array, std::string_view subscripts) {
    std::size_t index = 0;
    std::size_t dimension = 0;
    while (!subscripts.empty()) {  // a single section is also soma[0]
        if (dimension < array.shape.size()) index *= static_cast<std::size_t>(array.shape[dimension++]);
        index += take_subscript(subscripts);
    }
    return index < array.data.size() && array.data[index]->exists() ? array.data[index] : nullptr;
}

/// The section "dend[3]" of a scope, or null. `object` holds the members of the scope; null at the top level.
SectionPtr section_in(const Scope& scope, const Instance* object, std::string_view name) {
    const auto [base, subscripts] = split(name);
    const Symbol* symbol = scope.find(base);
    if (!symbol || symbol->kind != SymbolKind::section) return nullptr;
    const Slot* slot = object ? &object->slots[static_cast<std::size_t>(symbol->index)] : symbol->slot;
    return slot ? section_at(*slot->sections, subscripts) : nullptr;
}

bool is_template_instance(const ObjectPtr& object) {
    return object && object->class_info().scope != nullptr;
}

}  // namespace

Interpreter::Interpreter(Registry& registry, CableHost& cables, Streams streams, StackSizes sizes)
    : state_{std::make_unique<State>(registry, cables, std::move(streams), *this, sizes)} {}

Interpreter::~Interpreter() = default;

HeldStatement Interpreter::hold(std::string_view statement) const {
    return state_->statement_holder ? state_->statement_holder(statement) : nullptr;
}

void Interpreter::set_statement_holder(std::function<HeldStatement(std::string_view statement)> holder) {
    state_->statement_holder = std::move(holder);
}

void Interpreter::on_text(std::function<void(const std::string& name, std::string_view text)> call) {
    auto& listeners = state_->machine.on_text;
    if (call) {
        listeners.push_back(std::move(call));
    } else {
        listeners.clear();
    }
}

void Interpreter::run_text(std::string_view text, const std::string& name, const ObjectPtr& object) {
    Machine& machine = state_->machine;
    for (const auto& call : machine.on_text) call(name, text);
    if (machine.frame_count() == 0 && machine.native_depth == 0) {
        machine.run_text(text, name);
        return;
    }
    const ScopeOf scope{machine, object};
    machine.run_text(text, name);
}

std::optional<std::string_view> Interpreter::rest_of_file() {
    const auto& files = state_->machine.files_read;
    if (files.empty()) return std::nullopt;
    return files.back() ? files.back()->rest() : std::string_view{};
}

void Interpreter::skip_rest_of_file(std::size_t characters) {
    if (Parser* const file = state_->machine.files_read.back()) file->skip_rest(characters);
}

void Interpreter::set_library(std::function<std::optional<std::string>(std::string_view name)> text_of,
                              std::vector<std::string> names) {
    state_->machine.library = std::move(text_of);
    state_->machine.library_names = std::move(names);
}

void Interpreter::execute(std::string_view statement, const ObjectPtr& object) {
    // As in NEURON, the statement is enclosed in braces, which prevent printing, unless it begins with ~.
    std::string text;
    if (statement.starts_with('~')) {
        text = statement.substr(1);
    } else if (statement.starts_with("begintemplate")) {
        text = statement;
    } else {
        text = '{';
        text += statement;
        text += '}';
    }
    execute_text(text, object, statement);
}

void Interpreter::execute_text(std::string_view text, const ObjectPtr& object, std::string_view shown) {
    if (object && !is_template_instance(object)) {
        throw std::runtime_error{"execute: " + object->name() + " is of a built-in class, which has no scope"};
    }
    const ScopeOf scope{state_->machine, object};
    std::string key = object ? object->class_name() : std::string{};
    key += '\n';
    key += text;
    state_->machine.execute(std::move(key), "execute(\"" + std::string{shown.substr(0, 40)} + "\")", std::string{text});
}

double Interpreter::call(std::string_view name, std::span<const Argument> arguments, const ObjectPtr& object) {
    Machine& machine = state_->machine;
    Scope& scope = is_template_instance(object) ? *object->class_info().scope : machine.top;
    Symbol* symbol = scope.find(name);
    if (symbol && symbol->external) symbol = symbol->external;
    if (!symbol || symbol->kind != SymbolKind::procedure) {
        if (const FunctionDefinition* function = machine.find_function(name)) {
            return machine.call_function(*function, arguments);
        }
        throw std::runtime_error{std::string{name} + " is not a procedure" + machine.suggestion(name)};
    }
    return machine.call_symbol(*symbol, arguments,
                               static_cast<Instance*>(symbol->scope->owner() ? object.get() : nullptr));
}

bool Interpreter::is_callable(std::string_view name, const ObjectPtr& object) const {
    const Scope& scope = is_template_instance(object) ? *object->class_info().scope : state_->machine.top;
    const Symbol* symbol = scope.find(name);
    if (symbol && symbol->kind == SymbolKind::procedure) return true;
    return state_->machine.find_function(name) != nullptr;
}

std::optional<double> Interpreter::number(std::string_view name) const {
    Machine& machine = state_->machine;
    const Symbol* symbol = machine.top.find(name);
    if (symbol && symbol->kind == SymbolKind::number) return symbol->slot->number;
    if (const auto* variable = machine.find_variable(name))
        return variable->address ? *variable->address : variable->load();
    return std::nullopt;
}

void Interpreter::set_number(std::string_view name, double value) {
    Machine& machine = state_->machine;
    Symbol* known = machine.top.find(name);
    if (!known) {
        if (const auto* variable = machine.find_variable(name)) {
            if (variable->store) {
                variable->store(value);
            } else if (variable->address) {
                *variable->address = value;
            }
            return;
        }
    }
    Symbol& symbol = machine.top.find_or_add(name);
    if (symbol.kind == SymbolKind::unknown) machine.give_slot(symbol, SymbolKind::number);
    if (symbol.kind != SymbolKind::number)
        throw std::runtime_error{std::string{name} + " is " + describe(symbol) + ", not a number"};
    symbol.slot->number = value;
}

std::optional<std::string> Interpreter::string(std::string_view name) const {
    const Symbol* symbol = state_->machine.top.find(name);
    if (!symbol || symbol->kind != SymbolKind::string) return std::nullopt;
    return *symbol->slot->string;
}

std::optional<ObjectPtr> Interpreter::object(std::string_view name) const {
    const Symbol* symbol = state_->machine.top.find(name);
    if (!symbol || symbol->kind != SymbolKind::object) return std::nullopt;
    return ObjectPtr{symbol->slot->object};
}

NumberRefPtr Interpreter::reference(std::string_view expression, const ObjectPtr& object) {
    Machine& machine = state_->machine;
    const ScopeOf scope{machine, object};
    // A call whose only argument is the reference: its compiled form leaves the pointer on the stack.
    const auto source =
        std::make_shared<Source>(std::string{expression}, "name_declared(&" + std::string{expression} + ")");
    Parser parser{machine, source};
    const Item item = parser.next();
    const auto* alone = item.statement ? std::get_if<tree::ExpressionStatement>(&item.statement->form) : nullptr;
    const auto* call = alone ? as<tree::NativeCall>(*alone->expression) : nullptr;
    if (!call || call->arguments.empty()) {
        throw std::runtime_error{std::string{expression} + " is not a variable that holds a number"};
    }
    const Code code = compile_value(source, *call->arguments.front());
    machine.run_statement(code);
    Value value = machine.pop();
    NumberRefPtr result = *value.reference;
    drop(value);
    return result;
}

int Interpreter::name_declared(std::string_view name, bool detailed) const {
    Machine& machine = state_->machine;
    const Symbol* symbol = machine.top.find(name);
    if (symbol && symbol->kind != SymbolKind::unknown) return kind_number(symbol->kind, detailed);
    if (machine.find_variable(name)) return 5;
    if (const auto range = machine.cables.range_name(name); range && range->per_section) return detailed ? 8 : 5;
    return symbol || machine.is_builtin(name) ? 1 : 0;
}

void Interpreter::add_method(std::string_view class_name, MethodDefinition method) {
    ClassInfo& info = built_in_class(class_name);
    const MethodDefinition& kept = state_->machine.added_methods.emplace_back(std::move(method));
    Member member;
    member.kind = Member::method;
    member.as_method = &kept;
    info.members.erase(kept.name);  // the key refers to the name inside the former method
    info.members[kept.name] = member;
}

const ClassInfo* Interpreter::template_named(std::string_view name) const {
    const ClassInfo* info = state_->machine.find_class(name);
    return info && info->scope && info->is_complete ? info : nullptr;
}

void Interpreter::give_native_state(ClassDefinition definition) {
    ClassInfo* info = state_->machine.find_class(definition.name);
    if (!info || !info->scope) throw std::logic_error{definition.name + " is not a template"};
    info->native = &state_->machine.native_states.emplace_back(std::move(definition));
    for (const MethodDefinition& method : info->native->methods) {
        Member member;
        member.kind = Member::method;
        member.as_method = &method;
        info->members[method.name] = member;
    }
}

ObjectPtr Interpreter::make(std::string_view class_name, std::unique_ptr<Native> state) {
    Instance* object = state_->machine.make_instance(built_in_class(class_name), 0);
    object->set_native(std::move(state));
    return ObjectPtr{object};
}

ClassInfo& Interpreter::built_in_class(std::string_view class_name) {
    ClassInfo* info = state_->machine.find_class(class_name);
    if (!info || !info->definition) throw std::logic_error{std::string{class_name} + " is not a built-in class"};
    return *info;
}

ObjectPtr Interpreter::make_pooled(ClassInfo& pooled_class) {
    return ObjectPtr{state_->machine.make_pooled(pooled_class)};
}

ObjectPtr Interpreter::create(std::string_view class_name, std::span<const Argument> arguments) {
    Machine& machine = state_->machine;
    ClassInfo* info = machine.find_class(class_name);
    if (!info) throw std::runtime_error{std::string{class_name} + " is not a template or class"};
    return machine.create_object(*info, arguments);
}

std::vector<ObjectPtr> Interpreter::instances(std::string_view class_name) const {
    std::vector<ObjectPtr> all;
    if (const ClassInfo* info = state_->machine.find_class(class_name)) {
        for (Object* object : info->objects()) all.emplace_back(object);
    }
    return all;
}

std::uint64_t Interpreter::instances_version(std::string_view class_name) const {
    const ClassInfo* info = state_->machine.find_class(class_name);
    return info ? info->changes : 0;
}

void Interpreter::set_alias(const ObjectPtr& object, const std::string& name, NumberRefPtr number, ObjectPtr other) {
    if (object->class_info().find(name).kind != Member::none)
        throw std::runtime_error{object->name() + " already has a member " + name};
    AliasTable& table = state_->machine.aliases[object.get()];
    ObjectAccess::set_has_aliases(*object, true);
    if (number || other) {
        table[name] = Alias{std::move(number), std::move(other)};
    } else {
        table.erase(name);
    }
}

void Interpreter::clear_aliases(const ObjectPtr& object) {
    state_->machine.forget_aliases(*object);
}

std::vector<std::string> Interpreter::aliases(const ObjectPtr& object) const {
    std::vector<std::string> names;
    if (!ObjectAccess::has_aliases(*object)) return names;
    for (const auto& [name, alias] : state_->machine.aliases.at(object.get())) names.push_back(name);
    return names;
}

bool Interpreter::is_class(std::string_view name) const {
    return state_->machine.find_class(name) != nullptr;
}

SectionPtr Interpreter::section_or_null() const {
    const auto& sections = state_->machine.sections;
    return sections.empty() ? nullptr : sections.back();
}
void Interpreter::push_section(SectionPtr section) {
    state_->machine.push_section(std::move(section));
}
void Interpreter::pop_section() {
    Machine& machine = state_->machine;
    if (machine.sections.size() > (machine.is_accessed ? 1 : 0)) machine.pop_section();
}
void Interpreter::access_section(SectionPtr section) {
    auto& sections = state_->machine.sections;
    if (sections.empty()) {
        state_->machine.push_section(std::move(section));
        state_->machine.is_accessed = true;
    } else {
        sections.front() = std::move(section);
    }
}

void Interpreter::name_sections(const std::string& name, std::vector<SectionPtr> sections, bool is_array) {
    Machine& machine = state_->machine;
    Symbol& symbol = machine.top.find_or_add(name);
    if (symbol.kind == SymbolKind::unknown) {
        machine.give_slot(symbol, SymbolKind::section);
    } else if (symbol.kind != SymbolKind::section) {
        throw std::runtime_error{name + " is " + describe(symbol) + ", not a section"};
    }
    machine.set_dimensions(symbol, is_array ? 1 : 0);
    SectionArray& array = *symbol.slot->sections;
    for (const SectionPtr& old : array.data) {
        const bool stays = std::find(sections.begin(), sections.end(), old) != sections.end();
        if (old->exists() && !stays) machine.cables.destroy(old);
    }
    array.shape.clear();
    if (is_array) array.shape.push_back(static_cast<int>(sections.size()));
    array.data.assign(sections.begin(), sections.end());
}

void Interpreter::unname_section(const SectionPtr& section, const SectionPtr& instead) {
    for (const auto& symbol : state_->machine.top.symbols()) {
        if (symbol->kind != SymbolKind::section || !symbol->slot) continue;
        std::replace(symbol->slot->sections->data.begin(), symbol->slot->sections->data.end(), section, instead);
    }
}

SectionPtr Interpreter::section_named(std::string_view name) const {
    Machine& machine = state_->machine;
    const std::size_t dot = name.find('.');
    if (dot == std::string_view::npos) return section_in(machine.top, nullptr, name);
    auto [class_name, number] = split(name.substr(0, dot));
    const ClassInfo* info = machine.find_class(class_name);
    if (!info || !info->scope || number.size() < 3) return nullptr;
    const auto* object = static_cast<const Instance*>(info->object(static_cast<std::int64_t>(take_subscript(number))));
    return object ? section_in(*info->scope, object, name.substr(dot + 1)) : nullptr;
}

void Interpreter::push_object(const ObjectPtr& object) {
    if (object && !is_template_instance(object)) throw std::runtime_error{object->name() + " is of a built-in class"};
    state_->machine.scope_objects.push_back(object);
}
void Interpreter::pop_object() {
    if (state_->machine.scope_objects.empty()) throw std::runtime_error{"object_pop without object_push"};
    state_->machine.scope_objects.pop_back();
}

void Interpreter::interrupt() {
    state_->machine.wants_tick |= Machine::interrupted;
}
void Interpreter::forget_interrupt() {
    state_->machine.wants_tick &= ~Machine::interrupted;
}
void Interpreter::set_step_limit(long long steps) {
    Machine& machine = state_->machine;
    machine.wants_tick &= ~Machine::counts_steps;
    if (steps > 0) machine.wants_tick |= Machine::counts_steps;
    machine.steps_left = steps;
}
void Interpreter::set_frame_limit(int frames) {
    Machine& machine = state_->machine;
    if (machine.frame_count() > 0) throw std::runtime_error{"the frame limit cannot change while code runs"};
    machine.set_frame_limit(frames);
}
std::vector<std::string> Interpreter::names() const {
    return state_->machine.all_names();
}

std::string Interpreter::location() const {
    return state_->machine.location();
}
std::string Interpreter::running_line() const {
    return state_->machine.running_line();
}
ObjectPtr Interpreter::current_object() const {
    return ObjectPtr{state_->machine.self()};
}
void Interpreter::print(std::string_view text) {
    state_->machine.streams.out(text);
}
Registry& Interpreter::registry() {
    return state_->machine.registry;
}
CableHost& Interpreter::cables() {
    return state_->machine.cables;
}

}  // namespace ranvier::hoc
