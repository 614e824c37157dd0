// Every strategy on up to 1000 simulated ranks, with messages that take their time: no spike lost, doubled or late. And
// a strategy that loses, doubles or delays one is found out.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "exchange/contract/referee.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::exchange::testing {

namespace {

bool is_long() {
    const char* asked = std::getenv("RANVIER_LONG");
    return asked && std::string(asked) == "1";
}

/// Pairs of options of the strategies that send from rank to rank, and some of the others; all with RANVIER_LONG=1.
std::vector<std::string> specifications() {
    std::vector<std::string> list{"allgather:compress=on,fixed=1", "alltoall:fixed=1", "alltoall:collective=neighbour",
                                  "iallgather:fixed=1"};
    if (!is_long()) {
        for (const char* each : {"isend", "isend:end=nbx", "isend:phases=2,end=reduce_scatter",
                                 "isend:subintervals=2,end=reduce_scatter", "isend:subintervals=2,phases=2",
                                 "isend:subintervals=2,phases=2,relay=at_once,end=nbx", "persistent:requests=40",
                                 "persistent:phases=2,end=nbx", "persistent:subintervals=2,phases=2,end=reduce_scatter",
                                 "persistent:subintervals=2,end=nbx,requests=1"}) {
            list.emplace_back(each);
        }
        return list;
    }
    for (const std::string name : {"isend", "persistent"}) {
        for (const std::string end : {"allreduce", "reduce_scatter", "nbx"}) {
            for (const std::string way :
                 {"subintervals=1,phases=1", "subintervals=1,phases=2", "subintervals=2,phases=1",
                  "subintervals=2,phases=2", "subintervals=2,phases=2,relay=at_once"}) {
                list.push_back(name + ":end=" + end + "," + way);
                if (name == "persistent") list.push_back(list.back() + ",requests=40,receive=probe");
            }
        }
    }
    return list;
}

/// A network of which each rank needs only its own part, and a plan of what fires.
struct Network {
    struct Source {
        Gid gid;
        int rank;
        std::vector<int> listeners;
    };

    Network(int ranks, unsigned seed)
        : owned(ranks), wanted(ranks), steps_per_interval(2 + static_cast<Step>(seed % 7)) {
        std::mt19937 random(seed);
        for (int i = 0; i < 80; ++i) {
            Source source{static_cast<Gid>(7 * i + seed), static_cast<int>(random() % ranks), {}};
            const unsigned most = i % 8 == 0 ? ranks : 1 + ranks / 10;  // some are heard everywhere, most by a few
            std::set<int> listeners;
            for (auto n = random() % (most + 1); n > 0; --n) listeners.insert(static_cast<int>(random() % ranks));
            source.listeners.assign(listeners.begin(), listeners.end());
            owned[source.rank].push_back(static_cast<int>(sources.size()));
            for (const int rank : source.listeners) wanted[rank].push_back(source.gid);
            sources.push_back(std::move(source));
        }
    }

    /// Which of a rank's sources fire in a step: the same however often it is asked.
    bool fires(const Source& source, Step step, unsigned seed) const {
        std::mt19937 random(static_cast<unsigned>(source.gid) * 7919u + static_cast<unsigned>(step) * 104729u + seed);
        return random() % 8 == 0;
    }

    std::vector<Source> sources;
    std::vector<std::vector<int>> owned;  // by rank: which of sources
    std::vector<std::vector<Gid>> wanted;
    Step steps_per_interval;
};

/// What a broken strategy would do, once, with the first spike that it hands over on this rank after some time.
enum class Bug { none, drops_one, doubles_one, delivers_one_late };

class BrokenExchange final : public SpikeExchange {
  public:
    BrokenExchange(std::unique_ptr<SpikeExchange> sound, Bug bug) : sound_(std::move(sound)), bug_(bug) {}

    Task<void> connect(Connections network) override { return sound_->connect(network); }
    void start(Step first, Step steps) override { sound_->start(first, steps); }
    Step next_boundary() const override { return sound_->next_boundary(); }
    void fire(Spike spike) override { sound_->fire(spike); }
    void interval_times(std::span<const double> times) override { sound_->interval_times(times); }
    const ExchangeCounters& counters() const override { return sound_->counters(); }
    std::string take_notice() override { return sound_->take_notice(); }
    Task<std::span<const Spike>> finish(Step boundary) override {
        const std::span<const Spike> sound = co_await sound_->finish(boundary);
        spikes_.assign(sound.begin(), sound.end());
        if (!held_.empty() && --boundaries_to_wait_ == 0) spikes_.push_back(std::exchange(held_, {}).front());
        if (sound.empty() || ++boundaries_ != 2) co_return spikes_;
        if (bug_ == Bug::doubles_one) spikes_.push_back(spikes_.front());
        if (bug_ == Bug::delivers_one_late) held_.push_back(spikes_.front());
        if (bug_ == Bug::delivers_one_late || bug_ == Bug::drops_one) spikes_.erase(spikes_.begin());
        co_return spikes_;
    }

  private:
    const std::unique_ptr<SpikeExchange> sound_;
    const Bug bug_;
    int boundaries_ = 0;  // with spikes
    std::vector<Spike> spikes_;
    std::vector<Spike> held_;
    int boundaries_to_wait_ = 3;  // with two sub-intervals, one may not be too many
};

struct Run {
    const Network& network;
    Referee& referee;
    unsigned seed;
    std::string specification;
    Bug bug = Bug::none;
    int broken_rank = -1;
};

Task<void> run_rank(const Run& run, Transport& transport) {
    const int rank = transport.rank();
    const Network& network = run.network;
    std::vector<Gid> owned;
    for (const int source : network.owned[rank]) owned.push_back(network.sources[source].gid);
    std::unique_ptr<SpikeExchange> exchange = make_exchange(run.specification, transport);
    if (rank == run.broken_rank) exchange = std::make_unique<BrokenExchange>(std::move(exchange), run.bug);
    co_await exchange->connect({owned, network.wanted[rank]});
    const Step end_of_firing = 6 * network.steps_per_interval;
    exchange->start(0, network.steps_per_interval);
    for (Step now = 0; now < end_of_firing + 2 * network.steps_per_interval;) {
        Step end = exchange->next_boundary();
        if (run.seed % 3 == 0 && end - now > 1 && now % 5 == 0) --end;  // a run may stop before
        std::vector<double> times;
        for (Step step = now + 1; step <= end; ++step) {
            times.push_back(0.025 * static_cast<double>(step));
            for (const int index : network.owned[rank]) {
                const Network::Source& source = network.sources[index];
                if (step > end_of_firing || !network.fires(source, step, run.seed)) continue;
                const Spike spike{times.back(), source.gid};
                run.referee.fired(spike, step, source.listeners);
                exchange->fire(spike);
            }
        }
        exchange->interval_times(times);
        const std::span<const Spike> spikes = co_await exchange->finish(end);
        now = end;
        run.referee.handed_over(rank, spikes, end, exchange->next_boundary());
    }
}

/// Odd seeds: messages and collectives take 0 to 7 turns of all ranks, which come in any order, and rank 0 is slow.
Referee::Faults faults_of(int ranks, unsigned seed, const std::string& specification, Bug bug = Bug::none,
                          std::int64_t* expected = nullptr) {
    const Network network(ranks, seed);
    Referee referee(ranks, network.steps_per_interval);
    int most_listening = 0;
    for (int r = 0; r < ranks; ++r) {
        if (network.wanted[r].size() > network.wanted[most_listening].size()) most_listening = r;
    }
    const Run run{network, referee, seed, specification, bug, bug == Bug::none ? -1 : most_listening};
    SimulatedMachine machine(ranks, seed % 2 ? SimulatedDelays{seed, 7, true, {0}, 4} : SimulatedDelays{});
    std::vector<Task<void>> tasks;
    for (int r = 0; r < ranks; ++r) tasks.push_back(run_rank(run, machine.transport(r)));
    machine.run(tasks);
    if (expected) *expected = referee.expected();
    return referee.faults();
}

class ManyRanksContract : public ::testing::TestWithParam<std::string> {};

TEST_P(ManyRanksContract, LosesDoublesAndDelaysNoSpike) {
    const unsigned most_seeds = is_long() ? 200 : 20;
    for (const int ranks : {1, 7, 64}) {
        for (unsigned seed = 1; seed <= most_seeds; ++seed) {
            std::int64_t expected = 0;
            EXPECT_EQ(faults_of(ranks, seed, GetParam(), Bug::none, &expected), Referee::Faults{})
                << ranks << " ranks, seed " << seed;
            EXPECT_GT(expected, 0);
        }
    }
}

// Few seeds: a thousand ranks take a second or so.
TEST_P(ManyRanksContract, HoldsOnAThousandRanks) {
    for (unsigned seed = 1; seed <= (is_long() ? 20 : 1); ++seed) {
        EXPECT_EQ(faults_of(1000, seed, GetParam()), Referee::Faults{}) << "seed " << seed;
    }
}

TEST_P(ManyRanksContract, FindsABrokenStrategyOut) {
    for (unsigned seed = 1; seed <= 4; ++seed) {
        const auto with = [&](Bug bug) { return faults_of(7, seed, GetParam(), bug); };
        EXPECT_EQ(with(Bug::drops_one), (Referee::Faults{.lost = 1})) << "seed " << seed;
        EXPECT_EQ(with(Bug::doubles_one), (Referee::Faults{.doubled = 1})) << "seed " << seed;
        EXPECT_EQ(with(Bug::delivers_one_late), (Referee::Faults{.late = 1})) << "seed " << seed;
    }
}

INSTANTIATE_TEST_SUITE_P(Of, ManyRanksContract, ::testing::ValuesIn(specifications()), [](const auto& tested) {
    std::string name = tested.param;
    std::replace_if(
        name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
    return name;
});

}  // namespace

}  // namespace ranvier::exchange::testing
