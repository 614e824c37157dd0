#include <algorithm>
#include <cmath>

#include "hoc_like/language/interface/advice/nearest.hpp"
#include "hoc_like/language/interface/advice/range_advice.hpp"
#include "hoc_like/language/machine/machine.hpp"
#include "hoc_like/language/machine/references.hpp"

// The components `.name` of objects: reading, calling, setting and referencing.
//
// Receiver, indices and arguments lie on the stack; the result replaces them (`replace`). A receiver may be, in order
// of precedence: a section; an object with an alias of this name; an object that resolves the name itself
// (vm_dynamic.cpp); an object whose class has a method or property, or whose template has a symbol, of this name.

namespace ranvier::hoc {
namespace {

void check_indices(const Object& object, const PropertyDefinition& property, int count) {
    if (count == property.dimensions || (count < property.dimensions && !property.needs_indices)) return;
    const std::string takes = std::to_string(property.dimensions) + (property.dimensions == 1 ? " index" : " indices");
    throw std::runtime_error{object.class_name() + "." + property.name + " takes " + takes + ", not " +
                             std::to_string(count)};
}

bool is_single(const Symbol& symbol) {
    return symbol.kind == SymbolKind::number || symbol.kind == SymbolKind::string || symbol.kind == SymbolKind::object;
}

using Shortcut = MemberSite::Shortcut;

Shortcut shortcut_to(const PropertyDefinition& property, const MemberSite& site) {
    const bool names_element = site.total == 1 || (site.total == 0 && !property.needs_indices);
    return property.place && names_element ? Shortcut::element : Shortcut::none;
}

Shortcut shortcut_to(const MethodDefinition& method, const MemberSite& site) {
    if (site.total == 1 && method.object_at) return Shortcut::object_at;
    return site.indices == 0 ? Shortcut::method : Shortcut::none;
}

Shortcut shortcut_to(const Symbol& symbol, const MemberSite& site) {
    if (symbol.kind == SymbolKind::procedure) {
        return symbol.procedure->is_callable && site.indices == 0 ? Shortcut::procedure : Shortcut::none;
    }
    if (symbol.index < 0 || site.total > 0) return Shortcut::none;
    if (symbol.kind == SymbolKind::number) return Shortcut::number;
    return symbol.kind == SymbolKind::object && symbol.name != "this" ? Shortcut::objref : Shortcut::none;
}

// Records which case the dispatch loop can handle itself from now on.
void set_shortcut(MemberSite& site, const ClassInfo& info) {
    site.shortcut = Shortcut::none;
    if (!info.is_complete) return;
    if (site.member.kind == Member::property) site.shortcut = shortcut_to(*site.member.as_property, site);
    if (site.member.kind == Member::method) site.shortcut = shortcut_to(*site.member.as_method, site);
    if (site.member.kind == Member::symbol) site.shortcut = shortcut_to(*site.member.as_symbol, site);
    if (site.shortcut == Shortcut::procedure) site.procedure = site.member.as_symbol->procedure.get();
}

struct Indices {
    long long values[4];
    int count = 0;
    std::span<const long long> span() const { return {values, static_cast<std::size_t>(count)}; }
};

}  // namespace

const Member& Machine::member_of(MemberSite& site, Object& object) {
    const ClassInfo& info = *class_of(object);
    if (site.cached_class == &info) return site.member;
    const Member member = info.find(site.name, site.seen);
    if (member.kind == Member::none) {
        const Symbol* hidden = info.scope ? info.scope->find(site.name) : nullptr;
        if (hidden && hidden->kind != SymbolKind::unknown)
            fail(site.name + " is not public in the template " + info.name);
        fail(info.name + " has no member " + site.name + nearest_suggestion(site.name, info.member_names()));
    }
    site.member = member;
    site.cached_class = &info;
    set_shortcut(site, info);
    return site.member;
}

Object& Machine::receiver_of(const MemberSite& site, const Value& receiver) const {
    if (!is_object(receiver)) fail("." + site.name + " needs an object before it, not " + describe(receiver));
    Object* object = object_of(receiver);
    if (!object) fail("." + site.name + ": the objref before it is NULLobject");
    return *object;
}

const RangeName& Machine::range_of(MemberSite& site) {
    if (!site.range) {
        site.range = cables.range_name(site.name);
        if (!site.range) {
            fail(site.name + " is not a range variable" +
                 advice_on_range_name(site.name, find_variable(site.name), cables, cables.names_for_suggestions()));
        }
    }
    return *site.range;
}

const Alias* Machine::alias_of(const MemberSite& site, const Object& object) const {
    if (!ObjectAccess::has_aliases(object)) return nullptr;
    const AliasTable& table = aliases.at(&object);
    const auto found = table.find(site.name);
    if (found == table.end()) return nullptr;
    if (site.indices || site.arguments > 0) fail(site.name + " is an alias, which takes neither [ ] nor ( )");
    return &found->second;
}

bool Machine::begin_component(MemberSite& site, bool by_reference) {
    Value* receiver = stack - site.total - 1;
    if (receiver->tag == Tag::section) {
        section_component(site, receiver);
        return false;
    }
    Object* const object = &receiver_of(site, *receiver);
    if (const Alias* alias = alias_of(site, *object)) {
        replace(receiver, alias->number ? number_value(alias->number->load()) : object_value(alias->object.get()));
        return false;
    }
    if (is_dynamic(*object)) {
        dynamic_component(site, *object, receiver);
        return false;
    }
    const Member& member = member_of(site, *object);
    if (member.kind != Member::symbol) {
        native_component(site, member, *object, receiver);
        return false;
    }
    Symbol& symbol = *member.as_symbol;
    if (symbol.kind != SymbolKind::procedure) {
        symbol_component(site, symbol, static_cast<Instance&>(*object), receiver, by_reference);
        return false;
    }
    // As in NEURON, f.made[4] means f.made(4) if `made` returns an object.
    const bool by_index = site.indices == 1 && !site.has_parentheses && symbol.procedure_kind == ProcedureKind::obfunc;
    if (site.indices && !by_index) fail(site.name + " is " + describe(symbol) + ", not an array");
    if (symbol.procedure_kind == ProcedureKind::iterator) fail(site.name + " is an iterator: it is called by 'for'");
    // The object lives at least as long as the call.
    if (receiver->tag == Tag::object_slot) *receiver = object_value(object);
    enter(*symbol.procedure, static_cast<Instance*>(object), receiver, site.total);
    return true;
}

Slot& Machine::slot_in(const Symbol& symbol, Object& object) const {
    if (symbol.slot) return *symbol.slot;
    auto& instance = static_cast<Instance&>(object);
    const auto index = static_cast<std::size_t>(symbol.index);
    if (index >= instance.slot_count) fail(object.name() + " is not complete yet");
    return instance.slots[index];
}

void Machine::symbol_component(MemberSite& site, Symbol& symbol, Instance& object, Value* receiver, bool by_reference) {
    int indices = site.indices;
    if (site.arguments > 0) {
        // obj.array(i) is an old way to write obj.array[i].
        if (symbol.kind == SymbolKind::numbers && site.arguments == 1 && indices == 0) {
            indices = 1;
        } else if (symbol.kind != SymbolKind::section) {
            fail(site.name + " is " + describe(symbol) + ", not a function");
        }
    }
    const Value result =
        symbol.name == "this" ? object_value(&object) : member_value(site, symbol, object, indices, by_reference);
    if (result.tag == Tag::text_slot || result.tag == Tag::object_slot) {
        ObjectAccess::retain(&object);
        pin(&object);
    }
    replace(receiver, result);
}

Value Machine::member_value(const MemberSite& site, const Symbol& symbol, Instance& object, int indices,
                            bool by_reference) {
    Slot& slot = slot_in(symbol, object);
    if (indices && is_single(symbol)) fail(site.name + " is not an array");
    const auto element = [&](const std::vector<int>& shape) {
        return indices == 0 ? std::size_t{0} : subscript(symbol, shape, indices);
    };
    switch (symbol.kind) {
        case SymbolKind::number:
            return number_value(slot.number);
        case SymbolKind::numbers:
            return number_value(slot.numbers->data.at(element(slot.numbers->shape)));
        case SymbolKind::string:
            return by_reference ? text_place(slot.string) : text_value(*slot.string);
        case SymbolKind::object:
            return by_reference ? object_place(&slot.object) : object_value(slot.object);
        case SymbolKind::objects: {
            Object*& place = slot.objects->data.at(element(slot.objects->shape));
            return by_reference ? object_place(&place) : object_value(place);
        }
        case SymbolKind::section:
            if (site.arguments > 0) fail(site.name + " is a section: a range variable belongs before (x)");
            return section_value(section_element(symbol, *slot.sections, indices));
        default:
            fail(site.name + " is " + describe(symbol));
    }
}

void Machine::native_component(MemberSite& site, const Member& member, Object& object, Value* receiver) {
    if (member.kind == Member::method) {
        if (site.indices && site.arguments) fail(site.name + " is a method, not an array");
        if (receiver->tag == Tag::object_slot) *receiver = object_value(&object);
        // As in NEURON, list.object[0] means list.object(0).
        call_native(*member.as_method, object, site.total, receiver);
        return;
    }
    Indices index;
    const int count = site.subscripts();
    if (count > 4) fail("too many indices");
    for (int i = 0; i < count; ++i) {
        if (stack[i - count].tag != Tag::number) fail("an index must be a number, not " + describe(stack[i - count]));
        const double given = stack[i - count].number;
        index.values[index.count++] =
            floor_of(member.kind == Member::property ? shifted_index(given) : given + epsilon);
    }
    Value result;
    switch (member.kind) {
        case Member::property:
            check_indices(object, *member.as_property, count);
            result = number_value(member.as_property->load(*object.native(), index.span()));
            break;
        case Member::text:
            result = text_value(member.as_text->load(*object.native()));
            break;
        default:
            if (count > member.as_section->dimensions) {
                fail(object.class_name() + "." + site.name + " takes " + std::to_string(member.as_section->dimensions) +
                     " indices");
            }
            result = section_value(member.as_section->load(*object.native(), index.span()));
    }
    replace(receiver, result);
}

// The values in [ ] and ( ) lie above the receiver.
void Machine::check_subscripts(const MemberSite& site, const Value* receiver) const {
    for (int i = 1; i <= site.total; ++i) {
        if (receiver[i].tag != Tag::number) fail("expected a number in [ ] or ( ), not " + describe(receiver[i]));
    }
}

/// The index of an array range variable, which lies directly above the receiver; 0 without an index.
int Machine::range_element(const MemberSite& site, const Value* receiver) {
    return site.indices ? static_cast<int>(floor_of(shifted_index(receiver[1].number))) : 0;
}

// .v(0.5) after an expression that yields a section at run time.
void Machine::section_component(MemberSite& site, Value* receiver) {
    const RangeName& range = range_of(site);
    const SectionPtr section = to_section(*receiver);
    if (site.arguments > 1 || (site.arguments && range.per_section))
        fail(site.name + (range.per_section ? " takes no position" : " takes one position"));
    for (Value* value = receiver + 1; value != stack; ++value) {
        if (value->tag != Tag::number) fail("expected a number, not " + describe(*value));
    }
    const double x = site.arguments ? stack[-1].number : 0.5;
    if (range.is_object) {
        replace(receiver, object_value(cables.load_object(*section, range.id, x).get()));
    } else {
        replace(receiver, number_value(cables.load(*section, range.id, range_element(site, receiver), x)));
    }
}

// Setting: receiver [indices] (position) value -> value. Each kind of component has a function that leaves the value.

void Machine::set_component(MemberSite& site, Assignment op) {
    Value* const receiver = stack - 2 - site.total;
    check_subscripts(site, receiver);
    if (receiver->tag == Tag::section) return set_section_component(site, receiver, op);
    Object& object = receiver_of(site, *receiver);
    if (const Alias* alias = alias_of(site, object)) return set_alias(site, *alias, receiver, op);
    if (is_dynamic(object)) return set_dynamic_component(site, object, receiver, op);
    const Member& member = member_of(site, object);
    switch (member.kind) {
        case Member::property:
            return set_property(site, *member.as_property, object, receiver, op);
        case Member::text:
            return set_text_property(site, *member.as_text, object, receiver);
        case Member::symbol:
            return set_symbol(site, *member.as_symbol, object, receiver, op);
        default:
            fail("cannot assign to " + site.name);
    }
}

/// The new value of a component whose value was `old`; the assigned value lies on top of the stack.
double Machine::assigned_number(const MemberSite& site, double old, Assignment op) {
    if (stack[-1].tag != Tag::number) fail("expected a number for " + site.name + ", not " + describe(stack[-1]));
    return combine_checked(old, op, stack[-1].number);
}

void Machine::set_section_component(MemberSite& site, Value* receiver, Assignment op) {
    const RangeName& range = range_of(site);
    if (range.is_object) fail("cannot assign to " + site.name);
    const SectionPtr section = to_section(*receiver);
    const int element = range_element(site, receiver);
    if (op != Assignment::set && !site.arguments && !range.per_section) {
        const auto changed = [&](double old) { return assigned_number(site, old, op); };
        return replace(receiver, number_value(change_all(*section, range.id, element, changed)));
    }
    const double x = site.arguments ? stack[-2].number : 0.5;
    const double old = op == Assignment::set ? 0 : cables.load(*section, range.id, element, x);
    const double number = assigned_number(site, old, op);
    if (site.arguments) {
        cables.store(*section, range.id, element, x, number);
    } else {
        cables.store_all(*section, range.id, element, number);
    }
    replace(receiver, number_value(number));
}

void Machine::set_alias(const MemberSite& site, const Alias& alias, Value* receiver, Assignment op) {
    if (!alias.number) fail(site.name + " is an alias of an object: cannot assign to it");
    const double number = assigned_number(site, op == Assignment::set ? 0 : alias.number->load(), op);
    alias.number->store(number);
    replace(receiver, number_value(number));
}

void Machine::set_property(const MemberSite& site, const PropertyDefinition& property, Object& object, Value* receiver,
                           Assignment op) {
    const int count = site.subscripts();
    check_indices(object, property, count);
    Indices index;
    for (const Value* each = stack - 1 - count; each != stack - 1; ++each) {
        index.values[index.count++] = floor_of(shifted_index(each->number));
    }
    if (!property.store) fail(object.class_name() + "." + site.name + " can only be read");
    const double old = op == Assignment::set ? 0 : property.load(*object.native(), index.span());
    const double number = assigned_number(site, old, op);
    property.store(*object.native(), index.span(), number);
    replace(receiver, number_value(number));
}

void Machine::set_text_property(const MemberSite& site, const StringPropertyDefinition& property, Object& object,
                                Value* receiver) {
    if (!is_text(stack[-1])) fail("expected a string for " + site.name + ", not " + describe(stack[-1]));
    if (!property.store) fail(object.class_name() + "." + site.name + " can only be read");
    property.store(*object.native(), text_of(stack[-1]));
    replace(receiver, number_value(0));
}

void Machine::set_symbol(const MemberSite& site, const Symbol& symbol, Object& object, Value* receiver, Assignment op) {
    if (site.arguments > 1) fail(site.name + " is " + describe(symbol) + ": write its indices in [ ]");
    Slot& slot = slot_in(symbol, object);
    switch (symbol.kind) {
        case SymbolKind::number:
            if (site.subscripts()) fail(site.name + " is not an array");
            slot.number = assigned_number(site, slot.number, op);
            return replace(receiver, number_value(slot.number));
        case SymbolKind::numbers: {
            double& place = slot.numbers->data.at(subscript_below_value(site, symbol, slot.numbers->shape));
            place = assigned_number(site, place, op);
            return replace(receiver, number_value(place));
        }
        case SymbolKind::string:
            if (!is_text(stack[-1])) fail("expected a string for " + site.name + ", not " + describe(stack[-1]));
            *slot.string = text_of(stack[-1]);
            return replace(receiver, number_value(0));
        case SymbolKind::object:
        case SymbolKind::objects:
            return set_object(site, symbol, slot, receiver);
        default:
            fail(site.name + " is " + describe(symbol) + ": cannot assign to it");
    }
}

void Machine::set_object(const MemberSite& site, const Symbol& symbol, Slot& slot, Value* receiver) {
    if (!is_object(stack[-1])) fail("expected an object for " + site.name + ", not " + describe(stack[-1]));
    Object** place = &slot.object;
    if (symbol.kind == SymbolKind::objects) {
        place = &slot.objects->data.at(subscript_below_value(site, symbol, slot.objects->shape));
    }
    Object* const assigned = object_of(stack[-1]);
    ObjectAccess::retain(assigned);
    Object* const old = std::exchange(*place, assigned);
    replace(receiver, number_value(0));
    ObjectAccess::release(old);
}

/// The element selected by the subscripts below the value on top; the first element without subscripts. The subscripts
/// stay on the stack.
std::size_t Machine::subscript_below_value(const MemberSite& site, const Symbol& symbol,
                                           const std::vector<int>& shape) {
    const int count = site.subscripts();
    if (count == 0) return 0;
    --stack;
    const std::size_t element = subscript(symbol, shape, count);
    stack += count + 1;
    return element;
}

// &object.name: receiver [indices] (position) -> pointer

void Machine::refer_component(MemberSite& site) {
    Value* const receiver = stack - 1 - site.total;
    check_subscripts(site, receiver);
    const bool is_section = receiver->tag == Tag::section;
    NumberRefPtr reference =
        is_section ? section_reference(site, receiver) : object_reference(site, receiver_of(site, *receiver));
    replace(receiver, reference_value(std::move(reference)));
}

NumberRefPtr Machine::section_reference(MemberSite& site, const Value* receiver) {
    const RangeName& range = range_of(site);
    if (range.is_object) fail("& needs a number: " + site.name + " is an object");
    const SectionPtr section = to_section(*receiver);
    const double x = site.arguments ? stack[-1].number : 0.5;
    return cables.reference(*section, range.id, range_element(site, receiver), x);
}

NumberRefPtr Machine::object_reference(MemberSite& site, Object& object) {
    if (const Alias* alias = alias_of(site, object); alias && alias->number) return alias->number;
    const int count = site.subscripts();
    const Member& member = member_of(site, object);
    if (member.kind == Member::property) {
        std::vector<long long> index;
        for (const Value* each = stack - count; each != stack; ++each)
            index.push_back(floor_of(shifted_index(each->number)));
        check_indices(object, *member.as_property, count);
        return refer_to_property(ObjectPtr{&object}, *member.as_property, std::move(index));
    }
    const Symbol* symbol = member.kind == Member::symbol ? member.as_symbol : nullptr;
    const std::string name = object.name() + "." + site.name;
    if (symbol && symbol->kind == SymbolKind::number && count == 0) {
        const LifePtr& life = static_cast<Instance&>(object).mortal.life();
        return refer_to_number(&slot_in(*symbol, object).number, life, name);
    }
    if (symbol && symbol->kind == SymbolKind::numbers) {
        NumberArray& array = *slot_in(*symbol, object).numbers;
        return refer_to_element(array, count ? subscript(*symbol, array.shape, count) : 0, name);
    }
    fail("& needs a number: " + site.name + " is not a number");
}

void Machine::iterate_component(MemberSite& site, const Instruction* body) {
    Value* const receiver = stack - site.arguments - 1;
    Object* const object = &receiver_of(site, *receiver);
    const Member& member = member_of(site, *object);
    if (member.kind != Member::symbol || member.as_symbol->kind != SymbolKind::procedure ||
        member.as_symbol->procedure_kind != ProcedureKind::iterator) {
        fail(object->class_name() + "." + site.name + " is not an iterator");
    }
    if (receiver->tag == Tag::object_slot) *receiver = object_value(object);
    enter(*member.as_symbol->procedure, static_cast<Instance*>(object), receiver, site.arguments);
    frame().body = body;
}

}  // namespace ranvier::hoc
