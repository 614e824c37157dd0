#include "engine/solve/tree_kernels.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <vector>

#include "engine/solve/direct_tree.hpp"
#include "engine/solve/narrow_tree.hpp"

namespace ranvier::engine {
namespace {

struct RandomForest {
    std::vector<TreeRun> roots, runs;
    std::vector<std::int32_t> parent_row;  // of the scattered runs
    std::vector<std::int32_t> parent;      // by row; -1: a root
    std::vector<double> a, b, cm, v, i_cap, d, rhs;

    // Runs of up to 11 compartments, each with its parents among those of an earlier one, contiguous or not.
    RandomForest(std::mt19937& random, std::size_t run_count) {
        std::vector<TreeRun> earlier;
        std::int32_t rows = 0;
        for (std::size_t r = 0; r <= run_count; ++r) {
            TreeRun run{rows, static_cast<std::int32_t>(1 + random() % 11), TreeRun::scattered, 0};
            if (r == 0) {
                parent.assign(static_cast<std::size_t>(run.count), -1);
                roots.push_back(run);
            } else {
                choose_parents(random, earlier[random() % earlier.size()], run);
                runs.push_back(run);
            }
            earlier.push_back(run);
            rows += run.count;
        }
        std::uniform_real_distribution<double> positive(.1, 2), any(-1, 1);
        for (std::int32_t i = 0; i < rows; ++i) {
            a.push_back(-positive(random));
            b.push_back(-positive(random));
            cm.push_back(positive(random));
            v.push_back(any(random));
            i_cap.push_back(0);
            d.push_back(positive(random));
            rhs.push_back(any(random));
        }
    }
    void choose_parents(std::mt19937& random, const TreeRun& among, TreeRun& run) {
        std::vector<std::int32_t> rows(static_cast<std::size_t>(among.count));
        std::iota(rows.begin(), rows.end(), among.own);
        run.count = std::min(run.count, among.count);
        if (random() % 2) {
            run.parent = among.own + static_cast<std::int32_t>(random() % rows.size()) % (among.count - run.count + 1);
            std::iota(rows.begin(), rows.end(), run.parent);
        } else {
            run.first = static_cast<std::int32_t>(parent_row.size());
            std::shuffle(rows.begin(), rows.end(), random);
            parent_row.insert(parent_row.end(), rows.begin(), rows.begin() + run.count);
        }
        parent.insert(parent.end(), rows.begin(), rows.begin() + run.count);
    }
    TreeView view() {
        return {roots,     runs,     parent_row.data(), a.data(), b.data(),
                cm.data(), v.data(), i_cap.data(),      d.data(), rhs.data()};
    }
};

// Against Gaussian elimination of the dense matrix that the equations say: sum over neighbors of g (v - v_n).
TEST(TreeKernels, AgreeWithDenseElimination) {
    std::mt19937 random(7);
    for (int trial = 0; trial < 100; ++trial) {
        RandomForest forest(random, 1 + random() % 10);
        const RandomForest before = forest;
        const double factor = 3.5;
        eliminate_tree(forest.view(), factor);
        EXPECT_EQ(substitute_tree(forest.view(), 2., factor), 0.);
        const std::size_t nodes = before.parent.size();
        const auto index = [](std::size_t row) { return static_cast<Eigen::Index>(row); };
        Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(index(nodes), index(nodes));
        Eigen::VectorXd right(index(nodes));
        for (std::size_t i = 0; i < nodes; ++i) {
            matrix(index(i), index(i)) += before.d[i] + factor * before.cm[i];
            right(index(i)) = before.rhs[i];
        }
        for (std::size_t i = 0; i < nodes; ++i) {
            if (before.parent[i] < 0) continue;
            const auto p = static_cast<std::size_t>(before.parent[i]);
            matrix(index(i), index(p)) += before.b[i];
            matrix(index(p), index(i)) += before.a[i];
            matrix(index(i), index(i)) -= before.b[i];
            matrix(index(p), index(p)) -= before.a[i];
            right(index(i)) -= before.b[i] * (before.v[p] - before.v[i]);
            right(index(p)) -= before.a[i] * (before.v[i] - before.v[p]);
        }
        const Eigen::VectorXd x = matrix.fullPivLu().solve(right);
        for (std::size_t i = 0; i < nodes; ++i) {
            const double scale = 1e-10 * (1 + std::fabs(x(index(i))));
            EXPECT_NEAR(forest.rhs[i], x(index(i)), scale);
            EXPECT_NEAR(forest.v[i], before.v[i] + 2 * x(index(i)), 2 * scale);
            EXPECT_NEAR(forest.i_cap[i], factor * before.cm[i] * x(index(i)), 10 * scale);
        }
    }
}

// Wherever it occurs: in a root, in full vectors, and in the remainder of a run.
TEST(TreeKernels, ReportWhatIsNotFinite) {
    for (unsigned seed = 1; seed <= 5; ++seed) {
        std::mt19937 random(seed);
        const RandomForest sound(random, 4);
        for (std::size_t row = 0; row < sound.rhs.size(); ++row) {
            RandomForest forest = sound;
            forest.rhs[row] = INFINITY;
            eliminate_tree(forest.view(), 1);
            EXPECT_TRUE(std::isnan(substitute_tree(forest.view(), 1, 1)))
                << "row " << row << " of " << sound.rhs.size();
            RandomForest again = sound;
            again.rhs[row] = INFINITY;
            NarrowTree narrow(again.roots, again.runs, again.parent_row);
            narrow.eliminate(again.view(), 1);
            EXPECT_TRUE(std::isnan(narrow.substitute(again.view(), 1, 1))) << "row " << row;
        }
    }
}

void expect_same_bits(const RandomForest& one, const RandomForest& other) {
    EXPECT_EQ(one.v, other.v);
    EXPECT_EQ(one.rhs, other.rhs);
    EXPECT_EQ(one.d, other.d);
    EXPECT_EQ(one.i_cap, other.i_cap);
}

TEST(NarrowTree, HasTheBitsOfRuns) {
    std::mt19937 random(5);
    for (int trial = 0; trial < 200; ++trial) {
        RandomForest runs(random, 1 + random() % 12), rows = runs;
        eliminate_tree(runs.view(), 3.5);
        EXPECT_EQ(substitute_tree(runs.view(), 2., 3.5), 0.);
        NarrowTree narrow(rows.roots, rows.runs, rows.parent_row);
        narrow.eliminate(rows.view(), 3.5);
        EXPECT_EQ(narrow.substitute(rows.view(), 2., 3.5), 0.);
        expect_same_bits(runs, rows);
    }
}

TEST(NarrowTree, HasTheBitsOfTheDirectTree) {
    std::mt19937 random(6);
    int compared = 0;
    for (int trial = 0; trial < 200; ++trial) {
        RandomForest runs(random, 1 + random() % 12), rows = runs;
        if (NarrowTree::suits(runs.runs)) continue;  // the direct tree is then a narrow one
        ++compared;
        const std::vector<bool> none(runs.rhs.size());
        DirectTree direct(runs.roots, runs.runs, runs.parent_row, none, none);
        direct.set_coefficients(runs.a.data(), runs.b.data(), runs.a.size());
        direct.eliminate(runs.view(), 3.5);
        EXPECT_EQ(direct.substitute(runs.view(), 3.5), 0.);
        std::vector<double> axial(rows.a.size(), 0.);
        for (std::size_t i = 0; i < axial.size(); ++i) {
            if (rows.parent[i] < 0) continue;
            axial[i] -= rows.b[i];
            axial[static_cast<std::size_t>(rows.parent[i])] -= rows.a[i];
        }
        NarrowTree narrow(rows.roots, rows.runs, rows.parent_row);
        narrow.eliminate_directly(rows.view(), axial.data(), 3.5);
        EXPECT_EQ(narrow.substitute_directly(rows.view(), 3.5), 0.);
        expect_same_bits(runs, rows);
    }
    EXPECT_GT(compared, 20);
}

TEST(NarrowTree, SuitsForestsWithFewRowsSideBySide) {
    const auto runs = [](std::int32_t count) {
        return std::vector<TreeRun>{{8, count, 0, 0}, {8 + count, count, 8, 0}};
    };
    EXPECT_TRUE(NarrowTree::suits(runs(1)));
    EXPECT_TRUE(NarrowTree::suits(runs(3)));
    EXPECT_FALSE(NarrowTree::suits(runs(4)));
    EXPECT_FALSE(NarrowTree::suits({}));
}

// Solving for voltages is solving for their changes, up to rounding; ends without membrane are not unknowns.
TEST(DirectTree, AgreesWithTheOtherKernels) {
    std::mt19937 random(11);
    for (int trial = 0; trial < 100; ++trial) {
        RandomForest direct(random, 1 + random() % 10);
        std::vector<bool> is_end(direct.parent.size(), true), occupied(direct.parent.size());
        for (const std::int32_t parent : direct.parent) {
            if (parent >= 0) is_end[static_cast<std::size_t>(parent)] = false;
        }
        for (std::size_t i = 0; i < is_end.size(); ++i) {
            is_end[i] = is_end[i] && direct.parent[i] >= 0 && random() % 2;
            occupied[i] = random() % 3 == 0;
            if (is_end[i]) direct.cm[i] = 0;
            if (is_end[i] && !occupied[i]) direct.d[i] = direct.rhs[i] = 0;
        }
        RandomForest other = direct;
        const double factor = 3.5;
        eliminate_tree(other.view(), factor);
        substitute_tree(other.view(), 1., factor);
        DirectTree tree(direct.roots, direct.runs, direct.parent_row, is_end, occupied);
        tree.set_coefficients(direct.a.data(), direct.b.data(), direct.a.size());
        tree.eliminate(direct.view(), factor);
        EXPECT_EQ(tree.substitute(direct.view(), factor), 0.);
        for (std::size_t i = 0; i < is_end.size(); ++i) {
            EXPECT_NEAR(direct.v[i], other.v[i], 1e-12);
            EXPECT_NEAR(direct.rhs[i], other.rhs[i], 1e-12);
            EXPECT_NEAR(direct.i_cap[i], other.i_cap[i], 1e-11);
        }
    }
}

TEST(DirectTree, ReportsWhatIsNotFinite) {
    std::mt19937 random(3);
    const RandomForest sound(random, 4);
    const std::vector<bool> none(sound.rhs.size());
    for (std::size_t row = 0; row < sound.rhs.size(); ++row) {
        RandomForest forest = sound;
        forest.rhs[row] = INFINITY;
        DirectTree tree(forest.roots, forest.runs, forest.parent_row, none, none);
        tree.set_coefficients(forest.a.data(), forest.b.data(), forest.a.size());
        tree.eliminate(forest.view(), 1);
        EXPECT_TRUE(std::isnan(tree.substitute(forest.view(), 1))) << row;
    }
}

}  // namespace
}  // namespace ranvier::engine
