#include "exchange/study/calibration.hpp"

#include <gtest/gtest.h>

#include "exchange/error.hpp"
#include "exchange/slow_machine.hpp"
#include "exchange/study/least_squares.hpp"
#include "exchange/transport/local_transport.hpp"
#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::exchange {

namespace {

CostModel calibrated(int ranks, const CostModel& model) {
    SimulatedMachine machine(ranks, model);
    std::vector<CostModel> found(static_cast<std::size_t>(ranks));
    const auto measure = [&](int rank) -> Task<void> {
        found[static_cast<std::size_t>(rank)] = co_await calibrate(machine.transport(rank));
    };
    std::vector<Task<void>> tasks;
    for (int r = 0; r < ranks; ++r) tasks.push_back(measure(r));
    machine.run(tasks);
    for (const CostModel& each : found) EXPECT_EQ(each, found[0]);
    return found[0];
}

// The machine has known costs: measurements must find them.
TEST(Calibration, FindsTheCostsOfASimulatedMachine) {
    CostModel model = slow_machine();
    model.send_overhead_s = 10;
    model.further_send_s = 2.5;
    model.receive_overhead_s = 20;
    model[CollectiveKind::barrier] = {CollectiveAlgorithm::tree, 0, 7, 0};
    model[CollectiveKind::allreduce] = {CollectiveAlgorithm::tree, 0, 70, 0.5};
    model[CollectiveKind::allgather] = {CollectiveAlgorithm::ring, 0, 100, 0.25};
    model[CollectiveKind::alltoall] = {CollectiveAlgorithm::bruck, 0, 30, 1};
    model[CollectiveKind::broadcast] = {CollectiveAlgorithm::network, 0, 50, 2};
    model[CollectiveKind::reduce_scatter] = {CollectiveAlgorithm::recursive_doubling, 0, 200, 0.25};

    const CostModel found = calibrated(8, model);
    EXPECT_NEAR(found.latency_s, model.latency_s, 1e-6);
    EXPECT_NEAR(found.send_overhead_s, model.send_overhead_s, 1e-6);
    EXPECT_NEAR(found.further_send_s, 10 / 64. + 2.5 * 63 / 64, 1e-6);  // the first of a burst is a new message
    EXPECT_NEAR(found.receive_overhead_s, model.receive_overhead_s, 1e-6);
    EXPECT_NEAR(found.gap_s, model.gap_s, 1e-6);
    EXPECT_NEAR(found.per_byte_s, model.per_byte_s, 1e-6);
    EXPECT_NEAR(found.record_list_s, model.record_list_s, 1e-6);
    EXPECT_NEAR(found.record_target_s, model.record_target_s, 1e-6);
    EXPECT_NEAR(found.replay_list_s, model.replay_list_s, 1e-6);
    EXPECT_NEAR(found.replay_target_s, model.replay_target_s, 1e-6);
    for (std::size_t kind = 0; kind < collective_kinds; ++kind) {
        const CollectiveCost &expected = model.collectives[kind], &got = found.collectives[kind];
        const auto name = name_of(static_cast<CollectiveKind>(kind));
        EXPECT_EQ(name_of(got.algorithm), name_of(expected.algorithm)) << name;
        EXPECT_NEAR(got.per_round_s, expected.per_round_s, 1e-6) << name;
        EXPECT_NEAR(got.per_byte_s, expected.per_byte_s, 1e-6) << name;
    }
}

TEST(Calibration, TakesTheUsualAlgorithmsOfTwoRanks) {
    const CostModel found = calibrated(2, known_machine("infiniband_hdr"));
    EXPECT_NEAR(found.latency_s, known_machine("infiniband_hdr").latency_s, 1e-9);
    EXPECT_EQ(found[CollectiveKind::allgather].algorithm, CollectiveAlgorithm::recursive_doubling);
    EXPECT_EQ(found[CollectiveKind::barrier].algorithm, CollectiveAlgorithm::tree);
    EXPECT_NEAR(found[CollectiveKind::barrier].seconds(2, 0),
                known_machine("infiniband_hdr")[CollectiveKind::barrier].seconds(2, 0), 1e-12);
}

TEST(Calibration, TakesTwoRanks) {
    const auto transport = make_local_transport();
    EXPECT_THROW(run_to_completion(calibrate(*transport)), ExchangeError);
}

TEST(LeastSquares, KeepsCoefficientsAboveZero) {
    const std::vector<Sample> line{{1, 1, 5}, {1, 2, 7}, {1, 10, 23}};
    EXPECT_NEAR(fit(line).a, 3, 1e-9);
    EXPECT_NEAR(fit(line).b, 2, 1e-9);
    EXPECT_NEAR(fit(line).error, 0, 1e-9);
    const std::vector<Sample> falling{{1, 1, 5}, {1, 2, 4}, {1, 3, 3}};
    EXPECT_EQ(fit(falling).b, 0);
    EXPECT_GT(fit(falling).a, 3);
    const std::vector<Sample> through_zero{{1, 10, 5}, {1, 20, 15}};
    EXPECT_EQ(fit(through_zero).a, 0);
    EXPECT_GT(fit(through_zero).b, 0.4);
}

}  // namespace

}  // namespace ranvier::exchange
