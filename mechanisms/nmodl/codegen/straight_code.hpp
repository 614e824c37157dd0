#pragma once

#include <map>
#include <optional>
#include <set>

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Statements as a list of definitions, where each name is defined once and before its use; calls are inlined, and
/// branches have become selections. `m = m + 1 m = 2*m` becomes `rv_m_1 = m + 1.0; rv_m_2 = 2.0*rv_m_1` with m = rv_m_2
/// as a result. In this form the algebra of `reduce` and `differentiate` needs to look at one expression at a time.
struct StraightCode {
    struct Definition {
        std::string name;
        ExpressionPtr value;
    };
    std::vector<Definition> invariants;   ///< the same for all instances: computed before the loop
    std::vector<Definition> definitions;  ///< may read variables: their values before the statements
    /// Last values (an atom: a Number, a Name, an element) of the variables assigned, elements ("c[2]") among them.
    std::map<std::string, ExpressionPtr> results;
    std::vector<ExpressionPtr> outputs;  ///< further atoms that are needed in the end
    /// Solvers, with an atom that is not 0 where their equations have no solution.
    struct Failure {
        const Block* solver;
        ExpressionPtr value;
    };
    std::vector<Failure> failures;
    /// A solver that iterates: its unknowns (names without definition), their initial values and the residuals of its
    /// equations, all atoms. Later definitions use its solution.
    struct Iteration {
        const Block* solver;
        std::vector<std::string> unknowns;
        std::vector<ExpressionPtr> starts, misses;
    };
    std::optional<Iteration> iteration;

    /// An unused name like `base`.
    std::string new_name(const Program& program, const std::string& base);
    /// Adds a definition with such a name; returns the name.
    std::string define(const Program& program, const std::string& base, ExpressionPtr value);

  private:
    int names_ = 0;
};

/// The variable of "c[2]", or the name itself.
std::string base_of(const std::string& variable);
/// "c" as a Name, "c[2]" as an Index.
ExpressionPtr variable_expression(const std::string& variable);

/// FROM loops with known bounds are written out; so are steps by SOLVE of linear KINETIC schemes and by euler; one by
/// derivimplicit or of a NONLINEAR block becomes an iteration. Nothing if the statements have other loops or solvers,
/// side effects, unknown indices or random numbers, or are very long. Tabulated values are computed or, with
/// TableUse::Always, looked up: position = rv_table_scale_B*(x - rv_table_from_B) in the table of block B, value =
/// rv_looked_up(rv_table_B_NAME, last, position).
std::optional<StraightCode> straighten(const Program& program, const Statements& statements,
                                       TableUse tables = TableUse::Never);

/// A BREAKPOINT block with its currents and their slopes as NEURON finds them: from a first evaluation 0.001 mV above
/// v, or by CONDUCTANCE. Outputs: the sum of currents, its slope, that of the current of each of `ions`.
std::optional<StraightCode> straighten_currents(const Program& program, const Block& block,
                                                const std::vector<const IonAccess*>& ions);

/// What SOLVE of a block by Newton's method does to one instance, as an iteration. Nothing where the block is not
/// straight or has TABLEs.
std::optional<StraightCode> straighten_newton(const Program& program, const Block& block);

/// Adds the derivatives of `names` (definitions or variables) by the variable `by` and returns them in order, as Name
/// or Number. Nothing if some function in between has no derivative here.
std::optional<std::vector<ExpressionPtr>> differentiate(const Program& program, StraightCode& code,
                                                        const std::vector<ExpressionPtr>& of, const std::string& by);

/// Rewrites for speed, with the same results in exact arithmetic: moves values that are the same for all instances to
/// `invariants`, multiplies by reciprocals of invariants and of repeated divisors instead of dividing, turns x/(1/y)
/// into x*y and exp(a*v + c) into a multiple of another exp(a*v + b), and drops unused definitions. `varying`: globals
/// that the loop assigns.
void reduce(const Program& program, StraightCode& code, const std::set<std::string>& varying);

/// The part of `reduce` that changes no bit: merges equal expressions, moves values that are the same for all instances
/// out of the loop, drops unused definitions.
void reduce_exactly(const Program& program, StraightCode& code, const std::set<std::string>& varying);

/// Merges equal expressions and drops unused definitions.
void drop_repeated(const Program& program, StraightCode& code);

}  // namespace ranvier::nmodl
