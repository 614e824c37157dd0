#include "exchange/strategy/automatic.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "exchange/strategy/registry.hpp"
#include "exchange/transport/cost_model.hpp"
#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::exchange {

namespace {

/// What an exchange of this name costs each rank at the end of an interval [s].
using Costs = std::map<std::string, std::vector<double>>;

/// An allgather that takes so much longer, by a virtual clock.
class Slowed final : public SpikeExchange {
  public:
    Slowed(SimulatedMachine& machine, Transport& transport, double cost)
        : machine_(machine),
          transport_(transport),
          cost_(cost),
          exchange_(make_exchange("isend:subintervals=2", transport)) {}
    Task<void> connect(Connections network) override { return exchange_->connect(network); }
    void start(Step first, Step steps) override { exchange_->start(first, steps); }
    Step next_boundary() const override { return exchange_->next_boundary(); }
    void fire(Spike spike) override { exchange_->fire(spike); }
    void interval_times(std::span<const double> times) override { exchange_->interval_times(times); }
    Task<std::span<const Spike>> finish(Step boundary) override {
        const std::span<const Spike> arrived = co_await exchange_->finish(boundary);
        machine_.compute(transport_.rank(), cost_);  // afterwards: others have not waited for it when a trial ends
        co_return arrived;
    }
    bool holds_spikes() const override { return exchange_->holds_spikes(); }
    Footprint footprint(const Share& share) const override { return exchange_->footprint(share); }
    const ExchangeCounters& counters() const override { return exchange_->counters(); }
    std::string take_notice() override { return {}; }

  private:
    SimulatedMachine& machine_;
    Transport& transport_;
    double cost_;
    std::unique_ptr<SpikeExchange> exchange_;
};

/// Runs that many exchange intervals of two steps on simulated ranks; each rank's source fires in every step, and each
/// spike must arrive once, before it is due. Returns what each rank has found.
std::vector<Trials> run(int ranks, int intervals, std::vector<Candidate> candidates, const Costs& costs,
                        const std::string& chosen_before = {}) {
    SimulatedMachine machine(ranks, known_machines().front());
    std::vector<Trials> found(static_cast<std::size_t>(ranks));
    const auto body = [&](Transport& transport) -> Task<void> {
        AutomaticOptions options;
        options.candidates = candidates;
        options.trial = 3;
        options.make = [&](const std::string& name, Transport& of) -> std::unique_ptr<SpikeExchange> {
            if (!costs.contains(name)) return make_exchange(name, of);
            return std::make_unique<Slowed>(machine, of, costs.at(name)[static_cast<std::size_t>(of.rank())]);
        };
        const auto exchange = make_automatic(transport, std::move(options));
        if (!chosen_before.empty()) exchange->choose(chosen_before);
        std::vector<Gid> owned{transport.rank()}, wanted;
        for (int r = 0; r < transport.size(); ++r) {
            if (r != transport.rank()) wanted.push_back(r);
        }
        const std::vector<Step> delays(wanted.size(), 2);
        const Connections network{owned, wanted, delays, {}, {}, .1};
        co_await exchange->connect(network);
        exchange->start(0, 2);
        std::set<std::pair<double, Gid>> awaited;
        const auto take = [&](std::span<const Spike> arrived, Step now) {
            for (const Spike& spike : arrived) {
                EXPECT_EQ(awaited.erase({spike.t, spike.gid}), 1u) << spike.t << " of " << spike.gid;
            }
            for (const auto& [t, gid] : awaited) EXPECT_GT(t + 2, static_cast<double>(now)) << "late";
        };
        for (Step step = 0; step < 2 * intervals;) {
            exchange->fire({static_cast<double>(step) + .5, transport.rank()});
            for (const Gid gid : wanted) awaited.insert({static_cast<double>(step) + .5, gid});
            machine.compute(transport.rank(), 1e-3);
            ++step;
            const std::vector<double> times{static_cast<double>(step) - .5};
            exchange->interval_times(times);
            if (step == exchange->next_boundary()) take(co_await exchange->finish(step), step);
        }
        while (exchange->holds_spikes()) take(co_await exchange->finish(2 * intervals), 2 * intervals);
        EXPECT_TRUE(awaited.empty());
        EXPECT_EQ(exchange->counters().spikes_fired, 2 * intervals) << "of all strategies";
        found[static_cast<std::size_t>(transport.rank())] = exchange->trials();
    };
    std::vector<Task<void>> tasks;
    for (int r = 0; r < ranks; ++r) tasks.push_back(body(machine.transport(r)));
    machine.run(tasks);
    return found;
}

const std::vector<Candidate> three{{"one"}, {"two"}, {"three"}};

TEST(Automatic, KeepsWhatTakesTheSlowestRankTheLeastTime) {
    // To the ranks that only wait for rank 2, and on average, "two" would be the fastest.
    const auto found =
        run(3, 400, three, {{"one", {9e-3, 9e-3, 9e-3}}, {"two", {0, 0, 8e-3}}, {"three", {7e-3, 7e-3, 7e-3}}});
    for (const Trials& trials : found) {
        EXPECT_EQ(trials.chosen, "three");
        ASSERT_EQ(trials.all.size(), 3u);
        for (const Trials::Of& each : trials.all) {
            EXPECT_GE(each.seconds.size(), 2u) << each.specification;
            EXPECT_EQ(each.seconds, found[0].all[static_cast<std::size_t>(&each - trials.all.data())].seconds);
        }
        EXPECT_EQ(trials.all[2].seconds.size(), 5u);
        // A trial of 3 intervals finishes 6 halves, and once more to hand over what is held.
        EXPECT_NEAR(trials.all[0].median() - trials.all[2].median(), 7 / 3. * 2e-3, 1e-9);
        EXPECT_GT(trials.lost, 0);
        EXPECT_LT(trials.lost, trials.trying);
    }
}

TEST(Automatic, DoesNotTryTheHopelessAgain) {
    const auto found = run(2, 400, three, {{"one", {1e-4, 1e-4}}, {"two", {9e-3, 9e-3}}, {"three", {2e-4, 2e-4}}});
    EXPECT_EQ(found[0].chosen, "one");
    EXPECT_EQ(found[0].all[1].seconds.size(), 1u) << "the first trial";
    EXPECT_GE(found[0].all[1].median(), 18e-3);
}

TEST(Automatic, BringsAllSpikesInTimeWhateverItTries) {
    const std::vector<Candidate> all{{"allgather"},
                                     {"isend:subintervals=2", 2},
                                     {"alltoall:compress=on"},
                                     {"iallgather", 2},
                                     {"persistent:subintervals=2,phases=2", 2},
                                     {"pairwise"},
                                     {"two_tier", 1, true},
                                     {"persistent:phases=2", 1, false, true}};
    for (const int intervals : {1, 2, 3, 17, 40, 600}) {
        const auto found = run(3, intervals, all, {});
        EXPECT_EQ(found[0].all[6].reason, "the gids are not in several areas");
        EXPECT_EQ(found[0].all[7].reason, "there are few ranks");
        EXPECT_EQ(found[0].chosen, found[2].chosen);
        EXPECT_EQ(found[0].chosen.empty(), intervals < 600) << intervals;
    }
}

TEST(Automatic, TakesWhatHasBeenChosenBefore) {
    const auto found = run(2, 50, three, {{"one", {1e-3, 1e-3}}, {"two", {2e-3, 2e-3}}, {"three", {0, 0}}}, "two");
    EXPECT_EQ(found[1].chosen, "two");
    for (const Trials::Of& each : found[1].all) EXPECT_TRUE(each.seconds.empty());
    EXPECT_EQ(found[1].lost, 0);
}

TEST(Automatic, NeedsNoTwoStepsIfTheIntervalHasOne) {
    SimulatedMachine machine(2, known_machines().front());
    const auto body = [&](Transport& transport) -> Task<void> {
        AutomaticOptions options;
        options.candidates = {{"iallgather", 2}, {"allgather"}, {"pairwise"}};
        options.trial = 1;
        options.make = [](const std::string& name, Transport& of) { return make_exchange(name, of); };
        const auto exchange = make_automatic(transport, std::move(options));
        const Connections nothing{};
        co_await exchange->connect(nothing);
        exchange->start(0, 1);
        for (Step step = 1; step < 40'000; ++step) co_await exchange->finish(step);
        EXPECT_NE(exchange->trials().chosen, "");
        EXPECT_TRUE(exchange->trials().all[0].seconds.empty());
    };
    std::vector<Task<void>> tasks;
    for (int r = 0; r < 2; ++r) tasks.push_back(body(machine.transport(r)));
    machine.run(tasks);
}

}  // namespace

}  // namespace ranvier::exchange
