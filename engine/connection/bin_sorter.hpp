#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/connection/table_part.hpp"

namespace ranvier::engine {

/// Sorts the connections of each bin of a part: by source, and then as TableOrder says. A bin has a few dozen connections,
/// or those of one source.
class BinSorter {
  public:
    explicit BinSorter(TablePart& part) : part_(part) {}
    void sort();

  private:
    struct Sorted {
        std::uint32_t key;
        double delay;
        Receiver receiver;
        std::uint32_t at;
        auto operator<=>(const Sorted&) const = default;
    };
    Sorted sorted(std::uint32_t at) const;
    bool order_bin(std::uint32_t begin, std::uint32_t end, std::span<const std::uint32_t> ranks);
    void order_by_delay(std::span<const std::uint32_t> ranks);
    void find_early_groups(std::uint32_t begin);
    void move_bin(std::uint32_t begin);
    std::vector<TablePart::Entry>& moved(TablePart::Entry) { return moved_entries_; }
    std::vector<std::uint32_t>& moved(std::uint32_t) { return moved_numbers_; }
    std::vector<Receiver>& moved(Receiver) { return moved_receivers_; }
    std::vector<double>& moved(double) { return moved_values_; }

    TablePart& part_;
    // For one bin: its connections as they are, and where those in order come from.
    std::vector<Sorted> sorted_;
    std::vector<std::uint32_t> from_, of_delay_;
    std::vector<TablePart::Entry> moved_entries_;
    std::vector<std::uint32_t> moved_numbers_;
    std::vector<Receiver> moved_receivers_;
    std::vector<double> moved_values_;
};

}  // namespace ranvier::engine
