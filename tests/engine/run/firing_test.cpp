// A spike is the exchange's as soon as its block's step is over, so that it travels while cells compute.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <functional>
#include <thread>

#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

/// What a Herald calls. Tests run one after the other.
std::function<void(int number)> on_wake;

constexpr double t_fire = .51, t_wake = .53;  // [ms]: in one step of .025 ms, and first thing in the next
constexpr std::int64_t steps_of_window = 40, steps_after_fire = 21;

int herald_initialize(rv_instances* x) {
    for (std::int32_t i = 0; i < x->count; ++i) {
        x->services->net_send(x, i, nullptr, x->t + t_fire, 2);
        x->services->net_send(x, i, nullptr, x->t + t_wake, 3);
    }
    return 0;
}
int herald_receive(rv_instances* x, std::int32_t i, double*, double flag) {
    if (flag == 2) x->services->net_event(x, i, x->t);
    if (flag == 3) on_wake(static_cast<int>(x->field[0][i]));
    return 0;
}

/// An artificial cell that fires once, and then calls on_wake(number).
const rv_mechanism& herald() {
    static const rv_field fields[] = {{"number", "", RV_PARAMETER, 1, 1, 0, 1, 0}};
    static const rv_mechanism description = [] {
        rv_mechanism d{};
        d.abi_version = RV_ABI_VERSION;
        d.kind = RV_ARTIFICIAL_CELL;
        d.name = "Herald";
        d.source = "herald.mod";
        d.flags = RV_HAS_NET_RECEIVE | RV_HAS_NET_EVENT | RV_SELF_EVENTS;
        d.field_count = 1;
        d.fields = fields;
        d.weight_count = 1;
        d.initialize = herald_initialize;
        d.net_receive = herald_receive;
        return d;
    }();
    return description;
}

/// On one of two ranks: in each block a Herald with the block's number, which is its gid, too.
class Firing : public testing::Test, protected PartsOfAFakeRank {
  protected:
    void build(int blocks, int wanted_threads) {
        for (int b = 0; b < blocks; ++b) {
            make_soma("soma" + std::to_string(b));
            const InstanceId cell = make(herald());
            set(cell, 0, b);
            own(b, network.sources().of(cell));
            if (b == 0) listen(50, cell, 1);
        }
        threads.set_wanted(wanted_threads);
        tables.options().block_size = 1;
        run_to_completion(begin());
        ASSERT_EQ(tables.blocks().size(), static_cast<std::size_t>(blocks));
        ASSERT_EQ(threads.size(), wanted_threads);
    }
    void advance_by_a_window() { run_to_completion(run.advance(steps_of_window, true)); }

    /// How many steps each block has taken.
    std::vector<std::int64_t> steps_taken() {
        std::vector<std::int64_t> steps;
        for (const auto& events : tables.blocks()) steps.push_back(steps_in(events->block.t));
        return steps;
    }
};

using Steps = std::vector<std::int64_t>;

TEST_F(Firing, HappensBeforeTheBlockBeginsItsNextStep) {
    build(1, 1);
    Steps at_fire;
    std::size_t fired_at_wake = 0;
    fake.on_fire = [&](exchange::Spike) { at_fire = steps_taken(); };
    on_wake = [&](int) { fired_at_wake = fake.fired.size(); };
    advance_by_a_window();
    EXPECT_EQ(at_fire, Steps{steps_after_fire});
    EXPECT_EQ(fired_at_wake, 1u);
    EXPECT_EQ(fake.fired, (std::vector<exchange::Spike>{{t_fire, 0}}));
}

// Blocks take the window one after the other, for the sake of the cache.
TEST_F(Firing, HappensInTheMidstOfEachBlocksWindow) {
    build(2, 1);
    std::vector<Steps> at_fire;
    std::vector<std::size_t> fired_at_wake;
    fake.on_fire = [&](exchange::Spike) { at_fire.push_back(steps_taken()); };
    on_wake = [&](int) { fired_at_wake.push_back(fake.fired.size()); };
    advance_by_a_window();
    EXPECT_EQ(at_fire, (std::vector<Steps>{{steps_after_fire, 0}, {steps_of_window, steps_after_fire}}));
    EXPECT_EQ(fired_at_wake, (std::vector<std::size_t>{1, 2}));
}

// Each block's Herald doesn't return before the exchange has its spike: the run's thread takes it over while it
// computes or waits.
TEST_F(Firing, HappensBeforeTheWindowEndsOnWhicheverThread) {
    build(2, 2);
    std::array<std::atomic<bool>, 2> fired{}, fired_at_wake{};
    int elsewhere = 0, after_the_window = 0;
    fake.on_fire = [&, here = std::this_thread::get_id()](exchange::Spike spike) {
        elsewhere += std::this_thread::get_id() != here;
        after_the_window += model.t != 0;  // it moves when the window is over
        fired[static_cast<std::size_t>(spike.gid)] = true;
    };
    on_wake = [&, give_up = std::chrono::steady_clock::now() + std::chrono::seconds(10)](int b) {
        const auto k = static_cast<std::size_t>(b);
        while (!fired[k] && std::chrono::steady_clock::now() < give_up) std::this_thread::yield();
        fired_at_wake[k] = fired[k].load();
    };
    advance_by_a_window();
    EXPECT_EQ(elsewhere, 0) << "one thread calls the exchange";
    EXPECT_EQ(after_the_window, 0);
    EXPECT_TRUE(fired_at_wake[0]);
    EXPECT_TRUE(fired_at_wake[1]);
    EXPECT_EQ(fake.fired.size(), 2u);
}

// A block of few equations takes its last steps in less time than a thread needs to notice it.
TEST_F(Firing, LeavesNothingForTheTimeAfterTheWindow) {
    for (int b = 0; b < 2; ++b) {
        make_soma("soma" + std::to_string(b));
        const InstanceId pacer = make_pacer(.013, .1);
        own(b, network.sources().of(pacer));
        if (b == 0) listen(50, pacer, 1);
    }
    threads.set_wanted(2);
    tables.options().block_size = 1;
    run_to_completion(begin());
    int after_the_window = 0;
    fake.on_fire = [&](exchange::Spike spike) { after_the_window += model.t > spike.t; };
    for (int k = 0; k < 500; ++k) advance_by_a_window();
    EXPECT_EQ(fake.fired.size(), 2u * 500 * 10);
    EXPECT_EQ(after_the_window, 0);
}

}  // namespace
}  // namespace ranvier::engine
