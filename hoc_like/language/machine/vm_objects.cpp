#include "hoc_like/language/machine/machine.hpp"

// Construction and destruction of objects.
//
// `new` makes an object with empty slots, then runs `init` in a frame with the object at its bottom. When the last
// reference is released, `lost_reference` runs the template's `unref`, which may create a new reference. If there is
// none, `destroy` frees the object: first its members, which may free further objects, then its sections, then its
// native state. A chain of objects, each of which holds the next one, is freed in rounds (`doomed`), without deep
// recursion.

namespace ranvier::hoc {

Object& Machine::object_numbered(ClassInfo& info, double index) {
    Object* found = info.object(static_cast<std::int64_t>(index));
    if (!found) fail("there is no " + info.name + "[" + std::to_string(static_cast<std::int64_t>(index)) + "]");
    return *found;
}

Instance* Machine::make_instance(ClassInfo& info, std::size_t slots) {
    auto* object = Instance::make(info, info.next_index++, slots);
    info.enroll(*object);
    ObjectAccess::tell_each_loss(*object, info.unref != nullptr);
    return object;
}

Object* Machine::make_pooled(ClassInfo& info) {
    return info.definition->pooled.place(info.pool->take());
}

bool Machine::new_object(ClassInfo& info, int count) {
    Value* const bottom = stack - count;
    if (info.definition) {
        const ObjectPtr object{info.pool ? make_pooled(info) : make_instance(info, 0)};
        std::unique_ptr<Native> made;
        construct_native(info, *object, count, made);
        if (!info.pool) static_cast<Instance&>(*object).set_native(std::move(made));
        drop_to(bottom);
        push(object_value(object.get()));
        return false;
    }
    if (!info.is_complete) fail("the template " + info.name + " is not complete yet");
    check_room(count + 1);
    Instance* object = make_instance(info, static_cast<std::size_t>(info.slots));
    // While init runs, the object lies below the arguments; this temporary reference must not trigger `unref`.
    ObjectAccess::tell_each_loss(*object, false);
    std::copy_backward(bottom, stack, stack + 1);
    ++stack;
    *bottom = object_value(object);
    fill_slots(info, *object);
    if (info.native) {
        std::unique_ptr<Native> made;
        construct_native(info, *object, count, made);
        object->set_native(std::move(made));
    }
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
    ObjectAccess::tell_each_loss(*made.object, static_cast<Instance*>(made.object)->info().unref != nullptr);
}

Slot Machine::make_slot(SymbolKind kind) {
    Slot slot;
    switch (kind) {
        case SymbolKind::numbers:
            slot.numbers = new NumberArray;
            break;
        case SymbolKind::object:
            slot.object = nullptr;
            break;
        case SymbolKind::objects:
            slot.objects = new ObjectArray;
            break;
        case SymbolKind::string:
            slot.string = new std::string;
            break;
        case SymbolKind::section:
            slot.sections = new SectionArray;
            break;
        default:
            slot.number = 0;
    }
    return slot;
}

void Machine::free_slot(SymbolKind kind, Slot& slot) {
    switch (kind) {
        case SymbolKind::numbers:
            delete slot.numbers;
            break;
        case SymbolKind::object:
            ObjectAccess::release(std::exchange(slot.object, nullptr));
            break;
        case SymbolKind::objects:
            for (Object*& held : slot.objects->data) ObjectAccess::release(std::exchange(held, nullptr));
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

namespace {

template <class Array>
void give_shape(Array& array, const std::vector<int>& shape) {
    array.shape = shape;
    array.data.resize(elements_of(shape));
}

}  // namespace

void Machine::fill_slots(ClassInfo& info, Instance& object) {
    for (const Symbol* symbol : info.filled) {
        Slot& slot = object.slots[static_cast<std::size_t>(symbol->index)];
        slot = make_slot(symbol->kind);
        if (symbol->kind == SymbolKind::numbers) give_shape(*slot.numbers, symbol->shape);
        if (symbol->kind == SymbolKind::objects) give_shape(*slot.objects, symbol->shape);
    }
    for (const Symbol* symbol : info.filled) {
        if (symbol->kind == SymbolKind::section) create_sections(*symbol, object);
    }
}

void Machine::create_sections(const Symbol& symbol, Instance& object) {
    SectionArray& array = *object.slots[static_cast<std::size_t>(symbol.index)].sections;
    array.shape = symbol.shape;
    make_sections(symbol, array, &object);
}

void Machine::free_slots(ClassInfo& info, Instance& object) {
    for (const Symbol* symbol : info.filled) {
        const auto index = static_cast<std::size_t>(symbol->index);
        if (index < object.slot_count) free_slot(symbol->kind, object.slots[index]);
    }
}

void Object::reference_gone(Object* object) {
    class_of(*object)->machine->lost_reference(*object);
}

void Machine::lost_reference(Object& object) {
    if (ObjectAccess::is_dying(object)) return;
    if (class_of(object)->unref && !tearing_down) run_unref(static_cast<Instance&>(object));
    if (ObjectAccess::references(object) == 0) destroy(object);
}

void Machine::run_unref(Instance& object) {
    const int left = ObjectAccess::references(object);
    ObjectAccess::tell_each_loss(object, false);  // references released by unref itself do not run unref again
    ObjectAccess::retain(&object);
    std::string problem;
    try {
        const Argument argument = static_cast<double>(left);
        call_symbol(*object.info().unref, {&argument, 1}, &object);
    } catch (const std::exception& error) {
        // An error in unref must not propagate: references are also released in destructors.
        problem = error.what();
    }
    ObjectAccess::set_references(object, static_cast<unsigned>(ObjectAccess::references(object) - 1));
    ObjectAccess::tell_each_loss(object, true);
    if (!problem.empty()) streams.out("in unref of " + object.name() + ": " + problem + "\n");
}

void Machine::forget_aliases(Object& object) {
    if (!ObjectAccess::has_aliases(object)) return;
    ObjectAccess::set_has_aliases(object, false);
    const auto gone = aliases.extract(&object);  // releases its references after the table is consistent
}

void Machine::tell_watchers(Object& object) {
    if (!ObjectAccess::is_watched(object)) return;
    *watched.extract(&object).mapped() = nullptr;
}

void Machine::destroy(Object& object) {
    ObjectAccess::begin_dying(object);
    ++class_of(object)->changes;
    ObjectAccess::set_references(object, 1 << 20);  // prevents a second destruction
    constexpr int deepest = 200;                    // a chain of any length must not exhaust the stack
    if (destruction_depth == deepest) {
        doomed.push_back(&object);
        return;
    }
    ++destruction_depth;
    free_object(object);
    while (destruction_depth == 1 && !doomed.empty()) {
        Object& next = *doomed.back();
        doomed.pop_back();
        free_object(next);
    }
    --destruction_depth;
}

void Machine::free_object(Object& object) {
    tell_watchers(object);
    forget_aliases(object);
    if (ObjectAccess::is_pooled(object)) {
        class_of(object)->pool->remove(static_cast<PooledObject&>(object));
        return;
    }
    auto& instance = static_cast<Instance&>(object);
    instance.mortal.tell_where([this] { return location(); });
    ClassInfo& info = instance.info();
    if (info.scope) {
        free_slots(info, instance);
        instance.slot_count = 0;
    }
    for (SectionPtr& section : instance.sections) {
        if (section->exists() && !tearing_down) {
            try {
                cables.destroy(std::move(section));
            } catch (const std::exception& error) {
                streams.out("deleting " + object.name() + ": " + error.what() + "\n");
            }
        }
    }
    instance.clear_native();
    info.strike(instance);
    delete &instance;
}

}  // namespace ranvier::hoc
