/* Newton's method and METHOD sparse of solvers.h for the equations of L instances at once: in each lane the same
 * operations in the same order, so the same bits. A lane whose iteration has ended keeps its values while others
 * continue.
 *
 * C++. Rows are exchanged by selection; the choice of pivots does not change control flow.
 */
#ifndef RANVIER_MECHANISMS_RUNTIME_LANE_SOLVERS_H
#define RANVIER_MECHANISMS_RUNTIME_LANE_SOLVERS_H

#include "mechanisms/runtime/generated.h"
#include "mechanisms/runtime/solvers.h"

#define RV_EACH_LANE _Pragma("GCC ivdep") for (int l = 0; l < L; ++l)

/* The factors of n x n matrices, with rows in the order of the pivots, and the original numbers of these rows. */
template <int n, int L>
struct rv_lane_factors {
    alignas(64) double a[n][n][L];
    alignas(64) double row[n][L];
};

/* Like rv_factor, in place. Sets singular[l] to 1 where a pivot vanishes. */
template <int n, int L>
RV_UNUSED void rv_factor_lanes(rv_lane_factors<n, L>& m, double* singular) {
    alignas(64) double largest[n][L];
    for (int i = 0; i < n; ++i) {
        RV_EACH_LANE {
            m.row[i][l] = i;
            largest[i][l] = m.a[i][0][l];
        }
        for (int j = 1; j < n; ++j) {
            RV_EACH_LANE largest[i][l] =
                rv_select(fabs(m.a[i][j][l]) > fabs(largest[i][l]), m.a[i][j][l], largest[i][l]);
        }
    }
    RV_EACH_LANE singular[l] = 0.0;
    for (int r = 0; r < n; ++r) {
        alignas(64) double best[L], scaled[L];
        for (int i = r; i < n; ++i) {
            alignas(64) double sum[L] = {};
            for (int k = 0; k < r; ++k) RV_EACH_LANE sum[l] += m.a[i][k][l] * m.a[k][r][l];
            RV_EACH_LANE m.a[i][r][l] -= sum[l];
        }
        RV_EACH_LANE {
            best[l] = r;
            scaled[l] = fabs(m.a[r][r][l] / largest[r][l]);
        }
        for (int i = r + 1; i < n; ++i) {
            RV_EACH_LANE {
                const double other = fabs(m.a[i][r][l] / largest[i][l]);
                best[l] = rv_select(other > scaled[l], i, best[l]);
                scaled[l] = rv_select(other > scaled[l], other, scaled[l]);
            }
        }
        const auto exchange = [&](double* x, double* y, int i) {
            RV_EACH_LANE {
                const double old = x[l];
                x[l] = rv_select(best[l] == i, y[l], old);
                y[l] = rv_select(best[l] == i, old, y[l]);
            }
        };
        for (int i = r + 1; i < n; ++i) {
            int64_t any = 0;
            for (int l = 0; l < L; ++l) any |= best[l] == i;
            if (!any) continue;
            for (int j = 0; j < n; ++j) exchange(m.a[r][j], m.a[i][j], i);
            exchange(largest[r], largest[i], i);
            exchange(m.row[r], m.row[i], i);
        }
        RV_EACH_LANE singular[l] = rv_select(fabs(m.a[r][r][l]) < RV_LEAST_PIVOT, 1.0, singular[l]);
        for (int j = r + 1; j < n; ++j) {
            alignas(64) double sum[L] = {};
            for (int k = 0; k < r; ++k) RV_EACH_LANE sum[l] += m.a[r][k][l] * m.a[k][j][l];
            RV_EACH_LANE m.a[r][j][l] = (m.a[r][j][l] - sum[l]) / m.a[r][r][l];
        }
    }
}

/* Like rv_solve_factored. */
template <int n, int L>
RV_UNUSED void rv_solve_lanes(const rv_lane_factors<n, L>& m, const double (*b)[L], double (*x)[L]) {
    for (int i = 0; i < n; ++i) {
        alignas(64) double sum[L] = {};
        for (int j = 0; j < i; ++j) RV_EACH_LANE sum[l] += m.a[i][j][l] * x[j][l];
        RV_EACH_LANE x[i][l] = (b[n == 1 ? 0 : (int)m.row[i][l]][l] - sum[l]) / m.a[i][i][l];
    }
    for (int i = n - 1; i >= 0; --i) {
        alignas(64) double sum[L] = {};
        for (int j = i + 1; j < n; ++j) RV_EACH_LANE sum[l] += m.a[i][j][l] * x[j][l];
        RV_EACH_LANE x[i][l] -= sum[l];
    }
}

/* Like rv_difference, in lanes where need[l] is not 0. The last evaluation is at x. */
template <int n, int L, class Misses>
RV_UNUSED void rv_difference_lanes(Misses& e, const double* need, double (*jacobian)[n][L]) {
    alignas(64) double high[n][L], step[L];
    for (int j = 0; j < n; ++j) {
        double* const x = e.x[j];
        RV_EACH_LANE {
            const double share = fabs(0.02 * x[l]);
            step[l] = rv_select(share > 1e-6, share, 1e-6);
            x[l] = rv_select(need[l] != 0.0, x[l] + step[l], x[l]);
        }
        e.evaluate_after(j);
        for (int i = 0; i < n; ++i) RV_EACH_LANE high[i][l] = e.value[i][l];
        RV_EACH_LANE x[l] = rv_select(need[l] != 0.0, x[l] - 2.0 * step[l], x[l]);
        e.evaluate_after(j);
        for (int i = 0; i < n; ++i) {
            RV_EACH_LANE jacobian[i][j][l] = (high[i][l] - e.value[i][l]) / (2.0 * step[l]);
        }
        RV_EACH_LANE x[l] = rv_select(need[l] != 0.0, x[l] + step[l], x[l]);
        e.evaluate_after(j);
    }
}

/* Up to this many unknowns one instance's equations are solved by straight code; its size grows with their cube. */
#define RV_FEW_UNKNOWNS 8

/* Step r of rv_factor_rows: the pivot of column r, then its row of the upper factor. */
template <int n, int r>
RV_ALWAYS_INLINE bool rv_factor_from(double (*a)[n], int* row, double* largest) {
    double scaled[n];
#pragma GCC unroll 8
    for (int i = r; i < n; ++i) {
        double sum = 0.0;
#pragma GCC unroll 8
        for (int k = 0; k < r; ++k) {
            RV_SCALAR_LOOP;
            sum += a[i][k] * a[k][r];
        }
        a[i][r] -= sum;
        scaled[i] = fabs(a[i][r] / largest[i]);
    }
    int best = r;
    double most = scaled[r];
#pragma GCC unroll 8
    for (int i = r + 1; i < n; ++i) {
        if (scaled[i] > most) {
            best = i;
            most = scaled[i];
        }
    }
    if (best != r) {
        for (int j = 0; j < n; ++j) {
            const double moved = a[best][j];
            a[best][j] = a[r][j];
            a[r][j] = moved;
        }
        const int moved = row[best];
        row[best] = row[r];
        row[r] = moved;
        largest[best] = largest[r];
    }
    const double pivot = a[r][r];
    if (fabs(pivot) < RV_LEAST_PIVOT) return false;
#pragma GCC unroll 8
    for (int j = r + 1; j < n; ++j) {
        double sum = 0.0;
#pragma GCC unroll 8
        for (int k = 0; k < r; ++k) {
            RV_SCALAR_LOOP;
            sum += a[r][k] * a[k][j];
        }
        a[r][j] = (a[r][j] - sum) / pivot;
    }
    if constexpr (r + 1 < n) return rv_factor_from<n, r + 1>(a, row, largest);
    return true;
}

/* rv_factor for few unknowns: rows are exchanged in memory, so that all other addresses are constants. Returns false if
 * a pivot vanishes. */
template <int n>
RV_ALWAYS_INLINE bool rv_factor_rows(double (*a)[n], int* row) {
    double largest[n];
    if constexpr (n > RV_FEW_UNKNOWNS) {
        return rv_factor(n, a[0], row, largest) == RV_SOLVED;
    } else {
        for (int i = 0; i < n; ++i) {
            double widest = a[i][0];
#pragma GCC unroll 8
            for (int j = 1; j < n; ++j) {
                if (fabs(a[i][j]) > fabs(widest)) widest = a[i][j];
            }
            row[i] = i;
            largest[i] = widest;
        }
        return rv_factor_from<n, 0>(a, row, largest);
    }
}

template <int n, int i>
RV_ALWAYS_INLINE void rv_solve_from(const double (*a)[n], const double* b, const int* row, double* x) {
    double sum = 0.0;
#pragma GCC unroll 8
    for (int j = 0; j < i; ++j) {
        RV_SCALAR_LOOP;
        sum += a[i][j] * x[j];
    }
    x[i] = (b[row[i]] - sum) / a[i][i];
    if constexpr (i + 1 < n) rv_solve_from<n, i + 1>(a, b, row, x);
    sum = 0.0;
#pragma GCC unroll 8
    for (int j = i + 1; j < n; ++j) {
        RV_SCALAR_LOOP;
        sum += a[i][j] * x[j];
    }
    x[i] -= sum;
}

/* rv_solve_factored for the factors of rv_factor_rows. */
template <int n>
RV_ALWAYS_INLINE void rv_solve_rows(const double (*a)[n], const double* b, const int* row, double* x) {
    if constexpr (n > RV_FEW_UNKNOWNS) {
        rv_solve_factored(n, a[0], b, row, x);
    } else {
        rv_solve_from<n, 0>(a, b, row, x);
    }
}

/* rv_newton for one instance, with branches for pivots and row exchanges; n is known at compile time. */
template <class Misses>
__attribute__((flatten)) RV_UNUSED int rv_newton_one(Misses& e) {
    constexpr int n = Misses::size;
    double factors[n][n], high[n], miss[n], change[n];
    int row[n];
    double most = 1.0;
    e.evaluate();
    for (int i = 0; i < n; ++i) miss[i] = -e.value[i][0];
    for (int iteration = 0; iteration < 50; ++iteration) {
        if (most > 0.05) {
            for (int j = 0; j < n; ++j) {
                double& x = e.x[j][0];
                const double share = fabs(0.02 * x), step = share > 1e-6 ? share : 1e-6;
                x += step;
                e.evaluate_after(j);
                for (int i = 0; i < n; ++i) high[i] = e.value[i][0];
                x -= 2.0 * step;
                e.evaluate_after(j);
                for (int i = 0; i < n; ++i) factors[i][j] = (high[i] - e.value[i][0]) / (2.0 * step);
                x += step;
                e.evaluate_after(j);
            }
            for (int i = 0; i < n; ++i) miss[i] = -e.value[i][0];
            if (!rv_factor_rows<n>(factors, row)) return RV_SINGULAR;
        }
        rv_solve_rows<n>(factors, miss, row, change);
        most = 0.0;
        for (int i = 0; i < n; ++i) {
            double& x = e.x[i][0];
            const double relative = fabs(change[i] / x);
            if (fabs(x) > 1e-8 && relative > most) most = relative;
            x += change[i];
        }
        e.evaluate();
        double farthest = 0.0;
        for (int i = 0; i < n; ++i) {
            miss[i] = -e.value[i][0];
            if (fabs(miss[i]) > farthest) farthest = fabs(miss[i]);
        }
        if (most <= 1e-6 && farthest <= 1e-8) return RV_SOLVED;
    }
    return RV_NOT_CONVERGED;
}

/* The first lane whose value is not 0. */
static inline RV_UNUSED int rv_first_of(const double* lanes) {
    int l = 0;
    while (lanes[l] == 0.0) ++l;
    return l;
}

/* Like rv_newton. `Misses` has size, x[size][L], value[size][L], evaluate() and evaluate_after(j), which may rely on an
 * earlier evaluation at the same values of the other unknowns. *lane: a lane that failed, if any. */
template <int L, class Misses>
RV_UNUSED int rv_newton_lanes(Misses& e, int* lane) {
    constexpr int n = Misses::size;
    if constexpr (L == 1) {
        *lane = 0;
        return rv_newton_one(e);
    }
    rv_lane_factors<n, L> factors, fresh;
    alignas(64) double b[n][L], change[n][L], most[L], miss[L], active[L], need[L], singular[L];
    RV_EACH_LANE {
        most[l] = 1.0;
        active[l] = 1.0;
    }
    e.evaluate();
    for (int iteration = 0; iteration < 50; ++iteration) {
        RV_EACH_LANE need[l] = rv_select(most[l] > 0.05, active[l], 0.0);
        if (rv_any_of(need, L)) {
            rv_difference_lanes<n, L>(e, need, fresh.a);
            rv_factor_lanes(fresh, singular);
            for (int i = 0; i < n; ++i) {
                RV_EACH_LANE {
                    b[i][l] = rv_select(need[l] != 0.0, -e.value[i][l], b[i][l]);
                    factors.row[i][l] = rv_select(need[l] != 0.0, fresh.row[i][l], factors.row[i][l]);
                }
                for (int j = 0; j < n; ++j) {
                    RV_EACH_LANE factors.a[i][j][l] = rv_select(need[l] != 0.0, fresh.a[i][j][l], factors.a[i][j][l]);
                }
            }
            RV_EACH_LANE singular[l] = rv_select(need[l] != 0.0, singular[l], 0.0);
            if (rv_any_of(singular, L)) {
                *lane = rv_first_of(singular);
                return RV_SINGULAR;
            }
        }
        rv_solve_lanes(factors, b, change);
        RV_EACH_LANE most[l] = rv_select(active[l] != 0.0, 0.0, most[l]);
        for (int i = 0; i < n; ++i) {
            RV_EACH_LANE {
                const double x = e.x[i][l], relative = fabs(change[i][l] / x);
                const bool counts = (active[l] != 0.0) & (fabs(x) > 1e-8) & (relative > most[l]);
                most[l] = rv_select(counts, relative, most[l]);
                e.x[i][l] = rv_select(active[l] != 0.0, x + change[i][l], x);
            }
        }
        e.evaluate();
        RV_EACH_LANE miss[l] = 0.0;
        for (int i = 0; i < n; ++i) {
            RV_EACH_LANE {
                b[i][l] = -e.value[i][l];
                miss[l] = rv_select(fabs(b[i][l]) > miss[l], fabs(b[i][l]), miss[l]);
            }
        }
        RV_EACH_LANE active[l] = rv_select((most[l] <= 1e-6) & (miss[l] <= 1e-8), 0.0, active[l]);
        if (!rv_any_of(active, L)) return RV_SOLVED;
    }
    *lane = rv_first_of(active);
    return RV_NOT_CONVERGED;
}

/* Like rv_kinetic_step for a scheme that is not linear. `Changes` has states, size, x[size][L], value[size + 1][L] and
 * evaluate(), which sets the first `states` values to the changes of these x, the next ones to the x of the next
 * evaluation, and the last one to a number that is not 0 where the matrix is singular. *lane: a lane that failed. */
template <int L, class Changes>
RV_UNUSED int rv_kinetic_lanes(Changes& e, int* lane) {
    constexpr int n = Changes::states, all = Changes::size;
    alignas(64) double active[L], changed[L], singular[L];
    RV_EACH_LANE active[l] = 1.0;
    for (int iteration = 0;; ++iteration) {
        e.evaluate();
        RV_EACH_LANE singular[l] = rv_select(active[l] != 0.0, e.value[all][l], 0.0);
        if (rv_any_of(singular, L)) {
            *lane = rv_first_of(singular);
            return RV_SINGULAR;
        }
        RV_EACH_LANE changed[l] = 0.0;
        for (int k = 0; k < n; ++k) {
            RV_EACH_LANE {
                const double sum = e.x[k][l] + e.value[k][l];
                const double next = rv_select(sum < 0.0, 0.0, sum);
                e.x[k][l] = rv_select(active[l] != 0.0, next, e.x[k][l]);
                changed[l] += fabs(e.value[k][l]);
            }
        }
        for (int k = n; k < all; ++k) {
            RV_EACH_LANE e.x[k][l] = rv_select(active[l] != 0.0, e.value[k][l], e.x[k][l]);
        }
        if (iteration > 20) {
            *lane = rv_first_of(active);
            return RV_NOT_CONVERGED;
        }
        RV_EACH_LANE active[l] = rv_select(changed[l] > 1e-6, active[l], 0.0);
        if (!rv_any_of(active, L)) return RV_SOLVED;
    }
}

/* Schemes of fewer instances are solved one after the other, which takes less than eight lanes. */
#define RV_FEW_SCHEMES 3

/* The solvers of a chunk, by name. `goes_on`: whether the run continues where one does not converge. */
struct rv_by_newton {
    static constexpr bool goes_on = false;
    template <int L, class Misses>
    static int solve(Misses& e, int* lane) {
        return rv_newton_lanes<L>(e, lane);
    }
};
struct rv_by_sparse {
    static constexpr bool goes_on = true;
    template <int L, class Changes>
    static int solve(Changes& e, int* lane) {
        return rv_kinetic_lanes<L>(e, lane);
    }
};

/* Solves for lanes [first, first + L) of a chunk. */
template <class Method, int L, class Misses>
RV_UNUSED int rv_solve_at(int32_t first, double (*given)[RV_CHUNK], double (*unknown)[RV_CHUNK], int* lane) {
    Misses e;
    e.rv_given = given;
    e.rv_first = first;
    for (int k = 0; k < Misses::size; ++k) RV_EACH_LANE e.x[k][l] = unknown[k][first + l];
    const int status = Method::template solve<L>(e, lane);
    for (int k = 0; k < Misses::size; ++k) RV_EACH_LANE unknown[k][first + l] = e.x[k][l];
    *lane += first;
    return status;
}

/* Solves for `count` instances of a chunk; `lanes` includes the copies that fill vectors. `what` is for messages. */
template <class Method, template <int> class Misses>
RV_UNUSED int rv_solve_chunk(const rv_instances* in, int32_t start, int32_t count, int32_t lanes,
                             double (*given)[RV_CHUNK], double (*unknown)[RV_CHUNK], const char* what) {
    for (int32_t first = 0; first < lanes; first += RV_LANES) {
        int lane = 0;
        const int status = rv_solve_at<Method, RV_LANES, Misses<RV_LANES>>(first, given, unknown, &lane);
        if (status == RV_SOLVED) continue;
        const int32_t i = start + (lane < count ? lane : count - 1);
        if (Method::goes_on && status == RV_NOT_CONVERGED) {
            rv_solver_unfinished(in, i, what);
            continue;
        }
        rv_solver_failed(in, i, what, status);
        return 1;
    }
    return 0;
}
template <template <int> class Misses>
RV_UNUSED int rv_newton_chunk(const rv_instances* in, int32_t start, int32_t count, int32_t lanes,
                              double (*given)[RV_CHUNK], double (*unknown)[RV_CHUNK], const char* what) {
    return rv_solve_chunk<rv_by_newton, Misses>(in, start, count, lanes, given, unknown, what);
}
template <template <int> class Misses>
RV_UNUSED int rv_kinetic_chunk(const rv_instances* in, int32_t start, int32_t count, int32_t lanes,
                               double (*given)[RV_CHUNK], double (*unknown)[RV_CHUNK], const char* what) {
    return rv_solve_chunk<rv_by_sparse, Misses>(in, start, count, lanes, given, unknown, what);
}

#endif
