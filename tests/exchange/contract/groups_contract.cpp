// The contract of every transport for parts of its ranks, neighbors, and repeated collectives.

#include <gtest/gtest.h>

#include <numeric>

#include "exchange/contract/worlds.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange::testing {

namespace {

class GroupsContract : public ::testing::TestWithParam<World> {};

TEST_P(GroupsContract, SplitsIntoPartsNumberedByKey) {
    GetParam().run([](Transport& transport) -> Task<void> {
        const int rank = transport.rank(), ranks = transport.size();
        const auto part = co_await transport.split(rank % 3, -rank);
        std::vector<int> members;
        for (int r = ranks - 1; r >= 0; --r) {
            if (r % 3 == rank % 3) members.push_back(r);
        }
        EXPECT_EQ(part->size(), static_cast<int>(members.size()));
        EXPECT_EQ(co_await gather_vectors<int>(*part, std::span<const int>(&rank, 1)), members);
        const std::int64_t sum = co_await reduce_over_ranks(*part, std::int64_t(rank), Reduce::sum);
        EXPECT_EQ(sum, std::accumulate(members.begin(), members.end(), std::int64_t{0}));
    });
}

// A part of a part, while other parts do something else: no rank waits for ranks outside its part.
TEST_P(GroupsContract, PartsGoTheirOwnWays) {
    GetParam().run([](Transport& transport) -> Task<void> {
        const int rank = transport.rank();
        const auto half = co_await transport.split(rank % 2, rank);
        if (rank % 2 == 0) {
            const auto quarter = co_await half->split(half->rank() % 2, half->rank());
            for (int i = 0; i < 3; ++i) co_await quarter->barrier();
        } else {
            EXPECT_EQ(co_await reduce_over_ranks(*half, std::int64_t(1), Reduce::sum), half->size());
        }
        EXPECT_EQ(co_await reduce_over_ranks(transport, std::int64_t(1), Reduce::sum), transport.size());
    });
}

TEST_P(GroupsContract, KeepsMessagesOfAPartApart) {
    GetParam().run([](Transport& transport) -> Task<void> {
        const int ranks = transport.size(), right = (transport.rank() + 1) % ranks;
        const int left = (transport.rank() + ranks - 1) % ranks;
        const auto same = co_await transport.split(0, transport.rank());
        const std::int32_t first = 1, second = 2;
        const Request to_whole = transport.isend(right, 5, std::as_bytes(std::span(&first, 1)));
        const Request to_part = same->isend(right, 5, std::as_bytes(std::span(&second, 1)));
        std::int32_t of_part = 0, of_whole = 0;
        co_await same->wait(same->irecv(left, 5, std::as_writable_bytes(std::span(&of_part, 1))));
        co_await transport.wait(transport.irecv(any_rank, any_tag, std::as_writable_bytes(std::span(&of_whole, 1))));
        co_await transport.wait(to_whole);
        co_await same->wait(to_part);
        EXPECT_EQ(of_part, 2);
        EXPECT_EQ(of_whole, 1);
    });
}

/// Whether `from` sends to `to`: some neighbors, itself among them, and ranks without neighbors.
bool speaks(int from, int to) {
    return (from + 2 * to) % 3 == 0 || from == to;
}

TEST_P(GroupsContract, ExchangesPiecesBetweenNeighbors) {
    GetParam().run([](Transport& transport) -> Task<void> {
        const int rank = transport.rank();
        std::vector<int> sources, targets;
        for (int r = 0; r < transport.size(); ++r) {
            if (speaks(r, rank)) sources.push_back(r);
            if (speaks(rank, r)) targets.push_back(r);
        }
        const auto neighbors = co_await transport.neighborhood(sources, targets);
        for (int round = 0; round < 3; ++round) {
            const auto length = [round](int from, int to) { return static_cast<std::size_t>(from + to + round) % 4; };
            std::vector<std::byte> send, expected;
            std::vector<std::size_t> send_counts, receive_counts;
            for (const int to : targets) {
                send.insert(send.end(), length(rank, to), static_cast<std::byte>(rank + to));
                send_counts.push_back(length(rank, to));
            }
            for (const int from : sources) {
                expected.insert(expected.end(), length(from, rank), static_cast<std::byte>(rank + from));
                receive_counts.push_back(length(from, rank));
            }
            std::vector<std::byte> received(expected.size());
            co_await neighbors->alltoallv(send, send_counts, received, receive_counts);
            EXPECT_EQ(received, expected);
        }
    });
}

TEST_P(GroupsContract, RepeatsAnAlltoall) {
    GetParam().run([](Transport& transport) -> Task<void> {
        if (!transport.has_persistent_collectives()) co_return;
        const auto ranks = static_cast<std::size_t>(transport.size());
        std::vector<std::int32_t> send(ranks), received(ranks), expected(ranks);
        const auto alltoall = co_await transport.persistent_alltoall(std::as_bytes(std::span(send)),
                                                                     std::as_writable_bytes(std::span(received)));
        for (int round = 0; round < 5; ++round) {
            for (std::size_t r = 0; r < ranks; ++r) {
                const auto other = static_cast<std::int32_t>(r);
                send[r] = 10000 * round + 100 * transport.rank() + other;
                expected[r] = 10000 * round + 100 * other + transport.rank();
            }
            co_await alltoall->run();
            EXPECT_EQ(received, expected);
        }
    });
}

INSTANTIATE_TEST_SUITE_P(On, GroupsContract, ::testing::ValuesIn(worlds()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace

}  // namespace ranvier::exchange::testing
