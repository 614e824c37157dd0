#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <random>

#include "exchange/error.hpp"
#include "exchange/slow_machine.hpp"
#include "exchange/transport/simulated_transport.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

namespace {

/// And some collectives.
CostModel slow_cluster() {
    CostModel model = slow_machine();
    model[CollectiveKind::barrier] = {CollectiveAlgorithm::network, 500, 0, 0};
    model[CollectiveKind::allreduce] = {CollectiveAlgorithm::tree, 0, 70, 0.5};
    model[CollectiveKind::allgather] = {CollectiveAlgorithm::ring, 0, 100, 0};
    return model;
}

struct Cluster {
    explicit Cluster(int ranks, const CostModel& model = slow_cluster()) : machine(ranks, model) {}

    /// The clocks at the end.
    std::vector<double> run(const std::function<Task<void>(Transport&)>& body) {
        std::vector<Task<void>> tasks;
        for (int r = 0; r < machine.size(); ++r) tasks.push_back(body(machine.transport(r)));
        machine.run(tasks);
        std::vector<double> clocks;
        for (int r = 0; r < machine.size(); ++r) clocks.push_back(machine.transport(r).clock());
        return clocks;
    }

    SimulatedMachine machine;
};

std::span<const std::byte> four_bytes() {
    static constexpr std::array<std::byte, 4> data{};
    return data;
}

Task<void> receive_four(Transport& transport, int from) {
    std::array<std::byte, 4> data;
    co_await transport.wait(transport.irecv(from, 0, data));
}

TEST(VirtualClocks, AddUpInPingPong) {
    Cluster cluster(2);
    const auto clocks = cluster.run([](Transport& transport) -> Task<void> {
        if (transport.rank() == 0) transport.isend(1, 0, four_bytes());
        co_await receive_four(transport, 1 - transport.rank());
        if (transport.rank() == 1) transport.isend(0, 0, four_bytes());
    });
    // There: o_s 1, 4 bytes 16, L 1000, o_r 2; and back.
    EXPECT_EQ(clocks[1], 1019 + 1);
    EXPECT_EQ(clocks[0], 1020 + 16 + 1000 + 2);
    EXPECT_EQ(cluster.machine.transport(1).waited(), 1017);
    EXPECT_EQ(cluster.machine.transport(0).waited(), 2036 - 1);
}

TEST(VirtualClocks, AddUpAlongAChain) {
    Cluster cluster(5);
    const auto clocks = cluster.run([&](Transport& transport) -> Task<void> {
        const int rank = transport.rank();
        cluster.machine.compute(rank, 7);  // all at the same time, while waiting
        if (rank > 0) co_await receive_four(transport, rank - 1);
        if (rank < 4) transport.isend(rank + 1, 0, four_bytes());
    });
    for (int rank = 1; rank < 4; ++rank) EXPECT_EQ(clocks[rank], 7 + 1 + rank * (16 + 1000 + 2 + 1)) << rank;
    EXPECT_EQ(clocks[4], 7 + 4 * (1 + 16 + 1000 + 2));
}

TEST(VirtualClocks, LetMessagesLeaveOneAfterTheOther) {
    Cluster cluster(4);
    const auto clocks = cluster.run([](Transport& transport) -> Task<void> {
        if (transport.rank() > 0) {
            co_await receive_four(transport, 0);
            co_return;
        }
        // Three lists of bytes that differ: the full overhead for each.
        const std::array<int, 3> different{1, 2, 3};
        for (int i = 0; i < 3; ++i) {
            transport.isend(i + 1, 0, std::as_bytes(std::span(different).subspan(static_cast<std::size_t>(i), 1)));
        }
    });
    EXPECT_EQ(clocks[0], 3);
    EXPECT_EQ(clocks[1], 1 + 16 + 1000 + 2);
    EXPECT_EQ(clocks[2], 1 + (30 + 16) + 16 + 1000 + 2);
    EXPECT_EQ(clocks[3], 1 + 2 * (30 + 16) + 16 + 1000 + 2);
}

TEST(VirtualClocks, ChargeLessForTheSameMessageToAFurtherRank) {
    Cluster cluster(4);
    const auto clocks = cluster.run([](Transport& transport) -> Task<void> {
        if (transport.rank() > 0) co_return co_await receive_four(transport, 0);
        int value = 5;
        for (int to = 1; to < 3; ++to) transport.isend(to, 0, std::as_bytes(std::span(&value, 1)));
        ++value;  // another message in the same place
        transport.isend(3, 0, std::as_bytes(std::span(&value, 1)));
    });
    EXPECT_EQ(clocks[0], 1 + 0.25 + 1);
}

TEST(VirtualClocks, ChargePersistentSendsByList) {
    Cluster cluster(3);
    const auto clocks = cluster.run([](Transport& transport) -> Task<void> {
        if (transport.rank() > 0) co_return co_await receive_four(transport, 0);
        const std::array<int, 2> targets{1, 2};
        PersistentRequest request = transport.send_init(targets, 0, four_bytes());
        transport.start(request);
        EXPECT_EQ(transport.clock(), 16 + 2 * 8 + 0.5 + 2 * 0.125);
        EXPECT_FALSE(transport.test(request));  // the second has to wait for the first to leave
        co_await transport.wait_until([&] { return transport.test(request); });
        EXPECT_EQ(transport.clock(), 32.625 + 30 + 16);
        transport.release(request);
    });
    EXPECT_EQ(clocks[1], 32.625 + 16 + 1000 + 2);
}

TEST(VirtualClocks, EndACollectiveForAllAfterTheLastRank) {
    Cluster cluster(5);
    const auto clocks = cluster.run([&](Transport& transport) -> Task<void> {
        cluster.machine.compute(transport.rank(), transport.rank() == 3 ? 10000 : 10);
        co_await transport.barrier();
        EXPECT_EQ(transport.clock(), 10500);
        EXPECT_EQ(transport.waited(), transport.rank() == 3 ? 0 : 9990);  // for the last rank, not for the barrier
        std::array<std::int64_t, 2> values{1, 2};
        co_await transport.allreduce(std::span<std::int64_t>(values), Reduce::sum);
        EXPECT_EQ(values[0], 5);
        EXPECT_EQ(transport.clock(), 10500 + 3 * (70 + 16 * 0.5));
        const std::array<std::byte, 3> mine{};
        std::array<std::byte, 15> all;
        co_await transport.allgather(mine, all);
    });
    for (const double clock : clocks) EXPECT_EQ(clock, 10734 + 4 * 100);
}

TEST(VirtualClocks, LetACollectiveFlowWhileARankComputes) {
    Cluster cluster(2);
    const auto clocks = cluster.run([&](Transport& transport) -> Task<void> {
        Request over = transport.ibarrier();
        cluster.machine.compute(transport.rank(), transport.rank() == 0 ? 400 : 900);
        co_await transport.wait(over);
    });
    EXPECT_EQ(clocks[0], 1 + 500);
    EXPECT_EQ(clocks[1], 1 + 900);
}

TEST(VirtualClocks, EndASynchronousSendWhenItWasMatched) {
    Cluster cluster(2);
    const auto clocks = cluster.run([&](Transport& transport) -> Task<void> {
        if (transport.rank() == 0) co_return co_await transport.wait(transport.issend(1, 0, four_bytes()));
        cluster.machine.compute(1, 5000);
        co_await receive_four(transport, 0);
    });
    EXPECT_EQ(clocks[1], 5002);
    EXPECT_EQ(clocks[0], 5000 + 1000);
}

TEST(VirtualClocks, MatchASynchronousSendWithAReceiveThatWaits) {
    Cluster cluster(2);
    const auto clocks = cluster.run([&](Transport& transport) -> Task<void> {
        if (transport.rank() == 0) co_return co_await transport.wait(transport.issend(1, 0, four_bytes()));
        std::array<std::byte, 4> data;
        const Request receive = transport.irecv(0, 0, data);
        cluster.machine.compute(1, 5000);
        co_await transport.wait(receive);
    });
    EXPECT_EQ(clocks[1], 5002);
    EXPECT_EQ(clocks[0], 1 + 16 + 1000 + 1000);
}

// Rank 2 asks at 2000 who has sent. Rank 1's message comes at 1067, rank 0's at 1517, though rank 0 runs first.
TEST(VirtualClocks, ShowMessagesInTheOrderInWhichTheyArrive) {
    Cluster cluster(3);
    std::vector<int> order;
    cluster.run([&](Transport& transport) -> Task<void> {
        const int rank = transport.rank();
        if (rank < 2) {
            cluster.machine.compute(rank, rank == 0 ? 500 : 50);
            transport.isend(2, 0, four_bytes());
            co_return;
        }
        co_await transport.wait_until([&] { return transport.try_probe(any_rank, any_tag).has_value(); });
        EXPECT_EQ(transport.clock(), 1067);
        cluster.machine.compute(2, 2000 - 1067);
        co_await cluster.machine.catch_up(2);
        while (const auto found = transport.try_probe(any_rank, any_tag)) {
            order.push_back(found->source);
            std::array<std::byte, 4> data;
            transport.take(*found, data);
        }
        EXPECT_EQ(transport.clock(), 2004);
    });
    EXPECT_EQ(order, (std::vector{1, 0}));
}

// Rank 0 is at 5000 before rank 1 has done anything.
TEST(VirtualClocks, LetOthersCatchUp) {
    Cluster cluster(2);
    cluster.run([&](Transport& transport) -> Task<void> {
        if (transport.rank() == 1) {
            cluster.machine.compute(1, 100);
            transport.isend(0, 0, four_bytes());
            co_return;
        }
        cluster.machine.compute(0, 5000);
        EXPECT_FALSE(transport.try_probe(1, 0));
        co_await cluster.machine.catch_up(0);
        EXPECT_TRUE(transport.try_probe(1, 0));
        EXPECT_EQ(transport.clock(), 5000);
        co_await receive_four(transport, 1);
    });
}

TEST(VirtualClocks, ShowNoMessageBeforeItHasArrived) {
    Cluster cluster(2);
    cluster.run([&](Transport& transport) -> Task<void> {
        if (transport.rank() == 0) {
            transport.isend(1, 0, four_bytes());
            co_return;
        }
        cluster.machine.compute(1, 1016);
        co_await cluster.machine.catch_up(1);
        EXPECT_FALSE(transport.try_probe(0, 0));
        cluster.machine.compute(1, 1);
        EXPECT_TRUE(transport.try_probe(0, 0));
        co_await receive_four(transport, 0);
    });
}

// Rank 1 waits for something of which its transport knows nothing until rank 0's second message comes.
TEST(VirtualClocks, WakeAWaitThatLooksAtNoMessage) {
    Cluster cluster(2);
    cluster.run([](Transport& transport) -> Task<void> {
        if (transport.rank() == 0) {
            for (int i = 0; i < 2; ++i) transport.isend(1, i, four_bytes());
            co_return;
        }
        int asked = 0;
        // Asked at 0, on arrival of the first, with that as news, and on arrival of the second.
        co_await transport.wait_until([&] { return ++asked == 4; });
        EXPECT_EQ(transport.clock(), 1 + (30 + 16) + 16 + 1000);
    });
}

TEST(VirtualClocks, GoOnInAGroupAsInTheWhole) {
    Cluster cluster(4);
    const auto clocks = cluster.run([&](Transport& transport) -> Task<void> {
        const auto half = co_await transport.split(transport.rank() % 2, 0);
        cluster.machine.compute(transport.rank(), transport.rank() == 2 ? 1000 : 0);
        co_await half->barrier();
    });
    EXPECT_EQ(clocks, (std::vector<double>{1800, 800, 1800, 800}));
}

TEST(VirtualClocks, AreTheSameInEveryRun) {
    const auto run = [](unsigned seed) {
        Cluster cluster(30, known_machine("infiniband_hdr"));
        return cluster.run([&, seed](Transport& transport) -> Task<void> {
            std::mt19937 random(seed * 100 + static_cast<unsigned>(transport.rank()));
            for (int round = 0; round < 20; ++round) {
                cluster.machine.compute(transport.rank(), 1e-7 * static_cast<double>(random() % 50));
                const int value = round;
                std::vector<Request> sent;
                for (int i = 0; i < 5; ++i) {
                    sent.push_back(
                        transport.issend(static_cast<int>(random() % 30), round, std::as_bytes(std::span(&value, 1))));
                }
                const auto poll = [&] {
                    while (const auto found = transport.try_probe(any_rank, round)) {
                        int got = 0;
                        transport.take(*found, std::as_writable_bytes(std::span(&got, 1)));
                        EXPECT_EQ(got, round);
                    }
                };
                co_await transport.wait_until([&] {
                    poll();
                    std::erase_if(sent, [&](Request& each) { return transport.test(each); });
                    return sent.empty();
                });
                Request all = transport.ibarrier();
                co_await transport.wait_until([&] {
                    poll();
                    return transport.test(all);
                });
            }
        });
    };
    EXPECT_EQ(run(1), run(1));
    EXPECT_NE(run(1), run(2));
}

}  // namespace

}  // namespace ranvier::exchange
