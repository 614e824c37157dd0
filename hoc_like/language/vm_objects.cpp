#include <algorithm>
#include <cmath>

#include "hoc_like/language/machine.hpp"
#include "hoc_like/language/nearest.hpp"
#include "hoc_like/language/references.hpp"

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
        if (site.total == 1 && site.member.as_property->place) site.shortcut = Shortcut::element;
    } else if (site.member.kind == Member::method) {
        if (site.indices == 0) site.shortcut = Shortcut::method;
    } else if (site.member.kind == Member::symbol) {
        const Symbol& symbol = *site.member.as_symbol;
        if (symbol.kind == SymbolKind::number && symbol.index >= 0 && site.total == 0) {
            site.shortcut = Shortcut::number;
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
    const ClassInfo& info = object.class_info();
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

const Alias* Machine::alias_of(const MemberSite& site, const Instance& object) const {
    if (!object.aliases) return nullptr;
    const auto found = object.aliases->find(site.name);
    if (found == object.aliases->end()) return nullptr;
    if (site.indices || site.arguments > 0) fail(site.name + " is an alias, which takes neither [ ] nor ( )");
    return &found->second;
}

bool Machine::begin_component(MemberSite& site, bool by_reference) {
    const int arguments = site.arguments < 0 ? 0 : site.arguments;
    Value* receiver = stack - arguments - site.indices - 1;
    if (receiver->tag == Tag::section) {
        section_component(site, receiver);
        return false;
    }
    if (!is_object(*receiver)) fail("." + site.name + " needs an object before it, not " + describe(*receiver));
    auto* object = static_cast<Instance*>(object_of(*receiver));
    if (!object) fail("." + site.name + ": the objref before it is NULLobject");
    if (const Alias* alias = alias_of(site, *object)) {
        const Value result = alias->number ? number_value(alias->number->load()) : object_value(alias->object.get());
        drop_to(receiver);
        push(result);
        return false;
    }
    const Member& member = member_of(site, *object);
    if (member.kind != Member::symbol) {
        native_component(site, member, *object, receiver);
        return false;
    }
    Symbol& symbol = *member.as_symbol;
    if (symbol.kind != SymbolKind::procedure) {
        symbol_component(site, symbol, *object, receiver, by_reference);
        return false;
    }
    // As NEURON takes it: f.made[4] is f.made(4) if that returns an object.
    const bool by_index = site.indices == 1 && site.arguments < 0 && symbol.procedure_kind == ProcedureKind::obfunc;
    if (site.indices && !by_index) fail(site.name + " is " + describe(symbol) + ", not an array");
    if (symbol.procedure_kind == ProcedureKind::iterator) fail(site.name + " is an iterator: it is called by 'for'");
    // The object lives at least as long as the call.
    if (receiver->tag == Tag::object_slot) *receiver = object_value(object);
    enter(*symbol.procedure, object, receiver, arguments + site.indices);
    return true;
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
    Slot* slot = symbol.index < 0 ? symbol.slot : nullptr;
    if (!slot && symbol.name != "this") {
        if (static_cast<std::size_t>(symbol.index) >= object.slots.size()) fail(object.name() + " is not complete yet");
        slot = &object.slots[static_cast<std::size_t>(symbol.index)];
    }
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
        pins.push_back(&object);
    }
    drop_to(receiver);
    push(result);
}

void Machine::native_component(MemberSite& site, const Member& member, Instance& object, Value* receiver) {
    const int arguments = site.arguments < 0 ? 0 : site.arguments;
    if (member.kind == Member::method) {
        if (site.indices && arguments) fail(site.name + " is a method, not an array");
        if (receiver->tag == Tag::object_slot) *receiver = object_value(&object);
        // As NEURON takes it: list.object[0] is list.object(0).
        call_native(member.as_method->call, member.as_method->name, arguments + site.indices, &object,
                    object.class_name(), receiver);
        return;
    }
    Indices index;
    const int count = site.indices ? site.indices : arguments;
    if (count > 4) fail("too many indices");
    for (int i = 0; i < count; ++i) {
        if (stack[i - count].tag != Tag::number) fail("an index is a number, not " + describe(stack[i - count]));
        index.values[index.count++] = static_cast<long long>(std::floor(stack[i - count].number + epsilon));
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
    if (!site.range) {
        site.range = cables.range_name(site.name);
        if (!site.range) fail(site.name + " is not a range variable" + suggestion(site.name));
    }
    const SectionPtr section = to_section(*receiver);
    const RangeName& range = *site.range;
    const int arguments = site.arguments < 0 ? 0 : site.arguments;
    if (arguments > 1 || (arguments && range.per_section))
        fail(site.name + (range.per_section ? " takes no position" : " takes one position"));
    for (Value* value = receiver + 1; value != stack; ++value) {
        if (value->tag != Tag::number) fail("a number is needed here, not " + describe(*value));
    }
    const double x = arguments ? stack[-1].number : 0.5;
    const int element = site.indices ? static_cast<int>(std::floor(receiver[1].number + epsilon)) : 0;
    const double value = cables.load(*section, range.id, element, x);
    drop_to(receiver);
    push(number_value(value));
}

void Machine::set_component(MemberSite& site, int op) {
    const int arguments = site.arguments < 0 ? 0 : site.arguments;
    Value* const value = stack - 1;
    Value* const receiver = value - arguments - site.indices - 1;
    const int count = site.indices ? site.indices : arguments;
    for (int i = 0; i < site.indices + arguments; ++i) {
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
        if (!site.range) {
            site.range = cables.range_name(site.name);
            if (!site.range) fail(site.name + " is not a range variable" + suggestion(site.name));
        }
        const SectionPtr section = to_section(*receiver);
        const int element = site.indices ? static_cast<int>(std::floor(receiver[1].number + epsilon)) : 0;
        const double x = arguments ? value[-1].number : 0.5;
        const double old = op == '=' ? 0 : cables.load(*section, site.range->id, element, x);
        const double number = new_number(old);
        if (arguments) {
            cables.store(*section, site.range->id, element, x, number);
        } else {
            cables.store_all(*section, site.range->id, element, number);
        }
        finish(number_value(number));
        return;
    }
    if (!is_object(*receiver)) fail("." + site.name + " needs an object before it, not " + describe(*receiver));
    auto* object = static_cast<Instance*>(object_of(*receiver));
    if (!object) fail("." + site.name + ": the objref before it is NULLobject");
    if (const Alias* alias = alias_of(site, *object)) {
        if (!alias->number) fail(site.name + " is an alias of an object: nothing can be assigned to it");
        const double number = new_number(op == '=' ? 0 : alias->number->load());
        alias->number->store(number);
        finish(number_value(number));
        return;
    }
    const Member& member = member_of(site, *object);
    if (member.kind == Member::property) {
        Indices index;
        const PropertyDefinition& property = *member.as_property;
        check_indices(*object, property, count);
        for (int i = 0; i < count; ++i) {
            index.values[index.count++] = static_cast<long long>(std::floor(value[i - count].number + epsilon));
        }
        if (!property.store) fail(object->class_name() + "." + site.name + " can only be read");
        const double number = new_number(op == '=' ? 0 : property.load(*object->native(), index.span()));
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
    if (arguments > 1) fail(site.name + " is " + describe(symbol) + ": write its indices in [ ]");
    Slot& slot = symbol.index < 0 ? *symbol.slot : object->slots.at(static_cast<std::size_t>(symbol.index));
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
    const int arguments = site.arguments < 0 ? 0 : site.arguments;
    Value* const receiver = stack - arguments - site.indices - 1;
    const int count = site.indices ? site.indices : arguments;
    for (Value* value = receiver + 1; value != stack; ++value) {
        if (value->tag != Tag::number) fail("a number is needed in [ ] or ( ), not " + describe(*value));
    }
    NumberRefPtr reference;
    if (receiver->tag == Tag::section) {
        const auto range = cables.range_name(site.name);
        if (!range) fail(site.name + " is not a range variable" + suggestion(site.name));
        const SectionPtr section = to_section(*receiver);
        const int element = site.indices ? static_cast<int>(std::floor(receiver[1].number + epsilon)) : 0;
        reference = cables.reference(*section, range->id, element, arguments ? stack[-1].number : 0.5);
    } else {
        if (!is_object(*receiver)) fail("." + site.name + " needs an object before it, not " + describe(*receiver));
        auto* object = static_cast<Instance*>(object_of(*receiver));
        if (!object) fail("." + site.name + ": the objref before it is NULLobject");
        if (const Alias* alias = alias_of(site, *object); alias && alias->number) {
            reference = alias->number;
            drop_to(receiver);
            push(reference_value(std::move(reference)));
            return;
        }
        const Member& member = member_of(site, *object);
        if (member.kind == Member::property) {
            std::vector<long long> index;
            for (int i = 0; i < count; ++i)
                index.push_back(static_cast<long long>(std::floor(stack[i - count].number + epsilon)));
            check_indices(*object, *member.as_property, count);
            reference = refer_to_property(ObjectPtr{object}, *member.as_property, std::move(index));
        } else if (member.kind == Member::symbol && member.as_symbol->kind == SymbolKind::number && count == 0) {
            Symbol& symbol = *member.as_symbol;
            Slot& slot = symbol.index < 0 ? *symbol.slot : object->slots.at(static_cast<std::size_t>(symbol.index));
            reference = refer_to_number(&slot.number, object->mortal.life(), object->name() + "." + site.name);
        } else if (member.kind == Member::symbol && member.as_symbol->kind == SymbolKind::numbers) {
            Symbol& symbol = *member.as_symbol;
            Slot& slot = symbol.index < 0 ? *symbol.slot : object->slots.at(static_cast<std::size_t>(symbol.index));
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
    const int arguments = site.arguments < 0 ? 0 : site.arguments;
    Value* const receiver = stack - arguments - 1;
    if (!is_object(*receiver)) fail("." + site.name + " needs an object before it, not " + describe(*receiver));
    auto* object = static_cast<Instance*>(object_of(*receiver));
    if (!object) fail("." + site.name + ": the objref before it is NULLobject");
    const Member& member = member_of(site, *object);
    if (member.kind != Member::symbol || member.as_symbol->kind != SymbolKind::procedure ||
        member.as_symbol->procedure_kind != ProcedureKind::iterator) {
        fail(object->class_name() + "." + site.name + " is not an iterator");
    }
    if (receiver->tag == Tag::object_slot) *receiver = object_value(object);
    enter(*member.as_symbol->procedure, object, receiver, arguments);
    frame().body = body;
}

Instance& Machine::instance_numbered(ClassInfo& info, double index) {
    Instance* found = info.instance(static_cast<std::int64_t>(index));
    if (!found) fail("there is no " + info.name + "[" + std::to_string(static_cast<std::int64_t>(index)) + "]");
    return *found;
}

Instance* Machine::make_instance(ClassInfo& info) {
    auto* object = new Instance{info, info.next_index++};
    info.enroll(*object);
    ObjectAccess::tells_each_loss(*object) = info.unref != nullptr;
    return object;
}

bool Machine::new_object(ClassInfo& info, int count) {
    Value* const bottom = stack - count;
    if (info.definition) {
        Instance* object = make_instance(info);
        ObjectPtr keep{object};
        std::unique_ptr<Native> made;
        construct_native(info, *object, count, made);
        object->set_native(std::move(made));
        drop_to(bottom);
        push(object_value(object));
        return false;
    }
    if (!info.is_complete) fail("the template " + info.name + " is not complete yet");
    check_room(count + 1);
    Instance* object = make_instance(info);
    // The object lies below the arguments, counted, while its init runs. `unref` hears nothing of that.
    ObjectAccess::tells_each_loss(*object) = false;
    std::copy_backward(bottom, stack, stack + 1);
    ++stack;
    *bottom = object_value(object);
    fill_slots(info, *object);
    if (info.init) {
        enter(*info.init->procedure, object, bottom + 1, count);
        frame().constructs = true;
        return true;
    }
    drop_to(bottom + 1);
    finish_object(*bottom);
    return false;
}

void Machine::finish_object(const Value& made) {
    ObjectAccess::tells_each_loss(*made.object) = static_cast<Instance*>(made.object)->info().unref != nullptr;
}

void Machine::fill_slots(ClassInfo& info, Instance& object) {
    object.slots.resize(static_cast<std::size_t>(info.slots));
    const auto total = [](const std::vector<int>& shape) {
        std::size_t product = 1;
        for (const int size : shape) product *= static_cast<std::size_t>(size);
        return product;
    };
    for (const Symbol* symbol : info.filled) {
        Slot& slot = object.slots[static_cast<std::size_t>(symbol->index)];
        switch (symbol->kind) {
            case SymbolKind::numbers:
                slot.numbers = new NumberArray;
                slot.numbers->shape = symbol->shape;
                slot.numbers->data.resize(total(symbol->shape));
                break;
            case SymbolKind::object:
                slot.object = nullptr;
                break;
            case SymbolKind::objects:
                slot.objects = new ObjectArray;
                slot.objects->shape = symbol->shape;
                slot.objects->data.resize(total(symbol->shape));
                break;
            case SymbolKind::string:
                slot.string = new std::string;
                break;
            case SymbolKind::section:
                slot.sections = new SectionArray;
                break;
            default:
                break;
        }
    }
    for (const Symbol* symbol : info.filled) {
        if (symbol->kind == SymbolKind::section) create_sections(*symbol, object);
    }
}

void Machine::create_sections(const Symbol& symbol, Instance& object) {
    SectionArray& array = *object.slots[static_cast<std::size_t>(symbol.index)].sections;
    array.shape = symbol.shape;
    array.data = make_sections(symbol, symbol.shape, &object);
}

void Machine::free_slots(ClassInfo& info, std::vector<Slot>& slots) {
    for (const Symbol* symbol : info.filled) {
        if (static_cast<std::size_t>(symbol->index) >= slots.size()) continue;
        Slot& slot = slots[static_cast<std::size_t>(symbol->index)];
        switch (symbol->kind) {
            case SymbolKind::numbers:
                delete slot.numbers;
                break;
            case SymbolKind::object:
                ObjectAccess::release(std::exchange(slot.object, nullptr));
                break;
            case SymbolKind::objects:
                for (Object*& object : slot.objects->data) ObjectAccess::release(std::exchange(object, nullptr));
                delete slot.objects;
                break;
            case SymbolKind::string:
                delete slot.string;
                break;
            case SymbolKind::section:
                delete slot.sections;
                break;
            default:
                break;
        }
    }
}

void Object::reference_gone(Object* object) {
    auto& instance = static_cast<Instance&>(*object);
    instance.info().machine->lost_reference(instance);
}

void Machine::lost_reference(Instance& object) {
    if (object.is_dying) return;
    std::int32_t& references = ObjectAccess::references(object);
    if (object.info().unref && !tearing_down) {
        run_unref(object);
    }
    if (references == 0) destroy(object);
}

void Machine::run_unref(Instance& object) {
    std::int32_t& references = ObjectAccess::references(object);
    const int left = references;
    bool& tells = ObjectAccess::tells_each_loss(object);
    tells = false;  // what unref itself does is not told again
    ++references;
    std::string problem;
    try {
        const Argument argument = static_cast<double>(left);
        call_symbol(*object.info().unref, {&argument, 1}, &object);
    } catch (const std::exception& error) {
        // Thrown from where a reference went: an error of the script, but not one that may pass a destructor.
        problem = error.what();
    }
    --references;
    tells = true;
    if (!problem.empty()) streams.out("in unref of " + object.name() + ": " + problem + "\n");
}

void Machine::destroy(Instance& object) {
    object.is_dying = true;
    ClassInfo& info = object.info();
    ObjectAccess::references(object) = 1 << 20;  // nobody destroys it twice
    if (info.scope) {
        free_slots(info, object.slots);
        object.slots.clear();
    }
    for (const auto& section : object.sections) {
        if (section->exists() && !tearing_down) {
            try {
                cables.destroy(*section);
            } catch (const std::exception& error) {
                streams.out("deleting " + object.name() + ": " + error.what() + "\n");
            }
        }
    }
    object.clear_native();
    info.strike(object);
    delete &object;
}

}  // namespace ranvier::hoc
