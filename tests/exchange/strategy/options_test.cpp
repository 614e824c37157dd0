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
    EXPECT_EQ(complaint("x"), "there is no exchange strategy 'x'; there is allgather");
    EXPECT_EQ(complaint("allgather:compres=on"),
              "exchange allgather has no option 'compres'; did you mean 'compress'?");
    EXPECT_EQ(complaint("allgather:qqq=on"), "exchange allgather has no option 'qqq'; it has compress, fixed, barrier");
}

TEST(ExchangeRegistry, RefusesValuesThatMakeNoSense) {
    EXPECT_EQ(complaint("allgather:compress=maybe"),
              "exchange allgather: compress=maybe is not possible; expected on or off");
    for (const char* value : {"-1", "8x", "", "99999999999999999999"}) {
        EXPECT_EQ(complaint(std::string("allgather:fixed=") + value),
                  std::string("exchange allgather: fixed=") + value +
                      " is not possible; expected a whole number from 0 to 1000000");
    }
    EXPECT_EQ(complaint("allgather:=on"), "exchange allgather: an option lacks its name");
}

TEST(ExchangeRegistry, DescribesEachStrategy) {
    for (const auto& [name, help] : strategies()) {
        EXPECT_EQ(complaint(name), "none");
        EXPECT_FALSE(help.empty());
    }
}

TEST(Nearest, PrefersFewChanges) {
    const std::vector<std::string> names{"multisend", "allgather", "alltoall"};
    EXPECT_EQ(nearest("altoall", names), "alltoall");
    EXPECT_EQ(nearest("gather", names), "allgather");
    EXPECT_EQ(nearest("zzz", names), "");
    EXPECT_EQ(nearest("anything", {}), "");
}

}  // namespace

}  // namespace ranvier::exchange
