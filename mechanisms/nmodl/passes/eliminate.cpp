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

Statements eliminate(MatrixPattern& pattern) {
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
    return made;
}

}  // namespace ranvier::nmodl
