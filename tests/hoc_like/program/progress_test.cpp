#include "hoc_like/program/progress.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

namespace ranvier::program {
namespace {

/// A run at a tenth of real time, whose clock the test moves on.
class Progress : public testing::Test {
  protected:
    double now = 1000;

    /// The seconds after which lines are written, of a run of this length.
    std::vector<int> lines(ProgressStyle style, int seconds) {
        ProgressLine line(style, [this] { return now; });
        std::vector<int> at;
        for (int k = 0; k < 10 * seconds; ++k) {
            testing::internal::CaptureStderr();
            line.show(10. * k, 0);
            const std::string written = testing::internal::GetCapturedStderr();
            if (!written.empty()) at.push_back(k / 10);
            if (!written.empty()) last = written;
            now += .1;
        }
        return at;
    }
    std::string last;
};

TEST_F(Progress, IsNotShownInShortRuns) {
    EXPECT_TRUE(lines(ProgressStyle::rare_lines, 29).empty());
    EXPECT_TRUE(lines(ProgressStyle::none, 100).empty());
}

TEST_F(Progress, IsShownMoreAndMoreRarely) {
    const std::vector<int> at = lines(ProgressStyle::rare_lines, 1000);
    ASSERT_GT(at.size(), 12u);
    EXPECT_NEAR(at[0], 30, 1);
    EXPECT_NEAR(at[1], 60, 1);
    EXPECT_GT(at.back() - at[at.size() - 2], 60);
    EXPECT_EQ(last.substr(0, 15), "progress   t = ");
    EXPECT_EQ(last.back(), '\n');
}

TEST_F(Progress, IsShownEveryFiveSecondsOnRequest) {
    const std::vector<int> at = lines(ProgressStyle::lines, 21);
    ASSERT_EQ(at.size(), 4u);
    EXPECT_NEAR(at[3], 20, 1);
}

TEST_F(Progress, SaysHowFarTheRunIsAndHowLongItWillTake) {
    const auto line_at = [this](double t_ms, double tstop_ms) {
        ProgressLine line(ProgressStyle::lines, [this] { return now; });
        line.show(500, tstop_ms);
        now += 10;
        testing::internal::CaptureStderr();
        line.show(t_ms, tstop_ms);
        return testing::internal::GetCapturedStderr();
    };
    EXPECT_EQ(line_at(1500, 4500), "progress   t = 1500.0 ms of 4500.0 ms, 30 s left, real-time factor 10\n");
    EXPECT_EQ(line_at(2500, 0), "progress   t = 2500.0 ms, real-time factor 5\n") << "the end is not known";
    EXPECT_EQ(line_at(2500, 1000), "progress   t = 2500.0 ms, real-time factor 5\n") << "the end has passed";
}

// A script with many short runs shows lines, too.
TEST_F(Progress, CountsFromTheFirstRun) {
    ProgressLine line(ProgressStyle::rare_lines, [this] { return now; });
    testing::internal::CaptureStderr();
    for (int run = 0; run < 50; ++run) {
        for (int k = 0; k < 10; ++k) {
            line.show(10. * k, 90);
            now += .1;
        }
    }
    const std::string written = testing::internal::GetCapturedStderr();
    EXPECT_EQ(std::count(written.begin(), written.end(), '\n'), 1) << written;
}

TEST_F(Progress, StaysOnOneLineOfATerminal) {
    EXPECT_FALSE(lines(ProgressStyle::rewritten, 3).empty());
    EXPECT_EQ(last.front(), '\r');
    EXPECT_EQ(last.find('\n'), std::string::npos);
    EXPECT_FALSE(ProgressLine::is_shown()) << "removed when the run has ended";
}

TEST(ProgressWishes, AreWords) {
    EXPECT_EQ(progress_wish("auto"), ProgressWish::automatic);
    EXPECT_THROW(progress_wish("sometimes"), std::invalid_argument);
    EXPECT_EQ(progress_style(ProgressWish::on, false, 1), ProgressStyle::none) << "rank 0 speaks";
    EXPECT_EQ(progress_style(ProgressWish::usual, true, 0), ProgressStyle::none);
    EXPECT_NE(progress_style(ProgressWish::automatic, true, 0), ProgressStyle::none);
}

}  // namespace
}  // namespace ranvier::program
