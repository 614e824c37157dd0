#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/storage/aligned.hpp"
#include "engine/storage/values_by_id.hpp"

namespace ranvier::engine {

/// Values of all compartments, or of all instances of a mechanism: one array (column) per variable.
///
/// 1. `append` assigns an id, which never changes and is never reused; its row may change.
/// 2. Rows are dense: 0 .. size()-1. Every column is contiguous and aligned to 64 bytes.
/// 3. Pointers into columns are valid until the next append, erase or permute.
/// 4. Memory: 8 bytes a value, and 8 bytes a row once a row has another number than its id. Until then, rows need no
///    numbers: those of artificial cells, which are run in the order in which they were made, never do. Ids of rows that
///    were erased take no memory.
class Table {
  public:
    explicit Table(std::vector<double> defaults);  ///< one per column

    std::size_t size() const { return size_; }
    std::size_t column_count() const { return columns_.size(); }

    std::uint32_t append();                           ///< adds a row of defaults; returns its id
    void erase(std::uint32_t id);                     ///< O(1): the last row moves into the gap
    std::uint32_t id_end() const { return id_end_; }  ///< above all ids
    bool contains(std::uint32_t id) const { return id < id_end_ && (rows_are_ids_ || row_of_id_[id] >= 0); }
    std::uint32_t row(std::uint32_t id) const {
        return rows_are_ids_ ? id : static_cast<std::uint32_t>(row_of_id_[id]);
    }
    std::vector<std::uint32_t> ids() const;  ///< of all rows, ascending
    std::uint32_t id(std::size_t row) const {
        return rows_are_ids_ ? static_cast<std::uint32_t>(row) : id_of_row_[row];
    }

    /// Row i of the new order is row order[i] of the old one; `order` is a permutation.
    void permute(std::span<const std::uint32_t> order);

    double* column(std::size_t k) { return columns_[k].data(); }
    const double* column(std::size_t k) const { return columns_[k].data(); }
    double& at(std::size_t k, std::uint32_t id) { return columns_[k][row(id)]; }
    double at(std::size_t k, std::uint32_t id) const { return columns_[k][row(id)]; }

    std::size_t bytes() const;

  private:
    using Column = std::vector<double, UninitializedAllocator<double>>;
    void grow();
    void number_rows();

    std::vector<double> defaults_;
    std::vector<Column> columns_;  // all of the same length, at least size(); rows beyond size() are unused
    std::size_t capacity_ = 0;     // length of each column
    std::size_t size_ = 0;
    std::uint32_t id_end_ = 0;
    bool rows_are_ids_ = true;                // no row was erased or moved: the next two are empty
    ValuesById<std::int32_t> row_of_id_{-1};  // -1: erased
    std::vector<std::uint32_t> id_of_row_;
};

}  // namespace ranvier::engine
