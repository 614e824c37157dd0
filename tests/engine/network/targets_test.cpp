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
    EXPECT_EQ(targets.find(two), nothing);
    EXPECT_EQ(targets.number(two), 0u);
    EXPECT_EQ(targets.number(one), 1u);
    EXPECT_EQ(targets.number(two), 0u);
    EXPECT_EQ(targets[1], one);
    EXPECT_EQ(targets.describe(0), "Adder[1]");
    const auto living = [&] { return std::vector(targets.living().begin(), targets.living().end()); };
    EXPECT_EQ(living(), (std::vector<std::uint32_t>{0, 1}));
    model.destroy_instance(two);
    EXPECT_EQ(living(), std::vector<std::uint32_t>{1});
    const InstanceId three = model.create_artificial_cell(adder);
    EXPECT_EQ(targets.number(three), 2u);
    EXPECT_EQ(targets.size(), 3u);
}

}  // namespace
}  // namespace ranvier::engine
