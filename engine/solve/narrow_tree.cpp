#include "engine/solve/narrow_tree.hpp"

#include <algorithm>

namespace ranvier::engine {

namespace {

std::int32_t parent_of(const TreeRun& run, std::int32_t k, const std::vector<std::int32_t>& parent_row) {
    return run.parent == TreeRun::scattered ? parent_row[static_cast<std::size_t>(run.first + k)] : run.parent + k;
}

std::int32_t rows_behind(std::span<const TreeRun> runs) {
    std::int32_t behind = 0;
    for (const TreeRun& run : runs) behind = std::max(behind, run.own + run.count);
    return behind;
}

}  // namespace

bool NarrowTree::suits(std::span<const TreeRun> runs) {
    std::size_t rows = 0;
    for (const TreeRun& run : runs) rows += static_cast<std::size_t>(run.count);
    return rows < 4 * runs.size();
}

NarrowTree::NarrowTree(std::span<const TreeRun> roots, std::span<const TreeRun> runs,
                       const std::vector<std::int32_t>& parent_row) {
    const auto rows = static_cast<std::size_t>(std::max(rows_behind(roots), rows_behind(runs)));
    std::vector<std::vector<std::int32_t>> children(rows);
    for (const TreeRun& run : runs) {
        for (std::int32_t k = 0; k < run.count; ++k) {
            children[static_cast<std::size_t>(parent_of(run, k, parent_row))].push_back(run.own + k);
        }
    }
    const auto list = [&](std::int32_t row, std::int32_t up, std::vector<Row>& to) {
        const std::vector<std::int32_t>& own = children[static_cast<std::size_t>(row)];
        const auto first = static_cast<std::int32_t>(children_.size());
        children_.insert(children_.end(), own.begin(), own.end());
        const bool is_after = own.size() == 1 && !rows_.empty() && rows_.back().row == own[0];
        to.push_back({row, up, first, static_cast<std::int32_t>(children_.size()), is_after});
    };
    for (std::size_t k = runs.size(); k-- > 0;) {
        for (std::int32_t i = runs[k].count; i-- > 0;) list(runs[k].own + i, parent_of(runs[k], i, parent_row), rows_);
    }
    for (const TreeRun& run : roots) {
        for (std::int32_t i = 0; i < run.count; ++i) list(run.own + i, run.own + i, roots_);
    }
    passed_.resize(rows);
}

inline void NarrowTree::assemble(const Row& row, const Passed& last, Sums& sums) const {
    const auto take = [&](const Passed& child) {
        sums.rhs += child.a_dv;
        sums.d -= child.a;
    };
    if (row.is_after_its_child) return take(last);
    for (std::int32_t k = row.first; k < row.end; ++k) take(passed_[static_cast<std::size_t>(children_[k])]);
}

// The children in reverse order.
inline void NarrowTree::take_eliminated(const Row& row, const Passed& last, Sums& sums) const {
    const auto take = [&](const Passed& child) {
        sums.d -= child.p_b;
        sums.rhs -= child.p_rhs;
    };
    if (row.is_after_its_child) return take(last);
    for (std::int32_t k = row.end; k-- > row.first;) take(passed_[static_cast<std::size_t>(children_[k])]);
}

void NarrowTree::eliminate(const TreeView& view, double factor) {
    const TreeView tree = view;
    Passed last{};
    for (const Row& row : rows_) {
        const std::int32_t r = row.row;
        const double a = tree.a[r], b = tree.b[r], dv = tree.v[row.up] - tree.v[r];
        Sums sums{(tree.d[r] + factor * tree.cm[r]) - b, tree.rhs[r] - b * dv};
        assemble(row, last, sums);
        take_eliminated(row, last, sums);
        tree.d[r] = sums.d;
        tree.rhs[r] = sums.rhs;
        const double p = a / sums.d;
        last = {a, a * dv, p * b, p * sums.rhs};
        passed_[static_cast<std::size_t>(r)] = last;
    }
    for (const Row& row : roots_) {
        Sums sums{tree.d[row.row] + factor * tree.cm[row.row], tree.rhs[row.row]};
        assemble(row, last, sums);
        take_eliminated(row, last, sums);
        tree.d[row.row] = sums.d;
        tree.rhs[row.row] = sums.rhs;
    }
}

double NarrowTree::substitute(const TreeView& view, double v_factor, double factor) const {
    const TreeView tree = view;
    double not_finite = 0;
    const auto update = [&](std::int32_t row, double change) {
        change /= tree.d[row];
        tree.rhs[row] = change;
        const double v = tree.v[row] + v_factor * change;
        tree.v[row] = v;
        tree.i_cap[row] = factor * tree.cm[row] * change;
        not_finite += v * 0.;  // 0 for finite v, else NaN
        return change;
    };
    for (const Row& row : roots_) update(row.row, tree.rhs[row.row]);
    std::int32_t kept = -1;
    double change = 0;  // of row `kept`
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
        const double up = row->up == kept ? change : tree.rhs[row->up];
        change = update(row->row, tree.rhs[row->row] - tree.b[row->row] * up);
        kept = row->row;
    }
    return not_finite;
}

void NarrowTree::eliminate_directly(const TreeView& view, const double* axial, double factor) {
    const TreeView tree = view;
    Passed last{};
    const auto collected = [&](const Row& row) {
        const std::int32_t r = row.row;
        const double membrane = tree.d[r] + factor * tree.cm[r];
        Sums sums{membrane + axial[r], tree.rhs[r] + membrane * tree.v[r]};
        take_eliminated(row, last, sums);
        tree.rhs[r] = sums.rhs;
        return sums;
    };
    for (const Row& row : rows_) {
        const std::int32_t r = row.row;
        const Sums sums = collected(row);
        const double reciprocal = 1. / sums.d, p = tree.a[r] * reciprocal;
        tree.d[r] = reciprocal;
        last = {0, 0, p * tree.b[r], p * sums.rhs};
        passed_[static_cast<std::size_t>(r)] = last;
    }
    for (const Row& row : roots_) tree.d[row.row] = collected(row).d;
}

double NarrowTree::substitute_directly(const TreeView& view, double factor) const {
    const TreeView tree = view;
    double not_finite = 0;
    const auto update = [&](std::int32_t row, double solution) {
        const double change = solution - tree.v[row];
        tree.v[row] = solution;
        tree.rhs[row] = change;
        tree.i_cap[row] = factor * tree.cm[row] * change;
        not_finite += solution * 0.;  // 0 for finite v, else NaN
        return solution;
    };
    for (const Row& row : roots_) update(row.row, tree.rhs[row.row] / tree.d[row.row]);
    std::int32_t kept = -1;
    double solution = 0;  // of row `kept`
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
        const double up = row->up == kept ? solution : tree.v[row->up];
        const double rest = tree.rhs[row->row] - tree.b[row->row] * up;
        solution = update(row->row, rest * tree.d[row->row]);
        kept = row->row;
    }
    return not_finite;
}

}  // namespace ranvier::engine
