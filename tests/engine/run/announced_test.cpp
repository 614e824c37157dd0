#include "engine/run/announced.hpp"

#include <gtest/gtest.h>

#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

constexpr double unit = .025, interval = 1;

/// Gid 3 lives here; gid 50 of another rank is connected to it with a delay of 2 ms.
class AnnouncedTest : public testing::Test, protected PartsOfAFakeRank {
  protected:
    InstanceId cell = make(hand_made::adder());
    NetConId input = NetConId::none;
    Announced announced{model, network};

    AnnouncedTest() {
        own(3, network.sources().of(cell));
        input = listen(50, cell, 2);
    }
    void announce() {
        run_to_completion(announced.announce(fake, fake_transport, false, unit));
        announced.accept();
    }
    std::string error_of_check() {
        return error_of([&] { announced.check(unit, interval); });
    }
};

TEST_F(AnnouncedTest, TellsTheExchangeWhatLivesHereAndWhatIsWanted) {
    EXPECT_FALSE(announced.is_up_to_date());
    announce();
    EXPECT_TRUE(announced.is_up_to_date());
    EXPECT_EQ(fake.owned, std::vector<Gid>{3});
    EXPECT_EQ(fake.wanted, std::vector<Gid>{50});
    EXPECT_TRUE(fake.least_delays.empty()) << "only strategies that use delays get them";
    listen(51, cell, 3);
    EXPECT_FALSE(announced.is_up_to_date());
}

TEST_F(AnnouncedTest, TellsLeastDelaysInSteps) {
    fake.uses_delays = true;
    listen(50, cell, 1.26);
    listen(40, cell, 5);
    announce();
    EXPECT_EQ(fake.wanted, (std::vector<Gid>{40, 50}));
    EXPECT_EQ(fake.least_delays, (std::vector<exchange::Step>{200, 50}));
}

TEST_F(AnnouncedTest, RefusesGidsThatTheOtherRanksDontKnowOf) {
    announce();
    EXPECT_EQ(error_of_check(), "no error");
    listen(51, cell, 3);
    EXPECT_NE(error_of_check().find("gid 51 was first connected to during the run"), std::string::npos);
    announce();
    EXPECT_EQ(error_of_check(), "no error");
    own(4, network.sources().of(make(hand_made::adder())));
    EXPECT_NE(error_of_check().find("gid 4 was given to a cell during the run"), std::string::npos);
    announced.accept();
    EXPECT_EQ(error_of_check(), "no error") << "the ranks have agreed";
}

TEST_F(AnnouncedTest, RefusesDelaysBelowTheInterval) {
    announce();
    network.set_delay(input, 1);
    EXPECT_EQ(error_of_check(), "no error");
    network.set_delay(input, .97);
    EXPECT_NE(error_of_check().find("has a delay of 0.97 ms, less than the exchange interval of 1 ms"),
              std::string::npos);
    network.set_target(input, InstanceId{});
    EXPECT_EQ(error_of_check(), "no error") << "nothing is delivered";
}

// Such an exchange hands a spike over just in time for the delay that it knows of.
TEST_F(AnnouncedTest, RefusesDelaysBelowThoseThatTheExchangeWasTold) {
    fake.uses_delays = true;
    announce();
    network.set_delay(input, 1.5);
    EXPECT_NE(error_of_check().find("has a delay of 1.5 ms, less than the 2 ms that the exchange assumes"),
              std::string::npos);
    network.set_delay(input, 2.5);
    EXPECT_EQ(error_of_check(), "no error");
}

// A rank that plays a raster may lack the cells that fired in it.
TEST(Announced, LeavesOutGidsThatNoRankOwnsWhereARasterIsPlayed) {
    std::vector<Gid> wanted;
    run_on_ranks(2, [&](Parts& parts, int rank) -> exchange::Task<void> {
        FakeExchange exchange;
        const InstanceId cell = parts.make(hand_made::adder());
        parts.own(rank, parts.network.sources().of(cell));
        for (const Gid gid : {1 - rank, 70}) parts.listen(gid, cell, 1);
        Announced announced(parts.model, parts.network);
        co_await announced.announce(exchange, parts.transport, true, unit);
        if (rank == 0) wanted = exchange.wanted;
    });
    EXPECT_EQ(wanted, std::vector<Gid>{1});
}

}  // namespace
}  // namespace ranvier::engine
