#pragma once

#include "hoc_like/language/compile/code.hpp"
#include "hoc_like/language/syntax/tree.hpp"

namespace ranvier::hoc {

/// Compiles a statement. Type errors are raised when the statement is executed, as in NEURON; other errors throw
/// ScriptError.
Code compile_statement(const SourcePtr& source, const Statement& statement);
/// Compiles the body of a procedure, with the same handling of errors. `procedure` gives the kind of procedure (proc,
/// func, obfunc, iterator).
Code compile_procedure(const SourcePtr& source, const Statement& body, const Symbol& procedure);
/// Compiles an expression whose value stays on the stack, for Interpreter::reference.
Code compile_value(const SourcePtr& source, const Expression& expression);

}  // namespace ranvier::hoc
