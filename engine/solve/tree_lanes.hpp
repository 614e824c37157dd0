#pragma once

#include <cstdint>

#include "engine/solve/tree_kernels.hpp"
#include "engine/storage/each_isa.hpp"

// Private to the files that solve trees: access to a run's compartments and their parents, four per register.
namespace ranvier::engine {

namespace {

// Registers of four compartments, and of one for the rest of a run. Rows need not be aligned. The types are members of
// structs because attributes of template arguments are ignored.
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

// Access to the parents of a run's compartments, from the k-th compartment on, if the parents are contiguous.
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

// The same for scattered parents.
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
