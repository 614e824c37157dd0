// Matrices of cables, against a dense solution with pivoting.
#include "engine/solve/sparse_elimination.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

namespace ranvier::engine {
namespace {

struct Cable {
    std::vector<std::pair<std::int32_t, std::int32_t>> entries;
    std::vector<double> values;
    Eigen::MatrixXd dense;

    void add(std::int32_t row, std::int32_t column, double value) {
        entries.emplace_back(row, column);
        values.push_back(value);
        dense(row, column) = value;
    }
};

// A tree of `nodes`, each of three potentials in series; the diagonal outweighs its row.
Cable random_cable(std::int32_t nodes, std::mt19937& random) {
    constexpr std::int32_t layers = 3;
    std::uniform_real_distribution<double> conductance(0.01, 10);
    Cable cable;
    cable.dense = Eigen::MatrixXd::Zero(nodes * layers, nodes * layers);
    for (std::int32_t node = 0; node < nodes; ++node) {
        for (std::int32_t k = 0; k < layers; ++k) {
            const std::int32_t own = node * layers + k;
            const auto couple = [&](std::int32_t other) {
                cable.add(own, other, -conductance(random));
                cable.add(other, own, -conductance(random));
            };
            if (k > 0) couple(own - 1);
            if (node > 0) couple(static_cast<std::int32_t>(random() % static_cast<std::uint32_t>(node)) * layers + k);
        }
    }
    for (std::int32_t k = 0; k < nodes * layers; ++k) cable.add(k, k, 1 - cable.dense.row(k).sum());
    return cable;
}

TEST(SparseElimination, SolvesCablesInLayers) {
    std::mt19937 random(7);
    for (const std::int32_t nodes : {1, 2, 5, 40}) {
        Cable cable = random_cable(nodes, random);
        SparseElimination elimination(nodes * 3, cable.entries);
        const Eigen::VectorXd b = Eigen::VectorXd::Random(nodes * 3);
        for (int again = 0; again < 2; ++again) {
            Eigen::VectorXd x = b;
            ASSERT_TRUE(elimination.solve(cable.values, x.data()));
            const Eigen::VectorXd expected = cable.dense.partialPivLu().solve(b);
            EXPECT_LT((x - expected).norm(), 1e-12 * expected.norm()) << nodes;
            for (double& value : cable.values) value *= 3;  // of the same pattern
            cable.dense *= 3;
        }
    }
}

// Two unbranched cables, one numbered behind the other, with each node coupled to its like: from last to first nearly
// everything would fill in.
Cable joined_cables(std::int32_t nodes, std::mt19937& random) {
    std::uniform_real_distribution<double> conductance(0.01, 10);
    Cable cable;
    cable.dense = Eigen::MatrixXd::Zero(2 * nodes, 2 * nodes);
    const auto couple = [&](std::int32_t one, std::int32_t other) {
        cable.add(one, other, -conductance(random));
        cable.add(other, one, -conductance(random));
    };
    for (std::int32_t node = 0; node < nodes; ++node) {
        if (node > 0) couple(node, node - 1);
        if (node > 0) couple(nodes + node, nodes + node - 1);
        couple(node, nodes + node);
    }
    for (std::int32_t k = 0; k < 2 * nodes; ++k) cable.add(k, k, 1 - cable.dense.row(k).sum());
    return cable;
}

TEST(SparseElimination, SolvesCablesThatAreJoinedAllAlong) {
    std::mt19937 random(11);
    for (const std::int32_t nodes : {3, 200}) {
        const Cable cable = joined_cables(nodes, random);
        SparseElimination elimination(2 * nodes, cable.entries);
        EXPECT_LE(elimination.entries(), 4 * cable.entries.size()) << nodes;
        const Eigen::VectorXd b = Eigen::VectorXd::Random(2 * nodes);
        Eigen::VectorXd x = b;
        ASSERT_TRUE(elimination.solve(cable.values, x.data()));
        const Eigen::VectorXd expected = cable.dense.partialPivLu().solve(b);
        EXPECT_LT((x - expected).norm(), 1e-12 * expected.norm()) << nodes;
    }
}

// One pivot after another, from the last unknown to the first.
Eigen::VectorXd eliminated_in_turn(Eigen::MatrixXd a, Eigen::VectorXd b) {
    for (Eigen::Index p = b.size(); p-- > 0;) {
        const double inverse = 1. / a(p, p);
        for (Eigen::Index row = 0; row < p; ++row) {
            if (a(row, p) == 0) continue;
            const double factor = a(row, p) * inverse;
            for (Eigen::Index column = 0; column < p; ++column) {
                if (a(p, column) != 0) a(row, column) -= factor * a(p, column);
            }
            b[row] -= factor * b[p];
        }
        a(p, p) = inverse;
    }
    for (Eigen::Index p = 0; p < b.size(); ++p) {
        for (Eigen::Index column = 0; column < p; ++column) {
            if (a(p, column) != 0) b[p] -= a(p, column) * b[column];
        }
        b[p] *= a(p, p);
    }
    return b;
}

TEST(SparseElimination, FindsTheBitsOfOnePivotAfterAnother) {
    std::mt19937 random(13);
    for (const std::int32_t nodes : {2, 7, 12}) {
        Cable cable = random_cable(nodes, random);
        SparseElimination elimination(nodes * 3, cable.entries);
        const Eigen::VectorXd b = Eigen::VectorXd::Random(nodes * 3);
        Eigen::VectorXd x = b;
        ASSERT_TRUE(elimination.solve(cable.values, x.data()));
        EXPECT_EQ(x, eliminated_in_turn(cable.dense, b));
    }
}

// An unknown that others need but that needs none of them: it is solved before they are.
TEST(SparseElimination, SubstitutesInOrderWhereThePatternHasOneDirection) {
    std::mt19937 random(17);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int round = 0; round < 50; ++round) {
        constexpr std::int32_t size = 30;
        Cable cable;
        cable.dense = Eigen::MatrixXd::Zero(size, size);
        for (std::int32_t row = 0; row < size; ++row) {
            cable.add(row, row, 8 + uniform(random));
            for (int k = 0; k < 2; ++k) {
                const auto column = static_cast<std::int32_t>(random() % size);
                if (cable.dense(row, column) == 0) cable.add(row, column, uniform(random));
            }
        }
        SparseElimination elimination(size, cable.entries);
        const Eigen::VectorXd b = Eigen::VectorXd::Random(size);
        Eigen::VectorXd x = b;
        ASSERT_TRUE(elimination.solve(cable.values, x.data()));
        EXPECT_LT((cable.dense * x - b).norm(), 1e-12 * b.norm());
    }
}

TEST(SparseElimination, SaysWhereItNeedsPivoting) {
    const std::vector<std::pair<std::int32_t, std::int32_t>> entries{{0, 0}, {0, 1}, {1, 0}, {1, 1}};
    SparseElimination elimination(2, entries);
    std::vector<double> b{1, 2};
    EXPECT_FALSE(elimination.solve(std::vector<double>{1, 1, 1, 0}, b.data()));
    EXPECT_FALSE(elimination.solve(std::vector<double>{1, 1, 1, 1}, b.data()));
}

}  // namespace
}  // namespace ranvier::engine
