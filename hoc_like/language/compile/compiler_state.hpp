#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "hoc_like/language/compile/compiler.hpp"

namespace ranvier::hoc {

/// The compiler at work on one Code. Expressions and statements are compiled in a file each.
class Compiler {
  public:
    enum class Type { number, text, object, any };

    Compiler(const SourcePtr& source, const Symbol* procedure) : procedure_{procedure} { code_.source = source; }

    void statement(const Node& node);
    Type value(const Node& node);
    /// An expression that stands alone.
    void whole_value(const Node& node);
    /// Adds the last instruction; where nothing stands before it, it is at `empty_at`.
    Code finish(Op last, int empty_at = 0);
    /// Leaves the procedure without a value.
    Op plain_return() const {
        const auto kind = procedure_ ? procedure_->procedure_kind : ProcedureKind::proc;
        const bool lacks_value = kind == ProcedureKind::func || kind == ProcedureKind::obfunc;
        return lacks_value ? Op::end_without_return : Op::return_nothing;
    }

  private:
    /// Something of another kind than its place takes; the innermost statement becomes an error at run time.
    struct TypeMismatch {
        int at;
        std::string message;
    };

    struct Loop {
        std::vector<std::size_t> breaks;
        std::vector<std::size_t> continues;
        int sections;
        bool is_iterator_body = false;
    };

    // Emitting
    Instruction& emit(Op op, int at, int a = 0, int b = 0);
    std::size_t emit_jump(Op op, int at) {
        emit(op, at);
        return code_.instructions.size() - 1;
    }
    int here() const { return static_cast<int>(code_.instructions.size()); }
    void patch(std::size_t jump) { code_.instructions[jump].a = here() - static_cast<int>(jump); }
    void jump_back(int at, int to) { emit(Op::jump_back, at, to - here()); }
    const std::string* text(const std::string& text) { return &code_.texts.emplace_back(text); }
    MemberSite* site(const Node& component);
    [[noreturn]] void fail(const Node& node, const std::string& message) const;
    [[noreturn]] static void mismatch(const Node& node, std::string message);
    void checked_statement(const Node& node);
    void or_raise(const std::function<void()>& compile);

    // Expressions
    void number(const Node& node);
    Type checked(Type type, const Node& node);
    void argument(const Node& node);
    void arguments(const Node& node, std::size_t first);
    void indices(const Node& node, const Symbol& symbol);
    Type variable(const Node& node);
    Type argument_value(const Node& node);
    Type object_place(const Node& node);
    Type component(const Node& node, bool by_reference);
    Type call(const Node& node);
    Type binary(const Node& node);
    bool fused_right(int op, const Node& right);
    Type assign(const Node& node, bool wants_value);
    void assign_place(double* place, const Node& node, bool wants_value);
    void store(Instruction instruction, int at, bool wants_value);
    void assign_number(const Node& target, const Node& node, bool wants_value);
    void address(const Node& node);
    void place(const Node& node);
    int range_prologue(const Node& node);
    void section(const Node& node);

    // Statements
    void condition(const Node& node, std::vector<std::size_t>& to_else);
    void for_range(const Node& node);
    void for_loop(const Node& node);
    void for_positions(const Node& node);
    void for_sections(const Node& node);
    void for_iterator(const Node& node);
    void body(const Node& node, Loop& loop);
    void leave(const Node& node, bool is_break);
    void declare(const Node& node);
    void connect(const Node& node);
    void taper(const Node& node);
    void set_pointer(const Node& node);
    void print(const Node& node);
    void return_value(const Node& node);
    void expression_statement(const Node& node);

    const Symbol* procedure_;
    Code code_;
    std::vector<Loop*> loops_;
    int sections_ = 0;
    int loop_values_ = 0;
    bool pins_ = false;
};

}  // namespace ranvier::hoc
