#pragma once

#include "hoc_like/language/machine.hpp"

// What every call runs through: kept in a header so that the dispatch loop has it inline.

namespace ranvier::hoc {

/// A new frame on top, whose values begin at the machine's `stack`. Needs room for `need` values; throws
/// std::runtime_error when calls are nested too deeply.
inline Frame& open_frame(Machine& machine, const Code& code, Value* bottom, int need) {
    const std::size_t index = machine.frame_count;
    if (static_cast<int>(index) >= machine.frame_limit) machine.too_many_frames();
    if (machine.values_end - machine.stack < need + 64) machine.stack_is_full();
    Frame& frame = machine.frame_store[index];
    frame.ip = code.instructions.data();
    frame.code = &code;
    frame.locals = machine.stack;
    frame.bottom = bottom;
    frame.self = nullptr;
    frame.body = nullptr;
    frame.count = 0;
    frame.owner = static_cast<std::uint32_t>(index);
    frame.sections = static_cast<std::uint32_t>(machine.sections.size());
    frame.pins = static_cast<std::uint32_t>(machine.pins.size());
    frame.constructs = false;
    machine.frame_count = index + 1;
    return frame;
}

/// Starts a procedure whose `count` arguments are the top of the stack; its result goes to `bottom`. It must be
/// defined.
inline Frame& enter_frame(Machine& machine, const Procedure& procedure, Instance* self, Value* bottom, int count) {
    Frame& frame = open_frame(machine, procedure.code, bottom, procedure.stack_need);
    frame.count = count;
    frame.self = self;
    if (procedure.local_count > 0) {
        Value* local = machine.stack;
        machine.stack += procedure.local_count;
        for (Value* each = local; each != machine.stack; ++each) *each = number_value(0);
        if (procedure.has_object_locals) {
            for (const char is_object : procedure.locals) {
                if (is_object) {
                    local->tag = Tag::object;
                    local->object = nullptr;
                }
                ++local;
            }
        }
    }
    if (machine.has_step_limit) machine.tick();
    return frame;
}

/// The object of a `.name`, if it is of the class seen last there; null if all must be looked at.
inline Object* known_receiver(const MemberSite& site, const Value& receiver) {
    if (receiver.tag != Tag::object_slot && receiver.tag != Tag::object) return nullptr;
    Object* object = object_of(receiver);
    return object && class_of(*object) == site.cached_class ? object : nullptr;
}

/// Where the number lies that `object.name` or `object.name[i]` means, if that can be told at once; else null. The
/// index lies below `top`.
inline double* number_member(const MemberSite& site, Object& object, const Value* top) {
    if (site.shortcut == MemberSite::Shortcut::number) {
        auto& instance = static_cast<Instance&>(object);
        const auto index = static_cast<std::size_t>(site.member.as_symbol->index);
        return index < instance.slot_count ? &instance.slots[index].number : nullptr;
    }
    if (site.shortcut != MemberSite::Shortcut::element) return nullptr;
    if (site.total == 0) return site.member.as_property->place(*object.native(), 0);
    if (top[-1].tag != Tag::number || !(top[-1].number > -1e9 && top[-1].number < 1e15)) return nullptr;
    return site.member.as_property->place(*object.native(), floor_of(top[-1].number + 1e-11));
}

/// The object that `list.object(i)` means, if that can be told at once; else null. The index lies below `top`.
inline Object* object_member(const MemberSite& site, Object& object, const Value* top) {
    if (top[-1].tag != Tag::number || !(top[-1].number > -1e9 && top[-1].number < 1e15)) return nullptr;
    return site.member.as_method->object_at(*object.native(), floor_of(top[-1].number + 1e-11));
}

/// The statement of a `for` runs in a frame of its own on top of the iterator's, with the variables of the frame that
/// holds the `for`.
inline void open_body(Machine& machine) {
    const std::size_t iterator = machine.frame().owner;
    const Frame& outer = machine.frame_store[iterator - 1];
    Frame& body = open_frame(machine, *outer.code, machine.stack, outer.code->stack_need);
    body.count = outer.count;
    body.locals = outer.locals;
    body.self = outer.self;
    body.body = outer.body;
    body.owner = outer.owner;
    body.ip = machine.frame_store[iterator].body;
}

inline void leave_body(Machine& machine) {
    const Frame& body = machine.frame();
    machine.drop_to(body.bottom);
    if (machine.sections.size() > body.sections) machine.sections.resize(body.sections);
    if (machine.pins.size() > body.pins) machine.unpin(body.pins);
    --machine.frame_count;
}

}  // namespace ranvier::hoc
