#include "engine/run/block_threads.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>

namespace ranvier::engine {
namespace {

/// Which thread takes each block.
std::vector<int> threads_of(BlockThreads& threads, std::size_t blocks) {
    std::vector<int> of(blocks, -1);
    threads.for_each_block([&](std::uint32_t b, int thread) { of[b] = thread; });
    return of;
}

TEST(BlockThreads, DealsTheLongestBlocksFirst) {
    BlockThreads threads;
    EXPECT_FALSE(threads.is_assigned());
    threads.assign(std::vector<std::size_t>{5, 1, 4, 3, 2}, 2);
    EXPECT_EQ(threads.size(), 2);
    EXPECT_EQ(threads_of(threads, 5), (std::vector<int>{0, 0, 1, 1, 0}));
}

TEST(BlockThreads, TakesEachBlockOnceEachOnItsThread) {
    std::mt19937 random(1);
    BlockThreads threads;
    for (int trial = 0; trial < 30; ++trial) {
        std::vector<std::size_t> work(random() % 20);
        for (std::size_t& each : work) each = random() % 100;
        const int usable = static_cast<int>(random() % 4 + 1);
        threads.assign(work, usable);
        std::vector<std::atomic<int>> taken(work.size());
        std::vector<std::thread::id> on(static_cast<std::size_t>(usable));
        std::atomic<int> moved = 0;
        for (int round = 0; round < 3; ++round) {
            threads.for_each_block([&](std::uint32_t b, int thread) {
                ++taken[b];
                std::thread::id& known = on[static_cast<std::size_t>(thread)];
                if (known == std::thread::id()) known = std::this_thread::get_id();
                moved += known != std::this_thread::get_id();
            });
        }
        for (const auto& each : taken) EXPECT_EQ(each, 3);
        EXPECT_EQ(moved, 0);
        if (on[0] != std::thread::id()) {
            EXPECT_EQ(on[0], std::this_thread::get_id());
        }
    }
}

// The order in which a run on one thread meets blocks is part of NEURON's order of equal times.
TEST(BlockThreads, TakesBlocksInTheirOrderOnOneThread) {
    BlockThreads threads;
    threads.assign(std::vector<std::size_t>{1, 9, 4}, 1);
    std::vector<std::uint32_t> order;
    threads.for_each_block([&](std::uint32_t b, int) { order.push_back(b); });
    EXPECT_EQ(order, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(BlockThreads, TakesAllBlocksOnTheCallersThreadWhenAsked) {
    BlockThreads threads;
    threads.assign(std::vector<std::size_t>(6, 1), 3);
    int here = 0;
    const std::thread::id caller = std::this_thread::get_id();
    threads.for_each_block_here(
        [&](std::uint32_t, int thread) { here += thread == 0 && std::this_thread::get_id() == caller; });
    EXPECT_EQ(here, 6);
}

TEST(BlockThreads, ThrowsWhatTheLowestThreadThrewOnceAllAreDone) {
    BlockThreads threads;
    threads.assign(std::vector<std::size_t>(3, 1), 3);
    std::atomic<int> done = 0;
    std::string caught;
    try {
        threads.for_each_block([&](std::uint32_t b, int thread) {
            if (b != 2) throw std::runtime_error("thread " + std::to_string(thread));
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            ++done;
        });
    } catch (const std::runtime_error& error) {
        caught = error.what();
    }
    EXPECT_EQ(caught, "thread 0");
    EXPECT_EQ(done, 1);
    EXPECT_EQ(threads_of(threads, 3), (std::vector<int>{0, 1, 2})) << "and can run again";
}

// The other thread doesn't come to an end before the waiting one has been called ten times.
TEST(BlockThreads, CallsSomebodyWhileItWaits) {
    BlockThreads threads;
    threads.assign(std::vector<std::size_t>(2, 1), 2);
    std::atomic<int> calls = 0;
    const auto give_up = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    threads.for_each_block(
        [&](std::uint32_t, int thread) {
            while (thread == 1 && calls < 10 && std::chrono::steady_clock::now() < give_up) std::this_thread::yield();
        },
        [&] { ++calls; });
    EXPECT_GE(calls, 10);
}

TEST(BlockThreads, TakesEachTaskOnceWithAndWithoutBlocks) {
    for (const int wanted : {1, 2, 5}) {
        BlockThreads threads;
        threads.set_wanted(wanted);
        for (const int usable : {0, 1, wanted}) {
            if (usable > 0) threads.assign(std::vector<std::size_t>{1, 1}, usable);
            for (const std::size_t n : {0u, 1u, 2u, 100u}) {
                std::vector<std::atomic<int>> taken(n);
                threads.for_each_task(n, [&](std::size_t k) { ++taken[k]; });
                for (const auto& each : taken) EXPECT_EQ(each, 1);
            }
            if (usable == 0) continue;
            EXPECT_EQ(threads_of(threads, 2), (std::vector<int>{0, usable > 1}));
        }
    }
}

TEST(BlockThreads, ThrowsWhatTheFailingTaskOfTheLowestNumberThrew) {
    for (const int wanted : {1, 4}) {
        BlockThreads threads;
        threads.set_wanted(wanted);
        std::string caught;
        try {
            threads.for_each_task(50, [](std::size_t k) {
                if (k == 7) std::this_thread::sleep_for(std::chrono::milliseconds(5));
                if (k >= 7) throw std::runtime_error("task " + std::to_string(k));
            });
        } catch (const std::runtime_error& error) {
            caught = error.what();
        }
        EXPECT_EQ(caught, "task 7");
    }
}

TEST(BlockThreads, RefusesToHaveNone) {
    BlockThreads threads;
    EXPECT_THROW(threads.set_wanted(0), std::invalid_argument);
    threads.set_wanted(3);
    EXPECT_EQ(threads.wanted(), 3);
}

}  // namespace
}  // namespace ranvier::engine
