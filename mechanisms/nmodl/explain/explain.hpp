#pragma once

#include <set>
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

/// A block's statements as their author would write them: `m' = (minf - m) / 2`, not `Dm = (minf - m) / 2.0`.
/// `derivatives` are the names that stand for one. What an explanation tells by itself (SOLVE, TABLE) or what concerns
/// the compiler alone (LOCAL) is left out.
std::string to_plain(const Statements& statements, const std::set<std::string>& derivatives);

/// A name or formula in LaTeX: `a/(b + c)` becomes \frac{a}{b + c}, `m*m*m` m^3, `minf` m_{\infty}, `tau_m` \tau_m.
std::string to_latex(const Expression& expression);

}  // namespace ranvier::nmodl
