#include "exchange/transport/cost_model.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "exchange/error.hpp"

namespace ranvier::exchange {

namespace {

TEST(CollectiveCost, FollowsItsAlgorithm) {
    const auto seconds = [](CollectiveAlgorithm algorithm, int ranks) {
        return CollectiveCost{algorithm, 1000, 10, 0.5}.seconds(ranks, 64);
    };
    EXPECT_EQ(seconds(CollectiveAlgorithm::network, 8), 1000 + 10 + 32);
    EXPECT_EQ(seconds(CollectiveAlgorithm::tree, 8), 1000 + 3 * 10 + 3 * 32);
    EXPECT_EQ(seconds(CollectiveAlgorithm::tree, 9), 1000 + 4 * 10 + 4 * 32);
    EXPECT_EQ(seconds(CollectiveAlgorithm::recursive_doubling, 8), 1000 + 3 * 10 + 28);
    EXPECT_EQ(seconds(CollectiveAlgorithm::bruck, 8), 1000 + 3 * 10 + 48);
    EXPECT_EQ(seconds(CollectiveAlgorithm::ring, 8), 1000 + 7 * 10 + 28);
    EXPECT_EQ(seconds(CollectiveAlgorithm::ring, 1), 0);
}

TEST(CostModel, SurvivesJson) {
    for (const CostModel& machine : known_machines()) {
        EXPECT_EQ(cost_model_from_json(to_json(machine), "text"), machine) << machine.name;
    }
}

TEST(CostModel, NamesItsSources) {
    for (const CostModel& machine : known_machines()) {
        EXPECT_FALSE(machine.sources.empty()) << machine.name;
        EXPECT_GT(machine.latency_s, 0) << machine.name;
        EXPECT_EQ(&known_machine(machine.name), &machine);
    }
}

std::string complaint(const std::function<void()>& action) {
    try {
        action();
    } catch (const ExchangeError& error) {
        return error.what();
    }
    return "none";
}

TEST(CostModel, SaysWhatIsWrongWithAFile) {
    const auto said = [](std::string_view text) { return complaint([&] { cost_model_from_json(text, "m.json"); }); };
    EXPECT_EQ(said(R"({"latency": 1})"),
              "m.json: unknown constant latency; expected one of latency_s, send_overhead_s, further_send_s, "
              "receive_overhead_s, gap_s, per_byte_s, record_list_s, record_target_s, replay_list_s, replay_target_s");
    EXPECT_EQ(said(R"({"gap_s": -1})"), "m.json: gap_s must be a number of seconds, at least 0");
    EXPECT_EQ(said(R"({"gap_s": "1 us"})"), "m.json: gap_s must be a number of seconds, at least 0");
    EXPECT_EQ(said(R"({"collectives": {"gather": {}}})"), "m.json: unknown collective gather");
    EXPECT_EQ(said(R"({"collectives": {"barrier": {"algorithm": "magic"}}})"),
              "m.json: unknown algorithm magic; expected one of network, tree, recursive_doubling, bruck, ring");
    EXPECT_EQ(said(R"({"collectives": {"barrier": {"per_round_s": null}}})"),
              "m.json: barrier.per_round_s must be a number of seconds, at least 0");
    EXPECT_EQ(said("[]"), "m.json: the file must be an object");
    EXPECT_NE(said("{").find("m.json: "), std::string::npos);
    EXPECT_NE(said("1e999").find("m.json: "), std::string::npos);  // beyond the numbers
    EXPECT_EQ(complaint([] { read_cost_model("/nowhere/m.json"); }), "cannot read /nowhere/m.json");
    EXPECT_EQ(complaint([] { known_machine("bluegene"); }),
              "unknown machine \"bluegene\"; expected one of bluegene_p, bluegene_p_multisend, infiniband_hdr");
}

}  // namespace

}  // namespace ranvier::exchange
