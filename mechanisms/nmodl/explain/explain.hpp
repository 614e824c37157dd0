#pragma once

#include <set>
#include <string>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

enum class ExplainFormat {
    plain,
    latex  ///< a fragment: equations between \[ and \], tables as itemize
};

/// Describes what a mechanism computes: ions, currents, states with their equations, parameters and events; and, if its
/// loop runs one instance at a time, the reasons. Both programs come from the same file: `resolved` after the pass
/// resolve_names, `compiled` after all passes.
std::string explain(const Program& resolved, const Program& compiled, ExplainFormat format);

/// A block's statements as their author would write them: `m' = (minf - m) / 2`, not `Dm = (minf - m) / 2.0`.
/// `derivatives` holds the names of derivatives. Omits statements that the explanation covers elsewhere (SOLVE, TABLE)
/// or that matter only to the compiler (LOCAL).
std::string to_plain(const Statements& statements, const std::set<std::string>& derivatives);

/// A name or formula in LaTeX: `a/(b + c)` becomes \frac{a}{b + c}, `m*m*m` m^3, `minf` m_{\infty}, `tau_m` \tau_m.
std::string to_latex(const Expression& expression);

}  // namespace ranvier::nmodl
