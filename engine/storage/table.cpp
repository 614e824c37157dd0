#include "engine/storage/table.hpp"

#include <algorithm>
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

std::uint32_t Table::append() {
    const auto id = static_cast<std::uint32_t>(row_of_id_.size());
    const std::size_t row = size();
    if (row == capacity_) grow();
    for (std::size_t k = 0; k < columns_.size(); ++k) columns_[k][row] = defaults_[k];
    row_of_id_.push_back(static_cast<std::int32_t>(row));
    id_of_row_.push_back(id);
    return id;
}

void Table::erase(std::uint32_t id) {
    const std::uint32_t gap = row(id);
    const std::size_t last = size() - 1;
    for (auto& column : columns_) {
        column[gap] = column[last];
    }
    id_of_row_[gap] = id_of_row_[last];
    row_of_id_[id_of_row_[gap]] = static_cast<std::int32_t>(gap);
    id_of_row_.pop_back();
    row_of_id_[id] = -1;
}

void Table::permute(std::span<const std::uint32_t> order) {
    Column moved(capacity_);
    for (auto& column : columns_) {
        for (std::size_t i = 0; i < order.size(); ++i) moved[i] = column[order[i]];
        column.swap(moved);
    }
    std::vector<std::uint32_t> ids(size());
    for (std::size_t i = 0; i < order.size(); ++i) {
        ids[i] = id_of_row_[order[i]];
        row_of_id_[ids[i]] = static_cast<std::int32_t>(i);
    }
    id_of_row_.swap(ids);
}

std::size_t Table::bytes() const {
    std::size_t sum = row_of_id_.capacity() * sizeof(std::int32_t) + id_of_row_.capacity() * sizeof(std::uint32_t);
    for (const auto& column : columns_) sum += column.capacity() * sizeof(double);
    return sum;
}

}  // namespace ranvier::engine
