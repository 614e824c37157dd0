#include "engine/solve/linear_part.hpp"

#include <gtest/gtest.h>

#include "engine/cell/mechanism_error.hpp"

namespace ranvier::engine {
namespace {

/// Two potentials, the second at ground, and one quantity more, which is unknown 1: c = diag(0, 0, 2),
/// g = ((3, 5, 0), (0, 0, 0), (7, 0, 11)), y = (1, 10, 100), b = (1, 1, 1).
struct Circuit {
    std::shared_ptr<WatchedMatrix> c = std::make_shared<WatchedMatrix>(Eigen::MatrixXd::Zero(3, 3));
    std::shared_ptr<WatchedMatrix> g = std::make_shared<WatchedMatrix>(Eigen::MatrixXd::Zero(3, 3));
    std::shared_ptr<LinearMechanism> mechanism = std::make_shared<LinearMechanism>();
    LinearPart part{mechanism};
    CoupledEquations equations;

    Circuit() {
        c->change()(2, 2) = 2;
        g->change() << 3, 5, 0, 0, 0, 0, 7, 0, 11;
        mechanism->nodes = {{0, 0}, {1, 1}};
        mechanism->c = c;
        mechanism->g = g;
        mechanism->y = std::make_shared<std::vector<double>>(std::vector<double>{1, 10, 100});
        mechanism->b = std::make_shared<std::vector<double>>(3, 1.);
        std::int32_t next = 1;
        part.number({0, LinearPart::at_ground}, next);
        EXPECT_EQ(next, 2);
        make_pattern();
    }

    void make_pattern() {
        std::vector<CoupledEquations::Entry> entries;
        part.list_pattern(entries);
        equations.set_pattern(2, entries);
        part.find_places(equations);
    }
};

TEST(LinearPart, AssemblesItsEquationsAroundTheGround) {
    Circuit circuit;
    circuit.part.check_sizes();
    ASSERT_TRUE(circuit.part.assemble(circuit.equations, 10));
    EXPECT_EQ(*circuit.equations.place(0, 0), 3);
    EXPECT_EQ(*circuit.equations.place(1, 0), 7);
    EXPECT_EQ(*circuit.equations.place(1, 1), 11 + 20);
    EXPECT_EQ(circuit.equations[0], 1 - 3 - 50);
    EXPECT_EQ(circuit.equations[1], 1 - 7 - 1100);
}

TEST(LinearPart, AsksForAPatternWhenAnEntryBecomesNonzero) {
    Circuit circuit;
    ASSERT_TRUE(circuit.part.assemble(circuit.equations, 10));
    circuit.g->change()(0, 2) = 13;
    EXPECT_FALSE(circuit.part.assemble(circuit.equations, 10));
    circuit.make_pattern();
    EXPECT_TRUE(circuit.part.assemble(circuit.equations, 10));
    EXPECT_EQ(*circuit.equations.place(0, 1), 13);
}

TEST(LinearPart, AddsFlowsAndTheSolution) {
    Circuit circuit;
    const Eigen::VectorXd rates = Eigen::VectorXd::Constant(2, 3.);
    Eigen::VectorXd sum = Eigen::VectorXd::Zero(2);
    circuit.part.add_flows(rates, sum);
    EXPECT_EQ(sum[0], 0);
    EXPECT_EQ(sum[1], 6);
    circuit.equations[0] = .5;
    circuit.equations[1] = 50;
    circuit.part.update(circuit.equations);
    EXPECT_EQ(*circuit.mechanism->y, (std::vector<double>{1.5, 10, 150}));
}

TEST(LinearPart, RefusesAnotherSize) {
    Circuit circuit;
    circuit.mechanism->b->push_back(0);
    EXPECT_THROW(circuit.part.check_sizes(), MechanismError);
}

}  // namespace
}  // namespace ranvier::engine
