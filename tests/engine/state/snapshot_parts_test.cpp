#include "engine/state/snapshot_parts.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ranvier::engine {
namespace {

Bytes bytes(unsigned char content) {
    return Bytes(3, std::byte{content});
}

/// What three ranks have saved.
SnapshotSet saved() {
    SnapshotSet set;
    set.ranks.resize(3);
    for (std::size_t rank = 0; rank < 3; ++rank) {
        auto& parts = set.ranks[rank].parts;
        parts.push_back({"equal", false, bytes(1)});
        parts.push_back({"weights", false, bytes(static_cast<unsigned char>(rank))});
        if (rank > 0) parts.push_back({"partial", false, bytes(2)});
        if (rank == 1) parts.push_back({"gid 7", true, bytes(3)});
    }
    return set;
}

/// The message of the error; empty: there is none.
std::string refusal(const PartFinder& finder, const std::string& name, bool travels) {
    try {
        finder.find(name, travels);
        return "";
    } catch (const StateError& error) {
        return error.what();
    }
}

TEST(PartFinder, FindsWhatAllRanksHaveAlike) {
    const SnapshotSet set = saved();
    const PartFinder finder(set);
    ASSERT_NE(finder.find("equal", false), nullptr);
    EXPECT_EQ(*finder.find("equal", false), bytes(1));
    EXPECT_EQ(finder.find("missing", false), nullptr);
    EXPECT_EQ(finder.need("equal"), bytes(1));
    EXPECT_THROW(finder.need("missing"), StateError);
}

TEST(PartFinder, RefusesWhatDiffersBetweenRanks) {
    const SnapshotSet set = saved();
    const PartFinder finder(set);
    EXPECT_EQ(refusal(finder, "weights", false),
              "weights differ between the 3 ranks that saved the state, so it can be restored only on as many ranks "
              "with the same cells");
    EXPECT_NE(refusal(finder, "weights", true), "") << "which one should travel?";
    EXPECT_NE(refusal(finder, "partial", false), "") << "one rank has none";
}

TEST(PartFinder, FindsWhatTravelsWithACellOnAnyRank) {
    const SnapshotSet set = saved();
    const PartFinder finder(set);
    ASSERT_NE(finder.find("gid 7", true), nullptr);
    EXPECT_EQ(*finder.find("gid 7", true), bytes(3));
    EXPECT_NE(refusal(finder, "gid 7", false), "");
    EXPECT_EQ(finder.all("weights").size(), 3u);
    EXPECT_TRUE(finder.all("missing").empty());
}

}  // namespace
}  // namespace ranvier::engine
