#include <cmath>

#include "hoc_like/language/interface/builtin_math.hpp"
#include "hoc_like/language/machine/frames.hpp"
#include "hoc_like/language/machine/machine.hpp"

// The dispatch loop. The loop itself handles numbers; for everything else it calls the machine's functions.
//
// The instructions are grouped by subject in dispatch_*.inc. `sp` and `ip` are copies of the machine's `stack` and the
// frame's `ip`. Before a call that may throw or run hoc, LEAVE stores them; BACK reloads the stack.

namespace ranvier::hoc {

// A single long function on purpose. It catches no exceptions and has no destructors to run: the compiler can keep its
// variables in registers. Each instruction jumps to the next one itself, which the processor predicts better than a
// switch. No object with a destructor may be alive at NEXT, because a computed goto does not run destructors.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
void Machine::dispatch() {
    static const void* const labels[] = {
#define OP(name) &&do_##name,
#include "hoc_like/language/compile/opcodes.inc"
#undef OP
    };
    const Frame* const base = running;
    Frame* frame = running;
    const Instruction* ip = frame->ip;
    Value* sp = stack;
    const double* const slack = &epsilon;

#define CASE(name) do_##name:
#define NEXT goto* labels[static_cast<int>(ip->op)]
#define LEAVE (frame->ip = ip, stack = sp)
#define BACK (sp = stack)
#define ENTER_TOP_FRAME (frame = running, ip = frame->ip, sp = stack)
#define PUSH_NUMBER(x) (sp->number = (x), sp->tag = Tag::number, ++sp)
// One operation; its right operand comes from the stack or from the place that the instruction gives.
#define ARITHMETIC_WITH(name, operand, expression, check) \
    CASE(name) {                                          \
        const double b = operand;                         \
        double& a = sp[-1].number;                        \
        check;                                            \
        a = expression;                                   \
        ++ip;                                             \
        NEXT;                                             \
    }
#define ARITHMETIC(name, expression, check)                                       \
    ARITHMETIC_WITH(name, (--sp)->number, expression, check)                      \
    ARITHMETIC_WITH(name##_constant, ip->number, expression, check)               \
    ARITHMETIC_WITH(name##_global, *ip->place, expression, check)                 \
    ARITHMETIC_WITH(name##_local, frame->locals[ip->a].number, expression, check) \
    CASE(name##_argument) {                                                       \
        const Value* const argument = number_argument(*frame, ip->a);             \
        if (!argument) [[unlikely]]                                               \
            goto argument_is_no_number;                                           \
        const double b = argument->number;                                        \
        double& a = sp[-1].number;                                                \
        check;                                                                    \
        a = expression;                                                           \
        ++ip;                                                                     \
        NEXT;                                                                     \
    }
#define COMPARISON(name, expression)          \
    CASE(name) {                              \
        const double b = (--sp)->number;      \
        const double a = sp[-1].number;       \
        sp[-1].number = (expression) ? 1 : 0; \
        ++ip;                                 \
        NEXT;                                 \
    }
#define JUMP_UNLESS(name, expression)   \
    CASE(name) {                        \
        const double b = sp[-1].number; \
        const double a = sp[-2].number; \
        sp -= 2;                        \
        ip += (expression) ? 1 : ip->a; \
        NEXT;                           \
    }
// set_* and add_to_* leave nothing on the stack; store_* leaves the value.
#define STORES(kind, place)                                                                  \
    CASE(set_##kind) {                                                                       \
        place = (--sp)->number;                                                              \
        ++ip;                                                                                \
        NEXT;                                                                                \
    }                                                                                        \
    CASE(add_to_##kind) {                                                                    \
        place += (--sp)->number;                                                             \
        ++ip;                                                                                \
        NEXT;                                                                                \
    }                                                                                        \
    CASE(store_##kind) {                                                                     \
        if (ip->assignment() == Assignment::set) {                                           \
            place = sp[-1].number;                                                           \
        } else {                                                                             \
            LEAVE;                                                                           \
            sp[-1].number = place = combine_checked(place, ip->assignment(), sp[-1].number); \
        }                                                                                    \
        ++ip;                                                                                \
        NEXT;                                                                                \
    }
#define OUT(call) \
    {             \
        LEAVE;    \
        call;     \
        BACK;     \
        ++ip;     \
        NEXT;     \
    }
#define TARGET (ip + ip->a)
#define TICK                                          \
    if (wants_tick.load(std::memory_order_relaxed)) { \
        LEAVE;                                        \
        tick();                                       \
    }

    NEXT;
#include "hoc_like/language/machine/dispatch_arithmetic.inc"
#include "hoc_like/language/machine/dispatch_calls.inc"
#include "hoc_like/language/machine/dispatch_jumps.inc"
#include "hoc_like/language/machine/dispatch_names.inc"
#include "hoc_like/language/machine/dispatch_objects.inc"
#include "hoc_like/language/machine/dispatch_sections.inc"
#include "hoc_like/language/machine/dispatch_values.inc"
}
#pragma GCC diagnostic pop

}  // namespace ranvier::hoc
