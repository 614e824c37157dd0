#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "hoc_like/language/compile/compiler.hpp"

namespace ranvier::hoc {

/// The state of the compiler for one Code. Expressions and statements are compiled in separate files.
///
/// One pass over the tree emits instructions for a stack machine: first those of the operands, then the operation.
/// `value` and `statement` visit a node, and an overload for each form emits its instructions.
///
/// 1. `value` leaves exactly one value on the stack and returns its type. A type that is known only at run time, such
///    as a member's, is `any`, and `to_number` follows where a number is needed.
/// 2. A statement leaves the stack unchanged. `stack_need` is an upper bound of its stack use.
/// 3. Type mismatches are errors at run time, as in NEURON: the statement becomes a single `raise`.
/// 4. Forward jumps are emitted without their distance and patched when their target is known.
class Compiler {
  public:
    enum class Type { number, text, object, any };

    Compiler(const SourcePtr& source, const Symbol* procedure) : procedure_{procedure} { code_.source = source; }

    void statement(const Statement& statement);
    Type value(const Expression& expression);
    /// Compiles an expression whose value stays on the stack.
    void whole_value(const Expression& expression);
    /// Adds the last instruction and returns the code. If there are no other instructions, the position of the last one
    /// is `empty_at`.
    Code finish(Op last, int empty_at = 0);
    /// The instruction that leaves the procedure without a value.
    Op plain_return() const {
        const auto kind = procedure_ ? procedure_->procedure_kind : ProcedureKind::proc;
        const bool lacks_value = kind == ProcedureKind::func || kind == ProcedureKind::obfunc;
        return lacks_value ? Op::end_without_return : Op::return_nothing;
    }

  private:
    /// A value of the wrong kind; the innermost statement becomes an error at run time.
    struct TypeMismatch {
        int at;
        std::string message;
    };

    using Jumps = std::vector<std::size_t>;
    struct Loop {
        Jumps breaks;
        Jumps continues;
        int sections = 0;
        bool is_iterator_body = false;
    };

    /// `target op= value` at a place of the source.
    struct Assigning {
        Assignment op;
        const Expression& value;
        int at;
        int target_at;
        bool wants_value;  ///< the assignment's value stays on the stack
    };

    // Emitting
    Instruction& emit(Op op, int at, int a = 0, int b = 0);
    Instruction& emit(Op op, int at, int a, Assignment assignment) {
        return emit(op, at, a, static_cast<int>(assignment));
    }
    Instruction& emit(Op op, int at, int a, RangeAccess access) {
        return emit(op, at, a, std::bit_cast<std::uint16_t>(access));
    }
    std::size_t emit_jump(Op op, int at) {
        emit(op, at);
        return code_.instructions.size() - 1;
    }
    int here() const { return static_cast<int>(code_.instructions.size()); }
    void patch(std::size_t jump) { code_.instructions[jump].a = here() - static_cast<int>(jump); }
    void patch(const Jumps& jumps) {
        for (const std::size_t jump : jumps) patch(jump);
    }
    void jump_back(int at, int to) { emit(Op::jump_back, at, to - here()); }
    const std::string* text(const std::string& text) { return &code_.texts.emplace_back(text); }
    MemberSite* site(const tree::Component& component);
    [[noreturn]] void fail(int at, const std::string& message) const;
    [[noreturn]] static void mismatch(int at, std::string message);
    void or_raise(const std::function<void()>& compile);

    // Expressions: emit code that leaves the value on the stack.
    Type value(const tree::Number& number, int at);
    Type value(const tree::Text& literal, int at);
    Type value(const tree::Variable& variable, int at);
    Type value(const tree::Local& local, int at);
    Type value(const tree::LocalObject& local, int at);
    Type value(const tree::Argument& argument, int at);
    Type value(const tree::ObjectVariable& variable, int at);
    Type value(const tree::TextVariable& variable, int at);
    Type value(const tree::This&, int at);
    Type value(const tree::NumberedObject& object, int at);
    Type value(const tree::HostVariable& variable, int at);
    Type value(const tree::Component& component, int at) { return load(component, at, false); }
    Type value(const tree::Call& call, int at);
    Type value(const tree::CallOfLocal& call, int at);
    Type value(const tree::NativeCall& call, int at);
    Type value(const tree::Math& math, int at);
    Type value(const tree::Unary& unary, int at);
    Type value(const tree::Binary& binary, int at);
    Type value(const tree::Assign& assign, int at) { return compile(assign, at, true); }
    Type value(const tree::NewObject& made, int at);
    Type value(const tree::Section&, int at);
    Type value(const tree::Range& range, int at);
    Type value(const tree::RangeObject& range, int at);
    Type value(const tree::Taper&, int at);
    Type value(const tree::Address& address, int at);
    Type value(const tree::Read& read, int at);
    void number(const Expression& expression);
    void numbers(const Expressions& expressions);
    int arguments(const Expressions& expressions);
    void indices(const Expressions& expressions, const Symbol& symbol, int at);
    Type load(const tree::Component& component, int at, bool by_reference);
    void operands(const tree::Component& component);
    void argument_number(const tree::Argument& argument, int at);
    bool fused_right(BinaryOperator op, const Expression& right);
    RangeAccess operands(const tree::RangePlace& place);
    void done_with(const tree::RangePlace& place);

    // Assignments, by target.
    Type compile(const tree::Assign& assign, int at, bool wants_value);
    Type assign(const tree::Variable& target, const Assigning& assigning);
    Type assign(const tree::Local& target, const Assigning& assigning);
    Type assign(const tree::HostVariable& target, const Assigning& assigning);
    Type assign(const tree::Argument& target, const Assigning& assigning);
    Type assign(const tree::Component& target, const Assigning& assigning);
    Type assign(const tree::Range& target, const Assigning& assigning);
    Type assign_argument_text(const tree::Argument& target, const Assigning& assigning);
    Type assign_pointed(const tree::Argument& target, const Assigning& assigning);
    Type assign(const tree::TextVariable& target, const Assigning& assigning);
    Type assign(const tree::ObjectVariable& target, const Assigning& assigning) {
        return assign_object(target, assigning);
    }
    Type assign(const tree::LocalObject& target, const Assigning& assigning) {
        return assign_object(target, assigning);
    }
    Type assign(const tree::This& target, const Assigning& assigning) { return assign_object(target, assigning); }
    template <class Target>
    Type assign_object(const Target& target, const Assigning& assigning);
    Type assign_place(double* place, const Assigning& assigning);
    void store(Instruction instruction, const Assigning& assigning);
    void pop_unless_wanted(const Assigning& assigning);

    // The operator &, and the addresses of loop variables.
    void refer(const tree::Variable& variable, int at);
    void refer(const tree::Local& local, int at);
    void refer(const tree::HostVariable& variable, int at);
    void refer(const tree::Argument& argument, int at);
    void refer(const tree::Range& range, int at);
    void refer(const tree::Component& component, int at);
    void place(const Expression& variable);
    void place(const tree::Local& local, int at);
    void place(const tree::HostVariable& variable, int at);
    void place(const tree::Variable& variable, int at);
    void own_section(const tree::Section& section, int at);
    void push_section(const Expression& section, bool or_anything = false);

    // Statements
    void compile(const tree::Block& block, int at);
    void compile(const tree::ExpressionStatement& statement, int at);
    void compile(const tree::Print& print, int at);
    void compile(const tree::If& choice, int at);
    void compile(const tree::While& loop, int at);
    void compile(const tree::For& loop, int at);
    void compile(const tree::ForRange& loop, int at);
    void compile(const tree::ForPositions& loop, int at);
    void compile(const tree::ForIterator& loop, int at);
    void compile(const tree::ForAll& loop, int at);
    void compile(const tree::ForSection& loop, int at);
    void compile(const tree::IfSection& choice, int at);
    void compile(const tree::Break&, int at) { leave(true, at); }
    void compile(const tree::Continue&, int at) { leave(false, at); }
    void compile(const tree::Stop&, int at) { emit(Op::stop, at); }
    void compile(const tree::Return& statement, int at);
    void compile(const tree::RepeatedStatement&, int at) { emit(Op::iterator_statement, at); }
    void compile(const tree::Declaration& declaration, int at);
    void compile(const tree::Connect& connect, int at);
    void compile(const tree::Access& access, int at);
    void compile(const tree::Insert& insert, int at) { emit(Op::insert, at).text = text(insert.mechanism); }
    void compile(const tree::Uninsert& uninsert, int at) { emit(Op::uninsert, at).text = text(uninsert.mechanism); }
    void compile(const tree::InSection& statement, int at);
    void compile(const tree::Taper& taper, int at);
    void compile(const tree::SetRangePointer& statement, int at);
    void compile(const tree::SetPointer& statement, int at);
    void compile(const tree::Delete& statement, int at) { emit(Op::delete_symbol, at).symbol = statement.symbol; }

    std::size_t condition(const Expression& expression);
    void repeat(const Expression& test, const Statement& repeated, const Statement* step, int at);
    void over_sections(const Statement& repeated, int at);
    /// Compiles the body of a loop that keeps `loop_values` values on the stack; returns the jumps to patch.
    Loop body(const Statement& repeated, int loop_values, bool is_iterator_body = false);
    void leave(bool is_break, int at);

    const Symbol* procedure_;
    Code code_;
    std::vector<Loop*> loops_;
    int sections_ = 0;
    int loop_values_ = 0;
    bool pins_ = false;
};

}  // namespace ranvier::hoc
