// The contract of every transport, on any number of ranks.

#include <gtest/gtest.h>

#include <numeric>

#include "exchange/contract/worlds.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange::testing {

namespace {

class TransportContract : public ::testing::TestWithParam<World> {};

std::span<const std::byte> bytes_of(const std::string& text) {
    return std::as_bytes(std::span(text));
}

std::string text_of(const std::vector<std::byte>& data) {
    return {reinterpret_cast<const char*>(data.data()), data.size()};
}

/// Some value that differs for each pair of ranks.
std::int32_t letter(int from, int to, int i) {
    return 1'000'000 * from + 1'000 * to + i;
}

TEST_P(TransportContract, NumbersRanksFromZero) {
    std::vector<int> seen;
    GetParam().run([&](Transport& transport) -> Task<void> {
        EXPECT_EQ(transport.size(), GetParam().ranks);
        const int rank = transport.rank();
        seen = co_await gather_vectors<int>(transport, std::span<const int>(&rank, 1));
    });
    std::vector<int> expected(GetParam().ranks);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(seen, expected);
}

TEST_P(TransportContract, HasAClockThatNeverGoesBack) {
    GetParam().run([&](Transport& transport) -> Task<void> {
        const double before = transport.clock();
        co_await transport.barrier();
        EXPECT_GE(transport.clock(), before);
        EXPECT_GE(transport.waited(), 0);
    });
}

TEST_P(TransportContract, ReducesElementByElement) {
    const int n = GetParam().ranks;
    GetParam().run([n](Transport& transport) -> Task<void> {
        const int rank = transport.rank();
        std::vector<double> sums{1.0, 0.5 * rank};
        co_await transport.allreduce(std::span<double>(sums), Reduce::sum);
        EXPECT_EQ(sums[0], n);
        EXPECT_EQ(sums[1], 0.25 * n * (n - 1));
        EXPECT_EQ(co_await reduce_over_ranks(transport, 3.5 - rank, Reduce::max), 3.5);
        EXPECT_EQ(co_await min_over_ranks(transport, 3.5 - rank), 4.5 - n);
        const std::int64_t big = (std::int64_t{1} << 60) + rank;
        EXPECT_EQ(co_await reduce_over_ranks(transport, big, Reduce::max), (std::int64_t(1) << 60) + n - 1);
        EXPECT_EQ(co_await reduce_over_ranks(transport, std::int64_t(rank), Reduce::sum), n * (n - 1) / 2);
        EXPECT_TRUE(co_await any_over_ranks(transport, rank == n - 1));
        EXPECT_FALSE(co_await any_over_ranks(transport, false));
    });
}

TEST_P(TransportContract, GivesEveryRankTheSameBitsOfASum) {
    GetParam().run([](Transport& transport) -> Task<void> {
        const double sum = co_await reduce_over_ranks(transport, 0.1 / (1 + transport.rank()), Reduce::sum);
        const std::vector<double> sums = co_await gather_vectors<double>(transport, std::span<const double>(&sum, 1));
        for (const double other : sums) EXPECT_EQ(other, sum);
    });
}

TEST_P(TransportContract, GathersPiecesOfDifferentLengthInRankOrder) {
    const int n = GetParam().ranks;
    GetParam().run([n](Transport& transport) -> Task<void> {
        // Rank r brings (r + 2) % 4 numbers; so some bring none.
        std::vector<std::int32_t> mine((transport.rank() + 2) % 4, transport.rank());
        std::vector<std::size_t> counts;
        const std::vector<std::int32_t> all = co_await gather_vectors<std::int32_t>(transport, mine, &counts);
        std::vector<std::int32_t> expected;
        for (int r = 0; r < n; ++r) expected.insert(expected.end(), (r + 2) % 4, r);
        EXPECT_EQ(all, expected);
        EXPECT_EQ(counts.size(), static_cast<std::size_t>(n));
        for (int r = 0; r < n; ++r) EXPECT_EQ(counts[r], static_cast<std::size_t>((r + 2) % 4));
    });
}

TEST_P(TransportContract, ExchangesPiecesBetweenAllPairs) {
    const int n = GetParam().ranks;
    GetParam().run([n](Transport& transport) -> Task<void> {
        const int rank = transport.rank();
        const auto length = [](int from, int to) { return (3 * from + to) % 4; };
        std::vector<std::int32_t> send;
        std::vector<std::size_t> counts;
        for (int to = 0; to < n; ++to) {
            for (int i = 0; i < length(rank, to); ++i) send.push_back(letter(rank, to, i));
            counts.push_back(length(rank, to));
        }
        std::vector<std::size_t> receive_counts;
        const auto received = co_await exchange_vectors<std::int32_t>(transport, send, counts, &receive_counts);
        std::vector<std::int32_t> expected;
        for (int from = 0; from < n; ++from) {
            EXPECT_EQ(receive_counts[from], static_cast<std::size_t>(length(from, rank)));
            for (int i = 0; i < length(from, rank); ++i) expected.push_back(letter(from, rank, i));
        }
        EXPECT_EQ(received, expected);
    });
}

TEST_P(TransportContract, BroadcastsFromAnyRoot) {
    const int n = GetParam().ranks;
    GetParam().run([n](Transport& transport) -> Task<void> {
        for (const int root : {0, n - 1}) {
            const bool is_root = transport.rank() == root;
            std::string text = is_root ? "from " + std::to_string(root) : std::string("something else");
            text = co_await broadcast_string(transport, std::move(text), root);
            EXPECT_EQ(text, "from " + std::to_string(root));
            std::vector<double> values(is_root ? 3 : 1, root + 0.5);
            values = co_await broadcast_vector<double>(transport, std::move(values), root);
            EXPECT_EQ(values, std::vector<double>(3, root + 0.5));
        }
    });
}

TEST_P(TransportContract, DeliversMessagesInOrderAroundARing) {
    const int n = GetParam().ranks;
    GetParam().run([n](Transport& transport) -> Task<void> {
        const int right = (transport.rank() + 1) % n, left = (transport.rank() + n - 1) % n;
        const std::string first = "first from " + std::to_string(transport.rank());
        const std::string second = "second";
        const Request a = transport.isend(right, 7, bytes_of(first));
        const Request b = transport.isend(right, 7, bytes_of(second));
        Arrival arrival{};
        const std::vector<std::byte> one = co_await receive(transport, left, 7, &arrival);
        const std::vector<std::byte> two = co_await receive(transport, left, 7);
        EXPECT_EQ(text_of(one), "first from " + std::to_string(left));
        EXPECT_EQ(text_of(two), "second");
        EXPECT_EQ(arrival.source, left);
        EXPECT_EQ(arrival.tag, 7);
        EXPECT_EQ(arrival.bytes, one.size());
        co_await transport.wait(a);
        co_await transport.wait(b);
        EXPECT_FALSE(transport.try_probe(any_rank, any_tag).has_value());
    });
}

TEST_P(TransportContract, PicksMessagesByTag) {
    GetParam().run([](Transport& transport) -> Task<void> {
        const int self = transport.rank();
        const std::string low = "low", high = "high";
        const Request a = transport.isend(self, 1, bytes_of(low));
        const Request b = transport.isend(self, 2, bytes_of(high));
        const std::vector<std::byte> second = co_await receive(transport, self, 2);
        const std::vector<std::byte> first = co_await receive(transport, any_rank, any_tag);
        EXPECT_EQ(text_of(second), "high");
        EXPECT_EQ(text_of(first), "low");
        co_await transport.wait(a);
        co_await transport.wait(b);
    });
}

TEST_P(TransportContract, TakesMessagesFromAnyRank) {
    const int n = GetParam().ranks;
    GetParam().run([n](Transport& transport) -> Task<void> {
        const std::string mine(transport.rank() % 5, 'x');
        const Request sent = transport.isend(0, 3, bytes_of(mine));
        if (transport.rank() == 0) {
            std::vector<int> senders(n, 0);
            for (int i = 0; i < n; ++i) {
                Arrival arrival{};
                const std::vector<std::byte> data = co_await receive(transport, any_rank, 3, &arrival);
                EXPECT_EQ(data.size(), static_cast<std::size_t>(arrival.source % 5));
                ++senders[arrival.source];
            }
            EXPECT_EQ(senders, std::vector<int>(n, 1));
        }
        co_await transport.wait(sent);
    });
}

TEST_P(TransportContract, FillsAReceiveThatWasPostedFirst) {
    const int n = GetParam().ranks;
    GetParam().run([n](Transport& transport) -> Task<void> {
        const int right = (transport.rank() + 1) % n, left = (transport.rank() + n - 1) % n;
        std::int32_t got = -1;
        Request receive = transport.irecv(left, 4, std::as_writable_bytes(std::span(&got, 1)));
        co_await transport.barrier();
        const std::int32_t mine = letter(transport.rank(), right, 0);
        co_await send(transport, right, 4, std::as_bytes(std::span(&mine, 1)));
        co_await transport.wait(receive);
        EXPECT_EQ(got, letter(left, transport.rank(), 0));
        Request nothing;
        EXPECT_TRUE(transport.test(nothing));
    });
}

TEST_P(TransportContract, TakesWhatAProbeHasFound) {
    GetParam().run([](Transport& transport) -> Task<void> {
        const int right = (transport.rank() + 1) % transport.size();
        const std::int32_t mine = transport.rank();
        const Request sent = transport.isend(right, 6, std::as_bytes(std::span(&mine, 1)));
        const Arrival found = co_await transport.probe(any_rank, 6);
        std::int32_t got = -1;
        transport.take(found, std::as_writable_bytes(std::span(&got, 1)));
        EXPECT_EQ(got, found.source);
        co_await transport.wait(sent);
        EXPECT_FALSE(transport.try_probe(any_rank, 6).has_value());
    });
}

TEST_P(TransportContract, CompletesASynchronousSendWhenItIsReceived) {
    GetParam().run([](Transport& transport) -> Task<void> {
        const int right = (transport.rank() + 1) % transport.size();
        const std::int32_t mine = transport.rank();
        Request sent = transport.issend(right, 6, std::as_bytes(std::span(&mine, 1)));
        co_await transport.barrier();
        EXPECT_FALSE(transport.test(sent));
        co_await transport.barrier();
        const Arrival found = co_await transport.probe(any_rank, 6);
        std::int32_t got = -1;
        transport.take(found, std::as_writable_bytes(std::span(&got, 1)));
        co_await transport.wait_until([&] { return transport.test(sent); });
        EXPECT_EQ(got, found.source);
    });
}

TEST_P(TransportContract, DropsThoseOfManySendsThatHaveCompleted) {
    GetParam().run([](Transport& transport) -> Task<void> {
        const int right = (transport.rank() + 1) % transport.size();
        const std::vector<std::int32_t> mine{1, 2, 3, 4, 5};
        std::vector<Request> sent;
        for (const std::int32_t& each : mine) {
            sent.push_back(transport.issend(right, 6, std::as_bytes(std::span(&each, 1))));
        }
        const auto take_one = [&](std::int32_t expected) -> Task<void> {
            std::int32_t got = -1;
            const Arrival found = co_await transport.probe(any_rank, 6);
            transport.take(found, std::as_writable_bytes(std::span(&got, 1)));
            EXPECT_EQ(got, expected);
        };
        co_await transport.barrier();
        transport.drop_completed(sent);
        EXPECT_EQ(sent.size(), 5);
        co_await transport.barrier();
        co_await take_one(1);
        co_await take_one(2);
        co_await transport.wait_until([&] {
            transport.drop_completed(sent);
            return sent.size() <= 3;
        });
        EXPECT_EQ(sent.size(), 3);
        co_await transport.barrier();
        for (std::int32_t i = 3; i <= 5; ++i) co_await take_one(i);
        co_await transport.wait_until([&] {
            transport.drop_completed(sent);
            return sent.empty();
        });
    });
}

TEST_P(TransportContract, EndsCollectivesInAnyOrder) {
    const int n = GetParam().ranks;
    GetParam().run([n](Transport& transport) -> Task<void> {
        const auto ranks = static_cast<std::size_t>(n);
        const int rank = transport.rank();
        std::vector<std::int32_t> numbers(ranks), all(ranks), rest(ranks * (ranks + 1) / 2);
        for (std::size_t r = 0; r < ranks; ++r) numbers[r] = static_cast<std::int32_t>(r) + rank;
        std::vector<std::size_t> counts;  // of bytes: rank r brings r + 1 numbers
        for (std::size_t r = 0; r < ranks; ++r) counts.push_back((r + 1) * sizeof(std::int32_t));
        const std::vector<std::int32_t> mine(static_cast<std::size_t>(rank) + 1, rank);
        std::int32_t sum = -1;
        std::vector<std::int64_t> largest{rank, -rank, 7};
        Request scattered = transport.ireduce_scatter(numbers, sum);
        const Request reduced = transport.iallreduce(largest, Reduce::max);
        const Request barrier = transport.ibarrier();
        const Request gathered =
            transport.iallgather(std::as_bytes(std::span(&rank, 1)), std::as_writable_bytes(std::span(all)));
        const Request gathered_all =
            transport.iallgatherv(std::as_bytes(std::span(mine)), counts, std::as_writable_bytes(std::span(rest)));
        EXPECT_EQ(co_await reduce_over_ranks(transport, std::int64_t(1), Reduce::sum), n);
        co_await transport.wait(gathered_all);
        co_await transport.wait(reduced);
        EXPECT_EQ(largest, (std::vector<std::int64_t>{n - 1, 0, 7}));
        co_await transport.wait(gathered);
        co_await transport.wait_until([&] { return transport.test(scattered); });
        co_await transport.wait(barrier);
        EXPECT_EQ(sum, n * rank + n * (n - 1) / 2);
        std::size_t at = 0;
        for (int r = 0; r < n; ++r) {
            EXPECT_EQ(all[r], r);
            for (int i = 0; i <= r; ++i) EXPECT_EQ(rest[at++], r);
        }
    });
}

TEST_P(TransportContract, HoldsNobodyBackUntilAllHaveBegunABarrier) {
    if (GetParam().ranks == 1) GTEST_SKIP() << "one rank is all ranks";
    GetParam().run([](Transport& transport) -> Task<void> {
        std::int32_t go = 0;
        const bool is_last = transport.rank() == transport.size() - 1;
        if (is_last) co_await transport.wait(transport.irecv(0, 8, std::as_writable_bytes(std::span(&go, 1))));
        Request all_here = transport.ibarrier();
        if (transport.rank() == 0) {
            EXPECT_FALSE(transport.test(all_here));
            go = 1;
            co_await send(transport, transport.size() - 1, 8, std::as_bytes(std::span(&go, 1)));
        }
        co_await transport.wait(all_here);
    });
}

TEST_P(TransportContract, SendsAListOfMessagesAgainAndAgain) {
    GetParam().run([](Transport& transport) -> Task<void> {
        const int n = transport.size(), rank = transport.rank();
        std::vector<int> targets;
        for (int r = 0; r < n; r += 2) targets.push_back(r);
        const bool is_target = rank % 2 == 0;
        std::int32_t out = 0, in = -1;
        const std::span<const std::byte> data = std::as_bytes(std::span(&out, 1));
        PersistentRequest send =
            rank % 3 == 0 ? transport.ssend_init(targets, 9, data) : transport.send_init(targets, 9, data);
        PersistentRequest receive = transport.recv_init(any_rank, 9, std::as_writable_bytes(std::span(&in, 1)));
        for (std::int32_t round = 1; round <= 3; ++round) {
            out = round;
            transport.start(send);
            for (int i = 0; i < n && is_target; ++i) {
                transport.start(receive);
                co_await transport.wait_until([&] { return transport.test(receive); });
                EXPECT_EQ(in, round);
            }
            co_await transport.wait_until([&] { return transport.test(send); });
            co_await transport.barrier();
        }
        transport.start(receive);
        transport.release(receive);  // canceled: the next message is not lost in it
        EXPECT_EQ(receive.slot, -1);
        co_await transport.barrier();
        transport.start(send);
        for (int i = 0; i < n && is_target; ++i) {
            const Arrival found = co_await transport.probe(any_rank, 9);
            transport.take(found, std::as_writable_bytes(std::span(&in, 1)));
        }
        co_await transport.wait_until([&] { return transport.test(send); });
        transport.release(send);
    });
}

TEST_P(TransportContract, TestsSeveralListsOfMessagesTogether) {
    GetParam().run([](Transport& transport) -> Task<void> {
        const std::vector<int> right{(transport.rank() + 1) % transport.size()};
        const std::int32_t mine = transport.rank();
        const std::span<const std::byte> data = std::as_bytes(std::span(&mine, 1));
        std::vector<PersistentRequest> sends{transport.ssend_init(right, 9, data),
                                             transport.ssend_init(right, 9, data)};
        std::int32_t got = -1;
        const auto take_one = [&]() -> Task<void> {
            const Arrival found = co_await transport.probe(any_rank, 9);
            transport.take(found, std::as_writable_bytes(std::span(&got, 1)));
            EXPECT_EQ(got, found.source);
        };
        EXPECT_TRUE(transport.test_all(sends));  // not started yet
        for (int round = 0; round < 2; ++round) {
            for (const PersistentRequest each : sends) transport.start(each);
            co_await transport.barrier();
            EXPECT_FALSE(transport.test_all(sends));
            co_await transport.barrier();
            co_await take_one();
            co_await transport.barrier();
            EXPECT_FALSE(transport.test_all(sends));
            co_await transport.barrier();
            co_await take_one();
            co_await transport.wait_until([&] { return transport.test_all(sends); });
            for (const PersistentRequest each : sends) EXPECT_TRUE(transport.test(each));
        }
        for (PersistentRequest& each : sends) transport.release(each);
    });
}

INSTANTIATE_TEST_SUITE_P(On, TransportContract, ::testing::ValuesIn(worlds()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace

}  // namespace ranvier::exchange::testing
