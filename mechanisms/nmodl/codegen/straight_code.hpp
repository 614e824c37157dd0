#pragma once

#include <map>
#include <optional>
#include <set>

#include "mechanisms/nmodl/codegen/data_flow.hpp"

namespace ranvier::nmodl {

/// Statements as a list of definitions, each name defined once and before its use: calls are inlined, branches have
/// become selections. `m = m + 1  m = 2*m` becomes `rv_m_1 = m + 1.0; rv_m_2 = 2.0*rv_m_1` with m = rv_m_2 as a result.
/// In this form the algebra of `reduce` and `differentiate` needs to look at one expression at a time.
struct StraightCode {
    struct Definition {
        std::string name;
        ExpressionPtr value;
    };
    std::vector<Definition> invariants;            ///< the same for all instances: computed before the loop
    std::vector<Definition> definitions;           ///< may read variables: their values before the statements
    std::map<std::string, ExpressionPtr> results;  ///< last values (a Name or a Number) of the variables assigned

    /// A name like `base` that nothing has.
    std::string new_name(const Program& program, const std::string& base);
    /// Adds a definition with such a name; returns the name.
    std::string define(const Program& program, const std::string& base, ExpressionPtr value);

  private:
    int names_ = 0;
};

/// Nothing if the statements have loops, effects, arrays, random numbers or are very long. What TABLEs tabulate is
/// computed or, with TableUse::Always, looked up: position = rv_table_scale_B*(x - rv_table_from_B) in the table of block
/// B, value = rv_looked_up(rv_table_B_NAME, last, position).
std::optional<StraightCode> straighten(const Program& program, const Statements& statements,
                                       TableUse tables = TableUse::Never);

/// Adds the derivatives of `names` (definitions or variables) by the variable `by` and returns them in order, as Name
/// or Number. Nothing if some function in between has no derivative here.
std::optional<std::vector<ExpressionPtr>> differentiate(const Program& program, StraightCode& code,
                                                        const std::vector<ExpressionPtr>& of, const std::string& by);

/// Rewrites for speed, where exact arithmetic would give the same: moves what is the same for all instances to
/// `invariants`, divides by multiplying with reciprocals of invariants and of divisors that occur several times, turns
/// x/(1/y) into x*y, exp(a*v + c) into a multiple of another exp(a*v + b), drops what no result needs. `keep` are
/// further names needed; `varying`: globals that the loop assigns.
void reduce(const Program& program, StraightCode& code, const std::vector<std::string>& keep,
            const std::set<std::string>& varying);

/// The part of `reduce` that changes no bit: what is the same for all instances moves out, what no result needs goes.
void reduce_exactly(const Program& program, StraightCode& code, const std::set<std::string>& varying);

}  // namespace ranvier::nmodl
