#include <cmath>

#include "hoc_like/language/builtin_math.hpp"
#include "hoc_like/language/frames.hpp"
#include "hoc_like/language/machine.hpp"

// The dispatch loop. Numbers are worked on here; everything else calls the machine's functions.
//
// `sp`, `ip`, `locals` and `members` shadow the frame. Before a call that may throw or run hoc, LEAVE stores them;
// BACK reads the stack again.

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

// One long function on purpose: it is the list of what each instruction does. It catches nothing and destroys nothing,
// so that the compiler can keep its variables in registers; each instruction jumps to the next one by itself, which
// the processor predicts better than a switch. No object with a destructor may live where NEXT stands: a computed goto
// does not run it.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpedantic"
void Machine::dispatch() {
    static const void* const labels[] = {
#define OP(name) &&do_##name,
#include "hoc_like/language/opcodes.inc"
#undef OP
    };
    const std::size_t base = frame_count;
    Frame* frame = &frame_store[frame_count - 1];
    const Instruction* ip = frame->ip;
    Value* sp = stack;
    Value* locals = frame->locals;
    Slot* members = frame->self ? frame->self->slots.data() : nullptr;
    const double* const slack = &epsilon;

#define CASE(name) do_##name:
#define NEXT goto* labels[static_cast<int>(ip->op)]
#define LEAVE (frame->ip = ip, stack = sp)
#define BACK (sp = stack)
#define ENTER_TOP_FRAME                                              \
    do {                                                             \
        frame = &frame_store[frame_count - 1];                       \
        ip = frame->ip;                                              \
        sp = stack;                                                  \
        locals = frame->locals;                                      \
        members = frame->self ? frame->self->slots.data() : nullptr; \
    } while (false)
#define PUSH_NUMBER(x) (sp->number = (x), sp->tag = Tag::number, ++sp)
#define ARITHMETIC(name, expression, check)    \
    CASE(name) {                               \
        const double b = (--sp)->number;       \
        double& a = sp[-1].number;             \
        check;                                 \
        a = expression;                        \
        ++ip;                                  \
        NEXT;                                  \
    }                                          \
    CASE(name##_constant) {                    \
        const double b = ip->number;           \
        double& a = sp[-1].number;             \
        check;                                 \
        a = expression;                        \
        ++ip;                                  \
        NEXT;                                  \
    }                                          \
    CASE(name##_global) {                      \
        const double b = *ip->place;           \
        double& a = sp[-1].number;             \
        check;                                 \
        a = expression;                        \
        ++ip;                                  \
        NEXT;                                  \
    }                                          \
    CASE(name##_local) {                       \
        const double b = locals[ip->a].number; \
        double& a = sp[-1].number;             \
        check;                                 \
        a = expression;                        \
        ++ip;                                  \
        NEXT;                                  \
    }
#define COMPARISON(name, expression)          \
    CASE(name) {                              \
        const double b = (--sp)->number;      \
        const double a = sp[-1].number;       \
        sp[-1].number = (expression) ? 1 : 0; \
        ++ip;                                 \
        NEXT;                                 \
    }
#define JUMP_UNLESS(name, expression)                                          \
    CASE(name) {                                                               \
        const double b = sp[-1].number;                                        \
        const double a = sp[-2].number;                                        \
        sp -= 2;                                                               \
        ip = (expression) ? ip + 1 : frame->code->instructions.data() + ip->a; \
        NEXT;                                                                  \
    }
#define OUT(call) \
    {             \
        LEAVE;    \
        call;     \
        BACK;     \
        ++ip;     \
        NEXT;     \
    }
#define TARGET (frame->code->instructions.data() + ip->a)
#define TICK                                                             \
    if (interrupted.load(std::memory_order_relaxed) || has_step_limit) { \
        LEAVE;                                                           \
        tick();                                                          \
    }

    NEXT;
    CASE(constant) {
        PUSH_NUMBER(ip->number), ++ip;
        NEXT;
    }
    CASE(text) {
        sp->tag = Tag::constant_text;
        (sp++)->constant_text = (ip++)->text;
        NEXT;
    }
    CASE(load_global) {
        PUSH_NUMBER(*ip->place), ++ip;
        NEXT;
    }
    CASE(load_member) {
        PUSH_NUMBER(members[ip->a].number), ++ip;
        NEXT;
    }
    CASE(load_local) {
        PUSH_NUMBER(locals[ip->a].number), ++ip;
        NEXT;
    }
    CASE(load_unknown) {
        OUT(push(load_unknown(*ip->symbol)));
    }
    CASE(load_host) {
        OUT(push(number_value(ip->variable->load())));
    }
    CASE(load_host_element) {
        LEAVE;
        const double value = ip->variable->load_at(host_index(*ip->variable, sp[-1].number));
        sp[-1].number = value;
        ++ip;
        NEXT;
    }
    CASE(load_element) {
        const Symbol& symbol = *ip->symbol;
        if (ip->a == 1) {
            const NumberArray& array = *(symbol.index < 0 ? symbol.slot : members + symbol.index)->numbers;
            const double index = sp[-1].number + *slack;
            if (array.shape.size() == 1 && index >= 0 && index < static_cast<double>(array.data.size())) {
                sp[-1].number = array.data[static_cast<std::size_t>(static_cast<long long>(index))];
                ++ip;
                NEXT;
            }
        }
        LEAVE;
        const double value = *element(symbol, ip->a);
        BACK;
        PUSH_NUMBER(value);
        ++ip;
        NEXT;
    }
    CASE(load_argument) {
        int number = ip->a;
        if (number == 0) number = static_cast<int>((--sp)->number + 0.5);
        if (number >= 1 && number <= frame->count && frame->arguments[number - 1].tag == Tag::number) {
            PUSH_NUMBER(frame->arguments[number - 1].number);
            ++ip;
            NEXT;
        }
        LEAVE;
        const Value value = argument(number, "$");
        fail("$" + std::to_string(number) + " is " + describe(value) + ", not a number");
    }
    CASE(load_argument_text) {
        OUT(argument_text(ip->a));
    }
    CASE(load_argument_object) {
        OUT(argument_object(ip->a));
    }
    CASE(load_argument_pointed) {
        OUT(load_pointed(ip->a, ip->b));
    }
    CASE(global_object) {
        sp->tag = Tag::object_slot;
        (sp++)->object_slot = &(ip++)->slot->object;
        NEXT;
    }
    CASE(member_object) {
        sp->tag = Tag::object_slot;
        (sp++)->object_slot = &members[(ip++)->a].object;
        NEXT;
    }
    CASE(local_object) {
        sp->tag = Tag::object_slot;
        (sp++)->object_slot = &locals[(ip++)->a].object;
        NEXT;
    }
    CASE(element_object) {
        LEAVE;
        Object** place = object_element(*ip->symbol, ip->a);
        BACK;
        sp->tag = Tag::object_slot;
        (sp++)->object_slot = place;
        ++ip;
        NEXT;
    }
    CASE(global_text) {
        sp->tag = Tag::text_slot;
        (sp++)->text = (ip++)->slot->string;
        NEXT;
    }
    CASE(member_text) {
        sp->tag = Tag::text_slot;
        (sp++)->text = members[(ip++)->a].string;
        NEXT;
    }
    CASE(self) {
        OUT(push(object_value(frame->self)));
    }
    CASE(instance) {
        LEAVE;
        Object* object = &instance_numbered(*ip->class_info, sp[-1].number);
        --sp;
        *sp++ = object_value(object);
        ++ip;
        NEXT;
    }
    CASE(pop) {
        --sp;
        if (sp->tag != Tag::number) {
            LEAVE;
            drop_owned(*sp);
        }
        ++ip;
        NEXT;
    }
    ARITHMETIC(add, a + b, )
    ARITHMETIC(subtract, a - b, )
    ARITHMETIC(multiply, a * b, )
    ARITHMETIC(
        divide, a / b, if (b == 0) {
            LEAVE;
            fail("division by zero");
        })
    CASE(modulo) {
        LEAVE;
        --sp;
        sp[-1].number = hoc::modulo(sp[-1].number, sp[0].number);
        ++ip;
        NEXT;
    }
    CASE(power) {
        LEAVE;
        --sp;
        sp[-1].number = hoc::power(sp[-1].number, sp[0].number);
        ++ip;
        NEXT;
    }
    CASE(negate) {
        sp[-1].number = -sp[-1].number, ++ip;
        NEXT;
    }
    CASE(logical_not) {
        sp[-1].number = sp[-1].number == 0 ? 1 : 0, ++ip;
        NEXT;
    }
    COMPARISON(logical_and, a != 0 && b != 0)
    COMPARISON(logical_or, a != 0 || b != 0)
    COMPARISON(less, a < b - *slack)
    COMPARISON(less_equal, a <= b + *slack)
    COMPARISON(greater, a > b + *slack)
    COMPARISON(greater_equal, a >= b - *slack)
    COMPARISON(equal, a <= b + *slack && a >= b - *slack)
    COMPARISON(not_equal, a < b - *slack || a > b + *slack)
    CASE(equal_any) {
        OUT(equal_any(false));
    }
    CASE(not_equal_any) {
        OUT(equal_any(true));
    }
    CASE(math) {
        LEAVE;
        sp[-1].number = ip->math(sp[-1].number);
        ++ip;
        NEXT;
    }
    CASE(to_number) {
        if (sp[-1].tag != Tag::number) {
            LEAVE;
            fail("a number is needed here, not " + describe(sp[-1]));
        }
        ++ip;
        NEXT;
    }
    CASE(store_global_pop)
    CASE(store_global) {
        const double value = sp[-1].number;
        if (ip->b == '=') {
            *ip->place = value;
        } else {
            LEAVE;
            sp[-1].number = *ip->place = combine_checked(*ip->place, ip->b, value);
        }
        if (ip->op == Op::store_global_pop) --sp;
        ++ip;
        NEXT;
    }
    CASE(add_to_global_pop) {
        *ip->place += (--sp)->number, ++ip;
        NEXT;
    }
    CASE(store_member_pop)
    CASE(store_member) {
        double& place = members[ip->a].number;
        if (ip->b == '=') {
            place = sp[-1].number;
        } else {
            LEAVE;
            sp[-1].number = place = combine_checked(place, ip->b, sp[-1].number);
        }
        if (ip->op == Op::store_member_pop) --sp;
        ++ip;
        NEXT;
    }
    CASE(store_local_pop)
    CASE(store_local) {
        double& place = locals[ip->a].number;
        if (ip->b == '=') {
            place = sp[-1].number;
        } else {
            LEAVE;
            sp[-1].number = place = combine_checked(place, ip->b, sp[-1].number);
        }
        if (ip->op == Op::store_local_pop) --sp;
        ++ip;
        NEXT;
    }
    CASE(store_host) {
        LEAVE;
        const VariableDefinition& variable = *ip->variable;
        if (!variable.store) fail(variable.name + " can only be read");
        double value = sp[-1].number;
        if (ip->b != '=') {
            const double old = variable.address ? *variable.address : variable.load();
            value = combine_checked(old, ip->b, value);
        }
        variable.store(value);
        sp[-1].number = value;
        ++ip;
        NEXT;
    }
    CASE(store_host_element) {
        LEAVE;
        const VariableDefinition& variable = *ip->variable;
        if (!variable.store_at) fail(variable.name + " can only be read");
        const int index = host_index(variable, sp[-2].number);
        const double old = ip->b == '=' ? 0 : variable.load_at(index);
        const double value = combine_checked(old, ip->b, sp[-1].number);
        variable.store_at(index, value);
        (--sp)[-1].number = value;
        ++ip;
        NEXT;
    }
    CASE(store_element) {
        if (ip->a == 1 && ip->b == '=') {
            NumberArray& array = *(ip->symbol->index < 0 ? ip->symbol->slot : members + ip->symbol->index)->numbers;
            const double index = sp[-2].number + *slack;
            if (array.shape.size() == 1 && index >= 0 && index < static_cast<double>(array.data.size())) {
                const double value = sp[-1].number;
                array.data[static_cast<std::size_t>(static_cast<long long>(index))] = value;
                (--sp)[-1].number = value;
                ++ip;
                NEXT;
            }
        }
        LEAVE;
        const double value = sp[-1].number;
        --stack;
        double& place = *element(*ip->symbol, ip->a);
        place = combine_checked(place, ip->b, value);
        BACK;
        PUSH_NUMBER(place);
        ++ip;
        NEXT;
    }
    CASE(store_argument) {
        int number = ip->a;
        if (number == 0) number = static_cast<int>((--sp)->number + 0.5);
        LEAVE;
        Value& place = argument(number, "$");
        if (place.tag != Tag::number) fail("$" + std::to_string(number) + " is " + describe(place) + ", not a number");
        sp[-1].number = place.number = combine_checked(place.number, ip->b, sp[-1].number);
        ++ip;
        NEXT;
    }
    CASE(store_pointed) {
        OUT(store_pointed(ip->a, static_cast<int>(ip->number), ip->b));
    }
    CASE(assign) {
        OUT(assign(true));
    }
    CASE(assign_pop) {
        OUT(assign(false));
    }
    CASE(assign_argument_text) {
        OUT(assign_argument_text(ip->a));
    }
    CASE(component) {
        const MemberSite& site = *ip->site;
        Value* const receiver = sp - 1 - site.total;
        Instance* const object = known_receiver(site, *receiver);
        if (object && site.shortcut >= MemberSite::Shortcut::procedure) {
            LEAVE;
            if (receiver->tag == Tag::object_slot) {  // the object lives at least as long as the call
                receiver->tag = Tag::object;
                receiver->object = object;
                ObjectAccess::retain(object);
            }
            if (site.shortcut == MemberSite::Shortcut::method) {
                const MethodDefinition& method = *site.member.as_method;
                OUT(call_native(method.call, method.name, site.total, object, object->class_name(), receiver));
            }
            frame = &enter_frame(*this, *site.procedure, object, receiver, site.total);
            ip = frame->ip;
            sp = stack;
            locals = frame->locals;
            members = object->slots.data();
            NEXT;
        }
        if (const double* place = object ? number_member(site, *object, sp) : nullptr) {
            const double value = *place;
            sp = receiver + 1;
            if (receiver->tag == Tag::object) {
                LEAVE;
                drop_owned(*receiver);
            }
            receiver->number = value;
            receiver->tag = Tag::number;
            ++ip;
            NEXT;
        }
        LEAVE;
        if (begin_component(*ip->site, ip->b == 1)) {
            ENTER_TOP_FRAME;
        } else {
            BACK;
            ++ip;
        }
        NEXT;
    }
    CASE(set_component) {
        if (ip->b == '=' && sp[-1].tag == Tag::number) {
            Value* const receiver = sp - 2 - ip->site->total;
            Instance* const object = known_receiver(*ip->site, *receiver);
            if (double* place = object ? number_member(*ip->site, *object, sp - 1) : nullptr) {
                const double value = *place = sp[-1].number;
                sp = receiver + 1;
                if (receiver->tag == Tag::object) {
                    LEAVE;
                    drop_owned(*receiver);
                }
                receiver->number = value;
                receiver->tag = Tag::number;
                ++ip;
                NEXT;
            }
        }
        OUT(set_component(*ip->site, ip->b));
    }
    CASE(refer_component) {
        OUT(refer_component(*ip->site));
    }
    CASE(unpin) {
        LEAVE;
        unpin(frame->pins);
        ++ip;
        NEXT;
    }
    CASE(new_object) {
        LEAVE;
        if (new_object(*ip->class_info, ip->a)) {
            ENTER_TOP_FRAME;
        } else {
            BACK;
            ++ip;
        }
        NEXT;
    }
    CASE(new_by_name) {
        LEAVE;
        ClassInfo* info = find_class(*ip->text);
        if (!info) fail(*ip->text + " is not a template or class" + suggestion(*ip->text));
        if (new_object(*info, ip->a)) {
            ENTER_TOP_FRAME;
        } else {
            BACK;
            ++ip;
        }
        NEXT;
    }
    CASE(call) {
        const Symbol& symbol = *ip->symbol;
        LEAVE;
        const Procedure* procedure = symbol.procedure.get();
        if (!procedure || !procedure->is_callable) not_callable(symbol);
        frame = &enter_frame(*this, *procedure, symbol.scope->owner() ? frame->self : nullptr, sp - ip->a, ip->a);
        ip = frame->ip;
        sp = stack;
        locals = frame->locals;
        members = frame->self ? frame->self->slots.data() : nullptr;
        NEXT;
    }
    CASE(call_native) {
        OUT(call_native(ip->function->call, ip->function->name, ip->a, nullptr, {}, sp - ip->a));
    }
    CASE(iterate) {
        const Symbol& symbol = *ip->symbol;
        LEAVE;
        if (symbol.kind != SymbolKind::procedure || symbol.procedure_kind != ProcedureKind::iterator) {
            fail(symbol.name + " is not an iterator");
        }
        if (!symbol.procedure->is_defined) not_defined_yet(symbol);
        Frame& called =
            enter_frame(*this, *symbol.procedure, symbol.scope->owner() ? frame->self : nullptr, sp - ip->a, ip->a);
        called.body = ip + 3;
        ENTER_TOP_FRAME;
        NEXT;
    }
    CASE(iterate_component) {
        LEAVE;
        iterate_component(*ip->site, ip + 3);
        ENTER_TOP_FRAME;
        NEXT;
    }
    CASE(iterator_statement) {
        LEAVE;
        if (!frame->body) fail("an iterator must be called by 'for'");
        open_body(*this);
        ENTER_TOP_FRAME;
        NEXT;
    }
    CASE(body_end) {
        LEAVE;
        leave_body(*this);
        ENTER_TOP_FRAME;
        ++ip;
        NEXT;
    }
    CASE(body_break) {
        LEAVE;
        leave_body(*this);
        unwind(frame_store[frame_count - 1].owner + 1);
        ENTER_TOP_FRAME;
        goto return_nothing;
    }
    CASE(return_value) {
        LEAVE;
        Value result = sp[-1];
        if (ip->b == 1) {
            if (!is_object(result)) fail("an obfunc returns an object, not " + describe(result));
            if (result.tag == Tag::object_slot) result = object_value(*result.object_slot);
            sp[-1].tag = Tag::number;
        }
        while (sp != frame->bottom) drop(*--sp);
        *sp++ = result;
        goto leave_frame;
    }
    CASE(return_nothing)
return_nothing : {
    LEAVE;
    if (frame->procedure->needs_value) missing_return(*frame->procedure->symbol);
    while (sp != frame->bottom) drop(*--sp);
    if (frame->constructs) {
        finish_object(sp[-1]);
    } else {
        PUSH_NUMBER(0);
    }
    goto leave_frame;
}
leave_frame : {
    stack = sp;
    if (sections.size() > frame->sections) sections.resize(frame->sections);
    if (pins.size() > frame->pins) unpin(frame->pins);
    if (--frame_count < base) return;
    --frame;
    ip = frame->ip + 1;
    locals = frame->locals;
    members = frame->self ? frame->self->slots.data() : nullptr;
    NEXT;
}
    CASE(stop) {
        LEAVE;
        throw StopRun{};
    }
    CASE(raise) {
        LEAVE;
        fail(*ip->text);
    }
    CASE(end) {
        LEAVE;
        if (sections.size() > frame->sections && frame->sections > 0) sections.resize(frame->sections);
        --frame_count;
        return;
    }
    CASE(jump) {
        ip = TARGET;
        NEXT;
    }
    CASE(jump_back) {
        TICK ip = TARGET;
        NEXT;
    }
    CASE(jump_if_false) {
        ip = (--sp)->number != 0 ? ip + 1 : TARGET;
        NEXT;
    }
    JUMP_UNLESS(jump_unless_less, a < b - *slack)
    JUMP_UNLESS(jump_unless_less_equal, a <= b + *slack)
    JUMP_UNLESS(jump_unless_greater, a > b + *slack)
    JUMP_UNLESS(jump_unless_greater_equal, a >= b - *slack)
    JUMP_UNLESS(jump_unless_equal, a <= b + *slack && a >= b - *slack)
    JUMP_UNLESS(jump_unless_not_equal, a < b - *slack || a > b + *slack)
    CASE(for_start_global) {
        const double limit = (--sp)->number + *slack;
        *ip->place = sp[-1].number;
        sp[-1].number = limit;
        ip = *ip->place <= limit ? ip + 1 : TARGET;
        NEXT;
    }
    CASE(for_step_global) {
        TICK* ip->place += 1;
        ip = *ip->place <= sp[-1].number ? TARGET : ip + 1;
        NEXT;
    }
    CASE(for_start_local) {
        const double limit = (--sp)->number + *slack;
        const double first = locals[ip->b].number = sp[-1].number;
        sp[-1].number = limit;
        ip = first <= limit ? ip + 1 : TARGET;
        NEXT;
    }
    CASE(for_step_local) {
        TICK locals[ip->b].number += 1;
        ip = locals[ip->b].number <= sp[-1].number ? TARGET : ip + 1;
        NEXT;
    }
    CASE(for_start_place) {
        const double limit = (--sp)->number + *slack;
        const double first = *sp[-2].place = sp[-1].number;
        sp[-1].number = limit;
        ip = first <= limit ? ip + 1 : TARGET;
        NEXT;
    }
    CASE(for_step_place) {
        TICK* sp[-2].place += 1;
        ip = *sp[-2].place <= sp[-1].number ? TARGET : ip + 1;
        NEXT;
    }
    CASE(place_global) {
        sp->tag = Tag::place;
        (sp++)->place = (ip++)->place;
        NEXT;
    }
    CASE(place_member) {
        sp->tag = Tag::place;
        (sp++)->place = &members[(ip++)->a].number;
        NEXT;
    }
    CASE(place_local) {
        sp->tag = Tag::place;
        (sp++)->place = &locals[(ip++)->a].number;
        NEXT;
    }
    CASE(place_element) {
        LEAVE;
        double* place = element(*ip->symbol, ip->a);
        BACK;
        sp->tag = Tag::place;
        (sp++)->place = place;
        ++ip;
        NEXT;
    }
    CASE(print_item) {
        LEAVE;
        if (ip->b == 1 && is_text(sp[-1])) {
            streams.out(text_of(sp[-1]));
        } else {
            print_value(sp[-1]);
        }
        drop(*--sp);
        ++ip;
        NEXT;
    }
    CASE(print_text) {
        LEAVE;
        streams.out(text_of(sp[-1]));
        drop(*--sp);
        ++ip;
        NEXT;
    }
    CASE(print_newline) {
        LEAVE;
        streams.out("\n");
        ++ip;
        NEXT;
    }
    CASE(print_result) {
        LEAVE;
        if (ip->b == 1 && is_text(sp[-1])) {
            streams.out(text_of(sp[-1]));
        } else {
            streams.out("\t");
            print_value(sp[-1]);
        }
        streams.out("\n");
        drop(*--sp);
        ++ip;
        NEXT;
    }
    CASE(refer_global) {
        OUT(refer_symbol(*ip->symbol));
    }
    CASE(refer_local) {
        OUT(refer_local(ip->a, *ip->text));
    }
    CASE(refer_element) {
        OUT(refer_element(*ip->symbol, ip->a));
    }
    CASE(refer_host) {
        OUT(refer_host(*ip->variable));
    }
    CASE(refer_range) {
        OUT(refer_range(ip->a, ip->b));
    }
    CASE(refer_argument) {
        int number = ip->a;
        if (number == 0) number = static_cast<int>((--sp)->number + 0.5);
        LEAVE;
        argument_pointer(number);
        push(reference_value(*frame->arguments[number - 1].reference));
        BACK;
        ++ip;
        NEXT;
    }
    CASE(declare_numbers) {
        OUT(declare_numbers(*ip->symbol, ip->a));
    }
    CASE(declare_objects) {
        OUT(declare_objects(*ip->symbol, ip->a));
    }
    CASE(declare_text) {
        OUT(declare_text(*ip->symbol));
    }
    CASE(delete_symbol) {
        OUT(delete_number(*ip->symbol));
    }
    CASE(read) {
        OUT(read_number());
    }
    CASE(create) {
        OUT(create(*ip->symbol, ip->a));
    }
    CASE(connect) {
        OUT(connect(ip->b == 1));
    }
    CASE(access) {
        OUT(access());
    }
    CASE(insert) {
        OUT(cables.insert(accessed(), *ip->text));
    }
    CASE(uninsert) {
        OUT(cables.uninsert(accessed(), *ip->text));
    }
    CASE(section) {
        LEAVE;
        push(section_value(own_section(*ip->symbol, ip->a)));
        BACK;
        ++ip;
        NEXT;
    }
    CASE(to_section) {
        LEAVE;
        Value value = section_value(to_section(sp[-1]));
        drop(sp[-1]);
        sp[-1] = value;
        ++ip;
        NEXT;
    }
    CASE(push_section) {
        LEAVE;
        if (ip->a && sp[-1].tag != Tag::section) {
            sections.push_back(sections.empty() ? SectionPtr{} : sections.back());
        } else {
            sections.push_back(to_section(sp[-1]));
        }
        drop(*--sp);
        ++ip;
        NEXT;
    }
    CASE(push_own_section) {
        OUT(sections.push_back(own_section(*ip->symbol, ip->a)));
    }
    CASE(pop_sections) {
        for (int i = 0; i < ip->a && !sections.empty(); ++i) sections.pop_back();
        ++ip;
        NEXT;
    }
    CASE(load_range) {
        OUT(load_range(ip->a, ip->b));
    }
    CASE(store_range) {
        OUT(store_range(ip->a, ip->b));
    }
    CASE(taper) {
        OUT(taper(ip->a, ip->b));
    }
    CASE(set_pointer_range) {
        OUT(set_pointer_range(*ip->text));
    }
    CASE(set_pointer_component) {
        OUT(set_pointer_component(*ip->site));
    }
    CASE(for_all) {
        OUT(begin_loop_over_all());
    }
    CASE(for_section) {
        OUT(begin_loop_over_named());
    }
    CASE(next_section) {
        LEAVE;
        const bool more = next_section();
        ip = more ? ip + 1 : TARGET;
        NEXT;
    }
    CASE(for_positions) {
        OUT(begin_positions(ip->b == 1));
    }
    CASE(next_position) {
        LEAVE;
        const bool more = next_position();
        ip = more ? ip + 1 : TARGET;
        NEXT;
    }
    CASE(loop_end) {
        OUT(end_loop());
    }
    CASE(if_section) {
        LEAVE;
        const bool matches = in_sections();
        BACK;
        ip = matches ? ip + 1 : TARGET;
        NEXT;
    }
}
#pragma GCC diagnostic pop

}  // namespace ranvier::hoc
