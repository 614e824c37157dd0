#pragma once

#include "hoc_like/language/compile/code.hpp"
#include "hoc_like/language/syntax/tree.hpp"

namespace ranvier::hoc {

/// Turns a statement, or the body of a procedure, into instructions. Type errors are raised when the statement is
/// reached, as in NEURON; other errors throw ScriptError.
Code compile_statement(const SourcePtr& source, const Statement& statement);
/// `procedure` is the kind, which determines the result.
Code compile_procedure(const SourcePtr& source, const Statement& body, const Symbol& procedure);
/// An expression whose value stays on the stack; for `&` of a text.
Code compile_value(const SourcePtr& source, const Expression& expression);

}  // namespace ranvier::hoc
