#include <algorithm>
#include <cmath>

#include "hoc_like/language/interface/nearest.hpp"
#include "hoc_like/language/machine/machine.hpp"
#include "hoc_like/language/machine/references.hpp"

// What `.name` means: reading, calling, setting and pointing at components of objects.

namespace ranvier::hoc {
namespace {

std::vector<std::string> member_names(const ClassInfo& info) {
    std::vector<std::string> names;
    for (const auto& [name, member] : info.members) names.emplace_back(name);
    if (info.scope) {
        for (const auto& symbol : info.scope->symbols()) {
            if (symbol->is_public) names.push_back(symbol->name);
        }
    }
    return names;
}

void check_indices(const Object& object, const PropertyDefinition& property, int count) {
    if (count == property.dimensions || (count < property.dimensions && !property.needs_indices)) return;
    const std::string takes = std::to_string(property.dimensions) + (property.dimensions == 1 ? " index" : " indices");
    throw std::runtime_error{object.class_name() + "." + property.name + " takes " + takes + ", not " +
                             std::to_string(count)};
}

void set_shortcut(MemberSite& site, const ClassInfo& info) {
    using Shortcut = MemberSite::Shortcut;
    site.shortcut = Shortcut::none;
    if (!info.is_complete) return;
    if (site.member.kind == Member::property) {
        const PropertyDefinition& property = *site.member.as_property;
        if (property.place && (site.total == 1 || (site.total == 0 && !property.needs_indices))) {
            site.shortcut = Shortcut::element;
        }
    } else if (site.member.kind == Member::method) {
        if (site.indices == 0) site.shortcut = Shortcut::method;
        if (site.total == 1 && site.member.as_method->object_at) site.shortcut = Shortcut::object_at;
    } else if (site.member.kind == Member::symbol) {
        const Symbol& symbol = *site.member.as_symbol;
        if (symbol.kind == SymbolKind::number && symbol.index >= 0 && site.total == 0) {
            site.shortcut = Shortcut::number;
        } else if (symbol.kind == SymbolKind::object && symbol.index >= 0 && site.total == 0 && symbol.name != "this") {
            site.shortcut = Shortcut::objref;
        } else if (symbol.kind == SymbolKind::procedure && symbol.procedure->is_callable && site.indices == 0) {
            site.shortcut = Shortcut::procedure;
            site.procedure = symbol.procedure.get();
        }
    }
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
    const Member member = info.find(site.name);
    if (member.kind == Member::none) {
        const Symbol* hidden = info.scope ? info.scope->find(site.name) : nullptr;
        if (hidden && hidden->kind != SymbolKind::unknown)
            fail(site.name + " is not public in the template " + info.name);
        fail(info.name + " has no member " + site.name + nearest_suggestion(site.name, member_names(info)));
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
        if (!site.range) fail(site.name + " is not a range variable" + suggestion(site.name));
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
    Value* receiver = stack - site.arguments - site.indices - 1;
    if (receiver->tag == Tag::section) {
        section_component(site, receiver);
        return false;
    }
    Object* const object = &receiver_of(site, *receiver);
    if (const Alias* alias = alias_of(site, *object)) {
        const Value result = alias->number ? number_value(alias->number->load()) : object_value(alias->object.get());
        drop_to(receiver);
        push(result);
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
    // As NEURON takes it: f.made[4] is f.made(4) if that returns an object.
    const bool by_index = site.indices == 1 && !site.has_parentheses && symbol.procedure_kind == ProcedureKind::obfunc;
    if (site.indices && !by_index) fail(site.name + " is " + describe(symbol) + ", not an array");
    if (symbol.procedure_kind == ProcedureKind::iterator) fail(site.name + " is an iterator: it is called by 'for'");
    // The object lives at least as long as the call.
    if (receiver->tag == Tag::object_slot) *receiver = object_value(object);
    enter(*symbol.procedure, static_cast<Instance*>(object), receiver, site.arguments + site.indices);
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
    Value result = number_value(0);
    Slot* slot = symbol.name == "this" ? nullptr : &slot_in(symbol, object);
    switch (symbol.kind) {
        case SymbolKind::number:
            if (indices) fail(site.name + " is not an array");
            result = number_value(slot->number);
            break;
        case SymbolKind::numbers:
            if (indices == 0) {
                result = number_value(slot->numbers->data.at(0));
            } else {
                result = number_value(slot->numbers->data[subscript(symbol, slot->numbers->shape, indices)]);
            }
            break;
        case SymbolKind::string:
            if (indices) fail(site.name + " is not an array");
            if (by_reference) {
                result.tag = Tag::text_slot;
                result.text = slot->string;
            } else {
                result = text_value(*slot->string);
            }
            break;
        case SymbolKind::object:
        case SymbolKind::objects: {
            if (symbol.name == "this") {
                result = object_value(&object);
                break;
            }
            Object** place = &slot->object;
            if (symbol.kind == SymbolKind::objects) {
                const std::size_t i = indices == 0 ? 0 : subscript(symbol, slot->objects->shape, indices);
                place = &slot->objects->data[i];
            } else if (indices) {
                fail(site.name + " is not an array");
            }
            if (by_reference) {
                result.tag = Tag::object_slot;
                result.object_slot = place;
            } else {
                result = object_value(*place);
            }
            break;
        }
        case SymbolKind::section: {
            if (site.arguments > 0) fail(site.name + " is a section: a range variable belongs before (x)");
            result = section_value(section_element(symbol, *slot->sections, indices));
            break;
        }
        default:
            fail(site.name + " is " + describe(symbol));
    }
    if (by_reference && (result.tag == Tag::text_slot || result.tag == Tag::object_slot)) {
        ObjectAccess::retain(&object);
        pin(&object);
    }
    drop_to(receiver);
    push(result);
}

void Machine::native_component(MemberSite& site, const Member& member, Object& object, Value* receiver) {
    if (member.kind == Member::method) {
        if (site.indices && site.arguments) fail(site.name + " is a method, not an array");
        if (receiver->tag == Tag::object_slot) *receiver = object_value(&object);
        // As NEURON takes it: list.object[0] is list.object(0).
        call_native(*member.as_method, object, site.arguments + site.indices, receiver);
        return;
    }
    Indices index;
    const int count = site.indices ? site.indices : site.arguments;
    if (count > 4) fail("too many indices");
    for (int i = 0; i < count; ++i) {
        if (stack[i - count].tag != Tag::number) fail("an index is a number, not " + describe(stack[i - count]));
        index.values[index.count++] = floor_of(stack[i - count].number + epsilon);
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
    drop_to(receiver);
    push(result);
}

// .v(0.5) after an expression that turned out to be a section.
void Machine::section_component(MemberSite& site, Value* receiver) {
    const RangeName& range = range_of(site);
    const SectionPtr section = to_section(*receiver);
    if (site.arguments > 1 || (site.arguments && range.per_section))
        fail(site.name + (range.per_section ? " takes no position" : " takes one position"));
    for (Value* value = receiver + 1; value != stack; ++value) {
        if (value->tag != Tag::number) fail("a number is needed here, not " + describe(*value));
    }
    const double x = site.arguments ? stack[-1].number : 0.5;
    const int element = site.indices ? static_cast<int>(floor_of(receiver[1].number + epsilon)) : 0;
    if (range.is_object) {
        const ObjectPtr object = cables.load_object(*section, range.id, x);
        drop_to(receiver);
        push(object_value(object.get()));
        return;
    }
    const double value = cables.load(*section, range.id, element, x);
    drop_to(receiver);
    push(number_value(value));
}

void Machine::set_component(MemberSite& site, Assignment op) {
    Value* const value = stack - 1;
    Value* const receiver = value - site.arguments - site.indices - 1;
    const int count = site.indices ? site.indices : site.arguments;
    for (int i = 0; i < site.indices + site.arguments; ++i) {
        if (receiver[1 + i].tag != Tag::number)
            fail("a number is needed in [ ] or ( ), not " + describe(receiver[1 + i]));
    }
    const auto new_number = [&](double old) {
        if (value->tag != Tag::number) fail("a number is needed for " + site.name + ", not " + describe(*value));
        return combine_checked(old, op, value->number);
    };
    const auto finish = [&](Value result) {
        drop_to(receiver);
        push(result);
    };
    if (receiver->tag == Tag::section) {
        const RangeName& range = range_of(site);
        if (range.is_object) fail("nothing can be assigned to " + site.name);
        const SectionPtr section = to_section(*receiver);
        const int element = site.indices ? static_cast<int>(floor_of(receiver[1].number + epsilon)) : 0;
        if (op != Assignment::set && !site.arguments && !range.per_section) {
            finish(number_value(change_all(*section, range.id, element, new_number)));
            return;
        }
        const double x = site.arguments ? value[-1].number : 0.5;
        const double old = op == Assignment::set ? 0 : cables.load(*section, range.id, element, x);
        const double number = new_number(old);
        if (site.arguments) {
            cables.store(*section, range.id, element, x, number);
        } else {
            cables.store_all(*section, range.id, element, number);
        }
        finish(number_value(number));
        return;
    }
    Object* const object = &receiver_of(site, *receiver);
    if (const Alias* alias = alias_of(site, *object)) {
        if (!alias->number) fail(site.name + " is an alias of an object: nothing can be assigned to it");
        const double number = new_number(op == Assignment::set ? 0 : alias->number->load());
        alias->number->store(number);
        finish(number_value(number));
        return;
    }
    if (is_dynamic(*object)) {
        set_dynamic_component(site, *object, receiver, op);
        return;
    }
    const Member& member = member_of(site, *object);
    if (member.kind == Member::property) {
        Indices index;
        const PropertyDefinition& property = *member.as_property;
        check_indices(*object, property, count);
        for (int i = 0; i < count; ++i) {
            index.values[index.count++] = floor_of(value[i - count].number + epsilon);
        }
        if (!property.store) fail(object->class_name() + "." + site.name + " can only be read");
        const double number = new_number(op == Assignment::set ? 0 : property.load(*object->native(), index.span()));
        property.store(*object->native(), index.span(), number);
        finish(number_value(number));
        return;
    }
    if (member.kind == Member::text) {
        if (!is_text(*value)) fail("a string is needed for " + site.name + ", not " + describe(*value));
        if (!member.as_text->store) fail(object->class_name() + "." + site.name + " can only be read");
        member.as_text->store(*object->native(), text_of(*value));
        finish(number_value(0));
        return;
    }
    if (member.kind != Member::symbol) fail("nothing can be assigned to " + site.name);
    Symbol& symbol = *member.as_symbol;
    if (site.arguments > 1) fail(site.name + " is " + describe(symbol) + ": write its indices in [ ]");
    Slot& slot = slot_in(symbol, *object);
    const auto place_of = [&](const std::vector<int>& shape) {
        if (count == 0) return std::size_t{0};
        const Value kept = *value;
        --stack;
        const std::size_t i = subscript(symbol, shape, count);
        stack += count + 1;
        *value = kept;
        return i;
    };
    switch (symbol.kind) {
        case SymbolKind::number:
            if (count) fail(site.name + " is not an array");
            slot.number = new_number(slot.number);
            finish(number_value(slot.number));
            return;
        case SymbolKind::numbers: {
            double& place = slot.numbers->data.at(place_of(slot.numbers->shape));
            place = new_number(place);
            finish(number_value(place));
            return;
        }
        case SymbolKind::string:
            if (!is_text(*value)) fail("a string is needed for " + site.name + ", not " + describe(*value));
            *slot.string = text_of(*value);
            finish(number_value(0));
            return;
        case SymbolKind::object:
        case SymbolKind::objects: {
            if (!is_object(*value)) fail("an object is needed for " + site.name + ", not " + describe(*value));
            Object** place = &slot.object;
            if (symbol.kind == SymbolKind::objects) place = &slot.objects->data.at(place_of(slot.objects->shape));
            Object* assigned = object_of(*value);
            ObjectAccess::retain(assigned);
            Object* old = std::exchange(*place, assigned);
            finish(number_value(0));
            ObjectAccess::release(old);
            return;
        }
        default:
            fail(site.name + " is " + describe(symbol) + ": nothing can be assigned to it");
    }
}

void Machine::refer_component(MemberSite& site) {
    Value* const receiver = stack - site.arguments - site.indices - 1;
    const int count = site.indices ? site.indices : site.arguments;
    for (Value* value = receiver + 1; value != stack; ++value) {
        if (value->tag != Tag::number) fail("a number is needed in [ ] or ( ), not " + describe(*value));
    }
    NumberRefPtr reference;
    if (receiver->tag == Tag::section) {
        const RangeName& range = range_of(site);
        if (range.is_object) fail("& needs a number: " + site.name + " is an object");
        const SectionPtr section = to_section(*receiver);
        const int element = site.indices ? static_cast<int>(floor_of(receiver[1].number + epsilon)) : 0;
        reference = cables.reference(*section, range.id, element, site.arguments ? stack[-1].number : 0.5);
    } else {
        Object* const object = &receiver_of(site, *receiver);
        if (const Alias* alias = alias_of(site, *object); alias && alias->number) {
            reference = alias->number;
            drop_to(receiver);
            push(reference_value(std::move(reference)));
            return;
        }
        const Member& member = member_of(site, *object);
        if (member.kind == Member::property) {
            std::vector<long long> index;
            for (int i = 0; i < count; ++i) index.push_back(floor_of(stack[i - count].number + epsilon));
            check_indices(*object, *member.as_property, count);
            reference = refer_to_property(ObjectPtr{object}, *member.as_property, std::move(index));
        } else if (member.kind == Member::symbol && member.as_symbol->kind == SymbolKind::number && count == 0) {
            Symbol& symbol = *member.as_symbol;
            Slot& slot = slot_in(symbol, *object);
            const LifePtr& life = static_cast<Instance*>(object)->mortal.life();
            reference = refer_to_number(&slot.number, life, object->name() + "." + site.name);
        } else if (member.kind == Member::symbol && member.as_symbol->kind == SymbolKind::numbers) {
            Symbol& symbol = *member.as_symbol;
            Slot& slot = slot_in(symbol, *object);
            const std::size_t i = count ? subscript(symbol, slot.numbers->shape, count) : 0;
            reference = refer_to_element(*slot.numbers, i, object->name() + "." + site.name);
        } else {
            fail("& needs a number: " + site.name + " is none");
        }
    }
    drop_to(receiver);
    push(reference_value(std::move(reference)));
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
