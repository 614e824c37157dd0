#include "engine/variable/magnitudes.hpp"

#include <gtest/gtest.h>

namespace ranvier::engine {
namespace {

TEST(Magnitudes, AreTheLargestOfEachState) {
    Magnitudes largest;
    largest.note_states(std::vector<double>{1, -5});
    EXPECT_EQ(largest.of_errors(), (std::vector<double>{0, 0}));
    largest.note_states(std::vector<double>{-2, 3});
    largest.note_errors(std::vector<double>{0, -.5});
    EXPECT_EQ(largest.of_states(), (std::vector<double>{2, 5}));
    EXPECT_EQ(largest.of_errors(), (std::vector<double>{0, .5}));
    largest.clear(1);
    EXPECT_EQ(largest.of_states(), std::vector<double>{0});
    EXPECT_EQ(largest.of_errors(), std::vector<double>{0});
}

}  // namespace
}  // namespace ranvier::engine
