// Newton's method for eight instances at once takes in each lane the steps that it takes alone.
#include "mechanisms/runtime/lane_solvers.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

namespace {

constexpr int size = 3, lanes = 8;

/// k*x0^2 + c01*x1 + ... = b: coefficients of one instance, small on the diagonal so that rows are exchanged.
struct Coefficients {
    double linear[size][size], square[size], right[size];
};

double miss(const Coefficients& c, int i, const double* x) {
    double sum = c.square[i] * x[i] * x[i] - c.right[i];
    for (int j = 0; j < size; ++j) sum += c.linear[i][j] * x[j];
    return sum;
}

template <int L>
struct Misses {
    static constexpr int size = ::size;
    const Coefficients* coefficients;
    double x[size][L], value[size][L];

    void evaluate() {
        for (int l = 0; l < L; ++l) {
            double own[size];
            for (int i = 0; i < size; ++i) own[i] = x[i][l];
            for (int i = 0; i < size; ++i) value[i][l] = miss(coefficients[l], i, own);
        }
    }
    void evaluate_after(int) { evaluate(); }
};

struct Alone {
    const Coefficients* coefficients;
    double x[size];
};

void misses_alone(void* self, double* value) {
    const auto& alone = *static_cast<Alone*>(self);
    for (int i = 0; i < size; ++i) value[i] = miss(*alone.coefficients, i, alone.x);
}

class LaneSolvers : public testing::Test {
  protected:
    double uniform(double range) { return std::uniform_real_distribution<double>(-range, range)(generator_); }

    Coefficients random() {
        Coefficients c;
        for (int i = 0; i < size; ++i) {
            for (int j = 0; j < size; ++j) c.linear[i][j] = uniform(i == j ? 0.1 : 1);
            c.square[i] = uniform(0.2);
            c.right[i] = uniform(1);
        }
        return c;
    }

    std::mt19937_64 generator_{5};
};

TEST_F(LaneSolvers, FindTheBitsThatOneInstanceFindsAlone) {
    int solved = 0;
    for (int round = 0; round < 2000; ++round) {
        Coefficients c[lanes];
        Misses<lanes> e;
        Alone alone[lanes];
        int status[lanes];
        bool all_solved = true;
        for (int l = 0; l < lanes; ++l) {
            c[l] = random();
            alone[l].coefficients = c + l;
            double* at[size];
            double space[RV_NEWTON_SPACE(size)];
            for (int i = 0; i < size; ++i) {
                at[i] = alone[l].x + i;
                e.x[i][l] = alone[l].x[i] = uniform(1);
            }
            status[l] = rv_newton(size, at, misses_alone, alone + l, space);
            all_solved = all_solved && status[l] == RV_SOLVED;
        }
        e.coefficients = c;
        int lane = -1;
        EXPECT_EQ(rv_newton_lanes<lanes>(e, &lane) == RV_SOLVED, all_solved);
        if (!all_solved) {
            ASSERT_TRUE(lane >= 0 && lane < lanes);
            EXPECT_NE(status[lane], RV_SOLVED);
            continue;
        }
        ++solved;
        for (int l = 0; l < lanes; ++l) {
            for (int i = 0; i < size; ++i) {
                ASSERT_EQ(std::bit_cast<std::uint64_t>(e.x[i][l]), std::bit_cast<std::uint64_t>(alone[l].x[i]));
            }
        }
    }
    EXPECT_GT(solved, 100);
}

/// Solves n equations as rv_factor and rv_solve_factored do.
template <int n>
void expect_solution_of_rows(std::mt19937_64& generator) {
    std::uniform_real_distribution<double> uniform(-1, 1);
    double by_rows[n][n], by_numbers[n * n], largest[n], right[n], x[n], expected[n];
    int row[n], expected_row[n];
    for (int i = 0; i < n; ++i) {
        right[i] = uniform(generator);
        for (int j = 0; j < n; ++j) by_rows[i][j] = by_numbers[i * n + j] = uniform(generator);
    }
    ASSERT_TRUE(rv_factor_rows<n>(by_rows, row));
    ASSERT_EQ(rv_factor(n, by_numbers, expected_row, largest), RV_SOLVED);
    rv_solve_rows<n>(by_rows, right, row, x);
    rv_solve_factored(n, by_numbers, right, expected_row, expected);
    for (int i = 0; i < n; ++i) {
        ASSERT_EQ(row[i], expected_row[i]) << n << " unknowns";
        ASSERT_EQ(std::bit_cast<std::uint64_t>(x[i]), std::bit_cast<std::uint64_t>(expected[i])) << n << " unknowns";
    }
}

TEST_F(LaneSolvers, SolveOneInstanceInStraightCodeWithTheSameBits) {
    for (int round = 0; round < 300; ++round) {
        expect_solution_of_rows<1>(generator_);
        expect_solution_of_rows<2>(generator_);
        expect_solution_of_rows<3>(generator_);
        expect_solution_of_rows<5>(generator_);
        expect_solution_of_rows<7>(generator_);
        expect_solution_of_rows<8>(generator_);
        expect_solution_of_rows<9>(generator_);
    }
}

TEST_F(LaneSolvers, FindAVanishingPivotInStraightCode) {
    double singular[3][3] = {{1, 2, 3}, {2, 4, 6}, {1, 0, 1}};
    int row[3];
    EXPECT_FALSE(rv_factor_rows<3>(singular, row));
}

// One instance's solver has branches in place of selections.
TEST_F(LaneSolvers, FindTheSameBitsForOneInstance) {
    int solved = 0;
    for (int round = 0; round < 2000; ++round) {
        const Coefficients c = random();
        Alone alone{&c, {}};
        Misses<1> e{&c, {}, {}};
        double* at[size];
        double space[RV_NEWTON_SPACE(size)];
        for (int i = 0; i < size; ++i) {
            at[i] = alone.x + i;
            e.x[i][0] = alone.x[i] = uniform(1);
        }
        int lane = -1;
        const int status = rv_newton(size, at, misses_alone, &alone, space);
        ASSERT_EQ(rv_newton_lanes<1>(e, &lane), status);
        ASSERT_EQ(lane, 0);
        solved += status == RV_SOLVED;
        for (int i = 0; i < size && status == RV_SOLVED; ++i) {
            ASSERT_EQ(std::bit_cast<std::uint64_t>(e.x[i][0]), std::bit_cast<std::uint64_t>(alone.x[i]));
        }
    }
    EXPECT_GT(solved, 100);
}

TEST_F(LaneSolvers, NameAnInstanceWhoseMatrixIsSingular) {
    Coefficients c[lanes];
    Misses<lanes> e;
    for (int l = 0; l < lanes; ++l) {
        c[l] = {{{2, 0, 0}, {0, 2, 0}, {0, 0, l == 5 ? 0. : 2.}}, {0, 0, 0}, {1, 1, 1}};
        for (int i = 0; i < size; ++i) e.x[i][l] = 0.5;
    }
    e.coefficients = c;
    int lane = -1;
    EXPECT_EQ(rv_newton_lanes<lanes>(e, &lane), RV_SINGULAR);
    EXPECT_EQ(lane, 5);
}

/// a + b <-> c and 2 a <-> b over dt, with a rate that follows the evaluation before.
struct Scheme {
    double forth, back, dt, saved[3], left;

    /// Sets change[0..2] to the changes of x, or is_singular.
    void step(const double* x, double* change, double* is_singular) {
        const double rate = forth + 0.1 * left, flux = rate * x[0] * x[1] - back * x[2],
                     pair = x[0] * x[0] - back * x[1];
        double a[3][3] = {{1 / dt + rate * x[1] + 4 * x[0], rate * x[0] - 2 * back, -back},
                          {rate * x[1] - 2 * x[0], 1 / dt + rate * x[0] + back, -back},
                          {-rate * x[1], -rate * x[0], 1 / dt + back}};
        const double net[3] = {-flux - 2 * pair, pair - flux, flux};
        for (int i = 0; i < 3; ++i) change[i] = net[i] - (x[i] - saved[i]) / dt;
        *is_singular = 0;
        for (int p = 0; p < 3; ++p) {
            if (std::fabs(a[p][p]) <= 1e-20) *is_singular = 1;
            for (int r = p + 1; r < 3; ++r) {
                const double ratio = a[r][p] / a[p][p];
                change[r] -= ratio * change[p];
                for (int k = p + 1; k < 3; ++k) a[r][k] -= ratio * a[p][k];
            }
        }
        for (int p = 2; p >= 0; --p) {
            for (int k = p + 1; k < 3; ++k) change[p] -= a[p][k] * change[k];
            change[p] /= a[p][p];
        }
        left = x[0] * x[1];
    }
};

template <int L>
struct Changes {
    static constexpr int states = 3, size = 4;
    Scheme* schemes;
    double x[size][L], value[size + 1][L];

    void evaluate() {
        for (int l = 0; l < L; ++l) {
            double own[3], change[3];
            for (int i = 0; i < 3; ++i) own[i] = x[i][l];
            Scheme scheme = schemes[l];
            scheme.left = x[3][l];
            scheme.step(own, change, &value[4][l]);
            for (int i = 0; i < 3; ++i) value[i][l] = change[i];
            value[3][l] = scheme.left;
        }
    }
};

struct SchemeAlone {
    Scheme scheme;
    double x[3], singular;
    int evaluations;
};

void scheme_alone(void* self, double* rhs, double*) {
    auto& alone = *static_cast<SchemeAlone*>(self);
    ++alone.evaluations;
    alone.scheme.step(alone.x, rhs, &alone.singular);
}

int already_solved(double*, double*) {
    return RV_SOLVED;
}

TEST_F(LaneSolvers, LanesOfASparseSchemeEndByThemselves) {
    int most_different = 0;
    for (int round = 0; round < 500; ++round) {
        Scheme schemes[lanes];
        Changes<lanes> e;
        SchemeAlone alone[lanes];
        bool all_solved = true;
        int least = 100, most = 0;
        for (int l = 0; l < lanes; ++l) {
            Scheme& scheme = schemes[l];
            scheme = {std::exp(uniform(5)), std::exp(uniform(2)), 0.1 + uniform(0.05), {}, uniform(1)};
            alone[l].evaluations = 0;
            double* at[3];
            for (int i = 0; i < 3; ++i) {
                at[i] = alone[l].x + i;
                e.x[i][l] = alone[l].x[i] = scheme.saved[i] = std::fabs(uniform(2));
            }
            e.x[3][l] = scheme.left;
            alone[l].scheme = scheme;
            double space[4], dt = scheme.dt;
            const rv_kinetic kinetic = {3,         1,   at, alone[l].scheme.saved, scheme_alone, already_solved,
                                        alone + l, &dt, 1};
            all_solved = rv_kinetic_step(&kinetic, 0, space) == RV_SOLVED && all_solved;
            least = std::min(least, alone[l].evaluations);
            most = std::max(most, alone[l].evaluations);
        }
        e.schemes = schemes;
        int lane = -1;
        ASSERT_EQ(rv_kinetic_lanes<lanes>(e, &lane) == RV_SOLVED, all_solved);
        if (!all_solved) continue;
        most_different = std::max(most_different, most - least);
        for (int l = 0; l < lanes; ++l) {
            for (int i = 0; i < 3; ++i) {
                ASSERT_EQ(std::bit_cast<std::uint64_t>(e.x[i][l]), std::bit_cast<std::uint64_t>(alone[l].x[i]));
            }
        }
    }
    EXPECT_GT(most_different, 2);
}

/// The same changes in each iteration.
struct Fixed {
    static constexpr int states = 1, size = 1;
    double x[1][lanes]{}, value[2][lanes]{};
    int evaluations = 0;
    void evaluate() { ++evaluations; }
};

TEST_F(LaneSolvers, NameALaneWhoseSparseSchemeHasNoSolution) {
    int lane = -1;
    Fixed singular;
    singular.value[1][5] = 1;
    EXPECT_EQ(rv_kinetic_lanes<lanes>(singular, &lane), RV_SINGULAR);
    EXPECT_EQ(lane, 5);
    Fixed endless;
    endless.value[0][3] = 1e-5;
    EXPECT_EQ(rv_kinetic_lanes<lanes>(endless, &lane), RV_NOT_CONVERGED);
    EXPECT_EQ(lane, 3);
    EXPECT_EQ(endless.evaluations, 22);
    Fixed negative;
    negative.value[0][2] = -1e-7;
    negative.x[0][1] = 2;
    EXPECT_EQ(rv_kinetic_lanes<lanes>(negative, &lane), RV_SOLVED);
    EXPECT_EQ(negative.x[0][2], 0);
    EXPECT_EQ(negative.x[0][1], 2);
}

}  // namespace
