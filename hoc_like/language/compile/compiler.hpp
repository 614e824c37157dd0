#pragma once

#include <vector>

#include "hoc_like/language/compile/code.hpp"
#include "hoc_like/language/syntax/ast.hpp"

namespace ranvier::hoc {

/// Turns a statement, or the body of a procedure, into instructions. Types that can't fit raise their error
/// when the statement is reached, as in NEURON; other mistakes throw ScriptError.
Code compile_statement(const SourcePtr& source, const Node& statement);
/// `procedure` says the kind, for what it returns.
Code compile_procedure(const SourcePtr& source, const Node& body, const Symbol& procedure);
/// An expression whose value stays on the stack; for `&` of a text.
Code compile_value(const SourcePtr& source, const Node& expression);

}  // namespace ranvier::hoc
