#include "hoc_like/language/compile/compiler_state.hpp"

// Statements, and the compilation of whole texts and procedures.

namespace ranvier::hoc {
namespace {

/// The jump taken if the comparison is false; `end` if the operator has none.
Op jump_unless(BinaryOperator comparison) {
    switch (comparison) {
        case BinaryOperator::less:
            return Op::jump_unless_less;
        case BinaryOperator::less_equal:
            return Op::jump_unless_less_equal;
        case BinaryOperator::greater:
            return Op::jump_unless_greater;
        case BinaryOperator::greater_equal:
            return Op::jump_unless_greater_equal;
        default:
            return Op::end;
    }
}

bool is_native_call(const Expression& expression) {
    return as<tree::NativeCall>(expression) != nullptr;
}

}  // namespace

// NEURON checks kinds when a statement runs: a mistake in a statement that is never reached has no effect.
void Compiler::statement(const Statement& statement) {
    or_raise([&] {
        const std::size_t before = code_.instructions.size();
        std::visit([&](const auto& form) { compile(form, statement.at); }, statement.form);
        if (std::holds_alternative<tree::Block>(statement.form)) return;
        // A statement cannot push more values than it has instructions.
        const int most = static_cast<int>(code_.instructions.size() - before) + loop_values_;
        code_.stack_need = std::max(code_.stack_need, most);
    });
}

void Compiler::whole_value(const Expression& expression) {
    or_raise([&] { value(expression); });
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

void Compiler::compile(const tree::Block& block, int) {
    for (const auto& each : block.statements) statement(*each);
}

void Compiler::compile(const tree::ExpressionStatement& statement, int at) {
    const Expression& expression = *statement.expression;
    pins_ = false;
    if (statement.is_printed) {
        // At the top level, NEURON prints a string unchanged, anything else after a tab.
        if (value(expression) == Type::text) {
            emit(Op::print_text, at);
            emit(Op::print_newline, at);
        } else {
            emit(Op::print_result, at, 0, is_native_call(expression) ? 1 : 0);
        }
    } else if (const auto* assign = as<tree::Assign>(expression)) {
        compile(*assign, expression.at, false);
    } else {
        value(expression);
        emit(Op::pop, at);
    }
    if (pins_) emit(Op::unpin, at);
}

void Compiler::compile(const tree::Print& print, int at) {
    pins_ = false;
    for (const auto& each : print.values) {
        if (value(*each) == Type::text) {
            emit(Op::print_text, each->at);
        } else {
            emit(Op::print_item, each->at, 0, is_native_call(*each) ? 1 : 0);
        }
    }
    emit(Op::print_newline, at);
    if (pins_) emit(Op::unpin, at);
}

void Compiler::compile(const tree::If& choice, int at) {
    const std::size_t to_else = condition(*choice.condition);
    statement(*choice.then);
    if (!choice.otherwise) {
        patch(to_else);
        return;
    }
    const std::size_t to_end = emit_jump(Op::jump, at);
    patch(to_else);
    statement(*choice.otherwise);
    patch(to_end);
}

// Emits a jump taken if the condition is false; a comparison of numbers and its jump are a single instruction.
std::size_t Compiler::condition(const Expression& expression) {
    pins_ = false;
    const int at = expression.at;
    const auto* binary = as<tree::Binary>(expression);
    if (const Op jump = binary ? jump_unless(binary->op) : Op::end; jump != Op::end) {
        number(*binary->left);
        number(*binary->right);
        if (pins_) emit(Op::unpin, at);
        return emit_jump(jump, at);
    }
    number(expression);
    if (pins_) emit(Op::unpin, at);
    Op& last = code_.instructions.back().op;
    if (last != Op::equal && last != Op::not_equal) return emit_jump(Op::jump_if_false, at);
    last = last == Op::equal ? Op::jump_unless_equal : Op::jump_unless_not_equal;
    return code_.instructions.size() - 1;
}

Compiler::Loop Compiler::body(const Statement& repeated, int loop_values, bool is_iterator_body) {
    Loop loop;
    loop.sections = sections_;
    loop.is_iterator_body = is_iterator_body;
    loop_values_ += loop_values;
    loops_.push_back(&loop);
    statement(repeated);
    loops_.pop_back();
    loop_values_ -= loop_values;
    return loop;
}

// Outside loops, break and continue stop the run, as in NEURON.
void Compiler::leave(bool is_break, int at) {
    if (loops_.empty()) {
        emit(Op::stop, at);
        return;
    }
    Loop& loop = *loops_.back();
    if (sections_ > loop.sections) emit(Op::pop_sections, at, sections_ - loop.sections);
    if (is_break && loop.is_iterator_body) {
        emit(Op::body_break, at);
        return;
    }
    (is_break ? loop.breaks : loop.continues).push_back(emit_jump(Op::jump, at));
}

void Compiler::compile(const tree::While& loop, int at) {
    repeat(*loop.condition, *loop.body, nullptr, at);
}

void Compiler::compile(const tree::For& loop, int at) {
    if (loop.start) statement(*loop.start);
    repeat(*loop.condition, *loop.body, loop.step.get(), at);
}

void Compiler::repeat(const Expression& test, const Statement& repeated, const Statement* step, int at) {
    const int top = here();
    const std::size_t exit = condition(test);
    const Loop loop = body(repeated, 0);
    patch(loop.continues);
    if (step) statement(*step);
    jump_back(at, top);
    patch(exit);
    patch(loop.breaks);
}

// Emits [place] first last; for_start, which leaves [place] limit; body; for_step.
void Compiler::compile(const tree::ForRange& loop, int at) {
    double* global = nullptr;
    if (const auto* variable = as<tree::HostVariable>(*loop.target)) global = variable->variable->address;
    if (const auto* variable = as<tree::Variable>(*loop.target)) {
        const Symbol& symbol = *variable->symbol;
        if (symbol.kind == SymbolKind::number && symbol.index < 0) global = &symbol.slot->number;
    }
    const auto* local = as<tree::Local>(*loop.target);
    const bool has_place = !global && !local;
    if (has_place) place(*loop.target);
    pins_ = false;
    number(*loop.first);
    number(*loop.last);
    if (pins_) emit(Op::unpin, at);
    const auto emit_for = [&](Op for_global, Op for_local, Op for_place) {
        if (global) {
            emit(for_global, at).place = global;
        } else if (local) {
            emit(for_local, at, 0, local->slot);
        } else {
            emit(for_place, at);
        }
        return code_.instructions.size() - 1;
    };
    const std::size_t start = emit_for(Op::for_start_global, Op::for_start_local, Op::for_start_place);
    const int top = here();
    const Loop repeated = body(*loop.body, 2);
    patch(repeated.continues);
    const std::size_t step = emit_for(Op::for_step_global, Op::for_step_local, Op::for_step_place);
    code_.instructions[step].a = top - static_cast<int>(step);
    patch(start);
    patch(repeated.breaks);
    emit(Op::pop, at);
    if (has_place) emit(Op::pop, at);
}

void Compiler::compile(const tree::ForPositions& loop, int at) {
    place(*loop.target);
    if (loop.with_ends) number(*loop.with_ends);
    emit(Op::for_positions, at, 0, loop.with_ends ? 1 : 0);
    const int top = here();
    const std::size_t next = emit_jump(Op::next_position, at);
    const Loop repeated = body(*loop.body, 2);
    patch(repeated.continues);
    jump_back(at, top);
    patch(next);
    patch(repeated.breaks);
    emit(Op::loop_end, at);
    emit(Op::pop, at);
}

void Compiler::compile(const tree::ForAll& loop, int at) {
    emit(Op::for_all, at);
    over_sections(*loop.body, at);
}

void Compiler::compile(const tree::ForSection& loop, int at) {
    if (value(*loop.which) == Type::number) mismatch(at, "forsec needs a SectionList or a string");
    emit(Op::for_section, at);
    over_sections(*loop.body, at);
}

void Compiler::over_sections(const Statement& repeated, int at) {
    const int top = here();
    const std::size_t next = emit_jump(Op::next_section, at);
    const Loop loop = body(repeated, 1);
    patch(loop.continues);
    jump_back(at, top);
    patch(next);
    patch(loop.breaks);
    emit(Op::loop_end, at);
}

// Emits iterate; pop of the result; a jump over the body; body; body_end.
void Compiler::compile(const tree::ForIterator& loop, int at) {
    if (const auto* call = as<tree::Call>(*loop.iterator)) {
        const int count = arguments(call->arguments);
        emit(Op::iterate, at, count).symbol = call->symbol;
    } else {
        const auto& component = *as<tree::Component>(*loop.iterator);
        value(*component.object);
        if (!component.indices.empty()) fail(loop.iterator->at, "an iterator cannot have an index");
        operands(component);
        emit(Op::iterate_component, at).site = site(component);
    }
    emit(Op::pop, at);
    const std::size_t over = emit_jump(Op::jump, at);
    const Loop repeated = body(*loop.body, 0, true);
    patch(repeated.continues);
    emit(Op::body_end, at);
    patch(over);
}

void Compiler::compile(const tree::IfSection& choice, int at) {
    value(*choice.which);
    const std::size_t to_end = emit_jump(Op::if_section, at);
    statement(*choice.body);
    patch(to_end);
}

void Compiler::compile(const tree::Return& statement, int at) {
    const bool in_body =
        std::any_of(loops_.begin(), loops_.end(), [](const Loop* loop) { return loop->is_iterator_body; });
    if (in_body) mismatch(at, "return cannot leave an iterator's statement: set a flag and use break");
    const ProcedureKind kind = procedure_->procedure_kind;
    const Expression* result = statement.value.get();
    if (!result) {
        if (kind == ProcedureKind::func || kind == ProcedureKind::obfunc) {
            mismatch(at, procedure_->name + " is " + describe(*procedure_) + ": return needs a value");
        }
        emit(Op::return_nothing, at);
        return;
    }
    if (kind == ProcedureKind::obfunc) {
        const Type type = value(*result);
        if (type == Type::number || type == Type::text) mismatch(result->at, "an obfunc must return an object");
        emit(Op::return_value, at, 0, 1);
    } else if (kind == ProcedureKind::func) {
        number(*result);
        emit(Op::return_value, at);
    } else {
        mismatch(result->at,
                 procedure_->name + " is " + describe(*procedure_) + ": it returns no value; write func or obfunc");
    }
}

void Compiler::compile(const tree::Declaration& declaration, int at) {
    using Kind = tree::Declaration::Kind;
    numbers(declaration.sizes);
    Op op = Op::declare_text;
    if (declaration.kind == Kind::numbers) op = Op::declare_numbers;
    if (declaration.kind == Kind::objects) op = Op::declare_objects;
    if (declaration.kind == Kind::sections) op = Op::create;
    emit(op, at, static_cast<int>(declaration.sizes.size())).symbol = declaration.symbol;
}

void Compiler::compile(const tree::Connect& connect, int at) {
    const auto push = [&](const Expression& which) {
        if (const auto* section = as<tree::Section>(which)) {
            own_section(*section, which.at);
        } else {
            value(which);
            emit(Op::to_section, which.at);
        }
    };
    push(*connect.child);
    number(*connect.child_end);
    if (connect.parent) push(*connect.parent);
    number(*connect.parent_position);
    emit(Op::connect, at, 0, connect.parent ? 1 : 0);
}

void Compiler::compile(const tree::Access& access, int at) {
    if (const auto* section = as<tree::Section>(*access.section)) {
        own_section(*section, at);
    } else {
        value(*access.section);
    }
    emit(Op::access, at);
}

void Compiler::compile(const tree::InSection& statement, int at) {
    // Two statements on a line, as in `b.append(1) b.remove(0)`, look like a section and its statement.
    push_section(*statement.section, true);
    this->statement(*statement.body);
    emit(Op::pop_sections, at, 1);
    --sections_;
}

void Compiler::compile(const tree::Taper& taper, int at) {
    RangeAccess access = operands(taper.range);
    access.op = taper.op;
    for (const ExpressionPtr* each : {&taper.x0, &taper.x1, &taper.y0, &taper.y1}) number(**each);
    emit(Op::taper, at, taper.range.id, access);
    done_with(taper.range);
}

void Compiler::compile(const tree::SetRangePointer& statement, int at) {
    if (statement.section) push_section(*statement.section);  // also for looking up the place
    number(*statement.position);
    value(*statement.place);
    emit(Op::set_pointer_range, at).text = text(statement.name);
    if (!statement.section) return;
    emit(Op::pop_sections, at, 1);
    --sections_;
}

void Compiler::compile(const tree::SetPointer& statement, int at) {
    const auto& target = *as<tree::Component>(*statement.target);
    value(*target.object);
    numbers(target.indices);
    if (target.arguments) numbers(*target.arguments);
    value(*statement.place);
    emit(Op::set_pointer_component, at).site = site(target);
}

Code Compiler::finish(Op last, int empty_at) {
    const int at = code_.offsets.empty() ? empty_at : code_.offsets.back();
    emit(last, at);
    code_.stack_need += 8;
    return std::move(code_);
}

Code compile_statement(const SourcePtr& source, const Statement& statement) {
    Compiler compiler{source, nullptr};
    compiler.statement(statement);
    return compiler.finish(Op::end);
}

Code compile_procedure(const SourcePtr& source, const Statement& body, const Symbol& procedure) {
    Compiler compiler{source, &procedure};
    compiler.statement(body);
    return compiler.finish(compiler.plain_return(), body.at);
}

Code compile_value(const SourcePtr& source, const Expression& expression) {
    Compiler compiler{source, nullptr};
    compiler.whole_value(expression);
    return compiler.finish(Op::end);
}

}  // namespace ranvier::hoc
