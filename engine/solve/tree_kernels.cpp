#include "engine/solve/tree_kernels.hpp"

#include "engine/solve/tree_lanes.hpp"

namespace ranvier::engine {

namespace {

// Trees are passed by value below: with a reference, the compiler would reload the addresses after every store.

template <class W, class Parents>
RANVIER_INLINE void assemble(const TreeView tree, const Parents parents, std::int32_t own, std::int32_t k,
                             double factor) {
    typename W::V v_up;
    parents.template read<W>(tree.v, k, v_up);
    const typename W::V dv = v_up - at<W>(tree.v, own + k);
    const typename W::V a = at<W>(tree.a, own + k);
    const typename W::V b = at<W>(tree.b, own + k);
    at<W>(tree.rhs, own + k) -= b * dv;
    at<W>(tree.d, own + k) = (at<W>(tree.d, own + k) + factor * at<W>(tree.cm, own + k)) - b;
    parents.template add<W>(tree.rhs, k, a * dv);
    parents.template subtract<W>(tree.d, k, a);
}

template <class W, class Parents>
RANVIER_INLINE void eliminate(const TreeView tree, const Parents parents, std::int32_t own, std::int32_t k) {
    const typename W::V p = at<W>(tree.a, own + k) / at<W>(tree.d, own + k);
    parents.template subtract<W>(tree.d, k, p * at<W>(tree.b, own + k));
    parents.template subtract<W>(tree.rhs, k, p * at<W>(tree.rhs, own + k));
}

// `change` is the right-hand side minus the parent's contribution.
template <class W>
RANVIER_INLINE void update(const TreeView tree, std::int32_t row, typename W::V change, double v_factor, double factor,
                           typename W::V& not_finite) {
    change /= at<W>(tree.d, row);
    at<W>(tree.rhs, row) = change;
    const typename W::V v = at<W>(tree.v, row) + v_factor * change;
    at<W>(tree.v, row) = v;
    at<W>(tree.i_cap, row) = factor * at<W>(tree.cm, row) * change;
    not_finite += v * 0.;  // 0 for finite v, else NaN
}

template <class W, class Parents>
RANVIER_INLINE void substitute(const TreeView tree, const Parents parents, std::int32_t own, std::int32_t k,
                               double v_factor, double factor, typename W::V& not_finite) {
    typename W::V up;
    parents.template read<W>(tree.rhs, k, up);
    update<W>(tree, own + k, at<W>(tree.rhs, own + k) - at<W>(tree.b, own + k) * up, v_factor, factor, not_finite);
}

template <class Parents>
RANVIER_INLINE void assemble_run(const TreeView tree, const TreeRun run, double factor) {
    const Parents parents(run, tree.parent_row);
    std::int32_t k = 0;
    for (; k + 4 <= run.count; k += 4) assemble<Four>(tree, parents, run.own, k, factor);
    for (; k < run.count; ++k) assemble<One>(tree, parents, run.own, k, factor);
}

template <class Parents>
RANVIER_INLINE void eliminate_run(const TreeView tree, const TreeRun run) {
    const Parents parents(run, tree.parent_row);
    std::int32_t k = 0;
    for (; k + 4 <= run.count; k += 4) eliminate<Four>(tree, parents, run.own, k);
    for (; k < run.count; ++k) eliminate<One>(tree, parents, run.own, k);
}

template <class Parents>
RANVIER_INLINE void substitute_run(const TreeView tree, const TreeRun run, double v_factor, double factor,
                                   Four::V& not_finite, double& not_finite_one) {
    const Parents parents(run, tree.parent_row);
    std::int32_t k = 0;
    for (; k + 4 <= run.count; k += 4) substitute<Four>(tree, parents, run.own, k, v_factor, factor, not_finite);
    for (; k < run.count; ++k) substitute<One>(tree, parents, run.own, k, v_factor, factor, not_finite_one);
}

RANVIER_INLINE void assemble_all(const TreeView tree, double factor) {
    for (const TreeRun& run : tree.roots) {
        for (std::int32_t row = run.own; row < run.own + run.count; ++row) tree.d[row] += factor * tree.cm[row];
    }
    for (const TreeRun& run : tree.runs) {
        if (run.parent == TreeRun::scattered) {
            assemble_run<Scattered>(tree, run, factor);
        } else {
            assemble_run<InARow>(tree, run, factor);
        }
    }
}

RANVIER_EACH_ISA void assemble_each(const TreeView& tree, double factor) {
    assemble_all(tree, factor);
}

RANVIER_EACH_ISA void eliminate_each(const TreeView& view, double factor) {
    const TreeView tree = view;
    assemble_all(tree, factor);
    for (std::size_t k = tree.runs.size(); k-- > 0;) {
        const TreeRun run = tree.runs[k];
        if (run.parent == TreeRun::scattered) {
            eliminate_run<Scattered>(tree, run);
        } else {
            eliminate_run<InARow>(tree, run);
        }
    }
}

RANVIER_EACH_ISA double substitute_each(const TreeView& view, double v_factor, double factor) {
    const TreeView tree = view;
    Four::V not_finite = {};
    double one = 0;
    for (const TreeRun& run : tree.roots) {
        for (std::int32_t row = run.own; row < run.own + run.count; ++row) {
            update<One>(tree, row, tree.rhs[row], v_factor, factor, one);
        }
    }
    for (const TreeRun& run : tree.runs) {
        if (run.parent == TreeRun::scattered) {
            substitute_run<Scattered>(tree, run, v_factor, factor, not_finite, one);
        } else {
            substitute_run<InARow>(tree, run, v_factor, factor, not_finite, one);
        }
    }
    return one + not_finite[0] + not_finite[1] + not_finite[2] + not_finite[3];
}

}  // namespace

void assemble_tree(const TreeView& tree, double capacity_factor) {
    assemble_each(tree, capacity_factor);
}

void eliminate_tree(const TreeView& tree, double capacity_factor) {
    eliminate_each(tree, capacity_factor);
}

double substitute_tree(const TreeView& tree, double v_factor, double capacity_factor) {
    return substitute_each(tree, v_factor, capacity_factor);
}

}  // namespace ranvier::engine
