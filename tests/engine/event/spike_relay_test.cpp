#include "engine/event/spike_relay.hpp"

#include <gtest/gtest.h>

#include "engine/network/network.hpp"
#include "event/fakes.hpp"
#include "event/hand_made_cells.hpp"

namespace ranvier::engine {
namespace {

using exchange::Spike;

/// Two blocks, each with a cable and two Adders that do nothing unless events arrive: `cell[0]` and `[1]` in the first
/// block, the others in the second. The test says which source fires.
class SpikeRelayTest : public testing::Test {
  protected:
    struct NoSamples final : SampleEvents {
        std::int64_t sample(const Event&, EventQueue&) override { return 1; }
        std::vector<Event> each_alone(const Event&) const override { return {}; }
        std::uint32_t block_of_sample(std::uint32_t) const override { return 0; }
    };

    FakeTransport transport{2};
    FakeExchange exchange;
    NoSamples samples;
    Model model;
    Network network{model};
    std::vector<InstanceId> cell;
    std::vector<SourceId> sources;
    Delivery delivery{network, model};
    SpikeRelay relay{network, delivery, transport, exchange};

    SpikeRelayTest() {
        model.set_services(&event_services());
        model.create_section("one");
        model.create_section("two");
        const MechanismId adder = model.register_mechanism(hand_made::adder());
        for (int k = 0; k < 4; ++k) {
            cell.push_back(model.create_artificial_cell(adder));
            model.store(model.reference(cell.back(), hand_made::adder_lag), 0);
            sources.push_back(network.sources().of(cell.back()));
        }
    }
    ~SpikeRelayTest() override {
        for (const auto& block : model.blocks()) block->event_context = nullptr;
    }

    void build() {
        model.prepare({1, Grouping::each_cell_alone}, {});
        delivery.build(samples);
        for (const auto& block : model.blocks()) block->initialize();
        ASSERT_EQ(delivery.blocks().size(), 2u);
    }
    SourceId source(int k) const { return sources[static_cast<std::size_t>(k)]; }
    void own(Gid gid, int k, bool output = true) {
        network.gids().set_here(gid);
        network.gids().set_cell(gid, network.source(network.connect(source(k), InstanceId{})), output);
    }
    void connect(int from, int to, double delay) {
        network.connect(source(from), cell[static_cast<std::size_t>(to)], delay, 1);
    }
    BlockEvents& block_of(int k) { return *delivery.blocks()[delivery.tables().block_of(source(k))]; }
    void fire(int k, double t) { block_of(k).send(t, source(k)); }
    /// When the events in a block's queue are due, in order [ms].
    static std::vector<double> waiting(BlockEvents& events) {
        std::vector<double> times;
        for (EventQueue& queue = events.queue(); !queue.empty();) times.push_back(queue.pop().t);
        return times;
    }
};

// --- to other ranks -------------------------------------------------------------------------------------------------

TEST_F(SpikeRelayTest, PassesEachSpikeOfAnOutputGidToTheExchangeOnce) {
    own(5, 0);
    own(6, 1, false);
    network.connect(source(2), InstanceId{});  // a source without a gid
    build();
    for (int k = 0; k < 3; ++k) fire(k, 1 + k);
    EXPECT_TRUE(exchange.fired.empty()) << "a spike leaves when its step is over, not within NET_RECEIVE";
    for (int again = 0; again < 2; ++again) {
        for (const auto& events : delivery.blocks()) relay.end_step(*events, 0);
    }
    EXPECT_EQ(exchange.fired, (std::vector<Spike>{{1, 5}}));
    relay.end_window();
    EXPECT_EQ(exchange.fired.size(), 1u);
    EXPECT_EQ(relay.counts.spikes, 3);
}

TEST_F(SpikeRelayTest, SendsWhatFiredBetweenStepsWhenTheWindowEnds) {
    own(5, 0);
    build();
    fire(0, 1);
    relay.end_window();
    EXPECT_EQ(exchange.fired, (std::vector<Spike>{{1, 5}}));
}

TEST_F(SpikeRelayTest, LeavesTheSpikesOfOtherThreadsToTheRuns) {
    own(5, 0);
    own(6, 2);
    build();
    relay.set_threads({2, {0, 1, 1}, {}});
    fire(2, 1);
    relay.end_step(block_of(2), 1);
    EXPECT_TRUE(exchange.fired.empty()) << "one thread alone calls the exchange";
    relay.end_step(block_of(0), 0);
    EXPECT_EQ(exchange.fired, (std::vector<Spike>{{1, 6}}));
    fire(2, 2);
    relay.end_step(block_of(2), 1);
    relay.pass_on();
    EXPECT_EQ(exchange.fired, (std::vector<Spike>{{1, 6}, {2, 6}}));
}

TEST_F(SpikeRelayTest, LetsMessagesGoOnAfterASendAndNowAndThen) {
    own(5, 0);
    build();
    fire(0, 1);
    relay.end_step(block_of(0), 0);
    EXPECT_EQ(exchange.polls, 1);
    for (int k = 0; k < 100; ++k) relay.end_step(block_of(0), 0);
    EXPECT_EQ(exchange.polls, 1) << "no time has passed";
    for (int k = 0; k < 3000; ++k) {
        transport.now += 1e-5;
        relay.end_step(block_of(0), 0);
    }
    EXPECT_GT(exchange.polls, 1000);
    EXPECT_LT(exchange.polls, 2000);
    const int before = exchange.polls;
    relay.pass_on();
    EXPECT_EQ(exchange.polls, before + 1);
}

TEST_F(SpikeRelayTest, SendsNothingOnOneRank) {
    own(5, 0);
    build();
    FakeTransport one(1);
    SpikeRelay alone(network, delivery, one, exchange);
    fire(0, 1);
    alone.end_step(block_of(0), 0);
    alone.pass_on();
    alone.end_window();
    EXPECT_TRUE(exchange.fired.empty());
    EXPECT_EQ(exchange.polls, 0);
    EXPECT_EQ(alone.counts.spikes, 1);
}

// --- to the rest of this rank ---------------------------------------------------------------------------------------

TEST_F(SpikeRelayTest, ReachesOtherBlocksWhenTheWindowEnds) {
    connect(0, 1, .5);
    connect(0, 2, .75);
    build();
    fire(0, 1);
    EXPECT_EQ(waiting(block_of(1)), std::vector<double>{1.5}) << "its own block at once";
    EXPECT_TRUE(block_of(2).queue().empty());
    relay.end_window();
    EXPECT_TRUE(block_of(1).queue().empty()) << "no second time";
    EXPECT_EQ(waiting(block_of(2)), std::vector<double>{1.75});
}

// Whichever block fired first.
TEST_F(SpikeRelayTest, RecordsInTheOrderOfTimeAndSource) {
    auto times = std::make_shared<std::vector<double>>(), gids = std::make_shared<std::vector<double>>();
    for (const int k : {0, 1, 2, 3}) own(20 - k, k);
    network.gids().record(std::nullopt, times, gids);
    build();
    fire(2, 2);
    fire(3, .5);
    fire(1, 2);
    fire(0, 1);
    relay.end_window();
    EXPECT_EQ(*times, (std::vector<double>{.5, 1, 2, 2}));
    EXPECT_EQ(*gids, (std::vector<double>{17, 20, 18, 19}));
    relay.end_window();
    EXPECT_EQ(times->size(), 4u);
}

TEST_F(SpikeRelayTest, RecordsInTheOrderOfFiringWhereNeuronsOrderIsFollowed) {
    auto times = std::make_shared<std::vector<double>>();
    network.recordings().record(source(0), times, nullptr, 0);
    network.recordings().record(source(1), times, nullptr, 0);
    delivery.set_tie_order(TieOrder::insertion);
    build();
    fire(1, 2);
    fire(0, 1);
    relay.end_window();
    EXPECT_EQ(*times, (std::vector<double>{2, 1}));
}

TEST_F(SpikeRelayTest, LooksOnlyAtBlocksThatAreSaidToHaveChanged) {
    connect(0, 2, 1);
    connect(2, 0, 1);
    build();
    fire(0, 1);
    fire(2, 1);
    const std::uint32_t first = 0;
    relay.end_window(std::span(&first, 1));
    EXPECT_EQ(waiting(block_of(2)), std::vector<double>{2});
    EXPECT_TRUE(block_of(0).queue().empty());
    relay.end_window();
    EXPECT_EQ(waiting(block_of(0)), std::vector<double>{2});
}

TEST_F(SpikeRelayTest, CollectsTheRasterOfOutputGids) {
    std::vector<Spike> raster;
    double end = 0;
    own(8, 0);
    own(7, 1, false);
    own(5, 2);
    network.recordings().set_raster([&](double t, std::span<const Spike> spikes) {
        end = t;
        raster.assign(spikes.begin(), spikes.end());
    });
    build();
    fire(0, 2);
    relay.end_window();
    for (const int k : {0, 1, 2, 3}) fire(k, 1);
    relay.end_window();
    EXPECT_TRUE(relay.holds_raster());
    relay.flush_raster(3);
    EXPECT_EQ(end, 3);
    EXPECT_EQ(raster, (std::vector<Spike>{{1, 5}, {1, 8}, {2, 8}}));
    EXPECT_FALSE(relay.holds_raster());
}

// Each of the chain's cells lies in the other block than the one before.
TEST_F(SpikeRelayTest, FollowsConnectionsWithoutDelayUntilAllIsSettled) {
    const std::vector<int> chain = {0, 2, 1, 3};
    std::vector<SpikeTimes> fired;
    for (std::size_t k = 0; k < chain.size(); ++k) {
        fired.push_back(std::make_shared<std::vector<double>>());
        network.recordings().record(source(chain[k]), fired.back(), nullptr, 0);
        if (k > 0) connect(chain[k - 1], chain[k], 0);
    }
    const NetConId first = network.connect(SourceId::none, cell[0], 1, 1);
    connect(3, 0, .25);
    build();
    delivery.add_netcon_event(network.at(first), 1.5);
    relay.settle(1.4375);
    EXPECT_TRUE(fired[0]->empty());
    relay.settle(1.5);
    for (const SpikeTimes& each : fired) EXPECT_EQ(*each, std::vector<double>{1.5});
    EXPECT_EQ(relay.settled(), 1.5);
    EXPECT_EQ(waiting(block_of(0)), std::vector<double>{1.75}) << "later events wait";
}

// --- from other ranks -----------------------------------------------------------------------------------------------

TEST_F(SpikeRelayTest, QueuesWhatArrivesForTheGidsItIsConnectedTo) {
    network.set_delay(network.gid_connect(30, cell[0]), 1);
    network.set_delay(network.gid_connect(30, cell[2]), 2);
    build();
    const std::vector<Spike> arrived = {{1, 30}, {1.5, 31}};
    relay.receive(arrived);
    EXPECT_EQ(waiting(block_of(0)), std::vector<double>{2});
    EXPECT_EQ(waiting(block_of(2)), std::vector<double>{3});
    network.set_delay(network.gid_connect(31, cell[0]), 1);
    build();
    relay.receive(arrived);
    EXPECT_EQ(waiting(block_of(0)), (std::vector<double>{2, 2.5}));
}

// --- many spikes ----------------------------------------------------------------------------------------------------

TEST_F(SpikeRelayTest, LetsEachThreadQueueManySpikesInItsOwnBlocks) {
    network.set_delay(network.gid_connect(30, cell[0]), 1);
    network.set_delay(network.gid_connect(30, cell[2]), 2);
    connect(0, 2, 2);
    build();
    int calls = 0;
    std::vector<std::vector<double>> queued;  // in either block after each thread's turn
    relay.set_threads({2, {0, 1}, [&](const std::function<void(int)>& act) {
                           for (int thread = 0; thread < 2; ++thread) {
                               act(thread);
                               for (const int k : {0, 2}) queued.push_back(waiting(block_of(k)));
                           }
                           ++calls;
                       }});
    std::vector<Spike> arrived;
    std::vector<double> after_1, after_2;
    for (int k = 0; k < 20; ++k) {
        arrived.push_back({.25 * k, 30});
        after_1.push_back(.25 * k + 1);
        after_2.push_back(.25 * k + 2);
    }
    relay.receive(arrived);
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(queued, (std::vector<std::vector<double>>{after_1, {}, {}, after_2}));
    queued.clear();
    for (const Spike& spike : arrived) fire(0, spike.t);
    relay.end_window();
    EXPECT_EQ(calls, 2);
    EXPECT_EQ(queued, (std::vector<std::vector<double>>{{}, {}, {}, after_2})) << "its own block has no targets";
    relay.receive(std::span(arrived).first(3));
    EXPECT_EQ(calls, 2) << "few spikes need no meeting";
    EXPECT_EQ(waiting(block_of(2)).size(), 3u);
}

}  // namespace
}  // namespace ranvier::engine
