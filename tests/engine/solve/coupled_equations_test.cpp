#include "engine/solve/coupled_equations.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "engine/cell/mechanism_error.hpp"

namespace ranvier::engine {
namespace {

struct Value {
    std::int32_t row, column;
    double value;
};

void fill(CoupledEquations& equations, const std::vector<Value>& values, const std::vector<double>& b) {
    for (const Value& v : values) *equations.place(v.row, v.column) += v.value;
    for (std::int32_t i = 0; i < equations.size(); ++i) equations[i] = b[static_cast<std::size_t>(i)];
}

void set(CoupledEquations& equations, const std::vector<Value>& values, const std::vector<double>& b) {
    std::vector<CoupledEquations::Entry> entries;
    for (const Value& v : values) entries.emplace_back(v.row, v.column);
    equations.set_pattern(static_cast<std::int32_t>(b.size()), entries);
    fill(equations, values, b);
}

// x = (1, 2, 3)
const std::vector<Value> chain{{0, 0, 4}, {0, 1, -1}, {1, 0, -1}, {1, 1, 4}, {1, 2, -1}, {2, 1, -1}, {2, 2, 4}};
const std::vector<double> chain_b{2, 4, 10};

void expect_one_two_three(const CoupledEquations& equations) {
    for (std::int32_t i = 0; i < 3; ++i) EXPECT_NEAR(equations[i], i + 1, 1e-14);
}

TEST(CoupledEquations, SolvesAChainStepByStep) {
    CoupledEquations equations;
    set(equations, chain, chain_b);
    for (int step = 0; step < 2; ++step) {
        equations.solve(false);
        expect_one_two_three(equations);
        equations.clear();
        fill(equations, chain, chain_b);
    }
}

TEST(CoupledEquations, PivotsWhereADiagonalEntryIsZero) {
    CoupledEquations equations;
    set(equations, {{0, 1, 1}, {1, 0, 1}, {2, 2, 1}}, {2, 1, 3});
    equations.solve(true);
    expect_one_two_three(equations);
}

// Elimination from the last unknown on divides by 1e-20 and loses the rest.
TEST(CoupledEquations, PivotsWhereEliminationLosesTheResult) {
    CoupledEquations equations;
    set(equations, {{0, 0, 1}, {0, 1, 1}, {1, 0, 1}, {1, 1, 1e-20}}, {3, 1});
    equations.solve(true);
    EXPECT_NEAR(equations[0], 1, 1e-14);
    EXPECT_NEAR(equations[1], 2, 1e-14);
}

TEST(CoupledEquations, TakesAnotherPattern) {
    CoupledEquations equations;
    set(equations, {{0, 1, 1}, {1, 0, 1}}, {1, 1});
    equations.solve(true);
    set(equations, chain, chain_b);
    equations.solve(false);
    expect_one_two_three(equations);
}

TEST(CoupledEquations, RefusesASingularMatrix) {
    CoupledEquations equations;
    set(equations, {{0, 0, 1}, {0, 1, 1}, {1, 0, 1}, {1, 1, 1}}, {1, 2});
    EXPECT_THROW(equations.solve(true), MechanismError);
}

}  // namespace
}  // namespace ranvier::engine
