// The bulletin board on any number of ranks.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "exchange/bulletin_board/bulletin_board.hpp"
#include "exchange/contract/worlds.hpp"
#include "exchange/error.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange::testing {

namespace {

class BulletinBoardContract : public ::testing::TestWithParam<World> {};

Message number(double value) {
    Message message;
    message.pack(value);
    return message;
}

Task<Message> square(std::int64_t, Message job) {
    const double x = job.unpack_number();
    co_return number(x * x);
}

TEST_P(BulletinBoardContract, AnswersEveryJobOnce) {
    GetParam().run([](Transport& transport) -> Task<void> {
        const auto board = make_bulletin_board(transport, square);
        co_await board->run_worker();
        if (transport.rank() > 0) {
            co_await board->end(0);
            co_return;
        }
        std::map<std::int64_t, double> expected;
        for (int x = 0; x < 50; ++x) {
            const std::int64_t id = co_await board->submit(number(x));
            EXPECT_EQ(id, x + 1);
            expected[id] = x * x;
        }
        for (;;) {
            std::optional<FinishedJob> finished = co_await board->working();
            if (!finished) break;
            EXPECT_EQ(finished->answer.unpack_number(), expected.at(finished->id));
            expected.erase(finished->id);
        }
        EXPECT_TRUE(expected.empty());
        co_await board->done();
        co_await board->end(0);
    });
}

// A job that submits jobs gets the answers to them, whichever rank does them.
TEST_P(BulletinBoardContract, KeepsAnswersWithTheJobThatAsked) {
    GetParam().run([](Transport& transport) -> Task<void> {
        std::unique_ptr<BulletinBoard> board;
        const Evaluate sum_below = [&board](std::int64_t, Message job) -> Task<Message> {
            const double n = job.unpack_number();
            double sum = n;
            for (int i = 0; i < n; ++i) co_await board->submit(number(i));
            for (;;) {
                std::optional<FinishedJob> finished = co_await board->working();
                if (!finished) break;
                sum += finished->answer.unpack_number();
            }
            co_return number(sum);
        };
        board = make_bulletin_board(transport, sum_below);
        co_await board->run_worker();
        if (transport.rank() > 0) {
            co_await board->end(0);
            co_return;
        }
        co_await board->submit(number(5));
        std::optional<FinishedJob> finished = co_await board->working();
        EXPECT_EQ(finished->answer.unpack_number(), 31);  // f(n) = n + f(0) + ... + f(n-1) = 2^n - 1
        finished = co_await board->working();
        EXPECT_FALSE(finished.has_value());
        co_await board->done();
        co_await board->end(0);
    });
}

TEST_P(BulletinBoardContract, HandsEachMessageToOneRank) {
    const int n = GetParam().ranks;
    GetParam().run([n](Transport& transport) -> Task<void> {
        const auto board = make_bulletin_board(transport, square);
        co_await board->post("from " + std::to_string(transport.rank()), number(transport.rank()));
        Message got = co_await board->take("from " + std::to_string((transport.rank() + 1) % n));
        EXPECT_EQ(got.unpack_number(), (transport.rank() + 1) % n);
        co_await board->run_worker();
        if (transport.rank() > 0) {
            co_await board->end(0);
            co_return;
        }
        co_await board->done();
        co_await board->end(0);
        std::optional<Message> left = co_await board->look("from 0");
        EXPECT_FALSE(left.has_value());
        co_await board->post("k", number(1));
        co_await board->post("k", number(2));
        left = co_await board->look("k");
        EXPECT_EQ(left->unpack_number(), 1);
        left = co_await board->look_take("k");
        EXPECT_EQ(left->unpack_number(), 1);
        left = co_await board->look_take("k");
        EXPECT_EQ(left->unpack_number(), 2);
        left = co_await board->look_take("k");
        EXPECT_FALSE(left.has_value());
    });
}

TEST_P(BulletinBoardContract, DoesAContextJobOnceOnEveryWorker) {
    const int n = GetParam().ranks;
    GetParam().run([n](Transport& transport) -> Task<void> {
        int seen = 0;
        const Evaluate count = [&seen](std::int64_t, Message job) -> Task<Message> {
            seen += static_cast<int>(job.unpack_number());
            co_return Message();
        };
        const auto board = make_bulletin_board(transport, count);
        co_await board->run_worker();
        if (transport.rank() == 0) {
            co_await board->context(number(1));
            co_await board->context(number(10));
            co_await board->done();
        }
        co_await board->end(0);
        EXPECT_EQ(seen, transport.rank() == 0 ? 0 : 11);
        const std::int64_t all = co_await reduce_over_ranks(transport, std::int64_t(seen), Reduce::sum);
        EXPECT_EQ(all, 11 * (n - 1));
    });
}

TEST_P(BulletinBoardContract, DoesNotWaitAloneForEver) {
    if (GetParam().ranks > 1) GTEST_SKIP() << "others could post";
    EXPECT_THROW(GetParam().run([](Transport& transport) -> Task<void> {
        const auto board = make_bulletin_board(transport, square);
        co_await board->take("nothing");
    }),
                 ExchangeError);
}

INSTANTIATE_TEST_SUITE_P(On, BulletinBoardContract, ::testing::ValuesIn(worlds()),
                         [](const auto& tested) { return tested.param.name; });

TEST(Message, IsUnpackedInTheOrderOfPacking) {
    Message packed;
    packed.pack(2.5);
    packed.pack("text");
    packed.pack(std::vector<double>{1, 2, 3});
    Message message(packed.bytes());
    EXPECT_EQ(message.unpack_number(), 2.5);
    EXPECT_THROW(message.unpack_number(), ExchangeError);
    EXPECT_EQ(message.unpack_text(), "text");
    EXPECT_EQ(message.unpack_vector(), (std::vector<double>{1, 2, 3}));
    EXPECT_TRUE(message.is_at_end());
    EXPECT_THROW(message.unpack_text(), ExchangeError);
    Message damaged(std::vector<std::byte>(5, std::byte{1}));
    EXPECT_THROW(damaged.unpack_text(), ExchangeError);
}

}  // namespace

}  // namespace ranvier::exchange::testing
