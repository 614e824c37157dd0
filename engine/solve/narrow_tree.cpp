#include "engine/solve/narrow_tree.hpp"

#include <algorithm>
#include <numeric>

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

namespace {

/// The children of each row, in NEURON's order.
class Children {
  public:
    Children(std::span<const TreeRun> runs, const std::vector<std::int32_t>& parent_row, std::size_t rows)
        : first_(rows + 1) {
        const auto for_each = [&](auto act) {
            for (const TreeRun& run : runs) {
                for (std::int32_t k = 0; k < run.count; ++k) {
                    act(static_cast<std::size_t>(parent_of(run, k, parent_row)), run.own + k);
                }
            }
        };
        for_each([&](std::size_t parent, std::int32_t) { ++first_[parent]; });
        std::partial_sum(first_.begin(), first_.end(), first_.begin());  // where they end
        all_.resize(first_.back());
        for_each([&](std::size_t parent, std::int32_t child) { all_[--first_[parent]] = child; });
        const auto at = [this](std::size_t k) { return all_.begin() + static_cast<std::ptrdiff_t>(k); };
        for (std::size_t row = 0; row < rows; ++row) std::reverse(at(first_[row]), at(first_[row + 1]));
    }
    std::span<const std::int32_t> of(std::int32_t row) const {
        const auto i = static_cast<std::size_t>(row);
        return std::span(all_).subspan(first_[i], first_[i + 1] - first_[i]);
    }

  private:
    std::vector<std::size_t> first_;
    std::vector<std::int32_t> all_;
};

}  // namespace

NarrowTree::NarrowTree(std::span<const TreeRun> roots, std::span<const TreeRun> runs,
                       const std::vector<std::int32_t>& parent_row) {
    const auto rows = static_cast<std::size_t>(std::max(rows_behind(roots), rows_behind(runs)));
    const Children children(runs, parent_row, rows);
    std::vector<std::int32_t> index_of_row(rows);
    rows_.reserve(rows);
    for (std::size_t k = runs.size(); k-- > 0;) {
        for (std::int32_t i = runs[k].count; i-- > 0;) {
            Row row{runs[k].own + i, parent_of(runs[k], i, parent_row), 0, not_stored};
            link(row, children.of(row.row), index_of_row);
            index_of_row[static_cast<std::size_t>(row.row)] = static_cast<std::int32_t>(rows_.size());
            rows_.push_back(row);
        }
    }
    for (const TreeRun& run : roots) {
        for (std::int32_t i = 0; i < run.count; ++i) {
            Row root{run.own + i, run.own + i, 0, not_stored};
            link(root, children.of(root.row), index_of_row);
            roots_.push_back(root);
        }
    }
}

/// Tells the row where its children, which are in rows_, leave what they pass.
void NarrowTree::link(Row& row, std::span<const std::int32_t> children, std::vector<std::int32_t>& index_of_row) {
    if (children.empty()) return;  // the empty list
    if (children.size() == 1 && rows_.back().row == children[0]) {
        row.children = right_before;
        return;
    }
    row.children = static_cast<std::int32_t>(children_.size());
    children_.push_back(static_cast<std::int32_t>(children.size()));
    for (const std::int32_t child : children) {
        Row& of_child = rows_[static_cast<std::size_t>(index_of_row[static_cast<std::size_t>(child)])];
        of_child.passed = static_cast<std::int32_t>(passed_.size());
        children_.push_back(of_child.passed);
        passed_.emplace_back();
    }
}

void NarrowTree::add_axial(const double* a, const double* b, double* axial) const {
    for (auto row = rows_.rbegin(); row != rows_.rend(); ++row) {
        axial[row->row] -= b[row->row];
        axial[row->up] -= a[row->row];
    }
}

inline void NarrowTree::assemble(const Row& row, const Passed& last, Sums& sums) const {
    const auto take = [&](const Passed& child) {
        sums.rhs += child.a_dv;
        sums.d -= child.a;
    };
    if (row.children == right_before) return take(last);
    for (const std::int32_t child : children_of(row)) take(passed_[static_cast<std::size_t>(child)]);
}

// The children in reverse order.
inline void NarrowTree::take_eliminated(const Row& row, const Passed& last, Sums& sums) const {
    const auto take = [&](const Passed& child) {
        sums.d -= child.p_b;
        sums.rhs -= child.p_rhs;
    };
    if (row.children == right_before) return take(last);
    const std::span<const std::int32_t> children = children_of(row);
    for (std::size_t k = children.size(); k-- > 0;) take(passed_[static_cast<std::size_t>(children[k])]);
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
        pass(row, last);
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
        pass(row, last);
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
