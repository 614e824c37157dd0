#pragma once

#include <string>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

enum class ExplainFormat {
    plain,
    latex  ///< a fragment: equations between \[ and \], tables as itemize
};

/// What a mechanism computes, for people: ions, currents, states with their equations, parameters, events, and what
/// makes its loop run one instance after the other. The same file twice: `resolved` as the pass resolve_names leaves
/// it, `compiled` after all passes.
std::string explain(const Program& resolved, const Program& compiled, ExplainFormat format);

/// A name or formula in LaTeX: `a/(b + c)` becomes \frac{a}{b + c}, `m'` a dotted derivative, `minf` m_{inf}.
std::string to_latex(const Expression& expression);

}  // namespace ranvier::nmodl
