#pragma once

#include <set>

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// The effects of statements on symbols, including those of the functions they call.
struct DataFlow {
    std::set<std::string> reads;         ///< whose value before the statements may matter
    std::set<std::string> writes;        ///< that may be assigned
    std::set<std::string> sets;          ///< that are assigned on every path
    std::set<std::string> calls;         ///< functions called, the known ones too
    std::set<const Expression*> powers;  ///< x^y and pow(x, y)
    bool is_plain = true;                ///< no loops without a fixed count, no effects beyond variables
    bool has_effects = false;            ///< beyond variables; at_time has none where only states are reevaluated

    bool uses(const std::string& name) const { return reads.contains(name) || writes.contains(name); }
};

/// How a loop over instances treats blocks with a TABLE.
enum class TableUse {
    Either,  ///< usetable decides for each call
    Never,   ///< computes
    Always,  ///< looks up
};

DataFlow data_flow(const Program& program, const Statements& statements);

/// Of a block: its body, with the branches that a TABLE in it opens. BREAKPOINT reads the currents that it does not
/// assign: another block assigns them, for example a PROCEDURE that is solved.
DataFlow data_flow(const Program& program, const Block& block, TableUse tables = TableUse::Either);

/// The TABLE statement of a block, or null.
const Statement* table_of(const Block& block);

/// The tabulated variables of a block: the names of its statement, or the function's value.
std::vector<std::string> table_names(const Block& block);

}  // namespace ranvier::nmodl
