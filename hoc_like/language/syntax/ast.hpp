#pragma once

#include <memory>
#include <string>
#include <vector>

namespace ranvier::hoc {

struct Symbol;
struct Procedure;
class ClassInfo;
struct FunctionDefinition;
struct VariableDefinition;

enum class NodeKind {
    // Expressions
    number,
    string,
    variable,         ///< symbol; kids: indices
    local,            ///< a: slot
    local_object,     ///< a: slot
    argument,         ///< op: sigil, a: index or 0 for $i, b: slot of i; kids: index of $&1[k]
    object_variable,  ///< symbol; kids: indices
    string_variable,  ///< symbol
    self,             ///< this
    instance,         ///< Template[3]; class_info; kid: index
    host_variable,    ///< variable
    component,        ///< kids[0].text[indices](arguments); a: number of indices, b: of arguments, -1 without ()
    call,             ///< symbol; kids: arguments
    native_call,      ///< function; kids: arguments
    math,             ///< math: the function; kid
    unary,            ///< op: '-' or '!'
    binary,           ///< op
    assign,           ///< op: '=' '+' ...; kids: target, value
    new_object,       ///< class_info or text (found when run); kids: arguments
    section,          ///< symbol; kid: index
    range,            ///< a: id, b: length, per_section in op; section, index, position in kids (null if absent)
    range_object,     ///< as range, for a name that means an object
    address,          ///< &kid
    read,             ///< read(kid)
    // Statements
    block,
    expression,  ///< a: 1 if its value is printed
    print,
    if_else,        ///< condition, then, else or null
    while_do,       ///< condition, body
    for_do,         ///< start, condition, step, body; each but condition may be null
    for_range,      ///< target, first, last, body
    for_positions,  ///< target, body; a: 1 without 0 and 1
    for_iterator,   ///< iterator (a call or component), body
    for_all,        ///< body
    for_section,    ///< string or object, body
    if_section,     ///< string or object, body
    break_loop,
    continue_loop,
    stop,
    return_value,  ///< value or null
    iterator_statement,
    declare_numbers,  ///< symbol; kids: sizes
    declare_objects,
    declare_string,
    create,
    connect,  ///< child section, child position, parent section or null, parent position
    access,
    insert,
    uninsert,
    in_section,   ///< section, body
    taper,        ///< range, x0, x1, y0, y1
    set_pointer,  ///< position or component, place, and if the former stands in a section: that section; text: the name
    delete_symbol,
};

struct Node;
using NodePtr = std::unique_ptr<Node>;

/// A node of a parsed statement. Names are resolved already: what a name means decides how hoc parses it.
struct Node {
    Node(NodeKind node_kind, int offset) : kind{node_kind}, at{offset} {}
    NodeKind kind;
    int at;  ///< offset in the source
    int op = 0;
    int a = 0;
    int b = 0;
    double number = 0;
    std::string text;
    union {
        void* none = nullptr;
        Symbol* symbol;
        ClassInfo* class_info;
        const FunctionDefinition* function;
        const VariableDefinition* variable;
        double (*math)(double);
    };
    std::vector<NodePtr> kids;
};

inline NodePtr make_node(NodeKind kind, int at) {
    return std::make_unique<Node>(kind, at);
}

}  // namespace ranvier::hoc
