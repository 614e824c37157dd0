#include <algorithm>
#include <utility>

#include "hoc_like/language/interface/advice/nearest.hpp"
#include "hoc_like/language/interface/builtin_math.hpp"
#include "hoc_like/language/interface/definitions.hpp"
#include "hoc_like/language/machine/machine.hpp"
#include "hoc_like/language/syntax/lexer.hpp"

namespace ranvier::hoc {

Scope& Machine::scope() {
    if (open_template_) return *open_template_->scope;
    if (Instance* object = scope_self()) return *object->info().scope;
    return top;
}

Instance* Machine::scope_self() {
    if (open_template_) return open_template_->prototype.get();
    return scope_objects.empty() ? nullptr : static_cast<Instance*>(scope_objects.back().get());
}

void Machine::begin_template(const std::string& name) {
    if (!top.find(name) && is_builtin(name)) fail(name + " is built in");
    Symbol& symbol = top.find_or_add(name);
    if (symbol.kind == SymbolKind::template_class)
        fail("the template " + name + " already exists and cannot be redefined");
    if (symbol.kind != SymbolKind::unknown) fail(name + " is already " + describe(symbol));
    auto info = std::make_unique<ClassInfo>(this, name);
    info->scope = std::make_unique<Scope>(info.get());
    info->is_complete = false;
    info->prototype.reset(Instance::make(*info, -1, 0));
    ObjectAccess::set_references(*info->prototype, 1);
    symbol.kind = SymbolKind::template_class;
    ++names_version;
    symbol.class_info = info.get();
    if (open_template_) outer_templates_.push_back(open_template_);
    open_template_ = info.get();
    templates.push_back(std::move(info));
}

void Machine::end_template(const std::string& name) {
    if (!open_template_) fail("endtemplate without begintemplate");
    if (open_template_->name != name) fail("the open template is " + open_template_->name + ", not " + name);
    ClassInfo& info = *open_template_;
    const auto procedure = [&](const char* which) -> Symbol* {
        Symbol* symbol = info.scope->find(which);
        if (!symbol || symbol->kind == SymbolKind::unknown) return nullptr;
        if (symbol->kind != SymbolKind::procedure) fail(std::string{which} + " must be a proc in a template");
        return symbol;
    };
    info.init = procedure("init");
    info.unref = procedure("unref");
    info.is_complete = true;
    for (const auto& symbol : info.scope->symbols()) {
        const bool plain = symbol->kind == SymbolKind::number || symbol->kind == SymbolKind::unknown;
        if (symbol->index >= 0 && !plain) info.filled.push_back(symbol.get());
        if (symbol->index >= 0 && symbol->kind == SymbolKind::section) {
            for (const auto& section : info.prototype->slots[static_cast<std::size_t>(symbol->index)].sections->data) {
                if (section->exists()) cables.destroy(section);
            }
        }
    }
    open_template_ = nullptr;
    if (!outer_templates_.empty()) {
        open_template_ = outer_templates_.back();
        outer_templates_.pop_back();
    }
    free_slots(info, *info.prototype);
    info.prototype_slots.clear();
    info.prototype->slot_count = 0;
}

/// Leaves the templates that have been opened since `open` was; their names may be used again.
void Machine::abandon_templates(const ClassInfo* open) {
    while (open_template_ && open_template_ != open) {
        Symbol& symbol = *top.find(open_template_->name);
        symbol.kind = SymbolKind::unknown;
        symbol.class_info = nullptr;
        ++names_version;
        open_template_->name += " (incomplete)";
        open_template_ = outer_templates_.empty() ? nullptr : outer_templates_.back();
        if (open_template_) outer_templates_.pop_back();
    }
}

namespace {

/// Compiled code refers to definitions: a new definition overwrites the one that it replaces.
template <class Definition>
void store(std::deque<Definition>& all, std::unordered_map<std::string_view, Definition*>& index,
           const Definition& definition) {
    if (const auto known = index.find(definition.name); known != index.end()) {
        *known->second = definition;  // the name is the same, and the index still refers to its characters
        return;
    }
    auto& added = all.emplace_back(definition);
    index[added.name] = &added;
}

}  // namespace

void Machine::load_registry() {
    const auto& all_functions = registry.functions();
    for (; loaded_functions < all_functions.size(); ++loaded_functions) {
        store(functions, function_index, all_functions[loaded_functions]);
    }
    const auto& all_variables = registry.variables();
    for (; loaded_variables < all_variables.size(); ++loaded_variables) {
        store(variables, variable_index, all_variables[loaded_variables]);
    }
    const auto all_classes = registry.classes();
    for (; loaded_classes < all_classes.size(); ++loaded_classes) {
        const ClassDefinition& definition = *all_classes[loaded_classes];
        auto& info = builtin_classes[definition.name];
        if (!info) info = std::make_unique<ClassInfo>(this, definition.name);
        info->members.clear();
        info->definition = &definition;
        const auto add = [&](const std::string& name, Member::Kind kind, const void* pointer) {
            Member member;
            member.kind = kind;
            member.pointer = pointer;
            info->members[name] = member;
        };
        for (const auto& member : definition.methods) add(member.name, Member::method, &member);
        for (const auto& member : definition.properties) add(member.name, Member::property, &member);
        for (const auto& member : definition.strings) add(member.name, Member::text, &member);
        for (const auto& member : definition.sections) add(member.name, Member::section, &member);
        if (const PooledClass& pooled = definition.pooled; pooled.bytes && !info->pool) {
            info->pool = std::make_unique<ObjectPool>(*info, pooled.bytes, pooled.owner);
        }
    }
}

const FunctionDefinition* Machine::find_function(std::string_view name) {
    if (loaded_functions != registry.functions().size()) load_registry();
    auto found = function_index.find(name);
    if (found == function_index.end() && registry.ask_late_names(name)) {
        load_registry();
        found = function_index.find(name);
    }
    return found == function_index.end() ? nullptr : found->second;
}

const VariableDefinition* Machine::find_variable(std::string_view name) {
    if (loaded_variables != registry.variables().size()) load_registry();
    auto found = variable_index.find(name);
    if (found == variable_index.end() && registry.ask_late_names(name)) {
        load_registry();
        found = variable_index.find(name);
    }
    return found == variable_index.end() ? nullptr : found->second;
}

ClassInfo* Machine::find_class(std::string_view name) {
    if (Symbol* symbol = top.find(name); symbol && symbol->kind == SymbolKind::template_class)
        return symbol->class_info;
    if (loaded_classes != registry.mark().classes) load_registry();
    auto found = builtin_classes.find(name);
    if (found == builtin_classes.end() && registry.ask_late_names(name)) {
        load_registry();
        found = builtin_classes.find(name);
    }
    return found == builtin_classes.end() ? nullptr : found->second.get();
}

bool Machine::is_builtin(std::string_view name) {
    if (find_function(name) || find_variable(name) || find_math(name) || is_keyword(name)) return true;
    if (loaded_classes != registry.mark().classes) load_registry();
    if (builtin_classes.contains(name)) return true;
    return cables.range_name(name).has_value() || cables.is_mechanism(name);
}

std::vector<std::string> Machine::all_names() {
    load_registry();
    std::vector<std::string> names = cables.names_for_suggestions();
    const auto add = [&](const Scope& which) {
        for (const auto& symbol : which.symbols()) {
            if (symbol->kind != SymbolKind::unknown) names.push_back(symbol->name);
        }
    };
    add(scope());
    if (&scope() != &top) add(top);
    for (const auto& function : functions) names.push_back(function.name);
    for (const auto& variable : variables) names.push_back(variable.name);
    for (const auto& [name, info] : builtin_classes) names.push_back(name);
    for (const auto name : math_names()) names.emplace_back(name);
    return names;
}

namespace {

/// The file of the library that defines a name; of several, stdrun.hoc and stdlib.hoc come first. Empty if there is none.
std::string library_file_of(const Machine& machine, std::string_view name) {
    std::vector<std::string> files{"stdrun.hoc", "stdlib.hoc"};
    files.insert(files.end(), machine.library_names.begin(), machine.library_names.end());
    for (const std::string& file : files) {
        const auto text = machine.library ? machine.library(file) : std::nullopt;
        if (!text || text->find(name) == std::string::npos) continue;
        for (const Definition& each : definitions_in(*text)) {
            if (each.name == name) return file;
        }
    }
    return {};
}

}  // namespace

std::string Machine::suggestion(std::string_view name) {
    const std::string file = library_file_of(*this, name);
    if (!file.empty()) return "; " + file + " defines it: load_file(\"" + file + "\")";
    return nearest_suggestion(name, all_names());
}

void Machine::give_slot(Symbol& symbol, SymbolKind kind) {
    ClassInfo* owner = symbol.scope->owner();
    if (owner && owner->is_complete) {
        fail(symbol.name + " is not a member of " + owner->name + ", and members cannot be added to an object");
    }
    const Slot* const before = symbol.slot;
    if (before && (symbol.kind == SymbolKind::object || symbol.kind == SymbolKind::objects)) {
        symbol.former.emplace_back(symbol.kind, symbol.slot);
    }
    const SymbolKind former_kind = std::exchange(symbol.kind, kind);
    ++names_version;
    const Slot slot = make_slot(kind);
    if (!owner) {
        if (before && former_kind == SymbolKind::unknown && kind == SymbolKind::number) {  // deleted, and used again
            *symbol.slot = slot;
            return;
        }
        symbol.slot = &top_slots.emplace_back(slot);
        if (before) symbol.replaced.push_back(before);
        return;
    }
    symbol.index = owner->slots++;
    owner->prototype_slots.push_back(slot);
    owner->prototype->slots = owner->prototype_slots.data();
    owner->prototype->slot_count = owner->prototype_slots.size();
    for (Frame& frame : frames()) {
        if (frame.self == owner->prototype.get()) frame.members = frame.self->slots;
    }
}

/// To be called when a declaration runs: those of procedures that never do change nothing. Makes the instructions of
/// procedures that refer to a former variable raise an error, as in NEURON. Instructions that refer to the symbol instead
/// look at its kind when they run.
void Machine::outdate_code(Symbol& symbol) {
    const std::vector<const Slot*> replaced = std::exchange(symbol.replaced, {});
    if (replaced.empty()) return;
    const std::string error = symbol.name + " is " + describe(symbol) + " now, but was not when this code was compiled";
    const auto outdate = [&](Code& code) {
        const std::string* text = nullptr;
        for (Instruction& each : code.instructions) {
            if (!refers_to_slot(each.op)) continue;
            if (std::find(replaced.begin(), replaced.end(), each.slot) == replaced.end()) continue;
            if (!text) text = &code.texts.emplace_back(error);
            each.op = Op::raise;
            each.text = text;
        }
    };
    const auto outdate_all = [&](const Scope& scope) {
        for (const auto& each : scope.symbols()) {
            if (each->procedure) outdate(each->procedure->code);
        }
    };
    outdate_all(top);
    for (const auto& info : templates) outdate_all(*info->scope);
}

Symbol* Machine::python_section(std::string_view name) {
    SectionPtr section = cables.python_section(name);
    if (!section) return nullptr;
    Symbol& symbol = python_sections.find_or_add(name);
    if (symbol.kind != SymbolKind::section) give_slot(symbol, SymbolKind::section);
    symbol.slot->sections->data = {std::move(section)};  // perhaps a new one of this name
    return &symbol;
}

void Machine::set_dimensions(Symbol& symbol, int dimensions) {
    if (symbol.dimensions != dimensions) ++names_version;
    symbol.dimensions = dimensions;
}

void Machine::make_procedure(Symbol& symbol, ProcedureKind kind) {
    if (symbol.kind != SymbolKind::procedure || symbol.procedure_kind != kind) ++names_version;
    symbol.kind = SymbolKind::procedure;
    symbol.procedure_kind = kind;
    if (symbol.procedure) return;
    symbol.procedure = std::make_unique<Procedure>();
    symbol.procedure->symbol = &symbol;
}

Slot& Machine::slot_of(const Symbol& symbol) {
    if (symbol.index < 0) return *symbol.slot;
    Instance* object = self();
    if (!object || object->class_info().scope.get() != symbol.scope)
        fail(symbol.name + " belongs to an object of " + symbol.scope->owner()->name);
    return object->slots[static_cast<std::size_t>(symbol.index)];
}

}  // namespace ranvier::hoc
