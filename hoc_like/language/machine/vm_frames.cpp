#include "hoc_like/language/machine/frames.hpp"
#include "hoc_like/language/machine/machine.hpp"

// Frames outside the dispatch loop: opening and running them, and their errors. An error leaves all frames in place,
// for its location and the list of calls; when the error passes `run`, the frames above its level are unwound.

namespace ranvier::hoc {

void Machine::tick() {
    const int why = wants_tick.fetch_and(~interrupted, std::memory_order_relaxed);
    if (why & interrupted) throw Interruption{running_line()};
    if (why & counts_steps && --steps_left < 0) fail("the limit of steps was reached");
}

void Machine::check_room(int need) const {
    if (stack + need > values_limit) stack_is_full();
}

void Machine::stack_is_full() const {
    fail("the stack is full: calls are nested too deeply");
}

void Machine::too_many_frames() const {
    fail("calls are nested too deeply: more than " + std::to_string(frame_limit));
}

void Machine::set_frame_limit(int frames) {
    frame_limit = frames;
    frame_store.resize(static_cast<std::size_t>(frames) + 1);
    running = frame_store.data();
    frames_end = running + frame_store.size();
}

Frame& Machine::push_frame(const Code& code, Instance* object) {
    Frame& frame = *open_frame(*this, code, stack, stack, code.stack_need);
    frame.ip = code.instructions.data();
    frame.arguments = stack;
    frame.count = 0;
    frame.self = object;
    frame.members = object ? object->slots : nullptr;
    return frame;
}

void Machine::enter(const Procedure& procedure, Instance* self_object, Value* bottom, int count) {
    if (!procedure.is_defined) not_defined_yet(*procedure.symbol);
    if (wants_tick.load(std::memory_order_relaxed)) tick();
    Slot* const members = self_object ? self_object->slots : nullptr;
    Frame* const frame = enter_frame(*this, procedure, self_object, members, bottom, count, stack);
    frame->ip = procedure.code.instructions.data();
    if (frame->is_iterator()) frame->owner = frame;
}

double Machine::combine(double old, Assignment op, double value) {
    switch (op) {
        case Assignment::add:
            return old + value;
        case Assignment::subtract:
            return old - value;
        case Assignment::multiply:
            return old * value;
        case Assignment::divide:
            return old / value;
        case Assignment::set:
            break;
    }
    return value;
}

double Machine::combine_checked(double old, Assignment op, double value) {
    if (op == Assignment::divide && value == 0) fail("division by zero");
    return combine(old, op, value);
}

void Machine::run() {
    struct Depth {
        Machine& machine;
        const Frame& outer;
        bool done = false;
        ~Depth() {
            --machine.native_depth;
            if (!done) machine.unwind(outer);
        }
    } depth{*this, running[-1]};
    ++native_depth;
    try {
        if (native_depth > 400) fail("calls are nested too deeply (through objects and built-in functions)");
        dispatch();
        depth.done = true;
    } catch (const ScriptError&) {
        throw;
    } catch (const std::exception& error) {
        rethrow_located(error);
    }
}

}  // namespace ranvier::hoc
