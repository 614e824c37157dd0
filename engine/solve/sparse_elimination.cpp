#include "engine/solve/sparse_elimination.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

namespace ranvier::engine {

namespace {

constexpr double smallest_pivot = 1e-10;  // as a fraction of the diagonal entry before elimination

// The nonzero entries that remain after some unknowns have been eliminated.
class Pattern {
  public:
    struct Entry {
        std::int32_t other;  // the column of an entry of a row, the row of an entry of a column
        std::int32_t at;     // its number, in order of appearance
        bool operator<(const Entry& than) const { return other < than.other; }
    };
    using Entries = std::vector<Entry>;  // sorted, few

    Pattern(std::int32_t unknowns, std::span<const std::pair<std::int32_t, std::int32_t>> entries)
        : rows_(static_cast<std::size_t>(unknowns)), columns_(rows_) {
        for (const auto& [row, column] : entries) add(row, column);
    }

    std::int32_t count() const { return count_; }
    const Entries& rows(std::int32_t column) const { return rows_[static_cast<std::size_t>(column)]; }
    const Entries& columns(std::int32_t row) const { return columns_[static_cast<std::size_t>(row)]; }
    /// The number of an entry; a new entry is fill-in.
    std::int32_t add(std::int32_t row, std::int32_t column) {
        Entries& of_row = columns_[static_cast<std::size_t>(row)];
        const auto at = std::lower_bound(of_row.begin(), of_row.end(), Entry{column, 0});
        if (at != of_row.end() && at->other == column) return at->at;
        of_row.insert(at, {column, count_});
        Entries& of_column = rows_[static_cast<std::size_t>(column)];
        of_column.insert(std::lower_bound(of_column.begin(), of_column.end(), Entry{row, 0}), {row, count_});
        return count_++;
    }
    /// Adds a row's entries in these columns, which are sorted; appends their numbers.
    template <class Columns>
    void add(std::int32_t row, const Columns& columns, std::vector<std::int32_t>& numbers) {
        Entries& of_row = columns_[static_cast<std::size_t>(row)];
        std::size_t k = 0;
        for (const auto& column : columns) {
            while (k < of_row.size() && of_row[k].other < column.other) ++k;
            const bool is_there = k < of_row.size() && of_row[k].other == column.other;
            numbers.push_back(is_there ? of_row[k].at : add(row, column.other));
        }
    }
    void remove(std::int32_t unknown) {
        const auto erase = [unknown](Entries& from) {
            from.erase(std::lower_bound(from.begin(), from.end(), Entry{unknown, 0}));
        };
        for (const Entry& row : rows(unknown)) {
            if (row.other != unknown) erase(columns_[static_cast<std::size_t>(row.other)]);
        }
        for (const Entry& column : columns(unknown)) {
            if (column.other != unknown) erase(rows_[static_cast<std::size_t>(column.other)]);
        }
    }
    /// The number of entries that the elimination of an unknown touches.
    std::size_t touched(std::int32_t unknown) const { return rows(unknown).size() * columns(unknown).size(); }

  private:
    std::vector<Entries> rows_, columns_;  // rows_ by column, columns_ by row
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
        const std::size_t now = pattern_.touched(unknown);
        if (now == touched) return;
        queue_.erase({touched, -unknown});
        touched = now;
        queue_.insert({touched, -unknown});
    }

  private:
    const Pattern& pattern_;
    std::vector<std::size_t> touched_;
    std::set<std::pair<std::size_t, std::int32_t>> queue_;
};

// A number for each pivot: a pivot that reads what another one has changed has a higher number than that one, and of two
// pivots that change the same entry the later one has no lower number. So pivots sorted by number give the same bits.
class PivotLevels {
  public:
    PivotLevels(std::int32_t unknowns, std::size_t entries)
        : of_entry_(entries, 0), of_b_(static_cast<std::size_t>(unknowns), 0) {}

    template <class Pivot>
    std::int32_t next(const Pivot& pivot) {
        std::int32_t level = of_b_[index(pivot.unknown)];  // the highest that has changed what this pivot reads
        level = std::max(level, of_entry_[index(pivot.diagonal)]);
        for (const auto& place : pivot.rows) level = std::max(level, of_entry_[index(place.at)]);
        for (const auto& place : pivot.columns) level = std::max(level, of_entry_[index(place.at)]);
        ++level;
        for (const auto& row : pivot.rows) level = std::max(level, of_b_[index(row.other)]);
        for (const std::int32_t at : pivot.changed) level = std::max(level, of_entry_[index(at)]);
        for (const auto& row : pivot.rows) of_b_[index(row.other)] = level;
        for (const auto& column : pivot.columns) {  // substitution goes the other way, and reads their solution
            std::int32_t& highest = of_b_[index(column.other)];
            highest = std::max(highest, level);
        }
        for (const std::int32_t at : pivot.changed) of_entry_[index(at)] = level;
        return level;
    }

  private:
    static std::size_t index(std::int32_t i) { return static_cast<std::size_t>(i); }
    std::vector<std::int32_t> of_entry_, of_b_;
};

}  // namespace

SparseElimination::SparseElimination(std::int32_t unknowns,
                                     std::span<const std::pair<std::int32_t, std::int32_t>> entries) {
    std::vector<Pivot> pivots = find_pivots(unknowns, entries, false);
    if (pivots.empty()) pivots = find_pivots(unknowns, entries, true);
    PivotLevels levels(unknowns, values_.size());
    std::vector<std::pair<std::int32_t, std::size_t>> order;
    for (std::size_t k = 0; k < pivots.size(); ++k) order.emplace_back(levels.next(pivots[k]), k);
    std::sort(order.begin(), order.end());
    const Pivot* before = nullptr;
    for (const auto& [level, k] : order) {
        list(pivots[k], before);
        before = &pivots[k];
    }
}

void SparseElimination::list(const Pivot& pivot, const Pivot* before) {
    Step step{pivot.unknown, pivot.diagonal, static_cast<std::int32_t>(pivot.rows.size()),
              static_cast<std::int32_t>(pivot.columns.size()), places_.size()};
    if (before && before->rows.size() == before->columns.size() && before->rows.size() <= 2) {
        const auto made = std::ranges::find(before->changed, pivot.diagonal);
        if (made != before->changed.end()) step.made_by = static_cast<std::int32_t>(made - before->changed.begin());
    }
    steps_.push_back(step);
    for (const Place& column : pivot.columns) places_.push_back(column.at);
    for (const Place& column : pivot.columns) places_.push_back(column.other);
    auto changed = pivot.changed.begin();
    for (const Place& row : pivot.rows) {
        places_.push_back(row.at);
        places_.push_back(row.other);
        for (std::size_t k = 0; k < pivot.columns.size(); ++k) places_.push_back(*changed++);
    }
}

std::vector<SparseElimination::Pivot> SparseElimination::find_pivots(
    std::int32_t unknowns, std::span<const std::pair<std::int32_t, std::int32_t>> entries, bool fewest_first) {
    constexpr std::int32_t most_filling = 4;  // limit of fill-in, as a multiple of the number of entries
    Pattern pattern(unknowns, entries);
    std::optional<FewestFirst> order;
    if (fewest_first) order.emplace(pattern, unknowns);
    std::vector<Pivot> pivots;
    for (std::int32_t left = unknowns; left-- > 0;) {
        const std::int32_t unknown = order ? order->take() : left;
        Pivot pivot{unknown, pattern.add(unknown, unknown), {}, {}, {}};
        for (const auto& [row, at] : pattern.rows(unknown)) {
            if (row != unknown) pivot.rows.push_back({row, at});
        }
        for (const auto& [column, at] : pattern.columns(unknown)) {
            if (column != unknown) pivot.columns.push_back({column, at});
        }
        pattern.remove(unknown);
        pivot.changed.reserve(pivot.rows.size() * pivot.columns.size());
        for (const Place& row : pivot.rows) pattern.add(row.other, pivot.columns, pivot.changed);
        if (order) {
            for (const Place& row : pivot.rows) order->renew(row.other);
            for (const Place& column : pivot.columns) order->renew(column.other);
        } else if (pattern.count() > most_filling * static_cast<std::int32_t>(entries.size())) {
            return {};
        }
        pivots.push_back(std::move(pivot));
    }
    values_.resize(static_cast<std::size_t>(pattern.count()));
    return pivots;
}

// `columns`: their number if it is known to the compiler, else -1.
template <int columns>
inline void SparseElimination::eliminate_rows(const Step& step, const std::int32_t* place, double* value,
                                              double inverse, double* b) {
    const int count = columns < 0 ? step.columns : columns;
    const std::int32_t* const column = place;
    const double of_b = b[step.unknown];
    place += 2 * count;
    for (int row = 0; row < step.rows; ++row, place += 2 + count) {
        const double factor = value[place[0]] * inverse;
        for (int k = 0; k < count; ++k) value[place[2 + k]] -= factor * value[column[k]];
        b[place[1]] -= factor * of_b;
    }
}

inline SparseElimination::Changes SparseElimination::eliminate_one(const Step& step, const std::int32_t* place,
                                                                   double* value, double inverse, double* b) {
    const double factor = value[place[2]] * inverse;
    const double changed = value[place[4]] - factor * value[place[0]];
    value[place[4]] = changed;
    b[place[3]] -= factor * b[step.unknown];
    return {{changed, 0, 0, 0}};
}

inline SparseElimination::Changes SparseElimination::eliminate_two(const Step& step, const std::int32_t* place,
                                                                   double* value, double inverse, double* b) {
    const double first = value[place[0]], second = value[place[1]], of_b = b[step.unknown];
    const double above = value[place[4]] * inverse, below = value[place[8]] * inverse;
    const Changes changed{{value[place[6]] - above * first, value[place[7]] - above * second,
                           value[place[10]] - below * first, value[place[11]] - below * second}};
    value[place[6]] = changed.of[0];
    value[place[7]] = changed.of[1];
    value[place[10]] = changed.of[2];
    value[place[11]] = changed.of[3];
    b[place[5]] -= above * of_b;
    b[place[9]] -= below * of_b;
    return changed;
}

bool SparseElimination::eliminate(std::span<const double> values, double* b) {
    double* const value = values_.data();
    Changes last{};
    for (const Step& step : steps_) {
        double pivot;  // by branches, which are predicted: a selection would wait for memory
        if (step.made_by == 0) {
            pivot = last.of[0];
        } else if (step.made_by == 3) {
            pivot = last.of[3];
        } else {
            pivot = value[step.diagonal];
        }
        const double before = std::fabs(values[static_cast<std::size_t>(step.diagonal)]);
        if (!(std::fabs(pivot) > smallest_pivot * before)) return false;
        const double inverse = 1. / pivot;
        value[step.diagonal] = inverse;
        const std::int32_t* const place = places_.data() + step.first;
        if (step.rows == 1 && step.columns == 1) {
            last = eliminate_one(step, place, value, inverse, b);
        } else if (step.rows == 2 && step.columns == 2) {
            last = eliminate_two(step, place, value, inverse, b);
        } else if (step.columns == 2) {
            eliminate_rows<2>(step, place, value, inverse, b);
        } else if (step.columns == 3) {
            eliminate_rows<3>(step, place, value, inverse, b);
        } else if (step.columns > 0) {
            eliminate_rows<-1>(step, place, value, inverse, b);
        } else {
            eliminate_rows<0>(step, place, value, inverse, b);
        }
    }
    return true;
}

void SparseElimination::substitute(double* b) const {
    const double* const value = values_.data();
    double x = 0;  // of the unknown `last`, which often is the next one's neighbor
    std::int32_t last = -1;
    const auto solution = [&](std::int32_t unknown) {
        if (unknown == last) return x;
        return b[unknown];
    };
    for (auto step = steps_.rbegin(); step != steps_.rend(); ++step) {
        const std::int32_t* const place = places_.data() + step->first;
        double sum = b[step->unknown];
        if (step->columns == 1) {
            sum -= value[place[0]] * solution(place[1]);
        } else if (step->columns == 2) {
            sum -= value[place[0]] * solution(place[2]);
            sum -= value[place[1]] * solution(place[3]);
        } else {
            for (std::int32_t k = 0; k < step->columns; ++k) sum -= value[place[k]] * b[place[step->columns + k]];
        }
        x = sum * value[step->diagonal];
        last = step->unknown;
        b[last] = x;
    }
}

bool SparseElimination::solve(std::span<const double> values, double* b) {
    std::copy(values.begin(), values.end(), values_.begin());
    std::fill(values_.begin() + static_cast<std::ptrdiff_t>(values.size()), values_.end(), 0.);
    if (!eliminate(values, b)) return false;
    substitute(b);
    return true;
}

}  // namespace ranvier::engine
