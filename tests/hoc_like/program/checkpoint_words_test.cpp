#include "hoc_like/program/checkpoint_words.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

namespace ranvier::program {
namespace {

CheckpointWords of(const std::string& interval) {
    CheckpointWords words;
    words.every_ms = words.every_s = 7;  // of an earlier option, which the last one replaces
    words.set_interval(interval);
    return words;
}

TEST(CheckpointWords, AreTimesOfTheModel) {
    for (const char* text : {"2.5", "2.5ms", "2.5 ms"}) {
        EXPECT_EQ(of(text).every_ms, 2.5) << text;
        EXPECT_EQ(of(text).every_s, 0) << text;
    }
}

TEST(CheckpointWords, AreTimesOfTheClock) {
    EXPECT_EQ(of("90s").every_s, 90);
    EXPECT_EQ(of("30min").every_s, 1800);
    EXPECT_EQ(of("1.5 h").every_s, 5400);
    EXPECT_EQ(of("90s").every_ms, 0);
}

TEST(CheckpointWords, AreNothingElse) {
    for (const char* text : {"", "ms", "0", "-1min", "nan", "inf h", "1e999", "10 days", "10ms later", "1h30min"}) {
        EXPECT_THROW(of(text), std::invalid_argument) << text;
    }
}

}  // namespace
}  // namespace ranvier::program
