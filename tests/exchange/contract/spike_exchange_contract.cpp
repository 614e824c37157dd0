// The contract of every strategy, over every transport: random spikes against a model that knows the whole network.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <deque>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>

#include "exchange/contract/untested_strategies.hpp"
#include "exchange/contract/worlds.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/strategy/specifications.hpp"

namespace ranvier::exchange::testing {

namespace {

/// Of every registered strategy, each pair of values of its options.
std::vector<std::string> specifications() {
    return specifications_of_all(2);
}

/// The spikes that the exchange hands over up to a boundary of the whole interval, with or without sub-intervals.
Task<std::vector<Spike>> finish_until(SpikeExchange& exchange, Step end) {
    std::vector<Spike> all;
    for (Step boundary = -1; boundary != end;) {
        boundary = std::min(exchange.next_boundary(), end);
        const std::span<const Spike> received = co_await exchange.finish(boundary);
        all.insert(all.end(), received.begin(), received.end());
    }
    co_return all;
}

using Parameter = std::tuple<World, std::string>;

class SpikeExchangeContract : public ::testing::TestWithParam<Parameter> {
  protected:
    const World& world() const { return std::get<0>(GetParam()); }
    std::unique_ptr<SpikeExchange> make(Transport& transport) const {
        return make_exchange(std::get<1>(GetParam()), transport);
    }
    /// Of an exchange interval.
    Step least_steps() const {
        const std::string& name = std::get<1>(GetParam());
        return name.find("iallgather") != std::string::npos || name.find("subintervals=2") != std::string::npos ? 2 : 1;
    }
    void agree_with_model() const;
};

/// A ring of any size: each rank owns one source and listens for its right-hand neighbor's. Two ranks are an area.
struct Ring {
    Ring(const Transport& transport, Step delay)
        : self(transport.rank()),
          neighbor((transport.rank() + 1) % transport.size()),
          owned{self},
          wanted{neighbor},
          delays{delay},
          areas{self / 2} {}

    Connections connections() const { return {owned, wanted, delays, areas}; }

    Gid self, neighbor;
    std::vector<Gid> owned, wanted;
    std::vector<Step> delays;
    std::vector<int> areas;
};

TEST_P(SpikeExchangeContract, DeliversEachWantedSpikeOnce) {
    world().run([this](Transport& transport) -> Task<void> {
        const Ring ring(transport, 10);
        const auto exchange = make(transport);
        co_await exchange->connect(ring.connections());
        exchange->start(0, 10);
        exchange->fire({0.25 * ring.self, ring.self});
        std::vector<Spike> received;
        for (int i = 0; i < 3; ++i) {  // a strategy with sub-intervals may need two boundaries
            const std::span<const Spike> spikes = co_await exchange->finish(exchange->next_boundary());
            received.insert(received.end(), spikes.begin(), spikes.end());
        }
        EXPECT_EQ(received, (std::vector<Spike>{{0.25 * ring.neighbor, ring.neighbor}}));
    });
}

/// A network, and the spikes of a run. Made from the seed: once in a process, alike in each.
class Model {
  public:
    struct Fired {
        Step step;  ///< fired in the step that ends here
        Spike spike;
        Step due = 0;  ///< may be delivered after this step
    };

    Model(int ranks, unsigned seed, Step least_steps) : owned(ranks), wanted(ranks), random_(seed) {
        const bool has_long_intervals = seed % 4 == 0, has_many_sources = seed % 5 == 0;  // more than a byte counts
        steps_per_interval = has_long_intervals ? 256 + below(10) : 1 + below(12);
        steps_per_interval = std::max(steps_per_interval, least_steps);
        const int sources = has_many_sources ? 600 : below(60);
        std::set<Gid> gids;
        while (gids.size() < static_cast<std::size_t>(sources)) gids.insert(below(100'000));
        for (const Gid gid : gids) {
            owned[has_many_sources ? 0 : below(ranks)].push_back(gid);
            for (std::vector<Gid>& list : wanted) {
                if (below(std::max(2, ranks / 16)) == 0) list.push_back(gid);
            }
        }
        add_delays(ranks);
        busy_ = 1 + below(40 * 200 / (sources + 1) / static_cast<int>(steps_per_interval) + 1);
        off_list_ = below(3) == 0 ? 10 : 0;
    }

    /// The minimum delay of a rank's connections from a gid; 0 if it has none.
    Step delay(int rank, Gid gid) const {
        const auto found = std::lower_bound(wanted[rank].begin(), wanted[rank].end(), gid);
        if (found == wanted[rank].end() || *found != gid) return 0;
        return delays[rank][static_cast<std::size_t>(found - wanted[rank].begin())];
    }

    Connections connections(int rank) const { return {owned[rank], wanted[rank], delays[rank], areas[rank]}; }

    /// Time stamps of the steps in (begin, end]: accumulated, as the engine does, plus an offset.
    std::vector<double> times(Step begin, Step end) {
        std::vector<double> list;
        for (Step step = begin; step < end; ++step) {
            t_ += 0.0125;
            t_ += 0.0125;
            list.push_back(t_ + 1e-10);
        }
        return list;
    }

    /// The spikes that a rank fires in (begin, begin + times.size()].
    std::vector<Fired> fire(int rank, Step begin, const std::vector<double>& times) {
        std::vector<Fired> fired;
        for (const Gid gid : owned[rank]) {
            for (std::size_t i = 0; i < times.size(); ++i) {
                if (below(1000) >= busy_) continue;
                const double shift = below(100) < off_list_ ? 1e-3 * below(20) : 0;
                fired.push_back({begin + 1 + static_cast<Step>(i), {times[i] - shift, gid}});
            }
        }
        std::shuffle(fired.begin(), fired.end(), random_);
        return fired;
    }

    int below(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

    std::vector<std::vector<Gid>> owned, wanted;  ///< by rank, ascending
    std::vector<std::vector<Step>> delays;        ///< of wanted
    std::vector<std::vector<int>> areas;          ///< of owned
    Step steps_per_interval;

  private:
    /// One to four neighboring ranks are joined by areas, of which each may have two; connections between such groups
    /// are at least three times as long as the interval.
    void add_delays(int ranks) {
        const int together = 1 + below(4);
        const auto group = [&](int rank) { return owned[rank].empty() ? -1 - rank : rank / together; };
        std::map<Gid, int> owner;
        areas.resize(owned.size());
        delays.resize(owned.size());
        for (int rank = 0; rank < ranks; ++rank) {
            for (const Gid gid : owned[rank]) {
                owner[gid] = rank;
                areas[rank].push_back(2 * group(rank) + (gid == owned[rank].front() ? 0 : below(2)));
            }
        }
        for (int rank = 0; rank < ranks; ++rank) {
            for (const Gid gid : wanted[rank]) {
                const bool is_near = group(rank) == group(owner[gid]);
                const int shortest = static_cast<int>(is_near ? steps_per_interval : 3 * steps_per_interval);
                delays[rank].push_back(shortest + below(2 * shortest));
            }
        }
    }

    std::mt19937 random_;
    int busy_;      // in how many of 1000 steps a source fires
    int off_list_;  // percent of spikes that lie between steps
    double t_ = 0;
};

/// The events of a run, interval by interval; made when the first rank needs them.
class Story {
  public:
    struct Interval {
        Step end;
        std::vector<double> times;
        std::vector<std::vector<Model::Fired>> fired;  ///< by rank
    };

    Story(int ranks, unsigned seed, bool stops_early, Step least_steps)
        : model(ranks, seed, least_steps), stops_early_(stops_early) {}

    /// The k-th; every rank asks with the same boundaries.
    const Interval& interval(std::size_t k, Step now, Step next_boundary) {
        if (k < intervals_.size()) return intervals_[k];
        Interval next{next_boundary, {}, {}};
        if (stops_early_ && k % 3 == 1) next.end = now + 1 + model.below(static_cast<int>(next.end - now));
        next.times = model.times(now, next.end);
        for (std::size_t rank = 0; rank < model.owned.size(); ++rank) {
            next.fired.push_back(k < busy ? model.fire(static_cast<int>(rank), now, next.times)
                                          : std::vector<Model::Fired>{});
        }
        intervals_.push_back(std::move(next));
        return intervals_.back();
    }

    static constexpr std::size_t busy = 10, all = 12;  ///< intervals; the last two bring what is left

    Model model;

  private:
    const bool stops_early_;
    std::deque<Interval> intervals_;
};

/// Takes a spike from those outstanding; false if it is not among them.
bool take(std::vector<Model::Fired>& outstanding, const Spike& spike) {
    const auto found = std::find_if(outstanding.begin(), outstanding.end(),
                                    [&](const Model::Fired& fired) { return fired.spike == spike; });
    if (found == outstanding.end()) return false;
    outstanding.erase(found);
    return true;
}

/// One rank's run. After each boundary, every wanted spike of which a delivery (steps_per_interval after it was fired,
/// or later; for strategies that use them: its delay after it) may fall before the next boundary has been handed
/// over, once, and none that was not fired.
Task<void> run_against_model(Transport& transport, SpikeExchange& exchange, Story& story) {
    const int rank = transport.rank();
    const Model& model = story.model;
    co_await exchange.connect(model.connections(rank));
    Step now = 100;
    exchange.start(now, model.steps_per_interval);
    std::vector<Model::Fired> outstanding;
    std::int64_t fired_here = 0;
    const auto take_all = [&](std::span<const Spike> received) {
        for (const Spike& spike : received) {
            const bool was_due = take(outstanding, spike);
            EXPECT_TRUE(was_due) << "gid " << spike.gid << " at " << spike.t;
        }
    };
    for (std::size_t k = 0; k < Story::all; ++k) {
        EXPECT_GT(exchange.next_boundary(), now);
        EXPECT_LE(exchange.next_boundary(), now + model.steps_per_interval);
        const Story::Interval& interval = story.interval(k, now, exchange.next_boundary());
        for (int source_rank = 0; source_rank < transport.size(); ++source_rank) {
            for (Model::Fired each : interval.fired[static_cast<std::size_t>(source_rank)]) {
                if (source_rank == rank) exchange.fire(each.spike);
                exchange.progress();
                if (source_rank == rank) ++fired_here;
                const Step delay = model.delay(rank, each.spike.gid);
                each.due = each.step + (exchange.goes_by_delays() ? delay : model.steps_per_interval);
                if (delay > 0) outstanding.push_back(each);
            }
        }
        exchange.interval_times(interval.times);
        take_all(co_await exchange.finish(interval.end));
        now = interval.end;
        for (const Model::Fired& late : outstanding) EXPECT_GT(late.due, exchange.next_boundary());
    }
    std::int64_t finishes = Story::all;
    if (exchange.holds_spikes()) {
        take_all(co_await exchange.finish(now));
        ++finishes;
    }
    EXPECT_TRUE(outstanding.empty());
    EXPECT_EQ(exchange.counters().spikes_fired, fired_here);
    EXPECT_EQ(exchange.counters().intervals, finishes);
}

bool has_time() {
    return std::getenv("RANVIER_LONG") != nullptr;
}

/// Under the address sanitizer, which takes ten times as long, a quarter: that memory is used well shows in fewer
/// networks than that no spike is lost.
#ifdef __SANITIZE_ADDRESS__
constexpr unsigned divisor = 4;
#else
constexpr unsigned divisor = 1;
#endif

/// How many networks to try. Ranks of MPI that are more than the cores wait for each other's time slices; and it has
/// two thousand communicators, of which a strategy that is destroyed during an operation keeps some until the end.
unsigned seeds(const World& world) {
    const bool is_mpi = world.name == "mpi", is_crowded = is_mpi && world.ranks > 2;
    if (is_crowded) return has_time() ? 15 : 2;
    const unsigned usual = world.ranks > 500 ? 1 : (world.ranks > 16 ? 5 : 20) / divisor;
    return (!has_time() ? 1 : is_mpi ? 3 : 10) * usual;
}

void SpikeExchangeContract::agree_with_model() const {
    for (unsigned seed = 1; seed <= seeds(world()); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Story story(world().ranks, seed, false, least_steps());
        world().run([&](Transport& transport) -> Task<void> {
            const auto exchange = make(transport);
            co_await run_against_model(transport, *exchange, story);
        });
    }
}

TEST_P(SpikeExchangeContract, AgreesWithAModelOfTheNetwork) {
    agree_with_model();
}

TEST_P(SpikeExchangeContract, MayFinishBeforeTheBoundary) {
    for (unsigned seed = 1; seed <= std::max(1u, seeds(world()) / 4); ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Story story(world().ranks, seed, true, least_steps());
        world().run([&](Transport& transport) -> Task<void> {
            const auto exchange = make(transport);
            co_await run_against_model(transport, *exchange, story);
        });
    }
}

TEST_P(SpikeExchangeContract, ForgetsSpikesWhenARunBeginsAgain) {
    world().run([this](Transport& transport) -> Task<void> {
        const Ring ring(transport, 10);
        const auto exchange = make(transport);
        co_await exchange->connect(ring.connections());
        exchange->start(0, 10);
        exchange->fire({1.0, ring.self});
        exchange->start(50, 10);
        EXPECT_LE(exchange->next_boundary(), 60);
        exchange->fire({2.0, ring.self});
        const std::vector<Spike> received = co_await finish_until(*exchange, 60);
        const std::vector<Spike> expected{{2.0, ring.neighbor}};
        EXPECT_EQ(received, expected);
    });
}

TEST_P(SpikeExchangeContract, FollowsAChangeOfTheNetwork) {
    world().run([this](Transport& transport) -> Task<void> {
        const Ring ring(transport, 5);
        const auto exchange = make(transport);
        const std::vector<Gid> nothing;
        const Connections network{ring.owned, nothing, {}, ring.areas};
        co_await exchange->connect(network);
        exchange->start(0, 5);
        exchange->fire({0.5, ring.self});
        std::vector<Spike> received = co_await finish_until(*exchange, 5);
        EXPECT_TRUE(received.empty());
        co_await exchange->connect(ring.connections());
        exchange->fire({1.5, ring.self});
        received = co_await finish_until(*exchange, 10);
        const std::vector<Spike> expected{{1.5, ring.neighbor}};
        EXPECT_EQ(received, expected);
    });
}

std::string name_of(const ::testing::TestParamInfo<Parameter>& tested) {
    std::string name = std::get<0>(tested.param).name + "_" + std::get<1>(tested.param);
    std::replace_if(name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(On, SpikeExchangeContract,
                         ::testing::Combine(::testing::ValuesIn(worlds()), ::testing::ValuesIn(specifications())),
                         name_of);

TEST(EveryStrategy, IsInTheSpikeExchangeContract) {
    EXPECT_EQ(untested_strategies("On/SpikeExchangeContract"), std::vector<std::string>{});
}

/// As above where each try takes seconds.
class SpikeExchangeOfMany : public SpikeExchangeContract {};
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SpikeExchangeOfMany);

TEST_P(SpikeExchangeOfMany, AgreesWithAModelOfTheNetwork) {
    agree_with_model();
}

/// All with RANVIER_LONG=1, but for pairwise: of a million messages an interval, which many_ranks_contract.cpp tries.
std::vector<std::string> specifications_for_many() {
    if (!has_time()) return {"allgather:compress=on,fixed=1", "alltoall", "two_tier"};
    std::vector<std::string> all = specifications();
    std::erase(all, "pairwise");
    return all;
}

INSTANTIATE_TEST_SUITE_P(On, SpikeExchangeOfMany,
                         ::testing::Combine(::testing::ValuesIn(large_worlds()),
                                            ::testing::ValuesIn(specifications_for_many())),
                         name_of);

}  // namespace

}  // namespace ranvier::exchange::testing
