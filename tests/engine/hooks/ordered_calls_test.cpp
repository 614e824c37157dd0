#include "engine/hooks/ordered_calls.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>

namespace ranvier::engine {
namespace {

TEST(OrderedCalls, CallsInTheOrderOfRegistration) {
    OrderedCalls calls;
    EXPECT_TRUE(calls.empty());
    std::string seen;
    calls.add([&] { seen += "a"; });
    const OrderedCalls::Id b = calls.add([&] { seen += "b"; });
    calls.add([&] { seen += "c"; });
    calls.run();
    calls.remove(b);
    calls.remove(b);
    calls.run();
    EXPECT_EQ(seen, "abcac");
    EXPECT_FALSE(calls.empty());
}

TEST(OrderedCalls, LeavesOutWhatACallRemovesOrAdds) {
    OrderedCalls calls;
    std::string seen;
    OrderedCalls::Id self = 0, next = 0;
    self = calls.add([&] {
        seen += "once ";
        calls.remove(self);
        calls.remove(next);
        for (int k = 0; k < 100; ++k) calls.add([&] { seen += "n"; });  // the places of all change
        seen += "and ";
    });
    next = calls.add([&] { seen += "removed "; });
    calls.run();
    EXPECT_EQ(seen, "once and ");
    calls.run();
    EXPECT_EQ(seen, "once and " + std::string(100, 'n'));
}

TEST(OrderedCalls, MayRunWithinACall) {
    OrderedCalls calls;
    std::string seen;
    OrderedCalls::Id inner = 0;
    int depth = 0;
    calls.add([&] {
        if (++depth == 1) {
            calls.run();
            calls.remove(inner);
        }
    });
    inner = calls.add([&] { seen += "i"; });
    calls.add([&] { seen += "l"; });
    calls.run();
    EXPECT_EQ(seen, "ill");
}

TEST(OrderedCalls, StayInOrderAfterACallHasThrown) {
    OrderedCalls calls;
    const OrderedCalls::Id bad = calls.add([] { throw 1; });
    int count = 0;
    calls.add([&] { ++count; });
    EXPECT_THROW(calls.run(), int);
    calls.remove(bad);
    calls.run();
    EXPECT_EQ(count, 1);
}

TEST(OrderedCalls, AgreeWithAMap) {
    std::mt19937 random(7);
    OrderedCalls calls;
    std::map<OrderedCalls::Id, int> model;
    std::vector<int> seen;
    for (int step = 0; step < 2000; ++step) {
        if (random() % 2 == 0 || model.empty()) {
            model[calls.add([&seen, step] { seen.push_back(step); })] = step;
        } else {
            const auto at = std::next(model.begin(), random() % model.size());
            calls.remove(at->first);
            model.erase(at);
        }
        if (step % 50 != 0) continue;
        seen.clear();
        calls.run();
        std::vector<int> expected;
        for (const auto& [id, value] : model) expected.push_back(value);
        EXPECT_EQ(seen, expected);
        EXPECT_EQ(calls.empty(), model.empty());
    }
}

}  // namespace
}  // namespace ranvier::engine
