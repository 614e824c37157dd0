#include "exchange/transport/mailbox.hpp"

#include <gtest/gtest.h>

#include <list>
#include <random>

#include "exchange/error.hpp"

namespace ranvier::exchange {

namespace {

std::span<const std::byte> bytes_of(const int& value) {
    return std::as_bytes(std::span(&value, 1));
}
std::span<std::byte> bytes_of(int& value) {
    return std::as_writable_bytes(std::span(&value, 1));
}

// The model keeps messages and receives in plain lists and matches the first pair that fits.
TEST(Mailbox, MatchesLikeTwoPlainLists) {
    struct ModelMessage {
        int source, tag, value;
    };
    struct ModelReceive {
        int from, tag;
        Request request;
        std::unique_ptr<int> got;
        int expected = -1;
    };
    for (unsigned seed = 1; seed <= 50; ++seed) {
        std::mt19937 random(seed);
        Mailbox mailbox;
        std::list<ModelMessage> messages;
        std::list<ModelReceive> receives;
        const auto fits = [](const ModelReceive& r, const ModelMessage& m) {
            return (r.from == any_rank || r.from == m.source) && (r.tag == any_tag || r.tag == m.tag);
        };
        for (int i = 0; i < 300; ++i) {
            const int rank = static_cast<int>(random() % 3), tag = static_cast<int>(random() % 2);
            switch (random() % 3) {
                case 0: {
                    const ModelMessage message{rank, tag, i};
                    const auto receive = std::find_if(receives.begin(), receives.end(), [&](const ModelReceive& r) {
                        return r.expected < 0 && fits(r, message);
                    });
                    if (receive == receives.end()) {
                        messages.push_back(message);
                    } else {
                        receive->expected = i;
                    }
                    mailbox.deliver(rank, tag, bytes_of(i));
                    break;
                }
                case 1: {
                    ModelReceive receive{random() % 2 ? any_rank : rank,
                                         random() % 2 ? any_tag : tag,
                                         {},
                                         std::make_unique<int>(-1),
                                         -1};
                    const auto message = std::find_if(messages.begin(), messages.end(),
                                                      [&](const ModelMessage& m) { return fits(receive, m); });
                    if (message != messages.end()) {
                        receive.expected = message->value;
                        messages.erase(message);
                    }
                    receive.request = mailbox.post(receive.from, receive.tag, bytes_of(*receive.got));
                    receives.push_back(std::move(receive));
                    break;
                }
                default: {
                    for (auto receive = receives.begin(); receive != receives.end();) {
                        const bool is_done = mailbox.test(receive->request);
                        ASSERT_EQ(is_done, receive->expected >= 0);
                        ASSERT_EQ(*receive->got, receive->expected);
                        receive = is_done ? receives.erase(receive) : std::next(receive);
                    }
                }
            }
            const std::optional<Arrival> first = mailbox.find(any_rank, any_tag);
            ASSERT_EQ(first.has_value(), !messages.empty());
            if (first) {
                ASSERT_EQ(first->source, messages.front().source);
            }
        }
    }
}

TEST(Mailbox, RefusesAMessageLongerThanTheReceive) {
    Mailbox mailbox;
    char small = 0;
    const std::span<std::byte> one_byte = std::as_writable_bytes(std::span(&small, 1));
    mailbox.deliver(2, 5, bytes_of(17));
    EXPECT_THROW(mailbox.post(2, 5, one_byte), TransportError);
    mailbox.post(3, 5, one_byte);
    EXPECT_THROW(mailbox.deliver(3, 5, bytes_of(17)), TransportError);
}

}  // namespace

}  // namespace ranvier::exchange
