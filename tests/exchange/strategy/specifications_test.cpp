#include "exchange/strategy/specifications.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace ranvier::exchange {

namespace {

StrategyDescription described(const std::string& name) {
    for (const StrategyDescription& each : strategies()) {
        if (each.name == name) return each;
    }
    return {};
}

bool contains(const std::vector<std::string>& list, const std::string& text) {
    return std::ranges::find(list, text) != list.end();
}

TEST(Specifications, CombineAllValuesButThoseThatAreRefused) {
    const std::vector<std::string> all = every_specification(described("alltoall"));
    EXPECT_EQ(all.front(), "alltoall:collective=alltoall,compress=off,fixed=0,adaptive=off,barrier=off");
    EXPECT_EQ(std::set<std::string>(all.begin(), all.end()).size(), all.size());
    EXPECT_EQ(all.size(), 4u * 2 * 3 * 2 * 2 - 2u * 2 * 3 * 2);  // two collectives are not adaptive
    EXPECT_FALSE(contains(all, "alltoall:collective=alltoallv,compress=off,fixed=0,adaptive=on,barrier=off"));
    EXPECT_EQ(every_specification(described("pairwise")), std::vector<std::string>{"pairwise"});
}

std::string value(const std::string& specification, const std::string& option) {
    const std::size_t found = specification.find(option + "=");
    const std::size_t begin = found + option.size() + 1;
    return found == std::string::npos ? "" : specification.substr(begin, specification.find(',', begin) - begin);
}

using Pair = std::pair<std::string, std::string>;

std::set<Pair> pairs(const std::vector<std::string>& list, const std::string& a, const std::string& b) {
    std::set<Pair> found;
    for (const std::string& each : list) found.insert({value(each, a), value(each, b)});
    return found;
}

TEST(Specifications, CoverEachValueAndEachPair) {
    const StrategyDescription isend = described("isend");
    const std::vector<std::string> all = every_specification(isend);
    const std::vector<std::string> values = covering_specifications(isend, 1);
    const std::vector<std::string> few = covering_specifications(isend, 2);
    EXPECT_LT(values.size(), few.size());
    EXPECT_LT(few.size(), all.size() / 2);
    for (const OptionDescription& a : isend.options) {
        EXPECT_EQ(pairs(values, a.name, a.name), pairs(all, a.name, a.name)) << a.name;
        for (const OptionDescription& b : isend.options) {
            EXPECT_EQ(pairs(few, a.name, b.name), pairs(all, a.name, b.name)) << a.name << " and " << b.name;
        }
    }
    for (const std::string& each : few) EXPECT_TRUE(contains(all, each)) << each;
}

TEST(Specifications, OfAllNameEachStrategy) {
    for (const int together : {0, 1}) {
        std::vector<std::string> names;
        for (const std::string& each : specifications_of_all(together)) {
            const std::string name = each.substr(0, each.find(':'));
            if (names.empty() || names.back() != name) names.push_back(name);
        }
        std::vector<std::string> expected;
        for (const StrategyDescription& each : strategies()) expected.push_back(each.name);
        EXPECT_EQ(names, expected);
    }
}

}  // namespace

}  // namespace ranvier::exchange
