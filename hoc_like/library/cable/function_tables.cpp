#include "hoc_like/library/cable/function_tables.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/matrix.hpp"
#include "hoc_like/library/data/values_from.hpp"
#include "hoc_like/library/data/vector.hpp"

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

/// Returns the current numbers of a Vector that belongs to a script, or of its end part.
using Source = std::function<std::span<const double>()>;

/// Updates a table from a Vector that has changed. If the Vector has become shorter, the remaining values stay, like in
/// NEURON, which reads the Vectors' memory.
void copy_again(const Source& source, std::vector<double>& to) {
    const std::span<const double> now = source();
    std::copy_n(now.begin(), std::min(now.size(), to.size()), to.begin());
}

/// The values of argument i: a Vector, or its elements from &vec.x[j] on, or those of a Matrix from &m.x[j][k] on, row by
/// row. They are valid until the Source is called again or deleted.
Source source_of(const Call& call, int i) {
    if (call.is_object(i)) {
        return [vector = call.native<VectorObject>(i).data()] { return std::span<const double>(*vector); };
    }
    if (call.is_reference(i) && rows_from(*call.reference(i))) {
        return [element = call.reference(i), rows = std::vector<double>()]() mutable {
            rows = *rows_from(*element);
            return std::span<const double>(rows);
        };
    }
    if (call.is_reference(i)) return [element = call.reference(i)] { return values_from(*element); };
    return [] { return std::span<const double>(); };
}

/// The first `count` values of argument i.
std::vector<double> values_at(const Call& call, int i, std::size_t count) {
    const Source source = source_of(call, i);
    const auto all = source();
    if (all.size() < count) {
        fail(call,
             fmt::format(
                 "argument {} must be &vec.x[i] of a Vector (or &m.x[i][j] of a Matrix) with {} elements from there on",
                 i + 1, count));
    }
    return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)};
}

Table from_vectors(const Call& call, int axes) {
    if (axes > 1) fail(call, "Vectors are allowed only for a table of one argument");
    const Source values = source_of(call, 0), points = source_of(call, 1);
    if (values().size() != points().size() || values().empty()) {
        fail(call, fmt::format("the Vectors must have the same size, not {} and {}", values().size(), points().size()));
    }
    Table table;
    table.values.assign(values().begin(), values().end());
    table.axes.push_back({static_cast<std::int32_t>(points().size()), nullptr, 0., 0.});
    table.points.emplace_back(points().begin(), points().end());
    table.follow = [values, points](Table& followed) {
        copy_again(values, followed.values);
        copy_again(points, followed.points.front());
    };
    return table;
}

Table from_references(const Call& call, int axes) {
    Table table;
    std::vector<std::pair<std::size_t, Source>> points;  // by axis
    std::size_t total = 1;
    int next = 1;
    for (int axis = 0; axis < axes; ++axis) {
        const auto count = static_cast<std::size_t>(whole_argument(call, next++, 1, 100'000'000, "size"));
        total *= count;
        rv_table_axis made{static_cast<std::int32_t>(count), nullptr, 0., 0.};
        table.points.emplace_back();
        if (call.is_number(next)) {
            made.low = call.number(next++);
            made.high = call.number(next++);
            if (made.high < made.low) fail(call, "the smallest argument of a table is above its largest");
        } else {
            points.emplace_back(table.points.size() - 1, source_of(call, next));
            table.points.back() = values_at(call, next++, count);
        }
        table.axes.push_back(made);
    }
    table.values = values_at(call, 0, total);
    table.follow = [values = source_of(call, 0), points](Table& followed) {
        copy_again(values, followed.values);
        for (const auto& [axis, source] : points) copy_again(source, followed.points[axis]);
    };
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
