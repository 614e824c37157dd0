#include "hoc_like/language/frames.hpp"
#include "hoc_like/language/machine.hpp"

// Frames from outside the dispatch loop: opening them, running them, and what can go wrong.

namespace ranvier::hoc {

void Machine::tick() {
    if (interrupted.exchange(false, std::memory_order_relaxed)) fail("interrupted");
    if (has_step_limit && --steps_left < 0) fail("the limit of steps was reached");
}

void Machine::check_room(int need) {
    if (values_end - stack < need + 64) stack_is_full();
}

void Machine::stack_is_full() const {
    fail("the stack is full: calls are nested too deeply");
}

void Machine::too_many_frames() const {
    fail("calls are nested too deeply: more than " + std::to_string(frame_limit));
}

Frame& Machine::push_frame(const Code& code, Value* bottom) {
    return open_frame(*this, code, bottom, code.stack_need);
}

void Machine::enter(const Procedure& procedure, Instance* self_object, Value* bottom, int count) {
    if (!procedure.is_defined) not_defined_yet(*procedure.symbol);
    enter_frame(*this, procedure, self_object, bottom, count);
}

double Machine::combine(double old, int op, double value) {
    switch (op) {
        case '+':
            return old + value;
        case '-':
            return old - value;
        case '*':
            return old * value;
        case '/':
            return old / value;
        default:
            return value;
    }
}

double Machine::combine_checked(double old, int op, double value) {
    if (op == '/' && value == 0) fail("division by zero");
    return combine(old, op, value);
}

void Machine::run() {
    struct Depth {
        Machine& machine;
        std::size_t outer;
        bool done = false;
        ~Depth() {
            --machine.native_depth;
            if (!done) machine.unwind(outer);
        }
    } depth{*this, frame_count - 1};
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
