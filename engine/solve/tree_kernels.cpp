#include "engine/solve/tree_kernels.hpp"

// One body, compiled for several instruction sets; the loader picks. No product and sum are fused
// (-ffp-contract=off), so all give the same bits. 256-bit vectors divide as fast as 512-bit ones on the machines we
// know, so there is no third version. The sanitizers' start-up code cannot run loader-time choices.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__) && \
    !defined(__SANITIZE_ADDRESS__)
#define RANVIER_EACH_ISA __attribute__((target_clones("default", "avx2"), optimize("O3")))
#else
#define RANVIER_EACH_ISA
#endif
#define RANVIER_INLINE inline __attribute__((always_inline))

namespace ranvier::engine {

namespace {

// Four (two, one) lanes in a register; the compiler's own vectoriser does worse on loops this short. Rows need not be
// aligned. In a struct, because a template argument would lose the attributes.
struct Four {
    typedef double V __attribute__((vector_size(32), aligned(8), may_alias));
};
struct Two {
    typedef double V __attribute__((vector_size(16), aligned(8), may_alias));
};
struct One {
    typedef double V __attribute__((may_alias));
};

template <class Width>
RANVIER_INLINE typename Width::V& at(double* p, int k) {
    return reinterpret_cast<typename Width::V*>(p)[k];
}
template <class Width>
RANVIER_INLINE const typename Width::V& at(const double* p, int k) {
    return reinterpret_cast<const typename Width::V*>(p)[k];
}

// By value: through a reference every store would make the compiler read the addresses again.
template <class Width, int count>
RANVIER_INLINE void assemble(const TreeView tree, double capacity_factor) {
    for (std::size_t j = 0; j < tree.roots; ++j) {
        for (int k = 0; k < count; ++k) {
            at<Width>(tree.d + tree.row[j], k) += capacity_factor * at<Width>(tree.cm + tree.row[j], k);
        }
    }
    for (std::size_t j = tree.roots; j < tree.nodes; ++j) {
        const std::int32_t own = tree.row[j];
        const std::int32_t up = tree.parent_row[j];
        for (int k = 0; k < count; ++k) {
            const typename Width::V dv = at<Width>(tree.v + up, k) - at<Width>(tree.v + own, k);
            const typename Width::V a = at<Width>(tree.a + own, k);
            const typename Width::V b = at<Width>(tree.b + own, k);
            at<Width>(tree.rhs + own, k) -= b * dv;
            at<Width>(tree.rhs + up, k) += a * dv;
            at<Width>(tree.d + own, k) =
                (at<Width>(tree.d + own, k) + capacity_factor * at<Width>(tree.cm + own, k)) - b;
            at<Width>(tree.d + up, k) -= a;
        }
    }
}

template <class Width, int count>
RANVIER_INLINE void eliminate(const TreeView tree) {
    for (std::size_t j = tree.nodes; j-- > tree.roots;) {
        const std::int32_t own = tree.row[j];
        const std::int32_t up = tree.parent_row[j];
        for (int k = 0; k < count; ++k) {
            const typename Width::V p = at<Width>(tree.a + own, k) / at<Width>(tree.d + own, k);
            at<Width>(tree.d + up, k) -= p * at<Width>(tree.b + own, k);
            at<Width>(tree.rhs + up, k) -= p * at<Width>(tree.rhs + own, k);
        }
    }
}

template <class Width, int count>
RANVIER_INLINE double substitute(const TreeView tree, double v_factor, double capacity_factor) {
    double not_finite[sizeof(typename Width::V) / sizeof(double)] = {};
    for (std::size_t j = 0; j < tree.nodes; ++j) {
        const std::int32_t own = tree.row[j];
        for (int k = 0; k < count; ++k) {
            typename Width::V rhs = at<Width>(tree.rhs + own, k);
            if (j >= tree.roots) rhs -= at<Width>(tree.b + own, k) * at<Width>(tree.rhs + tree.parent_row[j], k);
            rhs /= at<Width>(tree.d + own, k);
            at<Width>(tree.rhs + own, k) = rhs;
            const typename Width::V v = at<Width>(tree.v + own, k) + v_factor * rhs;
            at<Width>(tree.v + own, k) = v;
            at<Width>(tree.i_cap + own, k) = capacity_factor * at<Width>(tree.cm + own, k) * rhs;
            at<Width>(not_finite, 0) += v * 0.;  // 0 for finite v, else NaN
        }
    }
    double sum = 0;
    for (const double x : not_finite) sum += x;
    return sum;
}

template <class Width, int count>
RANVIER_INLINE void eliminate_all(const TreeView tree, double capacity_factor) {
    assemble<Width, count>(tree, capacity_factor);
    eliminate<Width, count>(tree);
}

#define RANVIER_KERNELS(lanes, Width)                                                                  \
    RANVIER_EACH_ISA void assemble_##lanes(const TreeView& tree, double factor) {                      \
        assemble<Width, lanes * sizeof(double) / sizeof(Width::V)>(tree, factor);                      \
    }                                                                                                  \
    RANVIER_EACH_ISA void eliminate_##lanes(const TreeView& tree, double factor) {                     \
        eliminate_all<Width, lanes * sizeof(double) / sizeof(Width::V)>(tree, factor);                 \
    }                                                                                                  \
    RANVIER_EACH_ISA double substitute_##lanes(const TreeView& tree, double v_factor, double factor) { \
        return substitute<Width, lanes * sizeof(double) / sizeof(Width::V)>(tree, v_factor, factor);   \
    }
RANVIER_KERNELS(16, Four)
RANVIER_KERNELS(8, Four)
RANVIER_KERNELS(4, Four)
RANVIER_KERNELS(2, Two)
RANVIER_KERNELS(1, One)
#undef RANVIER_KERNELS

}  // namespace

void assemble_tree(const TreeView& tree, double capacity_factor) {
    switch (tree.lanes) {
        case 16:
            return assemble_16(tree, capacity_factor);
        case 8:
            return assemble_8(tree, capacity_factor);
        case 4:
            return assemble_4(tree, capacity_factor);
        case 2:
            return assemble_2(tree, capacity_factor);
        default:
            return assemble_1(tree, capacity_factor);
    }
}

void eliminate_tree(const TreeView& tree, double capacity_factor) {
    switch (tree.lanes) {
        case 16:
            return eliminate_16(tree, capacity_factor);
        case 8:
            return eliminate_8(tree, capacity_factor);
        case 4:
            return eliminate_4(tree, capacity_factor);
        case 2:
            return eliminate_2(tree, capacity_factor);
        default:
            return eliminate_1(tree, capacity_factor);
    }
}

double substitute_tree(const TreeView& tree, double v_factor, double capacity_factor) {
    switch (tree.lanes) {
        case 16:
            return substitute_16(tree, v_factor, capacity_factor);
        case 8:
            return substitute_8(tree, v_factor, capacity_factor);
        case 4:
            return substitute_4(tree, v_factor, capacity_factor);
        case 2:
            return substitute_2(tree, v_factor, capacity_factor);
        default:
            return substitute_1(tree, v_factor, capacity_factor);
    }
}

}  // namespace ranvier::engine
