#include "engine/storage/table.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ranvier::engine {

Table::Table(std::vector<double> defaults) : defaults_(std::move(defaults)), columns_(defaults_.size()) {}

void Table::grow() {
    capacity_ = std::max<std::size_t>(2 * capacity_, 8);
    for (Column& column : columns_) {
        Column larger(capacity_);
        std::copy_n(column.begin(), size(), larger.begin());
        column.swap(larger);
    }
}

void Table::number_rows() {
    if (!rows_are_ids_) return;
    id_of_row_.resize(size_);
    for (std::size_t row = 0; row < size_; ++row) row_of_id_.add(static_cast<std::int32_t>(row));
    std::iota(id_of_row_.begin(), id_of_row_.end(), 0u);
    rows_are_ids_ = false;
}

std::vector<std::uint32_t> Table::ids() const {
    std::vector<std::uint32_t> all(size_);
    for (std::size_t row = 0; row < size_; ++row) all[row] = id(row);
    std::sort(all.begin(), all.end());
    return all;
}

std::uint32_t Table::append() {
    const std::uint32_t id = id_end_++;
    const std::size_t row = size_;
    if (row == capacity_) grow();
    for (std::size_t k = 0; k < columns_.size(); ++k) columns_[k][row] = defaults_[k];
    if (!rows_are_ids_) {
        row_of_id_.add(static_cast<std::int32_t>(row));
        id_of_row_.push_back(id);
    }
    ++size_;
    return id;
}

void Table::erase(std::uint32_t id) {
    number_rows();
    const std::uint32_t gap = row(id);
    const std::size_t last = size_ - 1;
    for (auto& column : columns_) {
        column[gap] = column[last];
    }
    id_of_row_[gap] = id_of_row_[last];
    row_of_id_.at(id_of_row_[gap]) = static_cast<std::int32_t>(gap);
    id_of_row_.pop_back();
    row_of_id_.remove(id);
    --size_;
}

void Table::permute(std::span<const std::uint32_t> order) {
    if (std::is_sorted(order.begin(), order.end())) return;  // each row stays where it is
    number_rows();
    Column moved(capacity_);
    for (auto& column : columns_) {
        for (std::size_t i = 0; i < order.size(); ++i) moved[i] = column[order[i]];
        column.swap(moved);
    }
    std::vector<std::uint32_t> ids(size_);
    for (std::size_t i = 0; i < order.size(); ++i) {
        ids[i] = id_of_row_[order[i]];
        row_of_id_.at(ids[i]) = static_cast<std::int32_t>(i);
    }
    id_of_row_.swap(ids);
}

std::size_t Table::bytes() const {
    std::size_t sum = row_of_id_.bytes() + id_of_row_.capacity() * sizeof(std::uint32_t);
    for (const auto& column : columns_) sum += column.capacity() * sizeof(double);
    return sum;
}

}  // namespace ranvier::engine
