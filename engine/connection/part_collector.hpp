#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/table_input.hpp"
#include "engine/connection/table_part.hpp"

namespace ranvier::engine {

/// Collects the connections of a part of a table from all that the table is to have. Draws the delays and weights of those
/// by rule: only here do these connections come into being.
class PartCollector {
  public:
    explicit PartCollector(TablePart& part) : part_(part) {}
    /// Connections get places in their bins in the order in which they are in `input`.
    void collect(const TableInput& input) {
        input.for_each([this](const auto& run) { collect(run); });
    }

  private:
    void collect(const TableInput::Singles& singles);
    void collect(const TableInput::OfRule& made);
    void find_hits(std::span<const Gid> sources);
    void find_receivers(const TableInput::OfRule& made, std::size_t i);
    void collect_hits(const TableInput::OfRule& made, std::size_t i);
    void draw_weights(const RuleConnections& made, std::size_t i, std::uint32_t count);

    struct Weights {
        bool is_same;                // one value for all hits
        std::vector<double> values;  // by hit
        double of(std::size_t hit) const { return values[is_same ? 0 : hit]; }
    };
    TablePart& part_;
    // For one cell: its connections that are in the part, and what they have.
    std::vector<std::uint32_t> hits_, picks_;
    std::vector<Receiver> receivers_;
    std::vector<double> delays_;
    std::vector<Weights> weights_;
};

}  // namespace ranvier::engine
