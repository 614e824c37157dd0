#include "exchange/transport/simulated_transport.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "exchange/error.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

namespace {

void run(int ranks, const std::function<Task<void>(Transport&)>& body, const SimulatedDelays& delays = {}) {
    SimulatedMachine machine(ranks, delays);
    std::vector<Task<void>> tasks;
    for (int r = 0; r < ranks; ++r) tasks.push_back(body(machine.transport(r)));
    machine.run(tasks);
}

template <typename Error>
std::string complaint(int ranks, const std::function<Task<void>(Transport&)>& body) {
    try {
        run(ranks, body);
    } catch (const Error& error) {
        return error.what();
    }
    return "none";
}

TEST(SimulatedMachine, TakesTurnsInRankOrder) {
    std::string order;
    run(3, [&](Transport& transport) -> Task<void> {
        for (int i = 0; i < 3; ++i) {
            order += std::to_string(transport.rank());
            co_await transport.barrier();
        }
    });
    EXPECT_EQ(order, "012012012");
}

TEST(SimulatedMachine, SaysWhoWaitsForWhatInADeadlock) {
    EXPECT_EQ(complaint<Deadlock>(4,
                                  [](Transport& transport) -> Task<void> {
                                      if (transport.rank() == 0) co_await transport.barrier();
                                      if (transport.rank() == 1) co_await transport.probe(0, 7);
                                      if (transport.rank() == 2) {
                                          int value = 0;
                                          const Request request = transport.irecv(
                                              any_rank, any_tag, std::as_writable_bytes(std::span(&value, 1)));
                                          co_await transport.wait(request);
                                      }
                                  }),
              "deadlock: no rank can proceed:\n"
              "  rank 0 waits for barrier\n"
              "  rank 1 waits for a message from rank 0 with tag 7\n"
              "  rank 2 waits for a requested operation\n"
              "  rank 3 has ended");
}

TEST(SimulatedMachine, RefusesDifferentCollectives) {
    EXPECT_EQ(complaint<Deadlock>(2,
                                  [](Transport& transport) -> Task<void> {
                                      if (transport.rank() == 0) {
                                          co_await transport.barrier();
                                      } else {
                                          co_await min_over_ranks(transport, 1.0);
                                      }
                                  }),
              "rank 1 calls allreduce while rank 0 waits in barrier");
}

TEST(SimulatedMachine, RefusesPiecesThatDoNotFit) {
    const std::string said = complaint<Deadlock>(2, [](Transport& transport) -> Task<void> {
        std::vector<std::byte> mine(1 + transport.rank()), all(2 * mine.size());
        co_await transport.allgather(mine, all);
    });
    EXPECT_EQ(said, "one rank sends a piece of 2 bytes where another expects 1");
}

TEST(SimulatedMachine, ThrowsWhatARankThrows) {
    EXPECT_EQ(complaint<std::runtime_error>(3,
                                            [](Transport& transport) -> Task<void> {
                                                co_await transport.barrier();
                                                if (transport.rank() == 1) throw std::runtime_error("rank 1 is ill");
                                                co_await transport.barrier();
                                            }),
              "rank 1 is ill");
}

TEST(SimulatedMachine, EndsAllRanksWhenOneAborts) {
    EXPECT_EQ(complaint<Aborted>(3,
                                 [](Transport& transport) -> Task<void> {
                                     if (transport.rank() == 2) transport.abort("NaN in soma");
                                     co_await transport.barrier();
                                 }),
              "rank 2: NaN in soma");
}

TEST(SimulatedMachine, KnowsItsRanks) {
    EXPECT_THROW(
        run(2,
            [](Transport& transport) -> Task<void> { co_await send(transport, 2, 0, std::span<const std::byte>()); }),
        TransportError);
}

TEST(SimulatedMachine, IsNotWokenOutOfACollectiveByAMessage) {
    run(2, [](Transport& transport) -> Task<void> {
        if (transport.rank() == 1) {
            const int value = 5;
            co_await send(transport, 0, 1, std::as_bytes(std::span(&value, 1)));
        }
        const double least = co_await min_over_ranks(transport, 1.0 + transport.rank());
        EXPECT_EQ(least, 1.0);
        if (transport.rank() == 0) {
            const std::vector<std::byte> data = co_await receive(transport, 1, 1);
            EXPECT_EQ(data.size(), sizeof(int));
        }
    });
}

/// Ranks 0 and 1 send three messages each to rank 2: "a0 a1 a2" in some mixture with "b0 b1 b2".
std::string arrivals(const SimulatedDelays& delays) {
    std::string order;
    run(
        3,
        [&](Transport& transport) -> Task<void> {
            if (transport.rank() < 2) {
                for (int i = 0; i < 3; ++i) {
                    const int value = 3 * transport.rank() + i;
                    co_await send(transport, 2, i, std::as_bytes(std::span(&value, 1)));
                }
                co_return;
            }
            for (int i = 0; i < 6; ++i) {
                const std::vector<std::byte> data = co_await receive(transport, any_rank, any_tag);
                order += "abcdef"[std::to_integer<int>(data[0])];
            }
        },
        delays);
    return order;
}

TEST(SimulatedMachine, DelaysMessagesButNeverReordersThoseOfOneRank) {
    EXPECT_EQ(arrivals({}), "abcdef");
    std::set<std::string> orders;
    for (std::uint32_t seed = 1; seed <= 200; ++seed) {
        const std::string order = arrivals({seed, 5, true, {}, 1});
        EXPECT_EQ(order, arrivals({seed, 5, true, {}, 1}));
        std::string first, second;
        for (const char c : order) (c < 'd' ? first : second) += c;
        EXPECT_EQ(first + second, "abcdef");
        orders.insert(order);
    }
    EXPECT_GT(orders.size(), 10u);
}

TEST(SimulatedMachine, GivesSlowRanksFewerTurns) {
    int turns[2] = {};
    run(2,
        [&](Transport& transport) -> Task<void> {
            const int other = 1 - transport.rank();
            const int nothing = 0;
            while (turns[1] < 5) {
                const Request sent = transport.isend(other, 1, std::as_bytes(std::span(&nothing, 1)));
                ++turns[transport.rank()];
                co_await transport.wait_until([&, asked = 0]() mutable { return ++asked > 1; });
                co_await transport.wait(sent);
            }
        },
        {1, 0, false, {1}, 4});
    EXPECT_GE(turns[0], 3 * turns[1]);
}

}  // namespace

}  // namespace ranvier::exchange
