#include "engine/event/spike_queue.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <thread>
#include <vector>

namespace ranvier::engine {
namespace {

exchange::Spike numbered(int k) {
    return {.125 * k, k};
}

// 252 spikes fill a chunk.
TEST(SpikeQueue, GivesBackWhatWasPushedInThatOrder) {
    for (const int n : {0, 1, 251, 252, 253, 504, 505, 2000}) {
        SpikeQueue queue;
        std::vector<exchange::Spike> pushed, drained;
        for (int k = 0; k < n; ++k) {
            pushed.push_back(numbered(k));
            queue.push(pushed.back());
        }
        const auto keep = [&](const exchange::Spike& spike) { drained.push_back(spike); };
        EXPECT_EQ(queue.drain(keep), n > 0);
        EXPECT_EQ(drained, pushed);
        EXPECT_FALSE(queue.drain(keep));
        EXPECT_EQ(drained.size(), pushed.size());
    }
}

TEST(SpikeQueue, MayBeDrainedAtAnyTime) {
    SpikeQueue queue;
    std::mt19937 random(1);
    int pushed = 0, drained = 0;
    for (int round = 0; round < 500; ++round) {
        for (auto n = random() % 100; n > 0; --n) queue.push(numbered(pushed++));
        if (random() % 3) continue;
        queue.drain([&](const exchange::Spike& spike) { EXPECT_EQ(spike, numbered(drained++)); });
        EXPECT_EQ(drained, pushed);
    }
}

TEST(SpikeQueue, CarriesSpikesFromOneThreadToAnother) {
    constexpr int n = 300'000;
    SpikeQueue queue;
    std::atomic<bool> all_pushed = false;
    std::thread producer([&] {
        for (int k = 0; k < n; ++k) queue.push(numbered(k));
        all_pushed = true;
    });
    int drained = 0, wrong = 0;
    for (bool is_last = false; !is_last;) {
        is_last = all_pushed;
        queue.drain([&](const exchange::Spike& spike) { wrong += !(spike == numbered(drained++)); });
    }
    producer.join();
    EXPECT_EQ(drained, n);
    EXPECT_EQ(wrong, 0);
}

// What was not drained is freed with it.
TEST(SpikeQueue, MayGoWithSpikesInIt) {
    SpikeQueue queue;
    for (int k = 0; k < 1000; ++k) queue.push(numbered(k));
}

}  // namespace
}  // namespace ranvier::engine
