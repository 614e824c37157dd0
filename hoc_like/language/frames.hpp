#pragma once

#include <cmath>

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
    frame.code = &code;
    frame.ip = code.instructions.data();
    frame.arguments = nullptr;
    frame.count = 0;
    frame.constructs = false;
    frame.locals = machine.stack;
    frame.bottom = bottom;
    frame.self = nullptr;
    frame.procedure = nullptr;
    frame.body = nullptr;
    frame.owner = index;
    frame.sections = machine.sections.size();
    frame.pins = machine.pins.size();
    machine.frame_count = index + 1;
    return frame;
}

/// Starts a procedure whose `count` arguments are the top of the stack; its result goes to `bottom`.
inline Frame& enter_frame(Machine& machine, const Procedure& procedure, Instance* self, Value* bottom, int count) {
    if (!procedure.is_defined) machine.not_defined_yet(*procedure.symbol);
    const int locals = static_cast<int>(procedure.locals.size());
    Frame& frame = open_frame(machine, procedure.code, bottom, procedure.code.stack_need + locals);
    frame.arguments = machine.stack - count;
    frame.count = count;
    frame.self = self;
    frame.procedure = &procedure;
    Value* local = machine.stack;
    machine.stack += locals;
    if (procedure.has_object_locals) {
        for (const char is_object : procedure.locals) {
            *local = number_value(0);
            if (is_object) {
                local->tag = Tag::object;
                local->object = nullptr;
            }
            ++local;
        }
    } else {
        for (; local != machine.stack; ++local) *local = number_value(0);
    }
    if (machine.has_step_limit) machine.tick();
    return frame;
}

/// Where the number lies that `receiver.name` or `receiver.name[i]` means, if that can be told at once: the receiver
/// below `top` is of the class seen last at this site. Null if all must be looked at.
inline double* number_member(MemberSite& site, Value* top) {
    const Value& receiver = top[-1 - site.total];
    if (receiver.tag != Tag::object_slot && receiver.tag != Tag::object) return nullptr;
    auto* object = static_cast<Instance*>(object_of(receiver));
    if (!object || &object->class_info() != site.cached_class) return nullptr;
    if (site.total == 0) {
        if (site.member.kind != Member::symbol) return nullptr;
        const Symbol& symbol = *site.member.as_symbol;
        if (symbol.kind != SymbolKind::number || symbol.index < 0) return nullptr;
        if (static_cast<std::size_t>(symbol.index) >= object->slots.size()) return nullptr;
        return &object->slots[static_cast<std::size_t>(symbol.index)].number;
    }
    if (site.total != 1 || site.member.kind != Member::property || !site.member.as_property->place) return nullptr;
    if (top[-1].tag != Tag::number || !(top[-1].number > -1e9 && top[-1].number < 1e15)) return nullptr;
    return site.member.as_property->place(*object->native(),
                                          static_cast<long long>(std::floor(top[-1].number + 1e-11)));
}

}  // namespace ranvier::hoc
