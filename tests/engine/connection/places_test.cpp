#include "engine/connection/places.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ranvier::engine {
namespace {

TEST(Place, HasOneKind) {
    EXPECT_EQ(Place().kind(), Place::Kind::removed);
    EXPECT_EQ(Place::folded().kind(), Place::Kind::folded);
    EXPECT_EQ(Place::hidden().kind(), Place::Kind::hidden);
    for (const std::uint32_t k : {0u, 1u, Place::most - 4}) {
        EXPECT_EQ(Place::loose(k).kind(), Place::Kind::loose);
        EXPECT_EQ(Place::loose(k).index(), k);
        EXPECT_FALSE(Place::loose(k).is_in_tables());
        EXPECT_EQ(Place::in_tables(k).kind(), Place::Kind::in_tables);
        EXPECT_EQ(Place::in_tables(k).index(), k);
        EXPECT_TRUE(Place::in_tables(k).is_in_tables());
    }
    EXPECT_FALSE(Place().exists());
    EXPECT_TRUE(Place::hidden().exists());
    EXPECT_EQ(sizeof(Place), 4u);
}

std::vector<std::uint32_t> numbers_of(const Places& places) {
    std::vector<std::uint32_t> numbers;
    places.for_each([&](std::uint32_t n) { numbers.push_back(n); });
    return numbers;
}

TEST(Places, AreNotWrittenDownInOrder) {
    Places places;
    for (int k = 0; k < 3; ++k) places.add_in_order();
    EXPECT_EQ(places.bytes(), 0u);
    EXPECT_EQ(places.at(2), Place::loose(2));
    places.write();
    places.write();  // without effect
    EXPECT_EQ(places.end(), 3u);
    places.set(1, Place());
    EXPECT_EQ(places.at(2), Place::loose(2));
    EXPECT_EQ(numbers_of(places), (std::vector<std::uint32_t>{0, 2}));
}

TEST(Places, OfHiddenRunsAreFound) {
    Places places;
    places.add_in_order();
    places.write();
    places.add_folded(2);
    places.add(Place::loose(1));
    EXPECT_EQ(places.at(1), Place::folded());
    places.hide_run(1);
    EXPECT_EQ(places.at(2), Place::hidden());
    places.begin_finding();
    places.find(1, Place::in_tables(5));
    places.find(2, Place::in_tables(4));
    EXPECT_EQ(places.at(2), Place::in_tables(4));
    places.forget_found();
    EXPECT_EQ(places.at(2), Place::hidden());
    EXPECT_FALSE(places.is_changed(1));
    places.note_change(2);
    EXPECT_TRUE(places.is_changed(1));
    EXPECT_EQ(places.at(3), Place::loose(1));
}

TEST(Places, OfRemovedConnectionsAreForgotten) {
    Places places;
    for (int k = 0; k < 1000; ++k) places.add_in_order();
    places.write();
    for (std::uint32_t n = 10; n < 990; ++n) places.set(n, Place());
    places.forget_removed();
    EXPECT_EQ(numbers_of(places).size(), 20u);
    EXPECT_EQ(places.most(), 20u);
    EXPECT_EQ(places.at(995), Place::loose(995));
    EXPECT_FALSE(places.at(500).exists());
}

}  // namespace
}  // namespace ranvier::engine
