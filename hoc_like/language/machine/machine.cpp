#include "hoc_like/language/machine/machine.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <new>
#include <stdexcept>

#include "hoc_like/language/compile/compiler.hpp"
#include "hoc_like/language/syntax/parser.hpp"

namespace ranvier::hoc {
namespace {

std::string shown(const Value& value) {
    switch (value.tag) {
        case Tag::number: {
            char text[40];
            std::snprintf(text, sizeof text, "%g", value.number);
            return text;
        }
        case Tag::text:
        case Tag::constant_text:
        case Tag::text_slot: {
            std::string quoted{'"'};
            quoted += text_of(value).substr(0, 40);
            quoted += '"';
            return quoted;
        }
        case Tag::object:
        case Tag::object_slot:
            return object_of(value) ? object_of(value)->name() : "NULLobject";
        case Tag::reference:
            return std::string{'&'}.append((*value.reference)->describe());
        case Tag::section:
            return value.section->name();
        default:
            return "...";
    }
}

}  // namespace

Machine::Machine(Registry& registry_used, CableHost& cables_used, Streams streams_used, Interpreter& owner,
                 StackSizes sizes)
    : registry{registry_used}, cables{cables_used}, streams{std::move(streams_used)}, interpreter{owner} {
    // Left uninitialized: pages that no call uses take no memory.
    values.reset(new Value[static_cast<std::size_t>(sizes.values)]);
    values_end = values.get() + sizes.values;
    stack = values.get();
    values_limit = values_end - 64;
    set_frame_limit(sizes.frames);
    add_builtins();
    load_registry();
}

// Releases the references of scripts in an order that leaves none dangling: running code, aliases and scopes, top-level
// variables, then the remaining objects.
Machine::~Machine() {
    tearing_down = true;
    equations.begin(equations.delta());
    unwind(frame_store.front());
    {
        const auto gone = std::exchange(aliases, {});
    }  // objects that aliases refer to may themselves have aliases
    cut_sections(0);
    scope_objects.clear();
    for (const auto& symbol : top.symbols()) free_top_slot(*symbol);
    for (const auto& info : templates) free_unfinished(*info);
    free_remaining_objects();
}

void Machine::free_top_slot(Symbol& symbol) {
    if (!symbol.slot) return;
    release_former(symbol);
    for (const auto& [kind, slot] : symbol.former) {
        if (kind == SymbolKind::objects) delete slot->objects;
    }
    free_slot(symbol.kind, *symbol.slot);
}

// A script may end, or fail, before the endtemplate that frees the prototype's slots.
void Machine::free_unfinished(ClassInfo& info) {
    if (info.is_complete) return;
    for (const auto& symbol : info.scope->symbols()) {
        const auto index = static_cast<std::size_t>(symbol->index);
        if (symbol->index >= 0 && index < info.prototype_slots.size()) {
            free_slot(symbol->kind, info.prototype_slots[index]);
        }
    }
    info.prototype->slot_count = 0;
}

// Frees objects that refer to each other in cycles or are held by built-in objects: all of them release their
// references before any is freed.
void Machine::free_remaining_objects() {
    for (const auto& info : templates) {
        for (const auto& entry : info->instances) {
            if (entry.instance) ObjectAccess::set_references(*entry.instance, 1 << 20);
        }
    }
    for (const auto& info : templates) {
        for (std::size_t i = 0; i < info->instances.size(); ++i) {
            Instance* instance = info->instances[i].instance;
            if (!instance || !info->scope) continue;
            free_slots(*info, *instance);
            instance->slot_count = 0;
        }
    }
    for (const auto& info : templates) {
        while (!info->instances.empty()) {
            Instance* last = info->instances.back().instance;
            ObjectAccess::set_references(*last, 1);
            ObjectAccess::release_quietly(last);
        }
    }
}

namespace {

/// Marks a text as the one that is read, for its lifetime. Null: all of it has been read.
class Reading {
  public:
    Reading(std::vector<Parser*>& files, Parser* parser) : files_{files} { files_.push_back(parser); }
    ~Reading() { files_.pop_back(); }
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

  private:
    std::vector<Parser*>& files_;
};

/// Whether a text may be kept in compiled form: nothing is left to read while its first line runs.
bool is_short_line(std::string_view text) {
    constexpr std::size_t most = 1000;
    const std::size_t line_end = text.find('\n');
    return text.size() <= most && (line_end == std::string_view::npos || line_end + 1 == text.size());
}

}  // namespace

void Machine::run_text(std::string_view text, const std::string& name) {
    std::string key;
    if (is_short_line(text) && !scope_self()) key.append(name).append("\r").append(text);
    if (!key.empty()) {
        if (const std::shared_ptr<const Code> code = statements.find(key, names_version)) {
            const Reading reading{files_read, nullptr};
            return run_until_stop(*code);
        }
    }
    const auto source = std::make_shared<const Source>(name, text);
    Parser parser{*this, source};
    const Reading reading{files_read, &parser};
    const ClassInfo* const open = open_template_;
    try {
        if (!key.empty() && run_kept(std::move(key), parser, source)) return;
        run_items(parser, source);
    } catch (...) {
        abandon_templates(open);
        throw;
    }
}

void Machine::run_items(Parser& parser, const SourcePtr& source) {
    for (Item item = parser.next(); item.kind != Item::Kind::end; item = parser.next()) run_item(item, source);
}

void Machine::run_item(Item& item, const SourcePtr& source) {
    if (item.kind == Item::Kind::procedure) {
        define(*item.procedure_symbol, compile_procedure(source, *item.statement, *item.procedure_symbol),
               std::move(item.locals));
    } else if (item.kind == Item::Kind::statement) {
        run_until_stop(compile_statement(source, *item.statement));
    }
}

void Machine::run_until_stop(const Code& code) {
    try {
        run_statement(code);
    } catch (const StopRun&) {
        if (frame_count() > 0) throw;  // stops the whole run, up to the outermost text
    }
}

void Machine::execute(std::string key, const std::string& name, const std::string& text) {
    if (const std::shared_ptr<const Code> code = statements.find(key, names_version)) return run_until_stop(*code);
    const auto source = std::make_shared<const Source>(name, text);
    Parser parser{*this, source};
    if (!run_kept(std::move(key), parser, source)) run_items(parser, source);
}

/// Runs the text's first item. Returns whether it was all; if so, and if it is a statement, keeps its code.
bool Machine::run_kept(std::string key, Parser& parser, const SourcePtr& source) {
    const std::uint64_t version = names_version;
    Item first = parser.next();
    if (first.kind == Item::Kind::end) return true;
    const bool is_statement = first.kind == Item::Kind::statement && !open_template_;
    if (!is_statement || !parser.is_at_end()) {
        run_item(first, source);
        return false;
    }
    const auto code = std::make_shared<const Code>(compile_statement(source, *first.statement));
    if (version == names_version) statements.keep(std::move(key), code, version);
    run_until_stop(*code);
    return true;
}

void Machine::run_statement(const Code& code) {
    push_frame(code, scope_self());
    run();
    if (frame_count() == 0) settle();
}

void Machine::settle() {
    waiting.clear();
}

void Machine::define(Symbol& symbol, Code code, std::vector<char> locals) {
    Procedure& procedure = *symbol.procedure;
    if (procedure.is_defined && frame_count() > 0) {
        auto old = std::make_shared<Code>(std::move(procedure.code));
        // Frames that run the old code hold its address and instructions; moving does not change the latter.
        for (Frame& frame : frames()) {
            if (frame.code == &procedure.code) frame.code = old.get();
        }
        waiting.push_back(std::move(old));
    }
    procedure.code = std::move(code);
    procedure.code.procedure = &procedure;
    procedure.locals = std::move(locals);
    procedure.local_count = static_cast<int>(procedure.locals.size());
    procedure.stack_need = procedure.code.stack_need + procedure.local_count;
    procedure.is_member = symbol.scope->owner() != nullptr;
    procedure.has_object_locals =
        std::find(procedure.locals.begin(), procedure.locals.end(), 1) != procedure.locals.end();
    procedure.is_defined = true;
    procedure.is_callable = symbol.procedure_kind != ProcedureKind::iterator;
}

void Machine::unwind(const Frame& last) {
    while (running != &last) {
        drop_to(running->bottom);
        if (running->heights.sections > 0 || frame_count() > 1) cut_sections(running->heights.sections);
        unpin(running->heights.pins);
        --running;
    }
}

void Machine::cut_to(const Heights& lower) {
    cut_sections(lower.sections);
    unpin(lower.pins);
}

void Machine::unpin(std::uint32_t height) {
    while (pins.size() > height) {
        Object* object = pins.back();
        pins.pop_back();
        --heights.pins;
        ObjectAccess::release_quietly(object);
    }
}

void Machine::not_callable(const Symbol& symbol) {
    if (symbol.kind != SymbolKind::procedure)
        fail(symbol.name + " is not a function or procedure" + suggestion(symbol.name));
    if (symbol.procedure_kind == ProcedureKind::iterator)
        fail(symbol.name + " is an iterator: it is called by 'for " + symbol.name + "(...) statement'");
    not_defined_yet(symbol);
}

void Machine::not_defined_yet(const Symbol& symbol) const {
    fail(symbol.name + " is being defined and cannot be called yet");
}

void Machine::end_without_return(const Symbol& symbol) const {
    // As in NEURON, the kind of the procedure when the template declared it external counts.
    Instance* caller = frame_count() > 1 ? running[-1].self : nullptr;
    const Symbol* known = caller && caller->info().scope ? caller->info().scope->find(symbol.name) : nullptr;
    if (known && known->external == &symbol && known->procedure_kind == ProcedureKind::proc) return;
    fail("the " + std::string{describe(symbol)}.substr(2) + " " + symbol.name + " ended without a return");
}

int Frame::offset() const {
    return code->offsets[static_cast<std::size_t>(ip - code->instructions.data())];
}

Location Frame::location() const {
    return code->source->locate(offset());
}

std::string Machine::location() const {
    if (frame_count() == 0) return {};
    const Location where = running->location();
    return where.file + ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
}

std::string Machine::running_line() const {
    if (frame_count() == 0) return {};
    const Location where = running->location();
    std::string_view text = running->code->source->line_at(running->offset());
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
    return fmt::format("{}:{}: {}", where.file, where.line, text);
}

std::string Machine::trace() const {
    std::string text;
    constexpr std::size_t most = 20;
    std::size_t lines = 0;
    for (const Frame* frame = running; frame != frame_store.data(); --frame) {
        const Frame& called = *frame;
        if (!called.procedure() || (frame != running && called.locals == frame[1].locals)) continue;
        if (lines++ >= most) {
            text += "  ... and more\n";
            break;
        }
        text += "  in ";
        if (called.self && called.procedure()->symbol->scope->owner()) text += called.self->name() + ".";
        text += called.procedure()->symbol->name + "(";
        for (int k = 0; k < called.count; ++k) text += (k ? ", " : "") + shown(called.arguments[k]);
        text += ")";
        if (const Frame& caller = frame[-1]; &caller != frame_store.data()) {
            const Location where = caller.location();
            text += ", called at " + where.file + ":" + std::to_string(where.line);
        }
        text += "\n";
    }
    return text;
}

void Machine::rethrow_located(const std::exception& error) {
    const Source& source = *running->code->source;
    const bool is_memory =
        dynamic_cast<const std::bad_alloc*>(&error) || dynamic_cast<const std::length_error*>(&error);
    const Mistake mistake{running->offset(), is_memory ? "not enough memory" : error.what()};
    throw ScriptError{mistake.message, source.locate(mistake.offset), render(source, mistake) + trace()};
}

void Machine::push_arguments(std::span<const Argument> arguments) {
    for (const auto& argument : arguments) {
        if (const auto* number = std::get_if<double>(&argument)) {
            push(number_value(*number));
        } else if (const auto* text = std::get_if<std::string>(&argument)) {
            push(text_value(*text));
        } else if (const auto* held = std::get_if<ObjectPtr>(&argument)) {
            push(object_value(held->get()));
        } else {
            push(reference_value(std::get<NumberRefPtr>(argument)));
        }
    }
}

void Machine::drop_after_error(Value* bottom, const std::function<void()>& work) {
    try {
        work();
    } catch (...) {
        drop_to(bottom);
        throw;
    }
}

double Machine::pop_number() {
    Value result = pop();
    const double number = result.tag == Tag::number ? result.number : 0;
    drop(result);
    return number;
}

ObjectPtr Machine::create_object(ClassInfo& info, std::span<const Argument> arguments) {
    const auto count = static_cast<int>(arguments.size());
    check_room(count + 1);
    Value* const bottom = stack;
    push_arguments(arguments);
    drop_after_error(bottom, [&] {
        if (new_object(info, count)) run();
    });
    Value made = pop();
    ObjectPtr result{object_of(made)};
    drop(made);
    return result;
}

double Machine::call_symbol(Symbol& symbol, std::span<const Argument> arguments, Instance* object) {
    if (symbol.kind != SymbolKind::procedure || symbol.procedure_kind == ProcedureKind::iterator) {
        fail(symbol.name + " is not a proc or func");
    }
    const auto count = static_cast<int>(arguments.size());
    check_room(count);
    Value* const bottom = stack;
    push(object_value(object));
    push_arguments(arguments);
    drop_after_error(bottom, [&] { enter(*symbol.procedure, object, bottom, count); });
    run();
    const double number = pop_number();
    if (frame_count() == 0) settle();
    return number;
}

}  // namespace ranvier::hoc
