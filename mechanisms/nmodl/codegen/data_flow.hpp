#pragma once

#include <set>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// The effects of statements on symbols, including those of the functions they call.
struct DataFlow {
    std::set<std::string> reads;         ///< symbols whose value before the statements may matter
    std::set<std::string> writes;        ///< symbols that may be assigned
    std::set<std::string> sets;          ///< symbols that are assigned on every path
    std::set<std::string> calls;         ///< functions called, including known functions
    std::set<const Expression*> powers;  ///< x^y and pow(x, y)
    bool is_plain = true;                ///< no loops without a fixed count, no effects other than on variables
    bool has_effects = false;            ///< other than on variables; at_time has none if only states are reevaluated

    bool uses(const std::string& name) const { return reads.contains(name) || writes.contains(name); }
};

/// How a loop over instances treats blocks with a TABLE.
enum class TableUse {
    Either,  ///< usetable decides for each call
    Never,   ///< computes
    Always,  ///< looks up
};

DataFlow data_flow(const Program& program, const Statements& statements);

/// The effects of a block: those of its body and of the branches for its TABLE. BREAKPOINT is taken to read currents
/// that it does not assign, because another block assigns them, for example a PROCEDURE named in SOLVE.
DataFlow data_flow(const Program& program, const Block& block, TableUse tables = TableUse::Either);

/// The TABLE statement of a block, or null.
const Statement* table_of(const Block& block);

/// The tabulated variables of a block: the names in its TABLE statement, or the function's value.
std::vector<std::string> table_names(const Block& block);

}  // namespace ranvier::nmodl
