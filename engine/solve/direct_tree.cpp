#include "engine/solve/direct_tree.hpp"

#include "engine/solve/tree_lanes.hpp"

namespace ranvier::engine {

namespace {

// Computes the membrane's share of each equation; `axial` is the rest of the diagonal.
RANVIER_INLINE void start_rows(const TreeView tree, const double* axial, std::size_t rows, double factor) {
    double* __restrict d = tree.d;
    double* __restrict rhs = tree.rhs;
    const double* __restrict cm = tree.cm;
    const double* __restrict v = tree.v;
    for (std::size_t i = 0; i < rows; ++i) {
        const double membrane = d[i] + factor * cm[i];
        rhs[i] += membrane * v[i];
        d[i] = membrane + axial[i];
    }
}

template <class W, class Parents>
RANVIER_INLINE void eliminate(const TreeView tree, const Parents parents, std::int32_t own, std::int32_t k) {
    const typename W::V reciprocal = 1. / at<W>(tree.d, own + k);
    const typename W::V p = at<W>(tree.a, own + k) * reciprocal;
    at<W>(tree.d, own + k) = reciprocal;
    parents.template subtract<W>(tree.d, k, p * at<W>(tree.b, own + k));
    parents.template subtract<W>(tree.rhs, k, p * at<W>(tree.rhs, own + k));
}

template <class Parents>
RANVIER_INLINE void eliminate_run(const TreeView tree, const TreeRun run) {
    const Parents parents(run, tree.parent_row);
    std::int32_t k = 0;
    for (; k + 4 <= run.count; k += 4) eliminate<Four>(tree, parents, run.own, k);
    for (; k < run.count; ++k) eliminate<One>(tree, parents, run.own, k);
}

// `solution` is the voltage at the end of the step.
template <class W>
RANVIER_INLINE void update(const TreeView tree, std::int32_t row, typename W::V solution, double factor,
                           typename W::V& not_finite) {
    const typename W::V change = solution - at<W>(tree.v, row);
    at<W>(tree.v, row) = solution;
    at<W>(tree.rhs, row) = change;
    at<W>(tree.i_cap, row) = factor * at<W>(tree.cm, row) * change;
    not_finite += solution * 0.;  // 0 for finite v, else NaN
}

template <class W, class Parents>
RANVIER_INLINE void substitute(const TreeView tree, const Parents parents, std::int32_t own, std::int32_t k,
                               double factor, typename W::V& not_finite) {
    typename W::V up;
    parents.template read<W>(tree.v, k, up);
    const typename W::V rest = at<W>(tree.rhs, own + k) - at<W>(tree.b, own + k) * up;
    update<W>(tree, own + k, rest * at<W>(tree.d, own + k), factor, not_finite);
}

template <class Parents>
RANVIER_INLINE void substitute_run(const TreeView tree, const TreeRun run, double factor, Four::V& not_finite,
                                   double& not_finite_one) {
    const Parents parents(run, tree.parent_row);
    std::int32_t k = 0;
    for (; k + 4 <= run.count; k += 4) substitute<Four>(tree, parents, run.own, k, factor, not_finite);
    for (; k < run.count; ++k) substitute<One>(tree, parents, run.own, k, factor, not_finite_one);
}

RANVIER_EACH_ISA void eliminate_each(const TreeView& view, const double* axial, std::size_t rows, double factor) {
    const TreeView tree = view;
    start_rows(tree, axial, rows, factor);
    for (std::size_t k = tree.runs.size(); k-- > 0;) {
        const TreeRun run = tree.runs[k];
        if (run.parent == TreeRun::scattered) {
            eliminate_run<Scattered>(tree, run);
        } else {
            eliminate_run<InARow>(tree, run);
        }
    }
}

RANVIER_EACH_ISA double substitute_each(const TreeView& view, double factor) {
    const TreeView tree = view;
    Four::V not_finite = {};
    double one = 0;
    for (const TreeRun& run : tree.roots) {
        for (std::int32_t row = run.own; row < run.own + run.count; ++row) {
            update<One>(tree, row, tree.rhs[row] / tree.d[row], factor, one);
        }
    }
    for (const TreeRun& run : tree.runs) {
        if (run.parent == TreeRun::scattered) {
            substitute_run<Scattered>(tree, run, factor, not_finite, one);
        } else {
            substitute_run<InARow>(tree, run, factor, not_finite, one);
        }
    }
    return one + not_finite[0] + not_finite[1] + not_finite[2] + not_finite[3];
}

}  // namespace

DirectTree::DirectTree(std::span<const TreeRun> roots, std::span<const TreeRun> runs,
                       const std::vector<std::int32_t>& parent_row, const std::vector<bool>& is_end,
                       const std::vector<bool>& occupied) {
    const auto is_dropped = [&](std::int32_t row) {
        const auto i = static_cast<std::size_t>(row);
        return is_end[i] && !occupied[i];
    };
    for (const TreeRun& run : runs) {
        for (std::int32_t from = 0; from < run.count;) {
            const bool dropped = is_dropped(run.own + from);
            std::int32_t to = from + 1;
            while (to < run.count && is_dropped(run.own + to) == dropped) ++to;
            if (!dropped) add_piece(run, from, to, parent_row);
            for (std::int32_t k = from; dropped && k < to; ++k) {
                const bool scattered = run.parent == TreeRun::scattered;
                ends_.push_back(
                    {run.own + k, scattered ? parent_row[static_cast<std::size_t>(run.first + k)] : run.parent + k});
            }
            from = to;
        }
    }
    if (!NarrowTree::suits(runs_)) return;
    narrow_.emplace(roots, runs_, parent_row_);
    std::vector<TreeRun>().swap(runs_);
    std::vector<std::int32_t>().swap(parent_row_);
}

void DirectTree::add_piece(const TreeRun& run, std::int32_t from, std::int32_t to,
                           const std::vector<std::int32_t>& parent_row) {
    TreeRun piece{run.own + from, to - from, run.parent, 0};
    if (run.parent == TreeRun::scattered) {
        piece.first = static_cast<std::int32_t>(parent_row_.size());
        parent_row_.insert(parent_row_.end(), parent_row.begin() + run.first + from,
                           parent_row.begin() + run.first + to);
    } else {
        piece.parent += from;
    }
    runs_.push_back(piece);
}

void DirectTree::set_coefficients(const double* a, const double* b, std::size_t rows) {
    axial_.assign(rows, 0.);
    if (narrow_) return narrow_->add_axial(a, b, axial_.data());
    for (const TreeRun& run : runs_) {  // parents before children, the children of one parent in NEURON's order
        for (std::int32_t k = 0; k < run.count; ++k) {
            const std::int32_t parent = run.parent == TreeRun::scattered
                                            ? parent_row_[static_cast<std::size_t>(run.first + k)]
                                            : run.parent + k;
            axial_[static_cast<std::size_t>(run.own + k)] -= b[run.own + k];
            axial_[static_cast<std::size_t>(parent)] -= a[run.own + k];
        }
    }
}

void DirectTree::eliminate(const TreeView& tree, double capacity_factor) {
    if (narrow_) return narrow_->eliminate_directly(tree, axial_.data(), capacity_factor);
    TreeView own = tree;
    own.runs = runs_;
    own.parent_row = parent_row_.data();
    eliminate_each(own, axial_.data(), axial_.size(), capacity_factor);
}

double DirectTree::substitute(const TreeView& tree, double capacity_factor) const {
    TreeView own = tree;
    own.runs = runs_;
    own.parent_row = parent_row_.data();
    const double not_finite =
        narrow_ ? narrow_->substitute_directly(tree, capacity_factor) : substitute_each(own, capacity_factor);
    for (const End& end : ends_) {
        tree.rhs[end.row] = tree.v[end.parent] - tree.v[end.row];
        tree.v[end.row] = tree.v[end.parent];
        tree.i_cap[end.row] = 0;
    }
    return not_finite;
}

}  // namespace ranvier::engine
