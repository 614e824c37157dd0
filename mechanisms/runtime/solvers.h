/* Solvers for the equations of compiled mechanisms: DERIVATIVE by derivimplicit, euler and runge, KINETIC by sparse,
 * LINEAR and NONLINEAR. Each works on one instance.
 *
 * C and C++; needs nothing but the C library. Iterations, tolerances and the order of arithmetic are those of
 * NEURON 9.0.2 (its SCoP library, Duke University 1984-90), so results agree to the bit where the equations do:
 *   Newton's method: central differences of 2% of a variable (at least 1e-6), recomputed after a variable has changed
 *   by more than 5%; Crout's factorization with implicit scaling; ends when no variable changes by more than 1e-6 of
 *   its value and no residual exceeds 1e-8; at most 50 iterations.
 *   sparse: an implicit step, iterated for reactions of higher order until the changes sum up to at most 1e-6, at most
 *   22 times, after which the run continues with a warning; states of such reactions are kept nonnegative. A steady state
 *   is a step of 1e9 ms.
 */
#ifndef RANVIER_MECHANISMS_RUNTIME_SOLVERS_H
#define RANVIER_MECHANISMS_RUNTIME_SOLVERS_H

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "mechanisms/runtime/abi.h"

#define RV_SOLVER static inline __attribute__((unused))

enum { RV_SOLVED = 0, RV_NOT_CONVERGED = 1, RV_SINGULAR = 2 };

/* A matrix with a pivot below this value is singular. */
#define RV_LEAST_PIVOT 1e-20

/* Doubles of work space that rv_newton needs for n unknowns. */
#define RV_NEWTON_SPACE(n) ((n) * (n) + 6 * (n))

/* The residual of each equation, at the current values of the unknowns. */
typedef void (*rv_residual)(void* self, double* value);

RV_SOLVER const char* rv_solver_message(int status) {
    return status == RV_SINGULAR ? "the matrix of its equations is singular"
                                 : "it does not converge within the maximum number of iterations";
}

/* Ends the run because `what` could not be solved. */
RV_SOLVER void rv_solver_failed(const rv_instances* in, int32_t i, const char* what, int status) {
    char text[400];
    snprintf(text, sizeof text, "%s failed at t = %g ms: %s", what, in->t, rv_solver_message(status));
    in->services->fail(in, i, text);
}

/* Warns that the iterations of a KINETIC block have ended before it was solved. As in NEURON, the run continues. */
RV_SOLVER void rv_solver_unfinished(const rv_instances* in, int32_t i, const char* what) {
    char text[400];
    snprintf(text, sizeof text, "%s: %s; the run continues with the values of the last iteration", what,
             rv_solver_message(RV_NOT_CONVERGED));
    in->services->warn(in, i, text);
}

#ifdef __cplusplus
/* Whether one of the values is not 0. */
RV_SOLVER bool rv_any_of(const double* value, int32_t lanes) {
    int64_t any = 0;
    for (int32_t i = 0; i < lanes; ++i) any |= value[i] != 0.0;
    return any != 0;
}

/* Ends the run for the first instance from `start` on whose matrix was singular. */
RV_SOLVER int rv_lane_failed(const rv_instances* in, int32_t start, const double* singular, const char* what) {
    int32_t i = 0;
    while (singular[i] == 0.0) ++i;
    rv_solver_failed(in, start + i, what, RV_SINGULAR);
    return 1;
}
#endif

/* Factors the n x n matrix a, stored row by row, in place; row[k] is the k-th row in the order of the pivots. The upper
 * factor has ones on its diagonal. `largest`: n doubles of work space. */
RV_SOLVER int rv_factor(int n, double* a, int* row, double* largest) {
    int i, j, k, r;
    for (i = 0; i < n; ++i) {
        int at = 0;
        for (j = 1; j < n; ++j) {
            if (fabs(a[i * n + j]) > fabs(a[i * n + at])) at = j;
        }
        row[i] = i;
        largest[i] = a[i * n + at];
    }
    for (r = 0; r < n; ++r) {
        int best = r;
        double scaled, pivot;
        for (i = r; i < n; ++i) {
            double sum = 0.0;
            for (k = 0; k < r; ++k) sum += a[row[i] * n + k] * a[row[k] * n + r];
            a[row[i] * n + r] -= sum;
        }
        scaled = fabs(a[row[r] * n + r] / largest[row[r]]);
        for (i = r + 1; i < n; ++i) {
            const double other = fabs(a[row[i] * n + r] / largest[row[i]]);
            if (other > scaled) {
                best = i;
                scaled = other;
            }
        }
        if (best != r) {
            const int moved = row[best];
            row[best] = row[r];
            row[r] = moved;
        }
        pivot = a[row[r] * n + r];
        if (fabs(pivot) < RV_LEAST_PIVOT) return RV_SINGULAR;
        for (j = r + 1; j < n; ++j) {
            double sum = 0.0;
            for (k = 0; k < r; ++k) sum += a[row[r] * n + k] * a[row[k] * n + j];
            a[row[r] * n + j] = (a[row[r] * n + j] - sum) / pivot;
        }
    }
    return RV_SOLVED;
}

/* x = inverse(a) b, with the factors from rv_factor. */
RV_SOLVER void rv_solve_factored(int n, const double* a, const double* b, const int* row, double* x) {
    int i, j;
    for (i = 0; i < n; ++i) {
        double sum = 0.0;
        for (j = 0; j < i; ++j) sum += a[row[i] * n + j] * x[j];
        x[i] = (b[row[i]] - sum) / a[row[i] * n + i];
    }
    for (i = n - 1; i >= 0; --i) {
        double sum = 0.0;
        for (j = i + 1; j < n; ++j) sum += a[row[i] * n + j] * x[j];
        x[i] -= sum;
    }
}

/* jacobian[i][j] = d value[i]/d x[j]; leaves `value` at x. */
RV_SOLVER void rv_difference(int n, double* const* x, rv_residual residual, void* self, double* value, double* jacobian,
                             double* high) {
    int i, j;
    for (j = 0; j < n; ++j) {
        const double step = fmax(fabs(0.02 * *x[j]), 1e-6);
        *x[j] += step;
        residual(self, value);
        for (i = 0; i < n; ++i) high[i] = value[i];
        *x[j] -= 2.0 * step;
        residual(self, value);
        for (i = 0; i < n; ++i) jacobian[i * n + j] = (high[i] - value[i]) / (2.0 * step);
        *x[j] += step;
        residual(self, value);
    }
}

/* Changes *x[0..n-1] until all residuals are 0. `space`: RV_NEWTON_SPACE(n) doubles. */
RV_SOLVER int rv_newton(int n, double* const* x, rv_residual residual, void* self, double* space) {
    double* const jacobian = space;
    double* const value = jacobian + (ptrdiff_t)n * n;
    double* const change = value + n;
    double* const high = change + n;
    double* const largest = high + n;
    int* const row = (int*)(largest + n);
    double most = 1.0;
    int i, iteration, status = RV_SOLVED;
    for (iteration = 0; iteration < 50; ++iteration) {
        double miss = 0.0;
        if (most > 0.05) {
            rv_difference(n, x, residual, self, value, jacobian, high);
            for (i = 0; i < n; ++i) value[i] = -value[i];
            status = rv_factor(n, jacobian, row, largest);
            if (status != RV_SOLVED) return status;
        }
        rv_solve_factored(n, jacobian, value, row, change);
        most = 0.0;
        for (i = 0; i < n; ++i) {
            if (fabs(*x[i]) > 1e-8) {
                const double relative = fabs(change[i] / *x[i]);
                if (relative > most) most = relative;
            }
            *x[i] += change[i];
        }
        residual(self, value);
        for (i = 0; i < n; ++i) {
            value[i] = -value[i];
            if (fabs(value[i]) > miss) miss = fabs(value[i]);
        }
        if (most <= 1e-6 && miss <= 1e-8) return RV_SOLVED;
    }
    return RV_NOT_CONVERGED;
}

/* *x[k] += dt * *derivative[k], one after the other. */
RV_SOLVER void rv_add_derivatives(int n, double* const* x, double* const* derivative, double dt) {
    int k;
    for (k = 0; k < n; ++k) *x[k] += dt * *derivative[k];
}

/* One step of the classical fourth-order Runge-Kutta method from *t to *t + dt; `derive` sets *derivative[k].
 * Leaves *t as it was. `space`: 2n doubles. */
RV_SOLVER void rv_runge(int n, double* const* x, double* const* derivative, rv_residual derive, void* self, double* t,
                        double dt, double* space) {
    double* const start = space;
    double* const sum = space + n;
    int k;
    derive(self, NULL);
    for (k = 0; k < n; ++k) {
        const double half = (dt / 2.0) * *derivative[k];
        start[k] = *x[k];
        *x[k] += half;
        sum[k] = start[k] + half / 3.0;
    }
    *t += dt / 2.0;
    derive(self, NULL);
    for (k = 0; k < n; ++k) {
        const double whole = dt * *derivative[k];
        *x[k] = start[k] + whole / 2.0;
        sum[k] += whole / 3.0;
    }
    derive(self, NULL);
    for (k = 0; k < n; ++k) {
        const double whole = dt * *derivative[k];
        *x[k] = start[k] + whole;
        sum[k] += whole / 3.0;
    }
    *t += dt / 2.0;
    derive(self, NULL);
    for (k = 0; k < n; ++k) *x[k] = sum[k] + (dt / 6.0) * *derivative[k];
    *t -= dt;
}

/* Solves a sparse linear system in place: rhs becomes the solution. `table` holds places in rhs and matrix:
 *   the number of pivots;
 *   for each pivot, in order: its element, its row, the numbers of rows below it and of columns behind it; its row's
 *   elements in these columns; for each of these rows: the element in the pivot's column, the row, its elements in these
 *   columns;
 *   for each pivot, the last one first: its element, its row, the number of columns behind it; for each of them the
 *   element and the column.
 * Each element is changed in the same order as in statements written out for each (passes/eliminate.hpp). There is code
 * for each small number of columns: a loop over them would mostly wait for branches that were not predicted, and the
 * pivot's row stays in registers. */
#define RV_COLUMNS_0(X)
#define RV_COLUMNS_1(X) X(0)
#define RV_COLUMNS_2(X) RV_COLUMNS_1(X) X(1)
#define RV_COLUMNS_3(X) RV_COLUMNS_2(X) X(2)
#define RV_COLUMNS_4(X) RV_COLUMNS_3(X) X(3)
#define RV_COLUMNS_5(X) RV_COLUMNS_4(X) X(4)
#define RV_COLUMNS_6(X) RV_COLUMNS_5(X) X(5)
#define RV_COLUMNS_7(X) RV_COLUMNS_6(X) X(6)
#define RV_COLUMNS_8(X) RV_COLUMNS_7(X) X(7)
#define RV_COLUMNS_9(X) RV_COLUMNS_8(X) X(8)
#define RV_COLUMNS_10(X) RV_COLUMNS_9(X) X(9)
#define RV_COLUMNS_11(X) RV_COLUMNS_10(X) X(10)
#define RV_COLUMNS_12(X) RV_COLUMNS_11(X) X(11)
#define RV_EACH_COUNT(X) X(0) X(1) X(2) X(3) X(4) X(5) X(6) X(7) X(8) X(9) X(10) X(11) X(12)

#define RV_TAKE(c) const rv_number above_##c = matrix[above[c]];
#define RV_REDUCE(c) matrix[table[2 + c]] -= above_##c * ratio;
#define RV_REDUCE_ROWS(n)                                  \
    case n: {                                              \
        RV_COLUMNS_##n(RV_TAKE) for (; rows > 0; --rows) { \
            const rv_number ratio = matrix[table[0]] / pivot; \
            rhs[table[1]] -= change * ratio;               \
            RV_COLUMNS_##n(RV_REDUCE) table += 2 + n;      \
        }                                                  \
        break;                                             \
    }
#define RV_SUBTRACT(c) value -= matrix[table[2 * c]] * rhs[table[2 * c + 1]];
#define RV_SUBTRACT_COLUMNS(n)      \
    case n: {                       \
        RV_COLUMNS_##n(RV_SUBTRACT) \
        break;                      \
    }
/* `rv_number`: the type of the elements; `look`: a statement about each `pivot`. */
#define RV_ELIMINATE(look)                                                                                       \
    const int pivots = *table++;                                                                                 \
    int k, c;                                                                                                    \
    for (k = 0; k < pivots; ++k) {                                                                               \
        const rv_number pivot = matrix[table[0]], change = rhs[table[1]];                                        \
        int rows = table[2];                                                                                     \
        const int columns = table[3];                                                                            \
        const uint16_t* const above = table + 4;                                                                 \
        look;                                                                                                    \
        table = above + columns;                                                                                 \
        switch (columns) {                                                                                       \
            RV_EACH_COUNT(RV_REDUCE_ROWS)                                                                        \
            default:                                                                                             \
                for (; rows > 0; --rows, table += columns) {                                                     \
                    const rv_number ratio = matrix[table[0]] / pivot;                                            \
                    rhs[table[1]] -= change * ratio;                                                             \
                    table += 2;                                                                                  \
                    for (c = 0; c < columns; ++c) matrix[table[c]] -= matrix[above[c]] * ratio;                  \
                }                                                                                                \
        }                                                                                                        \
    }                                                                                                            \
    for (k = 0; k < pivots; ++k) {                                                                               \
        const rv_number pivot = matrix[table[0]];                                                                \
        rv_number* const at = rhs + table[1];                                                                    \
        const int columns = table[2];                                                                            \
        rv_number value = *at;                                                                                   \
        table += 3;                                                                                              \
        switch (columns) {                                                                                       \
            RV_EACH_COUNT(RV_SUBTRACT_COLUMNS)                                                                   \
            default:                                                                                             \
                for (c = 0; c < columns; ++c) value -= matrix[table[2 * c]] * rhs[table[2 * c + 1]];             \
        }                                                                                                        \
        table += 2 * columns;                                                                                    \
        *at = value / pivot;                                                                                     \
    }

RV_SOLVER int rv_eliminate(const uint16_t* table, double* rhs, double* matrix) {
    typedef double rv_number;
    int singular = 0;
    RV_ELIMINATE(singular |= fabs(pivot) <= 1e-20)
    return singular ? RV_SINGULAR : RV_SOLVED;
}

#ifdef __cplusplus
/* The same for the equations of eight instances. Whether a matrix is singular shows in the solution. */
typedef double rv_eight_values __attribute__((vector_size(64), may_alias));
RV_SOLVER void rv_eliminate_lanes(const uint16_t* table, double (*rhs_of)[8], double (*matrix_of)[8]) {
    typedef rv_eight_values rv_number;
    rv_eight_values* const rhs = reinterpret_cast<rv_eight_values*>(rhs_of);
    rv_eight_values* const matrix = reinterpret_cast<rv_eight_values*>(matrix_of);
    RV_ELIMINATE((void)0)
}
#endif

/* The equations of a KINETIC block. */
typedef struct {
    int count, slots;
    double* const* state;
    double* saved;                                              /* the states before the step */
    void (*equations)(void* self, double* rhs, double* matrix); /* adds to a zero matrix */
    int (*eliminate)(double* rhs, double* matrix);              /* rhs becomes the solution */
    void* self;
    double* dt;        /* the time step that the equations use [ms] */
    int follow_states; /* whether variables that the equations assign change with the states, such as fluxes */
} rv_kinetic;

/* One implicit step of *k->dt. `space`: k->count + k->slots doubles. */
RV_SOLVER int rv_kinetic_step(const rv_kinetic* k, int is_linear, double* space) {
    double* const rhs = space;
    double* const matrix = space + k->count;
    int i, iteration = 0, is_last = 0;
    for (i = 0; i < k->count; ++i) k->saved[i] = *k->state[i];
    for (;;) {
        double changed = 0.0;
        int status;
        memset(matrix, 0, (size_t)k->slots * sizeof *matrix);
        k->equations(k->self, rhs, matrix);
        status = k->eliminate(rhs, matrix);
        if (status != RV_SOLVED) return status;
        for (i = 0; i < k->count; ++i) {
            *k->state[i] += rhs[i];
            if (!is_linear && *k->state[i] < 0.0) *k->state[i] = 0.0;
            changed += fabs(rhs[i]);
        }
        is_last = iteration++ > 20;
        if (is_last || is_linear || !(changed > 1e-6)) break;
    }
    if (!k->follow_states) return is_last ? RV_NOT_CONVERGED : RV_SOLVED;
    memset(matrix, 0, (size_t)k->slots * sizeof *matrix);
    k->equations(k->self, rhs, matrix); /* computes f_flux and b_flux after the step */
    return is_last ? RV_NOT_CONVERGED : RV_SOLVED;
}

/* The steady state: a very long step. Schemes of higher order first take linear steps until no state is negative. */
RV_SOLVER int rv_kinetic_steady(const rv_kinetic* k, int is_linear, double* space) {
    const double dt = *k->dt;
    int i, attempt, status = RV_NOT_CONVERGED;
    *k->dt = 1e9;
    if (is_linear) {
        status = rv_kinetic_step(k, 0, space);
    } else {
        for (attempt = 0; attempt < 7; ++attempt) {
            int negative = 0;
            status = rv_kinetic_step(k, 1, space);
            if (status != RV_SOLVED) break;
            for (i = 0; i < k->count; ++i) {
                if (*k->state[i] < -1e-6) {
                    *k->state[i] = 0.0;
                    negative = 1;
                }
            }
            if (!negative) {
                status = rv_kinetic_step(k, 0, space);
                break;
            }
            status = RV_NOT_CONVERGED;
        }
    }
    *k->dt = dt;
    return status;
}

/* Solves a x = b by elimination with partial pivoting; `a` has n rows of n + 1 numbers, the last of each row being b.
 * `row`: n ints of work space. */
RV_SOLVER int rv_simultaneous(int n, double* a, double* const* x, int* row) {
    const int width = n + 1;
    int i, j, k;
    for (i = 0; i < n; ++i) row[i] = i;
    for (j = 0; j < n; ++j) {
        int best = j;
        double* pivot;
        for (i = j + 1; i < n; ++i) {
            if (fabs(a[row[best] * width + j]) < fabs(a[row[i] * width + j])) best = i;
        }
        if (fabs(a[row[best] * width + j]) < RV_LEAST_PIVOT) return RV_SINGULAR;
        if (best != j) {
            const int moved = row[best];
            row[best] = row[j];
            row[j] = moved;
        }
        pivot = a + row[j] * width;
        for (k = j + 1; k <= n; ++k) pivot[k] /= pivot[j];
        for (i = j + 1; i < n; ++i) {
            double* const reduced = a + row[i] * width;
            for (k = j + 1; k <= n; ++k) reduced[k] -= pivot[k] * reduced[j];
        }
    }
    for (i = n - 1; i >= 0; --i) {
        const double* const solved = a + row[i] * width;
        *x[i] = solved[n];
        for (j = i + 1; j < n; ++j) *x[i] -= solved[j] * *x[j];
    }
    return RV_SOLVED;
}

#endif
