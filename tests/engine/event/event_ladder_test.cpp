#include "engine/event/event_ladder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <set>

namespace ranvier::engine {
namespace {

struct Order {
    bool operator()(const Event& a, const Event& b) const { return is_earlier(a, b); }
};

using Random = std::mt19937;
using Later = std::function<double(double t, Random&)>;  // time of an event that is pushed at t

double uniform(Random& random) {
    return std::uniform_real_distribution<double>()(random);
}

// Typical patterns of networks, and others.
const std::vector<Later> habits = {
    [](double t, Random& random) { return t - std::log(uniform(random)); },
    [](double t, Random& random) { return t + static_cast<double>(random() % 5); },
    [](double t, Random&) { return t; },
    [](double t, Random& random) { return random() % 2 ? t + 1e-3 * uniform(random) : t + 1e3; },
    [](double t, Random& random) { return t + std::exp(40 * uniform(random) - 20); },
    [](double t, Random& random) { return random() % 3 ? t + uniform(random) : HUGE_VAL; },
    [](double t, Random& random) { return t - 5 + 10 * uniform(random); },  // also earlier than the latest pop
};

// Random pushes, pops and changes of the top, at sizes from none to thousands, against a set.
TEST(EventLadder, AgreesWithASet) {
    Random random(1);
    for (std::size_t round = 0; round < 4 * habits.size(); ++round) {
        const Later& later = habits[round % habits.size()];
        EventLadder ladder;
        std::set<Event, Order> model;
        double t = 0;
        std::uint32_t made = 0;
        for (const std::size_t size : {300u, 10u, 5000u, 4000u, 0u, 100u, 2000u, 0u}) {
            while (model.size() != size || random() % 2000) {
                const auto what = random() % 100;
                const bool grows = model.size() < size ? what < 70 : what < 30;
                if (grows || model.empty()) {
                    // No two are equal: `sequence` counts them.
                    Event e = Event::group(later(t, random), random() % 4, 0, TableNumber{0}, Group{made});
                    e.sequence = made;
                    ++made;
                    ladder.push(e);
                    model.insert(e);
                } else if (what == 99) {
                    Event e = *model.begin();
                    model.erase(model.begin());
                    e.key = random() % 8;
                    model.insert(e);
                    ladder.replace_top(e);
                } else {
                    ASSERT_EQ(ladder.top().group(), model.begin()->group());
                    t = std::min(model.begin()->t, 1e9);
                    ladder.pop();
                    model.erase(model.begin());
                }
                ASSERT_EQ(ladder.size(), model.size());
                ASSERT_EQ(ladder.empty(), model.empty());
                ASSERT_TRUE(model.empty() || ladder.top().group() == model.begin()->group());
            }
            std::vector<Event> all;
            ladder.append_to(all);
            std::sort(all.begin(), all.end(), is_earlier);
            ASSERT_TRUE(std::equal(all.begin(), all.end(), model.begin(), model.end(),
                                   [](const Event& a, const Event& b) { return a.group() == b.group(); }));
        }
        ladder.clear();
        EXPECT_TRUE(ladder.empty());
    }
}

}  // namespace
}  // namespace ranvier::engine
