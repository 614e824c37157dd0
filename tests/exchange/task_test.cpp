#include "exchange/task.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace ranvier::exchange {

namespace {

Task<int> value(int x) {
    co_return x;
}

Task<int> sum(int n) {
    int total = 0;
    for (int i = 1; i <= n; ++i) total += co_await value(i);
    co_return total;
}

Task<int> nested(int depth) {
    if (depth == 0) co_return 0;
    const int below = co_await nested(depth - 1);
    co_return below + 1;
}

Task<void> fail() {
    co_await value(1);
    throw std::runtime_error("broken");
}

TEST(Task, GivesTheValueOfWhatItAwaits) {
    EXPECT_EQ(run_to_completion(sum(10)), 55);
}

TEST(Task, DoesNothingBeforeItIsStarted) {
    bool has_run = false;
    const auto body = [&]() -> Task<void> {
        has_run = true;
        co_return;
    };
    Task<void> task = body();
    EXPECT_FALSE(has_run);
    EXPECT_FALSE(task.done());
    task.start();
    EXPECT_TRUE(has_run);
    EXPECT_TRUE(task.done());
}

TEST(Task, NestsDeeply) {
    EXPECT_EQ(run_to_completion(nested(1'000)), 1'000);
}

TEST(Task, PassesExceptionsToWhoeverAwaits) {
    const auto outer = []() -> Task<std::string> {
        std::string said = "nothing";
        try {
            co_await fail();
        } catch (const std::runtime_error& error) {
            said = error.what();
        }
        co_return said;
    };
    EXPECT_EQ(run_to_completion(outer()), "broken");
    EXPECT_THROW(run_to_completion(fail()), std::runtime_error);
}

TEST(Task, CarriesValuesThatOnlyMove) {
    const auto make = []() -> Task<std::unique_ptr<int>> { co_return std::make_unique<int>(7); };
    EXPECT_EQ(*run_to_completion(make()), 7);
}

struct PauseInto {
    std::coroutine_handle<>& handle;
    bool await_ready() const { return false; }
    void await_suspend(std::coroutine_handle<> paused) const { handle = paused; }
    void await_resume() const {}
};

TEST(Task, ResumesWhereItPaused) {
    std::coroutine_handle<> paused;
    int stage = 0;
    const auto inner = [&]() -> Task<int> {
        stage = 1;
        const PauseInto pause{paused};
        co_await pause;
        stage = 2;
        co_return 40;
    };
    const auto outer = [&]() -> Task<int> {
        const int got = co_await inner();
        co_return got + 2;
    };
    Task<int> task = outer();
    task.start();
    EXPECT_EQ(stage, 1);
    EXPECT_FALSE(task.done());
    paused.resume();
    EXPECT_EQ(stage, 2);
    ASSERT_TRUE(task.done());
    EXPECT_EQ(task.take(), 42);
}

TEST(Task, DestroysLocalsOfAPausedChain) {
    auto alive = std::make_shared<int>(0);
    std::coroutine_handle<> paused;
    const auto inner = [&paused](std::shared_ptr<int> held) -> Task<void> {
        const PauseInto pause{paused};
        co_await pause;
        held.reset();
    };
    {
        Task<void> task = inner(alive);
        task.start();
        EXPECT_EQ(alive.use_count(), 2);
    }
    EXPECT_EQ(alive.use_count(), 1);
}

TEST(Task, ComplainsWhenADriverCannotResumeIt) {
    std::coroutine_handle<> paused;
    const auto body = [&]() -> Task<void> {
        const PauseInto pause{paused};
        co_await pause;
    };
    EXPECT_THROW(run_to_completion(body()), std::logic_error);
}

}  // namespace

}  // namespace ranvier::exchange
