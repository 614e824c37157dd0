#include "hoc_like/language/interface/advice/nearest.hpp"

#include <gtest/gtest.h>

namespace ranvier::hoc {
namespace {

TEST(EditDistance, CountsChangesAndSwapsOfNeighbors) {
    EXPECT_EQ(edit_distance("abc", "abc"), 0);
    EXPECT_EQ(edit_distance("abc", "acb"), 1);
    EXPECT_EQ(edit_distance("abc", "ab"), 1);
    EXPECT_EQ(edit_distance("abc", "xabc"), 1);
    EXPECT_EQ(edit_distance("gnabar", "gkbar"), 2);
    EXPECT_EQ(edit_distance("", "abc"), 3);
    EXPECT_EQ(edit_distance("abc", ""), 3);
    EXPECT_EQ(edit_distance("abcdef", "badcfe"), 3);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(NearestSuggestion, NamesTheNearestOnlyIfItIsNear) {
    const std::vector<std::string> names{"gnabar_hh", "diam", "soma", "x"};
    EXPECT_EQ(nearest_suggestion("gnabr_hh", names), "; did you mean 'gnabar_hh'?");
    EXPECT_EQ(nearest_suggestion("smoa", names), "; did you mean 'soma'?");
    EXPECT_EQ(nearest_suggestion("completely", names), "");
    EXPECT_EQ(nearest_suggestion("y", names), "");
}

}  // namespace
}  // namespace ranvier::hoc
