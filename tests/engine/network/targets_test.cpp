#include "engine/network/targets.hpp"

#include <gtest/gtest.h>

#include "engine/solve/model.hpp"
#include "event/hand_made_cells.hpp"

namespace ranvier::engine {
namespace {

TEST(Targets, HaveNumbersThatAreNotReused) {
    Model model;
    const MechanismId adder = model.register_mechanism(hand_made::adder());
    const InstanceId one = model.create_artificial_cell(adder), two = model.create_artificial_cell(adder);
    Targets targets(model);
    EXPECT_EQ(targets.find(two), TargetNumber::none);
    EXPECT_EQ(targets.number(two), TargetNumber{0});
    EXPECT_EQ(targets.number(one), TargetNumber{1});
    EXPECT_EQ(targets.number(two), TargetNumber{0});
    EXPECT_EQ(targets[TargetNumber{1}], one);
    EXPECT_EQ(targets.describe(TargetNumber{0}), "Adder[1]");
    const auto living = [&] { return std::vector(targets.living().begin(), targets.living().end()); };
    EXPECT_EQ(living(), (std::vector{TargetNumber{0}, TargetNumber{1}}));
    model.destroy_instance(two);
    EXPECT_EQ(living(), std::vector{TargetNumber{1}});
    const InstanceId three = model.create_artificial_cell(adder);
    EXPECT_EQ(targets.number(three), TargetNumber{2});
    EXPECT_EQ(targets.size(), 3u);
}

}  // namespace
}  // namespace ranvier::engine
