#pragma once

#include "hoc_like/language/compile/code.hpp"
#include "hoc_like/language/syntax/tree.hpp"

namespace ranvier::hoc {

/// Turns a statement, or the body of a procedure, into instructions. Types that can't fit raise their error
/// when the statement is reached, as in NEURON; other mistakes throw ScriptError.
Code compile_statement(const SourcePtr& source, const Statement& statement);
/// `procedure` says the kind, for what it returns.
Code compile_procedure(const SourcePtr& source, const Statement& body, const Symbol& procedure);
/// An expression whose value stays on the stack; for `&` of a text.
Code compile_value(const SourcePtr& source, const Expression& expression);

}  // namespace ranvier::hoc
