#include "hoc_like/language/compile/compiler_state.hpp"

namespace ranvier::hoc {
namespace {

Op unless(int comparison) {
    switch (comparison) {
        case '<':
            return Op::jump_unless_less;
        case 'l':
            return Op::jump_unless_less_equal;
        case '>':
            return Op::jump_unless_greater;
        default:
            return Op::jump_unless_greater_equal;
    }
}

}  // namespace

// Whether kinds fit is a matter of the moment in NEURON: what a procedure never comes to is no mistake.
void Compiler::statement(const Node& node) {
    or_raise([&] { checked_statement(node); });
}

void Compiler::whole_value(const Node& node) {
    or_raise([&] { value(node); });
}

void Compiler::or_raise(const std::function<void()>& compile) {
    const std::size_t before = code_.instructions.size();
    const std::size_t loops = loops_.size();
    const int sections = sections_;
    const int loop_values = loop_values_;
    try {
        compile();
    } catch (const TypeMismatch& mismatch) {
        code_.instructions.resize(before);
        code_.offsets.resize(before);
        loops_.resize(loops);
        sections_ = sections;
        loop_values_ = loop_values;
        emit(Op::raise, mismatch.at).text = text(mismatch.message);
    }
}

void Compiler::checked_statement(const Node& node) {
    const std::size_t before = code_.instructions.size();
    switch (node.kind) {
        case NodeKind::block:
            for (const auto& kid : node.kids) {
                if (kid) statement(*kid);
            }
            return;
        case NodeKind::expression:
            expression_statement(node);
            break;
        case NodeKind::print:
            print(node);
            break;
        case NodeKind::if_else: {
            std::vector<std::size_t> to_else;
            condition(*node.kids[0], to_else);
            statement(*node.kids[1]);
            if (node.kids[2]) {
                const std::size_t to_end = emit_jump(Op::jump, node.at);
                for (const auto jump : to_else) patch(jump);
                statement(*node.kids[2]);
                patch(to_end);
            } else {
                for (const auto jump : to_else) patch(jump);
            }
            break;
        }
        case NodeKind::while_do:
        case NodeKind::for_do:
            for_loop(node);
            break;
        case NodeKind::for_range:
            for_range(node);
            break;
        case NodeKind::for_positions:
            for_positions(node);
            break;
        case NodeKind::for_all:
        case NodeKind::for_section:
            for_sections(node);
            break;
        case NodeKind::for_iterator:
            for_iterator(node);
            break;
        case NodeKind::if_section: {
            value(*node.kids[0]);
            const std::size_t to_end = emit_jump(Op::if_section, node.at);
            statement(*node.kids[1]);
            patch(to_end);
            break;
        }
        case NodeKind::in_section:
            if (node.kids[0]->kind == NodeKind::section) {
                section(*node.kids[0]);
            } else {
                // `b.append(1) b.remove(0)`: two statements on a line read like a section and its statement.
                value(*node.kids[0]);
                emit(Op::push_section, node.kids[0]->at, 1);
                ++sections_;
            }
            statement(*node.kids[1]);
            emit(Op::pop_sections, node.at, 1);
            --sections_;
            break;
        case NodeKind::break_loop:
            leave(node, true);
            break;
        case NodeKind::continue_loop:
            leave(node, false);
            break;
        case NodeKind::stop:
            emit(Op::stop, node.at);
            break;
        case NodeKind::return_value:
            return_value(node);
            break;
        case NodeKind::iterator_statement:
            emit(Op::iterator_statement, node.at);
            break;
        case NodeKind::declare_numbers:
        case NodeKind::declare_objects:
        case NodeKind::declare_string:
        case NodeKind::create:
            declare(node);
            break;
        case NodeKind::connect:
            connect(node);
            break;
        case NodeKind::access:
            if (node.kids[0]->kind == NodeKind::section) {
                const Node& which = *node.kids[0];
                for (const auto& index : which.kids) number(*index);
                emit(Op::section, node.at, static_cast<int>(which.kids.size())).symbol = which.symbol;
            } else {
                value(*node.kids[0]);
            }
            emit(Op::access, node.at);
            break;
        case NodeKind::insert:
            emit(Op::insert, node.at).text = text(node.text);
            break;
        case NodeKind::uninsert:
            emit(Op::uninsert, node.at).text = text(node.text);
            break;
        case NodeKind::taper:
            taper(node);
            break;
        case NodeKind::set_pointer:
            set_pointer(node);
            break;
        case NodeKind::delete_symbol:
            emit(Op::delete_symbol, node.at).symbol = node.symbol;
            break;
        default:
            fail(node, "this is not a statement");
    }
    // A statement can't leave more on the stack than it has instructions.
    const int most = static_cast<int>(code_.instructions.size() - before) + loop_values_;
    code_.stack_need = std::max(code_.stack_need, most);
}

void Compiler::expression_statement(const Node& node) {
    const Node& expression = *node.kids[0];
    pins_ = false;
    if (node.a == 1) {
        // At the top level NEURON prints a string as it is, anything else after a tab.
        if (value(expression) == Type::text) {
            emit(Op::print_text, node.at);
            emit(Op::print_newline, node.at);
        } else {
            emit(Op::print_result, node.at, 0, expression.kind == NodeKind::native_call ? 1 : 0);
        }
    } else if (expression.kind == NodeKind::assign) {
        assign(expression, false);
    } else {
        value(expression);
        emit(Op::pop, node.at);
    }
    if (pins_) emit(Op::unpin, node.at);
}

void Compiler::print(const Node& node) {
    pins_ = false;
    for (const auto& kid : node.kids) {
        if (value(*kid) == Type::text) {
            emit(Op::print_text, kid->at);
        } else {
            emit(Op::print_item, kid->at, 0, kid->kind == NodeKind::native_call ? 1 : 0);
        }
    }
    emit(Op::print_newline, node.at);
    if (pins_) emit(Op::unpin, node.at);
}

// Jumps if it is false; comparisons of numbers and their jump are one instruction.
void Compiler::condition(const Node& node, std::vector<std::size_t>& to_else) {
    pins_ = false;
    if (node.kind == NodeKind::binary && (node.op == '<' || node.op == 'l' || node.op == '>' || node.op == 'g')) {
        number(*node.kids[0]);
        number(*node.kids[1]);
        if (pins_) emit(Op::unpin, node.at);
        to_else.push_back(emit_jump(unless(node.op), node.at));
        return;
    }
    number(node);
    if (pins_) emit(Op::unpin, node.at);
    Op& last = code_.instructions.back().op;
    if (last == Op::equal || last == Op::not_equal) {
        last = last == Op::equal ? Op::jump_unless_equal : Op::jump_unless_not_equal;
        to_else.push_back(code_.instructions.size() - 1);
    } else {
        to_else.push_back(emit_jump(Op::jump_if_false, node.at));
    }
}

void Compiler::body(const Node& node, Loop& loop) {
    loop.sections = sections_;
    loops_.push_back(&loop);
    statement(node);
    loops_.pop_back();
}

// Outside of loops they stop what runs, as in NEURON.
void Compiler::leave(const Node& node, bool is_break) {
    if (loops_.empty()) {
        emit(Op::stop, node.at);
        return;
    }
    Loop& loop = *loops_.back();
    if (sections_ > loop.sections) emit(Op::pop_sections, node.at, sections_ - loop.sections);
    if (is_break && loop.is_iterator_body) {
        emit(Op::body_break, node.at);
        return;
    }
    (is_break ? loop.breaks : loop.continues).push_back(emit_jump(Op::jump, node.at));
}

void Compiler::for_loop(const Node& node) {
    const bool is_while = node.kind == NodeKind::while_do;
    const auto kid = [&](std::size_t i) { return node.kids[i].get(); };
    const Node* start = is_while ? nullptr : kid(0);
    const Node* test = is_while ? kid(0) : kid(1);
    const Node* step = is_while ? nullptr : kid(2);
    const Node* repeated = is_while ? kid(1) : kid(3);
    if (start) statement(*start);
    const int top = here();
    std::vector<std::size_t> exits;
    condition(*test, exits);
    Loop loop;
    body(*repeated, loop);
    for (const auto jump : loop.continues) patch(jump);
    if (step) statement(*step);
    jump_back(node.at, top);
    for (const auto jump : exits) patch(jump);
    for (const auto jump : loop.breaks) patch(jump);
}

void Compiler::for_range(const Node& node) {
    const Node& target = *node.kids[0];
    double* global = nullptr;
    if (target.kind == NodeKind::host_variable) global = target.variable->address;
    if (target.kind == NodeKind::variable && target.symbol->kind == SymbolKind::number && target.symbol->index < 0) {
        global = &target.symbol->slot->number;
    }
    const bool is_local = target.kind == NodeKind::local;
    if (!global && !is_local) place(target);
    pins_ = false;
    number(*node.kids[1]);
    number(*node.kids[2]);
    if (pins_) emit(Op::unpin, node.at);
    const auto emit_for = [&](Op for_global, Op for_local, Op for_place) {
        if (global) {
            emit(for_global, node.at).place = global;
        } else if (is_local) {
            emit(for_local, node.at, 0, target.a);
        } else {
            emit(for_place, node.at);
        }
        return code_.instructions.size() - 1;
    };
    const std::size_t start = emit_for(Op::for_start_global, Op::for_start_local, Op::for_start_place);
    const int top = here();
    Loop loop;
    loop_values_ += 2;
    body(*node.kids[3], loop);
    loop_values_ -= 2;
    for (const auto jump : loop.continues) patch(jump);
    const std::size_t step = emit_for(Op::for_step_global, Op::for_step_local, Op::for_step_place);
    code_.instructions[step].a = top - static_cast<int>(step);
    patch(start);
    for (const auto jump : loop.breaks) patch(jump);
    emit(Op::pop, node.at);
    if (!global && !is_local) emit(Op::pop, node.at);
}

void Compiler::for_positions(const Node& node) {
    place(*node.kids[0]);
    if (node.kids[1]) number(*node.kids[1]);
    emit(Op::for_positions, node.at, 0, node.kids[1] ? 1 : 0);
    const int top = here();
    const std::size_t next = emit_jump(Op::next_position, node.at);
    Loop loop;
    loop_values_ += 2;
    body(*node.kids[2], loop);
    loop_values_ -= 2;
    for (const auto jump : loop.continues) patch(jump);
    jump_back(node.at, top);
    patch(next);
    for (const auto jump : loop.breaks) patch(jump);
    emit(Op::loop_end, node.at);
    emit(Op::pop, node.at);
}

void Compiler::for_sections(const Node& node) {
    if (node.kind == NodeKind::for_all) {
        emit(Op::for_all, node.at);
    } else {
        if (value(*node.kids[0]) == Type::number) mismatch(node, "forsec needs a SectionList or a string");
        emit(Op::for_section, node.at);
    }
    const int top = here();
    const std::size_t next = emit_jump(Op::next_section, node.at);
    Loop loop;
    loop_values_ += 1;
    body(*node.kids.back(), loop);
    loop_values_ -= 1;
    for (const auto jump : loop.continues) patch(jump);
    jump_back(node.at, top);
    patch(next);
    for (const auto jump : loop.breaks) patch(jump);
    emit(Op::loop_end, node.at);
}

// iterate; pop its result; jump over the body; body; body_end.
void Compiler::for_iterator(const Node& node) {
    const Node& iterator = *node.kids[0];
    if (iterator.kind == NodeKind::call) {
        arguments(iterator, 0);
        emit(Op::iterate, node.at, static_cast<int>(iterator.kids.size())).symbol = iterator.symbol;
    } else {
        value(*iterator.kids[0]);
        if (iterator.a > 0) fail(iterator, "an iterator has no index");
        arguments(iterator, 1);
        emit(Op::iterate_component, node.at).site = site(iterator);
    }
    emit(Op::pop, node.at);
    const std::size_t over = emit_jump(Op::jump, node.at);
    Loop loop;
    loop.is_iterator_body = true;
    body(*node.kids[1], loop);
    for (const auto jump : loop.continues) patch(jump);
    emit(Op::body_end, node.at);
    patch(over);
}

void Compiler::return_value(const Node& node) {
    const bool in_body =
        std::any_of(loops_.begin(), loops_.end(), [](const Loop* loop) { return loop->is_iterator_body; });
    if (in_body) mismatch(node, "return can't leave an iterator's statement: set a flag and use break");
    const ProcedureKind kind = procedure_->procedure_kind;
    const Node* result = node.kids[0].get();
    if (!result) {
        if (kind == ProcedureKind::func || kind == ProcedureKind::obfunc) {
            mismatch(node, procedure_->name + " is " + describe(*procedure_) + ": return needs a value");
        }
        emit(Op::return_nothing, node.at);
        return;
    }
    if (kind == ProcedureKind::obfunc) {
        const Type type = value(*result);
        if (type == Type::number || type == Type::text) mismatch(*result, "an obfunc returns an object");
        emit(Op::return_value, node.at, 0, 1);
    } else if (kind == ProcedureKind::func) {
        number(*result);
        emit(Op::return_value, node.at);
    } else {
        mismatch(*result,
                 procedure_->name + " is " + describe(*procedure_) + ": it returns no value; write func or obfunc");
    }
}

void Compiler::declare(const Node& node) {
    for (const auto& kid : node.kids) number(*kid);
    Op op = Op::declare_text;
    if (node.kind == NodeKind::declare_numbers) op = Op::declare_numbers;
    if (node.kind == NodeKind::declare_objects) op = Op::declare_objects;
    if (node.kind == NodeKind::create) op = Op::create;
    emit(op, node.at, static_cast<int>(node.kids.size())).symbol = node.symbol;
}

void Compiler::connect(const Node& node) {
    const auto push = [&](const Node& which) {
        if (which.kind == NodeKind::section) {
            for (const auto& index : which.kids) number(*index);
            emit(Op::section, which.at, static_cast<int>(which.kids.size())).symbol = which.symbol;
        } else {
            value(which);
            emit(Op::to_section, which.at);
        }
    };
    push(*node.kids[0]);
    number(*node.kids[1]);
    if (node.kids[2]) push(*node.kids[2]);
    number(*node.kids[3]);
    emit(Op::connect, node.at, 0, node.kids[2] ? 1 : 0);
}

void Compiler::taper(const Node& node) {
    const Node& range = *node.kids[0];
    const int flags = range_prologue(range);
    for (std::size_t i = 1; i <= 4; ++i) number(*node.kids[i]);
    emit(Op::taper, node.at, range.a, flags | node.op << 8).text = text(range.text);
    if (range.kids[0]) --sections_;
}

void Compiler::set_pointer(const Node& node) {
    const Node& target = *node.kids[0];
    if (!node.text.empty()) {
        const bool names_section = node.kids.size() > 2;
        if (names_section) section(*node.kids[2]);  // in which the place is looked up, too
        number(target);
        value(*node.kids[1]);
        emit(Op::set_pointer_range, node.at).text = text(node.text);
        if (names_section) {
            emit(Op::pop_sections, node.at, 1);
            --sections_;
        }
    } else {
        value(*target.kids[0]);
        for (std::size_t i = 1; i < target.kids.size(); ++i) number(*target.kids[i]);
        value(*node.kids[1]);
        emit(Op::set_pointer_component, node.at).site = site(target);
    }
}

Code Compiler::finish(Op last, int empty_at) {
    const int at = code_.offsets.empty() ? empty_at : code_.offsets.back();
    emit(last, at);
    code_.stack_need += 8;
    return std::move(code_);
}

Code compile_statement(const SourcePtr& source, const Node& statement) {
    Compiler compiler{source, nullptr};
    compiler.statement(statement);
    return compiler.finish(Op::end);
}

Code compile_procedure(const SourcePtr& source, const Node& body, const Symbol& procedure) {
    Compiler compiler{source, &procedure};
    compiler.statement(body);
    return compiler.finish(compiler.plain_return(), body.at);
}

Code compile_value(const SourcePtr& source, const Node& expression) {
    Compiler compiler{source, nullptr};
    compiler.whole_value(expression);
    return compiler.finish(Op::end);
}

}  // namespace ranvier::hoc
