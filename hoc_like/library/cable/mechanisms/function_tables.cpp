#include "hoc_like/library/cable/mechanisms/function_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/matrix/matrix.hpp"
#include "hoc_like/library/data/vector/lent_memory.hpp"
#include "hoc_like/library/data/vector/values_from.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {
namespace {

using Table = engine::MechanismType::FunctionTable;

Table constant(double value, int axes) {
    Table table;
    table.values = {value};
    for (int axis = 0; axis < axes; ++axis) {
        table.axes.push_back({1, nullptr, 1e20, 1e20});
        table.points.emplace_back();
    }
    return table;
}

/// The first numbers of a part of a Vector that belongs to a script. The table reads the Vector's memory itself, where
/// changes of elements are seen at once, and keeps this memory if the Vector leaves it.
class FollowedVector {
  public:
    FollowedVector(VectorPart part, std::size_t count) : part_(std::move(part)), count_(count) {}

    std::size_t available() const { return part_.values->size() - std::min(part_.first, part_.values->size()); }

    const double* now() {
        std::vector<double>& vector = *part_.values;
        if (block_ && block_ == vector.data()) return shown_;
        if (available() < count_) return shorter();
        block_ = vector.data();
        lent_ = std::make_unique<LentMemory>(block_, false);
        shown_ = block_ + part_.first;
        return shown_;
    }

  private:
    /// The Vector has moved and become shorter: the remaining values stay, like in NEURON, which reads the memory.
    const double* shorter() {
        std::vector<double> values(shown_, shown_ + count_);
        std::copy_n(part_.values->data() + part_.values->size() - available(), available(), values.begin());
        kept_ = std::move(values);
        block_ = nullptr;
        lent_.reset();
        shown_ = kept_.data();
        return shown_;
    }

    VectorPart part_;
    std::size_t count_;
    double* block_ = nullptr;  // of the Vector's memory
    std::unique_ptr<LentMemory> lent_;
    std::vector<double> kept_;
    const double* shown_ = nullptr;
};

/// The first numbers of a part of a Matrix, row by row, copied after each change.
class FollowedMatrix {
  public:
    FollowedMatrix(NumberRefPtr element, std::size_t count) : element_(std::move(element)), kept_(count) {}

    std::size_t available() const { return rows_from(*element_)->size(); }

    const double* now() {
        if (const auto changes = changes_from(*element_); changes != seen_) {
            const auto rows = *rows_from(*element_);
            std::copy_n(rows.begin(), std::min(rows.size(), kept_.size()), kept_.begin());
            seen_ = changes;
        }
        return kept_.data();
    }

  private:
    NumberRefPtr element_;
    std::vector<double> kept_;
    std::uint64_t seen_ = 0;
};

/// Follows numbers, of which there must be enough at first.
template <class Followed>
Table::Source follow(const Call& call, int i, std::size_t count, Followed followed) {
    if (followed.available() < count) {
        fail(call,
             fmt::format(
                 "argument {} must be &vec.x[i] of a Vector (or &m.x[i][j] of a Matrix) with {} elements from there on",
                 i + 1, count));
    }
    return [kept = std::make_shared<Followed>(std::move(followed))] { return kept->now(); };
}

/// Follows the first `count` values of argument i: a Vector, or its elements from &vec.x[j] on, or those of a Matrix from
/// &m.x[j][k] on, row by row.
Table::Source source_of(const Call& call, int i, std::size_t count) {
    VectorPart part{std::make_shared<std::vector<double>>(), 0};
    if (call.is_object(i)) {
        part = {call.native<VectorObject>(i).data(), 0};
    } else if (call.is_reference(i) && rows_from(*call.reference(i))) {
        return follow(call, i, count, FollowedMatrix(call.reference(i), count));
    } else if (call.is_reference(i)) {
        part = part_from(*call.reference(i)).value_or(part);
    }
    return follow(call, i, count, FollowedVector(std::move(part), count));
}

/// The numbers as they are now.
std::vector<double> copied(const Table::Source& source, std::size_t count) {
    const double* const now = source();
    return {now, now + count};
}

Table from_vectors(const Call& call, int axes) {
    if (axes > 1) fail(call, "Vectors are allowed only for a table of one argument");
    const std::size_t count = call.native<VectorObject>(0).values().size();
    const std::size_t points = call.native<VectorObject>(1).values().size();
    if (count != points || count == 0) {
        fail(call, fmt::format("the Vectors must have the same size, not {} and {}", count, points));
    }
    Table table;
    table.values_now = source_of(call, 0, count);
    table.values = copied(table.values_now, count);
    table.axes.push_back({static_cast<std::int32_t>(count), nullptr, 0., 0.});
    table.points_now.push_back(source_of(call, 1, count));
    table.points.push_back(copied(table.points_now.front(), count));
    return table;
}

Table from_references(const Call& call, int axes) {
    Table table;
    std::size_t total = 1;
    int next = 1;
    for (int axis = 0; axis < axes; ++axis) {
        const auto count = static_cast<std::size_t>(whole_argument(call, next++, 1, 100'000'000, "size"));
        total *= count;
        rv_table_axis made{static_cast<std::int32_t>(count), nullptr, 0., 0.};
        table.points.emplace_back();
        table.points_now.emplace_back();
        if (call.is_number(next)) {
            made.low = call.number(next++);
            made.high = call.number(next++);
            if (made.high < made.low) fail(call, "the smallest argument of a table is above its largest");
        } else {
            table.points_now.back() = source_of(call, next++, count);
            table.points.back() = copied(table.points_now.back(), count);
        }
        table.axes.push_back(made);
    }
    table.values_now = source_of(call, 0, total);
    table.values = copied(table.values_now, total);
    return table;
}

}  // namespace

double set_function_table(Call& call, engine::MechanismType& type, int k) {
    const int axes = type.description()->function_tables[k].argument_count;
    if (call.size() < 2) {
        type.set_function_table(k, constant(call.number(0), axes));
    } else if (call.is_object(0) && call.is_object(1)) {
        type.set_function_table(k, from_vectors(call, axes));
    } else {
        type.set_function_table(k, from_references(call, axes));
    }
    return 0.;
}

}  // namespace ranvier::hoc
