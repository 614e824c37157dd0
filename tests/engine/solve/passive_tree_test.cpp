#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>

#include "engine/cell/section.hpp"
#include "engine/solve/model.hpp"
#include "tests/engine/cell/hand_made_mechanisms.hpp"
#include "tests/engine/cell/reference_tree.hpp"
#include "tests/engine/solve/fixed_step.hpp"

namespace ranvier::engine {
namespace {

void make_passive(Model& model, const ReferenceTree& tree) {
    const MechanismId pas = model.register_mechanism(hand_made::passive());
    const auto set = [&](Section& s, const char* name, double x, double value) {
        model.store(model.reference(s, *model.range_variable(name), 0, x), value);
    };
    int i = 0;
    for (Section* section : tree.sections()) {
        model.insert(*section, pas);
        for (int j = 0; j < section->nseg(); ++j) {
            const double x = (j + .5) / section->nseg();
            set(*section, "cm", x, 1 + .1 * i);
            set(*section, "g_pas", x, .0003 * (1 + .37 * i + .05 * j));
            set(*section, "e_pas", x, -65 - i);
        }
        ++i;
    }
    const MechanismId clamp = model.register_mechanism(hand_made::clamp());
    const InstanceId point = model.create_point_process(clamp, *tree.d3, .1);
    model.store(model.reference(point, 0), .7);
}

std::vector<double> voltages(Model& model, const Section& section) {
    const RangeVariable v = *model.range_variable("v");
    std::vector<double> values{model.load(model.reference(section, v, 0, 0))};
    for (int j = 0; j < section.nseg(); ++j) {
        values.push_back(model.load(model.reference(section, v, 0, (j + .5) / section.nseg())));
    }
    values.push_back(model.load(model.reference(section, v, 0, 1)));
    return values;
}

class PassiveTree : public testing::TestWithParam<int> {};

// Every bit of every voltage after 200 steps, for one cell and for 1 to 5 equal ones side by side.
TEST_P(PassiveTree, HasNeuronsBitsInEveryLane) {
    for (int cells = 1; cells <= 5; ++cells) {
        Model model;
        model.secondorder = GetParam();
        std::vector<ReferenceTree> trees;
        for (int c = 0; c < cells; ++c) {
            trees.push_back(make_reference_tree(model));
            make_passive(model, trees.back());
        }
        initialize(model, -60);
        advance(model, 200);
        EXPECT_EQ(model.t, 5.0000000000000373);
        const auto& expected = GetParam() == 0 ? reference_v_implicit : reference_v_crank_nicolson;
        for (const ReferenceTree& tree : trees) {
            for (std::size_t s = 0; s < expected.size(); ++s) {
                EXPECT_EQ(voltages(model, *tree.sections()[s]), expected[s])
                    << tree.sections()[s]->name() << ", cells: " << cells;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(SecondOrder, PassiveTree, testing::Values(0, 1, 2));

}  // namespace
}  // namespace ranvier::engine
