#pragma once

#include "hoc_like/language/machine/machine.hpp"

// The code that every call runs, in a header for inlining into the dispatch loop.

namespace ranvier::hoc {

/// Pushes a new frame whose values begin at `top` and take up to `need` entries. Throws std::runtime_error when calls
/// are nested too deeply. The caller sets the frame's instruction, arguments and object and, for iterators, body and
/// owner.
inline Frame* open_frame(Machine& machine, const Code& code, Value* bottom, Value* top, int need) {
    Frame* const frame = machine.running + 1;
    if (frame == machine.frames_end) machine.too_many_frames();
    if (top + need > machine.values_limit) machine.stack_is_full();
    frame->code = &code;
    frame->locals = top;
    frame->bottom = bottom;
    frame->heights = machine.heights;
    frame->constructs = false;
    machine.running = frame;
    return frame;
}

/// Starts a procedure whose `count` arguments lie below `top`; raises `top` by the procedure's locals. The result will
/// be stored at `bottom`. The procedure must be defined; the caller sets its first instruction. `self` is the object to
/// which the procedure belongs and `members` are its slots; both are null for a top-level procedure.
inline Frame* enter_frame(Machine& machine, const Procedure& procedure, Instance* self, Slot* members, Value* bottom,
                          int count, Value*& top) {
    Frame* const frame = open_frame(machine, procedure.code, bottom, top, procedure.stack_need);
    frame->arguments = top - count;
    frame->count = count;
    frame->self = self;
    frame->members = members;
    if (procedure.local_count > 0) {
        Value* local = top;
        top += procedure.local_count;
        for (Value* each = local; each != top; ++each) *each = number_value(0);
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
    return frame;
}

/// Argument `number` (from 1) if it exists and is a number; else null.
inline const Value* number_argument(const Frame& frame, int number) {
    if (static_cast<unsigned>(number - 1) >= static_cast<unsigned>(frame.count)) return nullptr;
    const Value& argument = frame.arguments[number - 1];
    return argument.tag == Tag::number ? &argument : nullptr;
}

/// The receiver of a `.name` if its class is the one cached for this place; null if a full lookup is needed.
inline Object* known_receiver(const MemberSite& site, const Value& receiver) {
    if (receiver.tag != Tag::object_slot && receiver.tag != Tag::object) return nullptr;
    Object* object = object_of(receiver);
    return object && class_of(*object) == site.cached_class ? object : nullptr;
}

/// The address of the number that `object.name` or `object.name[i]` refers to, if it is found without a lookup; else
/// null. The index lies below `top`.
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

/// The object that `list.object(i)` returns, if it is found without a lookup; else null. The index lies below `top`.
inline Object* object_member(const MemberSite& site, Object& object, const Value* top) {
    if (top[-1].tag != Tag::number || !(top[-1].number > -1e9 && top[-1].number < 1e15)) return nullptr;
    return site.member.as_method->object_at(*object.native(), floor_of(top[-1].number + 1e-11));
}

/// Opens the frame for the statement of a `for iterator()`: it lies on top of the iterator's frame and uses the
/// variables of the frame that contains the `for`.
inline void open_body(Machine& machine) {
    const Frame& iterator = *machine.frame().owner;
    const Frame& outer = (&iterator)[-1];
    Frame& body = *open_frame(machine, *outer.code, machine.stack, machine.stack, outer.code->stack_need);
    body.arguments = outer.arguments;
    body.count = outer.count;
    body.locals = outer.locals;
    body.self = outer.self;
    body.members = outer.members;
    body.body = outer.body;
    body.owner = outer.owner;
    body.ip = iterator.body;
}

inline void leave_body(Machine& machine) {
    const Frame& body = machine.frame();
    machine.drop_to(body.bottom);
    machine.cut_to(body.heights);
    --machine.running;
}

}  // namespace ranvier::hoc
