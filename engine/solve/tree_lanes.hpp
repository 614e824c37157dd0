#pragma once

#include <cstdint>

#include "engine/solve/tree_kernels.hpp"

// One function, compiled for several instruction sets; the loader picks one. No product and sum are fused
// (-ffp-contract=off), so all give the same bits. 256-bit vectors divide as fast as 512-bit ones on the machines we
// know, so there is no third version. The sanitizers' start-up code cannot run loader-time choices.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_THREAD__) && \
    !defined(__SANITIZE_ADDRESS__)
#define RANVIER_EACH_ISA __attribute__((target_clones("default", "avx2"), optimize("O3")))
#else
#define RANVIER_EACH_ISA
#endif
#define RANVIER_INLINE inline __attribute__((always_inline))

// Private to the files that solve trees: a run's compartments and their parents, in registers of four.
namespace ranvier::engine {

namespace {

// Four compartments in a register, and one for the rest of a run. Rows need not be aligned. In a struct, because a
// template argument would lose the attributes.
struct Four {
    typedef double V __attribute__((vector_size(32), aligned(8), may_alias));
    static constexpr int width = 4;
};
struct One {
    typedef double V __attribute__((may_alias));
    static constexpr int width = 1;
};

template <class W>
RANVIER_INLINE typename W::V& at(double* p, std::int32_t row) {
    return *reinterpret_cast<typename W::V*>(p + row);
}
template <class W>
RANVIER_INLINE const typename W::V& at(const double* p, std::int32_t row) {
    return *reinterpret_cast<const typename W::V*>(p + row);
}

// The parents of the compartments from the k-th of a run on, if they are contiguous.
struct InARow {
    explicit RANVIER_INLINE InARow(const TreeRun& run, const std::int32_t*) : first(run.parent) {}
    template <class W>
    RANVIER_INLINE void read(const double* p, std::int32_t k, typename W::V& out) const {
        out = at<W>(p, first + k);
    }
    template <class W>
    RANVIER_INLINE void add(double* p, std::int32_t k, const typename W::V& x) const {
        at<W>(p, first + k) += x;
    }
    template <class W>
    RANVIER_INLINE void subtract(double* p, std::int32_t k, const typename W::V& x) const {
        at<W>(p, first + k) -= x;
    }
    std::int32_t first;
};

// The same, if they are scattered.
struct Scattered {
    explicit RANVIER_INLINE Scattered(const TreeRun& run, const std::int32_t* parent_row)
        : row(parent_row + run.first) {}
    template <class W>
    RANVIER_INLINE void read(const double* p, std::int32_t k, typename W::V& out) const {
        if constexpr (W::width == 4) {
            out = typename W::V{p[row[k]], p[row[k + 1]], p[row[k + 2]], p[row[k + 3]]};
        } else {
            out = p[row[k]];
        }
    }
    template <class W>
    RANVIER_INLINE void add(double* p, std::int32_t k, const typename W::V& x) const {
        if constexpr (W::width == 4) {
            for (int l = 0; l < 4; ++l) p[row[k + l]] += x[l];
        } else {
            p[row[k]] += x;
        }
    }
    template <class W>
    RANVIER_INLINE void subtract(double* p, std::int32_t k, const typename W::V& x) const {
        if constexpr (W::width == 4) {
            for (int l = 0; l < 4; ++l) p[row[k + l]] -= x[l];
        } else {
            p[row[k]] -= x;
        }
    }
    const std::int32_t* row;
};

}  // namespace

}  // namespace ranvier::engine
