#include "mechanisms/nmodl/passes/eliminate.hpp"

#include <algorithm>
#include <list>

namespace ranvier::nmodl {
namespace {

/// Rows that are not pivots yet, ordered by number of elements, fewest first; among equals the most recent first.
class Waiting {
  public:
    explicit Waiting(std::size_t rows) : counts_(rows) {}

    void insert(int row, int count) {
        counts_[static_cast<std::size_t>(row)] = count;
        const auto before =
            std::find_if(rows_.begin(), rows_.end(), [&](int other) { return this->count(other) >= count; });
        rows_.insert(before, row);
    }
    void change(int row, int by) {
        rows_.remove(row);
        insert(row, count(row) + by);
    }
    int front() const { return rows_.front(); }
    void remove(int row) { rows_.remove(row); }

  private:
    int count(int row) const { return counts_[static_cast<std::size_t>(row)]; }
    std::list<int> rows_;
    std::vector<int> counts_;
};

}  // namespace

MatrixPattern::MatrixPattern(int size) : size_(size) {
    for (int k = 0; k < size; ++k) slot(k, k);
}

int MatrixPattern::slot(int row, int column) {
    return slots_.try_emplace({row, column}, static_cast<int>(slots_.size())).first->second;
}

std::vector<int> pivot_order(MatrixPattern& pattern) {
    const int size = pattern.size();
    std::vector<int> order;  // of rows and columns: first the pivots, then the others in their present order
    Waiting waiting(static_cast<std::size_t>(size));
    for (int row = 0; row < size; ++row) {
        order.push_back(row);
        int count = 0;
        for (int column = 0; column < size; ++column) count += pattern.has(row, column);
        waiting.insert(row, count);
    }
    for (auto next = order.begin(); next != order.end(); ++next) {
        const int pivot = waiting.front();
        const auto found = std::find(next, order.end(), pivot);
        std::rotate(next, found, found + 1);
        for (auto row = next + 1; row != order.end(); ++row) {
            if (!pattern.has(*row, pivot)) continue;
            for (auto column = next + 1; column != order.end(); ++column) {
                if (!pattern.has(pivot, *column) || pattern.has(*row, *column)) continue;
                pattern.slot(*row, *column);
                waiting.change(*row, 1);
            }
            waiting.change(*row, -1);
        }
        waiting.remove(pivot);
    }
    return order;
}

namespace {

/// The arguments of rv_eliminate, by places in rv_rhs and rv_matrix.
std::vector<int> elimination_table(MatrixPattern& pattern, const std::vector<int>& order) {
    const auto in = [&](auto first, auto last, auto&& has) {
        std::vector<int> found;
        std::copy_if(first, last, std::back_inserter(found), has);
        return found;
    };
    std::vector<int> table{static_cast<int>(order.size())};
    const auto add_row = [&](int row, const std::vector<int>& columns) {
        for (const int column : columns) table.push_back(pattern.slot(row, column));
    };
    for (auto pivot = order.begin(); pivot != order.end(); ++pivot) {
        const auto rows = in(pivot + 1, order.end(), [&](int row) { return pattern.has(row, *pivot); });
        const auto columns = in(pivot + 1, order.end(), [&](int column) { return pattern.has(*pivot, column); });
        table.insert(table.end(), {pattern.slot(*pivot, *pivot), *pivot, static_cast<int>(rows.size()),
                                   static_cast<int>(columns.size())});
        add_row(*pivot, columns);
        for (const int row : rows) {
            table.insert(table.end(), {pattern.slot(row, *pivot), row});
            add_row(row, columns);
        }
    }
    for (auto pivot = order.rbegin(); pivot != order.rend(); ++pivot) {
        const auto columns = in(pivot.base(), order.end(), [&](int column) { return pattern.has(*pivot, column); });
        table.insert(table.end(), {pattern.slot(*pivot, *pivot), *pivot, static_cast<int>(columns.size())});
        for (const int column : columns) table.insert(table.end(), {pattern.slot(*pivot, column), column});
    }
    return table;
}

}  // namespace

StatementPtr eliminate(MatrixPattern& pattern) {
    const auto order = pivot_order(pattern);
    const auto at = [](const char* array, int k) { return make_index(array, make_number(std::to_string(k))); };
    const auto element = [&](int row, int column) { return at("rv_matrix", pattern.slot(row, column)); };
    const auto rhs = [&](int row) { return at("rv_rhs", row); };
    Statements made;
    // target = target - a*b
    const auto subtract = [&](ExpressionPtr target, ExpressionPtr a, ExpressionPtr b) {
        auto value = make_binary("-", clone(*target), make_binary("*", std::move(a), std::move(b)));
        made.push_back(make_assign(std::move(target), std::move(value)));
    };
    for (auto pivot = order.begin(); pivot != order.end(); ++pivot) {
        auto check = make_statement(StatementKind::If, {});
        check->value.push_back(make_binary("<=", make_call("fabs", element(*pivot, *pivot)), make_number("1e-20")));
        check->body.push_back(make_assign(make_name("rv_singular"), make_number("1.0")));
        made.push_back(std::move(check));
        for (auto row = pivot + 1; row != order.end(); ++row) {
            if (!pattern.has(*row, *pivot)) continue;
            made.push_back(
                make_assign(make_name("rv_ratio"), make_binary("/", element(*row, *pivot), element(*pivot, *pivot))));
            subtract(rhs(*row), rhs(*pivot), make_name("rv_ratio"));
            for (auto column = pivot + 1; column != order.end(); ++column) {
                if (!pattern.has(*pivot, *column)) continue;
                subtract(element(*row, *column), element(*pivot, *column), make_name("rv_ratio"));
            }
        }
    }
    for (auto pivot = order.rbegin(); pivot != order.rend(); ++pivot) {
        for (auto column = pivot.base(); column != order.end(); ++column) {
            if (!pattern.has(*pivot, *column)) continue;
            subtract(rhs(*pivot), element(*pivot, *column), rhs(*column));
        }
        made.push_back(make_assign(rhs(*pivot), make_binary("/", rhs(*pivot), element(*pivot, *pivot))));
    }
    auto all = make_statement(StatementKind::Eliminate, {});
    for (const char* name : {"rv_rhs", "rv_matrix", "rv_singular"}) all->value.push_back(make_name(name));
    all->body = std::move(made);
    all->table = elimination_table(pattern, order);
    return all;
}

}  // namespace ranvier::nmodl
