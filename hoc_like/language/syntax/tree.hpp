#pragma once

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

#include "hoc_like/language/syntax/operators.hpp"

/// The tree of a parsed statement.
///
/// An Expression or Statement consists of a source offset and one of the forms below, each of which lists its children.
/// Names are already resolved, because the meaning of a name determines how hoc parses it: a form refers to a Symbol, a
/// definition or a slot, never to a name that must be looked up. Code that works on a tree visits forms with std::visit
/// and one overload per form; a missing overload is a compile error. `as` tests for a single form.
///
/// A child may be null only where its comment says so.

namespace ranvier::hoc {

struct Symbol;
class ClassInfo;
struct FunctionDefinition;
struct VariableDefinition;

struct Expression;
struct Statement;
using ExpressionPtr = std::unique_ptr<Expression>;
using StatementPtr = std::unique_ptr<Statement>;
using Expressions = std::vector<ExpressionPtr>;

namespace tree {

// Expressions. `children` returns the child expressions.

struct Number {
    double value;
    auto children() { return std::tie(); }
};

struct Text {
    std::string value;
    auto children() { return std::tie(); }
};

/// A number variable of a script, or an element of an array of numbers.
struct Variable {
    Symbol* symbol;
    Expressions indices;
    auto children() { return std::tie(indices); }
};

struct Local {
    int slot;
    std::string name;
    auto children() { return std::tie(); }
};

struct LocalObject {
    int slot;
    auto children() { return std::tie(); }
};

/// `$1`, `$s1`, `$o1`, `$&1[k]`, or `$i`, whose number is in the local i.
struct Argument {
    Sigil sigil;
    int number;         ///< 0: taken from the local
    int local;          ///< slot of the local
    Expressions index;  ///< of `$&1[k]`; at most one
    auto children() { return std::tie(index); }
};

struct ObjectVariable {
    Symbol* symbol;
    Expressions indices;
    auto children() { return std::tie(indices); }
};

struct TextVariable {
    Symbol* symbol;
    auto children() { return std::tie(); }
};

/// `this`
struct This {
    auto children() { return std::tie(); }
};

/// `Template[3]`: the object with this index.
struct NumberedObject {
    ClassInfo* class_info;
    ExpressionPtr number;
    auto children() { return std::tie(number); }
};

/// A built-in number: `t`, `celsius`, or `inf_fh[2]`.
struct HostVariable {
    const VariableDefinition* variable;
    ExpressionPtr index;  ///< or null
    auto children() { return std::tie(index); }
};

/// `object.name[indices](arguments)`
struct Component {
    ExpressionPtr object;
    std::string name;
    Expressions indices;
    std::optional<Expressions> arguments;  ///< nullopt: no parentheses
    auto children() { return std::tie(object, indices, arguments); }
};

/// A procedure of a script, which may be defined later.
struct Call {
    Symbol* symbol;
    Expressions arguments;
    auto children() { return std::tie(arguments); }
};

/// `x(1)` where x is a local: an error when it is executed.
struct CallOfLocal {
    std::string name;
    Expressions arguments;
    auto children() { return std::tie(arguments); }
};

/// A call of a built-in function.
struct NativeCall {
    const FunctionDefinition* function;
    Expressions arguments;
    auto children() { return std::tie(arguments); }
};

/// A mathematical function of one number, called without a frame: `sin(x)`.
struct Math {
    double (*function)(double);
    ExpressionPtr argument;
    auto children() { return std::tie(argument); }
};

struct Unary {
    UnaryOperator op;
    ExpressionPtr operand;
    auto children() { return std::tie(operand); }
};

struct Binary {
    BinaryOperator op;
    ExpressionPtr left;
    ExpressionPtr right;
    auto children() { return std::tie(left, right); }
};

struct Assign {
    Assignment op;
    ExpressionPtr target;
    ExpressionPtr value;
    bool in_parentheses = false;  ///< true: the value is printed
    auto children() { return std::tie(target, value); }
};

struct NewObject {
    ClassInfo* class_info;  ///< null: `class_name` is looked up when this runs
    std::string class_name;
    Expressions arguments;
    auto children() { return std::tie(arguments); }
};

/// `dend[3]` where a section is expected; has no value.
struct Section {
    Symbol* symbol;
    Expressions indices;
    auto children() { return std::tie(indices); }
};

/// The operands of a range variable: `section.name[index](position)`.
struct RangePlace {
    int id;  ///< RangeName::id
    bool per_section;
    std::string name;
    ExpressionPtr section;   ///< null: the accessed section
    ExpressionPtr index;     ///< or null
    ExpressionPtr position;  ///< or null
    auto children() { return std::tie(section, index, position); }
};
struct Range : RangePlace {};
/// A range variable that is an object.
struct RangeObject : RangePlace {};

/// `range(x0:x1) op= y0:y1`; a statement without a value.
struct Taper {
    RangePlace range;
    ExpressionPtr x0, x1;
    Assignment op = Assignment::set;
    ExpressionPtr y0, y1;  ///< null where the parser does not accept an assignment
    auto children() { return std::tie(range.section, range.index, x0, x1, y0, y1); }
};

/// `&place`
struct Address {
    ExpressionPtr place;
    auto children() { return std::tie(place); }
};

/// `read(variable)`
struct Read {
    ExpressionPtr variable;
    auto children() { return std::tie(variable); }
};

// Statements.

struct Block {
    std::vector<StatementPtr> statements;
};

struct ExpressionStatement {
    ExpressionPtr expression;
    bool is_printed;
};

struct Print {
    Expressions values;
};

struct If {
    ExpressionPtr condition;
    StatementPtr then;
    StatementPtr otherwise;  ///< or null
};

struct While {
    ExpressionPtr condition;
    StatementPtr body;
};

/// `for (start; condition; step) body`
struct For {
    StatementPtr start;  ///< or null
    ExpressionPtr condition;
    StatementPtr step;  ///< or null
    StatementPtr body;
};

/// `for target = first, last body`
struct ForRange {
    ExpressionPtr target;
    ExpressionPtr first;
    ExpressionPtr last;
    StatementPtr body;
};

/// `for (x) body`: over 0, the centers of the accessed section's segments, and 1.
struct ForPositions {
    ExpressionPtr target;
    ExpressionPtr with_ends;  ///< null: true
    StatementPtr body;
};

/// `for iterator(...) body`
struct ForIterator {
    ExpressionPtr iterator;  ///< Call or Component
    StatementPtr body;
};

struct ForAll {
    StatementPtr body;
};

struct ForSection {
    ExpressionPtr which;  ///< a pattern or a SectionList
    StatementPtr body;
};

struct IfSection {
    ExpressionPtr which;
    StatementPtr body;
};

struct Break {};
struct Continue {};
struct Stop {};

struct Return {
    ExpressionPtr value;  ///< or null
};

/// `iterator_statement`
struct RepeatedStatement {};

/// One name of a declaration: `double x[3]`, `objref o[2]`, `strdef s`, `create dend[4]`.
struct Declaration {
    enum class Kind { numbers, objects, text, sections } kind;
    Symbol* symbol;
    Expressions sizes;
};

/// `connect child(child_end), parent(parent_position)`
struct Connect {
    ExpressionPtr child;
    ExpressionPtr child_end;
    ExpressionPtr parent;  ///< null: the accessed section
    ExpressionPtr parent_position;
};

struct Access {
    ExpressionPtr section;
};

struct Insert {
    std::string mechanism;
};

struct Uninsert {
    std::string mechanism;
};

/// `soma insert hh`, `cell.dend { ... }`
struct InSection {
    ExpressionPtr section;  ///< Section, or an expression that may yield a section at run time
    StatementPtr body;
};

/// `setpointer section.name(position), place`
struct SetRangePointer {
    ExpressionPtr section;  ///< null: the accessed section
    std::string name;
    ExpressionPtr position;
    ExpressionPtr place;
};

/// `setpointer object.name, place`
struct SetPointer {
    ExpressionPtr target;  ///< Component
    ExpressionPtr place;
};

struct Delete {
    Symbol* symbol;
};

}  // namespace tree

struct Expression {
    int at;      ///< offset in the source
    int height;  ///< above its leaves, when it was made; 1 for a leaf
    std::variant<tree::Number, tree::Text, tree::Variable, tree::Local, tree::LocalObject, tree::Argument,
                 tree::ObjectVariable, tree::TextVariable, tree::This, tree::NumberedObject, tree::HostVariable,
                 tree::Component, tree::Call, tree::CallOfLocal, tree::NativeCall, tree::Math, tree::Unary,
                 tree::Binary, tree::Assign, tree::NewObject, tree::Section, tree::Range, tree::RangeObject,
                 tree::Taper, tree::Address, tree::Read>
        form;
};

struct Statement {
    int at;  ///< offset in the source
    std::variant<tree::Block, tree::ExpressionStatement, tree::Print, tree::If, tree::While, tree::For, tree::ForRange,
                 tree::ForPositions, tree::ForIterator, tree::ForAll, tree::ForSection, tree::IfSection, tree::Break,
                 tree::Continue, tree::Stop, tree::Return, tree::RepeatedStatement, tree::Declaration, tree::Connect,
                 tree::Access, tree::Insert, tree::Uninsert, tree::InSection, tree::Taper, tree::SetRangePointer,
                 tree::SetPointer, tree::Delete>
        form;
};

namespace tree {

template <class Work>
void for_each(ExpressionPtr& child, Work& work) {
    if (child) work(child);
}
template <class Work>
void for_each(Expressions& children, Work& work) {
    for (ExpressionPtr& child : children) for_each(child, work);
}
template <class Work>
void for_each(std::optional<Expressions>& children, Work& work) {
    if (children) for_each(*children, work);
}

template <class Form, class Work>
void for_each_child(Form& form, Work& work) {
    std::apply([&](auto&... children) { (for_each(children, work), ...); }, form.children());
}

}  // namespace tree

template <class Form>
ExpressionPtr make_expression(int at, Form form) {
    int height = 0;
    const auto measure = [&](const ExpressionPtr& child) { height = std::max(height, child->height); };
    tree::for_each_child(form, measure);
    return std::make_unique<Expression>(Expression{at, height + 1, std::move(form)});
}

template <class Form>
StatementPtr make_statement(int at, Form form) {
    return std::make_unique<Statement>(Statement{at, std::move(form)});
}

/// The expression as this form; null if it has another form.
template <class Form>
const Form* as(const Expression& expression) {
    return std::get_if<Form>(&expression.form);
}
template <class Form>
Form* as(Expression& expression) {
    return std::get_if<Form>(&expression.form);
}

template <class... Forms>
bool is_one_of(const Expression& expression) {
    return (std::holds_alternative<Forms>(expression.form) || ...);
}

/// Calls work(ExpressionPtr&) for each non-null child, in source order.
template <class Work>
void for_each_child(Expression& parent, Work work) {
    std::visit([&](auto& form) { tree::for_each_child(form, work); }, parent.form);
}

}  // namespace ranvier::hoc
