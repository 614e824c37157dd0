#include "exchange/strategy/options.hpp"

#include <gtest/gtest.h>

#include "exchange/error.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/transport/local_transport.hpp"

namespace ranvier::exchange {

namespace {

std::string complaint(const std::string& specification) {
    const auto transport = make_local_transport();
    try {
        make_exchange(specification, *transport);
    } catch (const ExchangeError& error) {
        return error.what();
    }
    return "none";
}

TEST(ExchangeRegistry, MakesWhatIsAskedFor) {
    EXPECT_EQ(complaint(""), "none");
    EXPECT_EQ(complaint("allgather"), "none");
    EXPECT_EQ(complaint("allgather:"), "none");
    EXPECT_EQ(complaint("allgather:compress"), "none");
    EXPECT_EQ(complaint("allgather:compress=on,fixed=8,barrier=off"), "none");
}

TEST(ExchangeRegistry, SuggestsTheNearestName) {
    EXPECT_EQ(complaint("algather"), "there is no exchange strategy 'algather'; did you mean 'allgather'?");
    EXPECT_EQ(complaint("x").rfind("there is no exchange strategy 'x'; expected allgather, alltoall", 0), 0u);
    EXPECT_EQ(complaint("allgather:compres=on"),
              "exchange allgather has no option 'compres'; did you mean 'compress'?");
    EXPECT_EQ(complaint("allgather:qqq=on"),
              "exchange allgather has no option 'qqq'; it has compress, fixed, adaptive, barrier");
}

TEST(ExchangeRegistry, RefusesValuesThatMakeNoSense) {
    EXPECT_EQ(complaint("allgather:compress=maybe"),
              "exchange allgather: compress=maybe is invalid; expected on or off");
    for (const char* value : {"-1", "8x", "", "99999999999999999999"}) {
        EXPECT_EQ(complaint(std::string("allgather:fixed=") + value),
                  std::string("exchange allgather: fixed=") + value +
                      " is invalid; expected a whole number from 0 to 1000000");
    }
    EXPECT_EQ(complaint("allgather:=on"), "exchange allgather: an option has no name");
}

TEST(ExchangeRegistry, DescribesEachStrategy) {
    for (const StrategyDescription& strategy : strategies()) {
        EXPECT_EQ(complaint(strategy.name), "none");
        EXPECT_FALSE(strategy.summary.empty());
        for (const OptionDescription& option : strategy.options) {
            const std::string usual = option.values.substr(0, option.values.find('|'));
            EXPECT_EQ(complaint(strategy.name + ":" + option.name + "=" + usual), "none");
            EXPECT_FALSE(option.meaning.empty());
        }
    }
}

TEST(ExchangeRegistry, SaysWhichCollectivesFollowWhatIsSent) {
    EXPECT_EQ(complaint("alltoall:collective=neighbors"),
              "exchange alltoall: collective=neighbors is invalid; expected one of alltoall, alltoallv, "
              "neighbor, persistent");
    EXPECT_EQ(complaint("alltoall:collective=persistent,adaptive=on"),
              "exchange alltoall: adaptive=on is not supported with collective=persistent, whose buffers have a fixed "
              "size");
    EXPECT_EQ(complaint("alltoall:collective=alltoallv,adaptive=on"),
              "exchange alltoall: adaptive=on needs buffers of equal size, which collective=alltoallv does not have");
}

TEST(Nearest, PrefersFewChanges) {
    const std::vector<std::string> names{"multisend", "allgather", "alltoall"};
    EXPECT_EQ(nearest("altoall", names), "alltoall");
    EXPECT_EQ(nearest("gather", names), "allgather");
    EXPECT_EQ(nearest("zzz", names), "");
    EXPECT_EQ(nearest("anything", {}), "");
    EXPECT_EQ(nearest("allgatherallgather", names), "allgather");  // half of the word is wrong
    EXPECT_EQ(nearest("allgatherallgather+", names), "");
}

}  // namespace

}  // namespace ranvier::exchange
