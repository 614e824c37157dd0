#include "engine/hooks/interruptions.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

using exchange::Task;

class InterruptionsAlone : public testing::Test {
  protected:
    FakeTransport transport{1};
    Interruptions interruptions;

    /// The numbers of the boundaries at which the rank looks, of boundaries this far apart.
    std::vector<int> looks(int boundaries, double apart_s) {
        std::vector<int> at;
        for (int k = 1; k <= boundaries; ++k) {
            transport.now += apart_s;
            if (!interruptions.counts_down(true)) continue;
            EXPECT_EQ(interruptions.decide_alone(transport), Ask::none);
            at.push_back(k);
        }
        return at;
    }
};

TEST_F(InterruptionsAlone, LooksAtEachBoundaryIfBoundariesAreRare) {
    EXPECT_EQ(looks(5, .3), (std::vector<int>{1, 2, 3, 4, 5}));
}

TEST_F(InterruptionsAlone, LooksFourTimesASecondIfBoundariesAreFrequent) {
    const std::vector<int> at = looks(40'000, 1e-4);  // 4 s
    EXPECT_LE(at.size(), 24u);
    EXPECT_GE(at.size(), 16u);
    EXPECT_NEAR(at.back() - at[at.size() - 2], 2500, 1);
}

TEST_F(InterruptionsAlone, LooksMoreOftenWhenANewRunBegins) {
    looks(40'000, 1e-4);
    interruptions.begin_run();
    EXPECT_TRUE(interruptions.counts_down(true));
}

TEST_F(InterruptionsAlone, ActsOnARequestAtTheNextBoundary) {
    looks(40'000, 1e-4);
    interruptions.ask(Ask::save);
    ASSERT_TRUE(interruptions.counts_down(true));
    EXPECT_EQ(interruptions.decide_alone(transport), Ask::save);
    EXPECT_EQ(interruptions.decide_alone(transport), Ask::none) << "asked once";
}

TEST_F(InterruptionsAlone, TheGreaterRequestCounts) {
    interruptions.ask(Ask::end);
    interruptions.ask(Ask::save);
    EXPECT_EQ(interruptions.decide_alone(transport), Ask::end);
}

TEST_F(InterruptionsAlone, SavesWhenTheLastSaveIsOld) {
    interruptions.save_every(10);
    EXPECT_EQ(interruptions.decide_alone(transport), Ask::none);
    transport.now = 9;
    EXPECT_EQ(interruptions.decide_alone(transport), Ask::none);
    transport.now = 10.5;
    EXPECT_EQ(interruptions.decide_alone(transport), Ask::scheduled_save);
    transport.now = 20;
    EXPECT_EQ(interruptions.decide_alone(transport), Ask::none);
    interruptions.ask(Ask::save);
    EXPECT_EQ(interruptions.decide_alone(transport), Ask::save);
    transport.now = 29;
    EXPECT_EQ(interruptions.decide_alone(transport), Ask::none) << "counts from the last save, whatever its reason";
    transport.now = 30;
    EXPECT_EQ(interruptions.decide_alone(transport), Ask::scheduled_save);
}

TEST_F(InterruptionsAlone, ReportsWhatWasDoneExceptScheduledSaves) {
    std::vector<Ask> reported;
    interruptions.on_acted([&](Ask what, double, bool) { reported.push_back(what); });
    interruptions.acted(Ask::scheduled_save, 1, true);
    interruptions.acted(Ask::save, 2, true);
    EXPECT_FALSE(interruptions.has_ended());
    interruptions.acted(Ask::end, 3, true);
    EXPECT_TRUE(interruptions.has_ended());
    EXPECT_EQ(reported, (std::vector<Ask>{Ask::save, Ask::end}));
}

TEST_F(InterruptionsAlone, ShowsWhetherABoundaryIsToBeExpected) {
    EXPECT_FALSE(interruptions.is_underway());
    {
        const Underway advance(interruptions);
        {
            const Underway in_a_statement(interruptions);
        }
        EXPECT_TRUE(interruptions.is_underway());
    }
    EXPECT_FALSE(interruptions.is_underway());
    EXPECT_EQ(interruptions.passages(), 2u);
}

/// Any rank may be asked, at any time; all act at the same boundary.
TEST(Interruptions, ReachAllRanksAtTheSameBoundary) {
    constexpr int rank_count = 4, boundaries = 3000;
    for (int asked = 0; asked < rank_count; ++asked) {
        std::vector<int> acted(rank_count, -1), agreements(rank_count, 0);
        run_on_ranks(rank_count, [&](Parts& parts, int rank) -> Task<void> {
            Interruptions interruptions;
            for (int k = 0; k < boundaries; ++k) {
                if (rank == asked && k == 1000 + 7 * rank) interruptions.ask(Ask::end);
                if (!interruptions.counts_down(false)) continue;
                ++agreements[static_cast<std::size_t>(rank)];
                const Ask what = co_await interruptions.agree(parts.transport);
                if (what == Ask::end) {
                    acted[static_cast<std::size_t>(rank)] = k;
                    break;
                }
            }
        });
        EXPECT_GE(acted[0], 1000 + 7 * asked);
        EXPECT_EQ(acted, std::vector<int>(rank_count, acted[0]));
        EXPECT_EQ(agreements, std::vector<int>(rank_count, agreements[0]));
        EXPECT_LT(agreements[0], 20) << "not at each boundary";
    }
}

/// A run on one rank, without a checkpoint.
class InterruptedRun : public testing::Test, protected PartsOfOneRank {};

TEST_F(InterruptedRun, EndsAtTheNextBoundary) {
    make_soma("soma");
    begin_now();
    hooks.events().add(3, [&] { hooks.interruptions().ask(Ask::end); });
    double at = 0;
    hooks.interruptions().on_acted([&](Ask, double t, bool saved) {
        at = t;
        EXPECT_FALSE(saved);
    });
    advance(25);
    EXPECT_TRUE(hooks.interruptions().has_ended());
    EXPECT_NEAR(at, 3, .03);
    EXPECT_EQ(at, model.t);
}

TEST_F(InterruptedRun, GoesOnAfterARequestToSave) {
    make_soma("soma");
    begin_now();
    hooks.events().add(3, [&] { hooks.interruptions().ask(Ask::save); });
    advance(25);
    EXPECT_NEAR(model.t, 25, 1e-9);
}

}  // namespace
}  // namespace ranvier::engine
