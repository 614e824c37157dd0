#pragma once

#include <map>
#include <optional>
#include <set>

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Statements as a list of definitions. Each name is defined once, before its use; calls are inlined, and branches are
/// selections. `m = m + 1 m = 2*m` becomes `rv_m_1 = m + 1.0; rv_m_2 = 2.0*rv_m_1`, with the result m = rv_m_2. In this
/// form, `reduce` and `differentiate` only need to look at one expression at a time.
struct StraightCode {
    struct Definition {
        std::string name;
        ExpressionPtr value;
    };
    std::vector<Definition> invariants;   ///< the same for all instances: computed before the loop
    std::vector<Definition> definitions;  ///< may read variables: their values before the statements
    /// Final values of the assigned variables, including elements ("c[2]"). Each value is an atom: a Number, a Name or
    /// an element.
    std::map<std::string, ExpressionPtr> results;
    std::vector<ExpressionPtr> outputs;  ///< further atoms that the caller needs
    /// A solver, and an atom that is nonzero where its equations have no solution.
    struct Failure {
        const Block* solver;
        ExpressionPtr value;
    };
    std::vector<Failure> failures;
    /// A solver that iterates: its unknowns (names without definition), their initial values and the residuals of the
    /// equations, all atoms. Later definitions use the solution.
    ///
    /// METHOD sparse (`states` is not 0): the unknowns are the states, then variables that one evaluation leaves to the
    /// next. Instead of residuals, `misses` has the states' changes, these variables' new values, and a number that is
    /// not 0 where the matrix is singular.
    struct Iteration {
        const Block* solver;
        std::vector<std::string> unknowns;
        std::vector<ExpressionPtr> starts, misses;
        std::size_t states = 0;
    };
    std::optional<Iteration> iteration;

    /// An unused name derived from `base`.
    std::string new_name(const Program& program, const std::string& base);
    /// Adds a definition with an unused name derived from `base`; returns the name.
    std::string define(const Program& program, const std::string& base, ExpressionPtr value);

  private:
    int names_ = 0;
};

/// The variable of "c[2]", or the name itself.
std::string base_of(const std::string& variable);
/// "c" as a Name, "c[2]" as an Index.
ExpressionPtr variable_expression(const std::string& variable);

/// Turns statements into straight code. FROM loops with known bounds are unrolled. SOLVE of a linear KINETIC scheme or
/// by euler is written out; SOLVE by derivimplicit, of a NONLINEAR block, or of a KINETIC scheme that is not linear,
/// becomes an iteration. Returns nothing if the
/// statements have other loops or solvers, side effects, unknown indices or random numbers, or are very long. Tabulated
/// values are computed or, with TableUse::Always, looked up: position = rv_table_scale_B*(x - rv_table_from_B) in the
/// table of block B, value = rv_looked_up(rv_table_B_NAME, last, position).
std::optional<StraightCode> straighten(const Program& program, const Statements& statements,
                                       TableUse tables = TableUse::Never);

/// A BREAKPOINT block with its currents and their slopes as NEURON computes them: from a first evaluation 0.001 mV
/// above v, or by CONDUCTANCE. Outputs: the sum of currents, its slope, and the slope of the current of each of `ions`.
std::optional<StraightCode> straighten_currents(const Program& program, const Block& block,
                                                const std::vector<const IonAccess*>& ions);

/// One round of a FROM loop, as straight code that may read the values which the loop's author names.
struct StraightRound {
    StraightCode code;    ///< `results` has the variables that `body` assigns, of the block around the loop, too
    std::string counter;  ///< the name of the loop's counter in `code`
    /// Elements whose index contains the counter, and their names in `code`. No element is assigned.
    std::vector<std::pair<ExpressionPtr, std::string>> elements;
    std::set<std::string> assigned_first;  ///< by `first`
    ExpressionPtr condition;               ///< an atom; null if there is none
};

/// The round `first; if (condition) { body }` of a FROM loop over `counter`; `condition` may be null. Returns nothing
/// where `straighten` does not, and if `first` or the condition use what `body` assigns.
std::optional<StraightRound> straighten_round(const Program& program, const std::string& counter,
                                              const std::vector<const Statement*>& first, const Expression* condition,
                                              const std::vector<const Statement*>& body);

/// SOLVE of a block by Newton's method for one instance, as an iteration. Returns nothing if the block cannot become
/// straight code or has TABLEs.
std::optional<StraightCode> straighten_newton(const Program& program, const Block& block);

/// Adds the derivatives of the names in `of` (definitions or variables) with respect to the variable `by` and returns
/// them in the same order, as Name or Number. Returns nothing if the derivative of a function involved is not known.
std::optional<std::vector<ExpressionPtr>> differentiate(const Program& program, StraightCode& code,
                                                        const std::vector<ExpressionPtr>& of, const std::string& by);

/// Rewrites code for speed, with the same results in exact arithmetic: moves values that are the same for all instances
/// to `invariants`, multiplies by reciprocals of invariants and of repeated divisors instead of dividing, turns x/(1/y)
/// into x*y and exp(a*v + c) into a multiple of another exp(a*v + b), and drops unused definitions. `varying`: globals
/// that the loop assigns.
void reduce(const Program& program, StraightCode& code, const std::set<std::string>& varying);

/// The part of `reduce` that changes no bit: merges equal expressions, moves values that are the same for all instances
/// out of the loop, drops unused definitions.
void reduce_exactly(const Program& program, StraightCode& code, const std::set<std::string>& varying);

/// Merges equal expressions and drops unused definitions.
void drop_repeated(const Program& program, StraightCode& code);

}  // namespace ranvier::nmodl
