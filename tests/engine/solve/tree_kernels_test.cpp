#include "engine/solve/tree_kernels.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <random>
#include <vector>

namespace ranvier::engine {
namespace {

struct RandomForest {
    std::vector<std::int32_t> row, parent_row;
    std::vector<double> a, b, cm, v, i_cap, d, rhs;
    std::size_t roots;
    int lanes;

    RandomForest(std::mt19937& random, int lane_count, std::size_t nodes, std::size_t root_count)
        : roots(root_count), lanes(lane_count) {
        std::uniform_real_distribution<double> positive(.1, 2), any(-1, 1);
        for (std::size_t j = 0; j < nodes; ++j) row.push_back(static_cast<std::int32_t>(j) * lanes);
        std::shuffle(row.begin(), row.end(), random);
        for (std::size_t j = 0; j < nodes; ++j) parent_row.push_back(j < roots ? -1 : row[random() % j]);
        for (std::size_t i = 0; i < nodes * static_cast<std::size_t>(lanes); ++i) {
            a.push_back(-positive(random));
            b.push_back(-positive(random));
            cm.push_back(positive(random));
            v.push_back(any(random));
            i_cap.push_back(0);
            d.push_back(positive(random));
            rhs.push_back(any(random));
        }
    }
    TreeView view() {
        return {row.size(), roots,     lanes,    row.data(),   parent_row.data(), a.data(),
                b.data(),   cm.data(), v.data(), i_cap.data(), d.data(),          rhs.data()};
    }
};

// Against Gaussian elimination of the dense matrix that the equations say: sum over neighbours of g (v - v_n).
TEST(TreeKernels, AgreeWithDenseElimination) {
    std::mt19937 random(7);
    for (const int lanes : lane_counts) {
        for (int trial = 0; trial < 20; ++trial) {
            const std::size_t nodes = 2 + random() % 40;
            RandomForest forest(random, lanes, nodes, 1 + random() % 2);
            const RandomForest before = forest;
            const double factor = 3.5;
            eliminate_tree(forest.view(), factor);
            EXPECT_EQ(substitute_tree(forest.view(), 2., factor), 0.);
            for (int l = 0; l < lanes; ++l) {
                const auto n = static_cast<Eigen::Index>(nodes);
                Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(n, n);
                Eigen::VectorXd right(n);
                const auto number = [&](std::size_t j) { return static_cast<Eigen::Index>(before.row[j] / lanes); };
                const auto at = [&](std::size_t j) { return static_cast<std::size_t>(before.row[j] + l); };
                for (std::size_t j = 0; j < nodes; ++j) {
                    matrix(number(j), number(j)) += before.d[at(j)] + factor * before.cm[at(j)];
                    right(number(j)) = before.rhs[at(j)];
                }
                for (std::size_t j = before.roots; j < nodes; ++j) {
                    const auto up = static_cast<Eigen::Index>(before.parent_row[j] / lanes);
                    const auto p = static_cast<std::size_t>(before.parent_row[j] + l);
                    matrix(number(j), up) += before.b[at(j)];
                    matrix(up, number(j)) += before.a[at(j)];
                    matrix(number(j), number(j)) -= before.b[at(j)];
                    matrix(up, up) -= before.a[at(j)];
                    right(number(j)) -= before.b[at(j)] * (before.v[p] - before.v[at(j)]);
                    right(up) -= before.a[at(j)] * (before.v[at(j)] - before.v[p]);
                }
                const Eigen::VectorXd x = matrix.fullPivLu().solve(right);
                for (std::size_t j = 0; j < nodes; ++j) {
                    const double scale = 1e-10 * (1 + std::fabs(x(number(j))));
                    EXPECT_NEAR(forest.rhs[at(j)], x(number(j)), scale);
                    EXPECT_NEAR(forest.v[at(j)], before.v[at(j)] + 2 * x(number(j)), 2 * scale);
                    EXPECT_NEAR(forest.i_cap[at(j)], factor * before.cm[at(j)] * x(number(j)), 10 * scale);
                }
            }
        }
    }
}

TEST(TreeKernels, ReportWhatIsNotFinite) {
    std::mt19937 random(1);
    RandomForest forest(random, 4, 10, 1);
    forest.rhs[17] = INFINITY;
    eliminate_tree(forest.view(), 1);
    EXPECT_TRUE(std::isnan(substitute_tree(forest.view(), 1, 1)));
}

}  // namespace
}  // namespace ranvier::engine
