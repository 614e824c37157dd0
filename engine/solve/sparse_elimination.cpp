#include "engine/solve/sparse_elimination.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>

namespace ranvier::engine {

namespace {

constexpr double smallest_pivot = 1e-10;  // as a fraction of the diagonal entry before elimination

// The nonzero entries that remain after some unknowns have been eliminated.
class Pattern {
  public:
    Pattern(std::int32_t unknowns, std::span<const std::pair<std::int32_t, std::int32_t>> entries)
        : rows_(static_cast<std::size_t>(unknowns)), columns_(rows_) {
        for (const auto& [row, column] : entries) add(row, column);
    }

    std::int32_t count() const { return count_; }
    const std::set<std::int32_t>& rows(std::int32_t column) const { return rows_[static_cast<std::size_t>(column)]; }
    const std::set<std::int32_t>& columns(std::int32_t row) const { return columns_[static_cast<std::size_t>(row)]; }
    /// The number of an entry, in order of appearance; a new entry is fill-in.
    std::int32_t add(std::int32_t row, std::int32_t column) {
        const auto [at, is_new] = place_.try_emplace({row, column}, count_);
        if (is_new) {
            ++count_;
            columns_[static_cast<std::size_t>(row)].insert(column);
            rows_[static_cast<std::size_t>(column)].insert(row);
        }
        return at->second;
    }
    void remove(std::int32_t unknown) {
        for (const std::int32_t row : rows(unknown)) columns_[static_cast<std::size_t>(row)].erase(unknown);
        for (const std::int32_t column : columns(unknown)) rows_[static_cast<std::size_t>(column)].erase(unknown);
    }
    /// The number of entries that the elimination of an unknown touches.
    std::size_t touched(std::int32_t unknown) const { return rows(unknown).size() * columns(unknown).size(); }

  private:
    std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> place_;
    std::vector<std::set<std::int32_t>> rows_, columns_;  // rows_ by column, columns_ by row
    std::int32_t count_ = 0;
};

// Markowitz's order for symmetric patterns: the unknown that touches the fewest entries comes first; among equals, the
// last one.
class FewestFirst {
  public:
    FewestFirst(const Pattern& pattern, std::int32_t unknowns) : pattern_{pattern} {
        for (std::int32_t unknown = 0; unknown < unknowns; ++unknown) {
            touched_.push_back(pattern.touched(unknown));
            queue_.insert({touched_.back(), -unknown});
        }
    }
    std::int32_t take() {
        const std::int32_t unknown = -queue_.begin()->second;
        queue_.erase(queue_.begin());
        return unknown;
    }
    void renew(std::int32_t unknown) {
        std::size_t& touched = touched_[static_cast<std::size_t>(unknown)];
        queue_.erase({touched, -unknown});
        touched = pattern_.touched(unknown);
        queue_.insert({touched, -unknown});
    }

  private:
    const Pattern& pattern_;
    std::vector<std::size_t> touched_;
    std::set<std::pair<std::size_t, std::int32_t>> queue_;
};

}  // namespace

SparseElimination::SparseElimination(std::int32_t unknowns,
                                     std::span<const std::pair<std::int32_t, std::int32_t>> entries) {
    if (!find_pivots(unknowns, entries, false)) find_pivots(unknowns, entries, true);
}

bool SparseElimination::find_pivots(std::int32_t unknowns,
                                    std::span<const std::pair<std::int32_t, std::int32_t>> entries, bool fewest_first) {
    constexpr std::int32_t most_filling = 4;  // limit of fill-in, as a multiple of the number of entries
    Pattern pattern(unknowns, entries);
    std::optional<FewestFirst> order;
    if (fewest_first) order.emplace(pattern, unknowns);
    pivots_.clear();
    for (std::int32_t left = unknowns; left-- > 0;) {
        const std::int32_t unknown = order ? order->take() : left;
        Pivot pivot{unknown, pattern.add(unknown, unknown), {}, {}, {}};
        for (const std::int32_t row : pattern.rows(unknown)) {
            if (row != unknown) pivot.rows.push_back({row, pattern.add(row, unknown)});
        }
        for (const std::int32_t column : pattern.columns(unknown)) {
            if (column != unknown) pivot.columns.push_back({column, pattern.add(unknown, column)});
        }
        pattern.remove(unknown);
        for (const Place& row : pivot.rows) {
            for (const Place& column : pivot.columns) {
                pivot.changed.push_back(pattern.add(row.other, column.other));
            }
        }
        if (order) {
            for (const Place& row : pivot.rows) order->renew(row.other);
            for (const Place& column : pivot.columns) order->renew(column.other);
        } else if (pattern.count() > most_filling * static_cast<std::int32_t>(entries.size())) {
            return false;
        }
        pivots_.push_back(std::move(pivot));
    }
    values_.resize(static_cast<std::size_t>(pattern.count()));
    return true;
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
