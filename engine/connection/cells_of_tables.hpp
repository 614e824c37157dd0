#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/rule_connections.hpp"
#include "engine/connection/target_place.hpp"

namespace ranvier::engine {

/// Which cells of a rule have targets in which table, so that a table looks only at its own cells: cells are divided among
/// many tables, and a cell with sections may have a target for each connection.
class CellsOfTables {
  public:
    /// Consecutive cells.
    struct Run {
        std::uint32_t begin, end;
        bool are_whole;  ///< all of their targets are in the table
    };

    /// `places`: by target.
    CellsOfTables(const RuleConnections& made, std::span<const TargetPlace> places, std::size_t tables)
        : runs_(tables) {
        std::vector<TableNumber> of_cell;
        for (std::uint32_t i = 0; i < made.cells(); ++i) {
            of_cell.clear();
            for (const TargetNumber target : made.targets_of(i)) {
                const TargetPlace& to = places[index_of(target)];
                const TableNumber table = to.receiver == Receiver::none ? TableNumber::none : to.table;
                if (of_cell.empty() || of_cell.back() != table) add_once(table, of_cell);
            }
            const bool are_whole = of_cell.size() == 1;
            for (const TableNumber table : of_cell) {
                if (table != TableNumber::none) append(runs_[index_of(table)], i, are_whole);
            }
        }
    }
    std::span<const Run> of(TableNumber table) const { return runs_[index_of(table)]; }

  private:
    static void add_once(TableNumber table, std::vector<TableNumber>& to) {
        for (const TableNumber each : to) {
            if (each == table) return;
        }
        to.push_back(table);
    }
    static void append(std::vector<Run>& runs, std::uint32_t cell, bool are_whole) {
        const bool goes_on = !runs.empty() && runs.back().end == cell && runs.back().are_whole == are_whole;
        goes_on ? void(++runs.back().end) : runs.push_back({cell, cell + 1, are_whole});
    }

    std::vector<std::vector<Run>> runs_;  // by table
};

}  // namespace ranvier::engine
