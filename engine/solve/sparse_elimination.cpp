#include "engine/solve/sparse_elimination.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace ranvier::engine {

namespace {

constexpr double smallest_pivot = 1e-10;  // of the diagonal entry before elimination

}  // namespace

SparseElimination::SparseElimination(std::int32_t unknowns,
                                     std::span<const std::pair<std::int32_t, std::int32_t>> entries) {
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> place;
    std::vector<std::set<std::int32_t>> rows(static_cast<std::size_t>(unknowns)), columns = rows;  // not zero
    const auto note = [&](std::int32_t row, std::int32_t column, std::int32_t at) {
        place[{row, column}] = at;
        columns[static_cast<std::size_t>(row)].insert(column);
        rows[static_cast<std::size_t>(column)].insert(row);
    };
    auto places = static_cast<std::int32_t>(entries.size());
    for (std::int32_t k = 0; k < places; ++k) {
        const auto [row, column] = entries[static_cast<std::size_t>(k)];
        note(row, column, k);
    }
    for (std::int32_t unknown = unknowns; unknown-- > 0;) {
        const auto later = [&](const std::set<std::int32_t>& all) { return all.lower_bound(unknown); };
        const auto& with_row = rows[static_cast<std::size_t>(unknown)];
        const auto& with_column = columns[static_cast<std::size_t>(unknown)];
        Pivot pivot{unknown, place.at({unknown, unknown}), {}, {}, {}};
        for (auto row = with_row.begin(); row != later(with_row); ++row) {
            pivot.rows.push_back({*row, place.at({*row, unknown})});
        }
        for (auto column = with_column.begin(); column != later(with_column); ++column) {
            pivot.columns.push_back({*column, place.at({unknown, *column})});
        }
        for (const Place& row : pivot.rows) {
            for (const Place& column : pivot.columns) {
                const std::pair at{row.other, column.other};
                if (!place.contains(at)) note(at.first, at.second, places++);
                pivot.changed.push_back(place.at(at));
            }
        }
        pivots_.push_back(std::move(pivot));
    }
    values_.resize(static_cast<std::size_t>(places));
}

bool SparseElimination::solve(std::span<const double> values, double* b) {
    std::copy(values.begin(), values.end(), values_.begin());
    std::fill(values_.begin() + static_cast<std::ptrdiff_t>(values.size()), values_.end(), 0.);
    double* const value = values_.data();
    for (const Pivot& pivot : pivots_) {
        const double before = std::fabs(values[static_cast<std::size_t>(pivot.diagonal)]);
        if (!(std::fabs(value[pivot.diagonal]) > smallest_pivot * before)) return false;
        const double inverse = 1. / value[pivot.diagonal];
        value[pivot.diagonal] = inverse;
        const std::int32_t* changed = pivot.changed.data();
        for (const Place& row : pivot.rows) {
            const double factor = value[row.at] * inverse;
            for (const Place& column : pivot.columns) value[*changed++] -= factor * value[column.at];
            b[row.other] -= factor * b[pivot.unknown];
        }
    }
    for (auto pivot = pivots_.rbegin(); pivot != pivots_.rend(); ++pivot) {
        double sum = b[pivot->unknown];
        for (const Place& column : pivot->columns) sum -= value[column.at] * b[column.other];
        b[pivot->unknown] = sum * value[pivot->diagonal];
    }
    return true;
}

}  // namespace ranvier::engine
