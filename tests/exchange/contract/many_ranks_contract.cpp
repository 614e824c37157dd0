// Every strategy on up to 1000 simulated ranks, with delayed messages: no spike is lost, doubled or late. And a
// strategy that loses, doubles or delays one is detected.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "exchange/contract/referee.hpp"
#include "exchange/contract/untested_strategies.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/strategy/specifications.hpp"
#include "exchange/transport/simulated_transport.hpp"

namespace ranvier::exchange::testing {

namespace {

bool is_long() {
    const char* asked = std::getenv("RANVIER_LONG");
    return asked && std::string(asked) == "1";
}

/// Of every registered strategy, each value of its options; with RANVIER_LONG=1 any three values together.
std::vector<std::string> specifications() {
    return specifications_of_all(is_long() ? 3 : 1);
}

/// A network of which each rank needs only its own part, and a plan of what fires.
struct Network {
    struct Listener {
        int rank;
        Step delay;  ///< at least an interval; between ranks without a common area, three
    };
    struct Source {
        Gid gid;
        int rank;
        std::vector<Listener> listeners;
    };

    Network(int ranks, unsigned seed) : owned(ranks), wanted(ranks), steps_per_interval(2 + seed % 7), seed_(seed) {
        std::mt19937 random(seed);
        for (int i = 0; i < 80; ++i) {
            Source source{static_cast<Gid>(7 * i + seed), static_cast<int>(random() % ranks), {}};
            const unsigned most = i % 8 == 0 ? ranks : 1 + ranks / 10;  // some are heard everywhere, most by a few
            std::set<int> listeners;
            for (auto n = random() % (most + 1); n > 0; --n) listeners.insert(static_cast<int>(random() % ranks));
            for (const int rank : listeners) source.listeners.push_back({rank, 0});
            owned[source.rank].push_back(i);
            sources.push_back(std::move(source));
        }
        for (Source& source : sources) {
            for (Listener& listener : source.listeners) {
                const bool is_near = group(listener.rank) == group(source.rank);
                const Step shortest = is_near ? steps_per_interval : 3 * steps_per_interval;
                listener.delay = shortest + static_cast<Step>(random() % steps_per_interval);
                wanted[listener.rank].push_back({source.gid, listener.delay});
            }
        }
    }

    /// One to four neighboring ranks that own something are joined by an area.
    int group(int rank) const { return owned[rank].empty() ? -1 - rank : rank / (1 + static_cast<int>(seed_ % 4)); }

    /// Whether a source fires in a step: the same however often it is asked.
    bool fires(const Source& source, Step step) const {
        std::uint64_t bits = (static_cast<std::uint64_t>(source.gid) << 40) + (std::uint64_t{seed_} << 20) +
                             static_cast<std::uint64_t>(step);
        for (const std::uint64_t factor : {0xbf58476d1ce4e5b9u, 0x94d049bb133111ebu}) {  // splitmix64, Vigna 2015
            bits = (bits ^ (bits >> 30)) * factor;
        }
        return (bits >> 32) % 8 == 0;
    }

    /// The source with the most listeners, of those that fire in the first two intervals.
    const Source& loudest() const {
        const Source* loudest = nullptr;
        for (const Source& source : sources) {
            bool fires_soon = false;
            for (Step step = 1; step <= 2 * steps_per_interval; ++step) fires_soon |= fires(source, step);
            const bool is_louder = !loudest || source.listeners.size() > loudest->listeners.size();
            if (fires_soon && is_louder) loudest = &source;
        }
        return *loudest;
    }

    struct Wanted {
        Gid gid;
        Step delay;
    };
    std::vector<Source> sources;
    std::vector<std::vector<int>> owned;  // by rank: which of sources
    std::vector<std::vector<Wanted>> wanted;
    Step steps_per_interval;

  private:
    unsigned seed_;
};

/// The fault of a broken strategy, once: with a spike that a source fires, or with one handed over to a rank.
enum class Bug { none, drops_one, doubles_one, delivers_one_late };
enum class Place { sender, receiver };

/// A sound strategy with a bug: as if a spike was not sent, sent twice or kept for too long by the rank of `source`; or
/// the first one of the second hand-over on this rank was lost, doubled, or kept.
class BrokenExchange final : public SpikeExchange {
  public:
    BrokenExchange(std::unique_ptr<SpikeExchange> sound, Bug bug, Place place, Gid source, Step keeps_for)
        : sound_(std::move(sound)), bug_(bug), place_(place), source_(source), keeps_for_(keeps_for) {}

    Task<void> connect(Connections network) override { return sound_->connect(network); }
    bool goes_by_delays() const override { return sound_->goes_by_delays(); }
    void start(Step first, Step steps) override { sound_->start(first, steps); }
    Step next_boundary() const override { return sound_->next_boundary(); }
    void interval_times(std::span<const double> times) override { sound_->interval_times(times); }
    bool holds_spikes() const override { return sound_->holds_spikes(); }
    Footprint footprint(const Share&) const override { return {}; }
    const ExchangeCounters& counters() const override { return sound_->counters(); }
    std::string take_notice() override { return sound_->take_notice(); }

    void fire(Spike spike) override {
        const bool is_hit = place_ == Place::sender && spike.gid == source_ && !std::exchange(has_hit_, true);
        if (is_hit && bug_ == Bug::delivers_one_late) keep(spike, now_);
        if (!is_hit || bug_ == Bug::doubles_one) sound_->fire(spike);
        if (is_hit && bug_ == Bug::doubles_one) sound_->fire(spike);
    }

    Task<std::span<const Spike>> finish(Step boundary) override {
        const std::span<const Spike> sound = co_await sound_->finish(boundary);
        now_ = boundary;
        spikes_.assign(sound.begin(), sound.end());
        if (place_ == Place::receiver && !sound.empty() && ++handed_over_ == 2) {
            if (bug_ == Bug::delivers_one_late) keep(spikes_.front(), boundary);
            if (bug_ == Bug::doubles_one) spikes_.push_back(spikes_.front());
            if (bug_ != Bug::doubles_one) spikes_.erase(spikes_.begin());
        }
        if (!kept_.empty() && boundary >= kept_until_) release(std::exchange(kept_, {}).front());
        co_return spikes_;
    }

  private:
    void keep(const Spike& spike, Step now) {
        kept_.push_back(spike);
        kept_until_ = now + keeps_for_;
    }
    void release(const Spike& spike) {
        if (place_ == Place::sender) {
            sound_->fire(spike);
        } else {
            spikes_.push_back(spike);
        }
    }

    const std::unique_ptr<SpikeExchange> sound_;
    const Bug bug_;
    const Place place_;
    const Gid source_;
    const Step keeps_for_;
    Step now_ = 0;
    bool has_hit_ = false;
    int handed_over_ = 0;  // finishes with spikes
    std::vector<Spike> spikes_;
    std::vector<Spike> kept_;
    Step kept_until_ = 0;
};

struct Run {
    const Network& network;
    Referee& referee;
    unsigned seed;
    std::string specification;
    Bug bug = Bug::none;
    Place place = Place::sender;
    int broken_rank = -1;
};

std::unique_ptr<SpikeExchange> make(const Run& run, Transport& transport) {
    std::unique_ptr<SpikeExchange> sound = make_exchange(run.specification, transport);
    if (transport.rank() != run.broken_rank) return sound;
    const Step longer_than_any_delay = 5 * run.network.steps_per_interval;
    return std::make_unique<BrokenExchange>(std::move(sound), run.bug, run.place, run.network.loudest().gid,
                                            longer_than_any_delay);
}

Task<void> connect(const Network& network, int rank, SpikeExchange& exchange) {
    std::vector<Gid> owned, wanted;
    std::vector<Step> delays;
    for (const int source : network.owned[rank]) owned.push_back(network.sources[source].gid);
    for (const Network::Wanted& each : network.wanted[rank]) {
        wanted.push_back(each.gid);
        delays.push_back(each.delay);
    }
    const std::vector<int> areas(owned.size(), network.group(rank));
    const exchange::Connections connections{owned, wanted, delays, areas};
    co_await exchange.connect(connections);
}

Task<void> run_rank(const Run& run, Transport& transport) {
    const int rank = transport.rank();
    const Network& network = run.network;
    const std::unique_ptr<SpikeExchange> exchange = make(run, transport);
    co_await connect(network, rank, *exchange);
    const Step end_of_firing = 6 * network.steps_per_interval;
    const Step left = (run.bug == Bug::none ? 2 : 6) * network.steps_per_interval;  // kept spikes come later
    exchange->start(0, network.steps_per_interval);
    Step now = 0;
    while (now < end_of_firing + left) {
        Step end = exchange->next_boundary();
        if (run.seed % 3 == 0 && end - now > 1 && now % 5 == 0) --end;  // a run may stop before
        std::vector<double> times;
        for (Step step = now + 1; step <= end; ++step) {
            times.push_back(0.025 * static_cast<double>(step));
            for (const int index : network.owned[rank]) {
                const Network::Source& source = network.sources[index];
                if (step > end_of_firing || !network.fires(source, step)) continue;
                const Spike spike{times.back(), source.gid};
                for (const auto& [to, delay] : source.listeners) {
                    const Step due = step + (exchange->goes_by_delays() ? delay : network.steps_per_interval);
                    run.referee.fired(spike, step, to, due);
                }
                exchange->fire(spike);
            }
        }
        exchange->interval_times(times);
        const std::span<const Spike> spikes = co_await exchange->finish(end);
        now = end;
        run.referee.handed_over(rank, spikes, now, exchange->next_boundary());
    }
    if (!exchange->holds_spikes()) co_return;
    const std::span<const Spike> spikes = co_await exchange->finish(now);
    run.referee.handed_over(rank, spikes, now, exchange->next_boundary());
}

/// Odd seeds: messages and collectives take 0 to 7 turns of all ranks, which come in any order, and rank 0 is slow.
SimulatedDelays delays(unsigned seed) {
    return seed % 2 ? SimulatedDelays{seed, 7, true, {0}, 4} : SimulatedDelays{};
}

void run(const Run& run, int ranks) {
    SimulatedMachine machine(ranks, delays(run.seed));
    std::vector<Task<void>> tasks;
    for (int r = 0; r < ranks; ++r) tasks.push_back(run_rank(run, machine.transport(r)));
    machine.run(tasks);
}

/// A run without bugs: its faults, and that there was something to get wrong.
void expect_sound(int ranks, unsigned seed, const std::string& specification) {
    const Network network(ranks, seed);
    Referee referee(ranks);
    run({network, referee, seed, specification}, ranks);
    EXPECT_EQ(referee.faults(), Referee::Faults{}) << ranks << " ranks, seed " << seed;
    EXPECT_GT(referee.expected(), 0);
}

class ManyRanksContract : public ::testing::TestWithParam<std::string> {};

TEST_P(ManyRanksContract, LosesDoublesAndDelaysNoSpike) {
    const unsigned most_seeds = is_long() ? 200 : 20;
    for (const int ranks : {1, 7, 64}) {
        for (unsigned seed = 1; seed <= most_seeds; ++seed) expect_sound(ranks, seed, GetParam());
    }
}

/// Whether each rank sends a message to each other one: `pairwise` does, in a tier, too, and `auto` when it tries it.
bool messages_everyone(const std::string& specification) {
    return specification.find("pairwise") != std::string::npos || specification.starts_with("auto");
}

/// A thousand, unless an interval takes a million messages there; with a quarter of the ranks, it takes a sixteenth.
int many_ranks(const std::string& specification) {
    return messages_everyone(specification) ? 250 : 1000;
}

/// Which networks a specification is tried on with many ranks, where each takes half a second. Usually one: between them
/// they have twenty. With RANVIER_LONG=1 each strategy has all two hundred, shared by its specifications.
std::vector<unsigned> seeds_for_many_ranks(const std::string& specification) {
    const auto strategy = [](const std::string& text) { return text.substr(0, text.find(':')); };
    std::vector<std::string> sharing = specifications();
    if (is_long()) std::erase_if(sharing, [&](const auto& each) { return strategy(each) != strategy(specification); });
    const auto place = std::find(sharing.begin(), sharing.end(), specification) - sharing.begin();
    std::vector<unsigned> seeds;
    for (std::size_t seed = 1 + static_cast<std::size_t>(place); seed <= (is_long() ? 200 : sharing.size());
         seed += sharing.size()) {
        seeds.push_back(static_cast<unsigned>(seed));
    }
    return seeds;
}

TEST_P(ManyRanksContract, HoldsOnManyRanks) {
    for (const unsigned seed : seeds_for_many_ranks(GetParam())) {
        expect_sound(many_ranks(GetParam()), seed, GetParam());
    }
    if (GetParam() != "pairwise" || !is_long()) return;
    for (const unsigned seed : {1, 2, 3, 4}) expect_sound(1000, seed, GetParam());
}

/// The referee's report on a bug.
Referee::Faults faults_of(const std::string& specification, const Network& network, int ranks, unsigned seed, Bug bug,
                          Place place) {
    const auto wants_less = [](const auto& a, const auto& b) { return a.size() < b.size(); };
    const auto most_listening = std::max_element(network.wanted.begin(), network.wanted.end(), wants_less);
    const int broken_rank =
        place == Place::sender ? network.loudest().rank : static_cast<int>(most_listening - network.wanted.begin());
    Referee referee(ranks);
    run({network, referee, seed, specification, bug, place, broken_rank}, ranks);
    return referee.faults();
}

TEST_P(ManyRanksContract, FindsABrokenStrategyOut) {
    constexpr int ranks = 7;
    for (unsigned seed = 1; seed <= 4; ++seed) {
        const Network network(ranks, seed);
        for (const Place place : {Place::sender, Place::receiver}) {
            const int hit = place == Place::sender ? static_cast<int>(network.loudest().listeners.size()) : 1;
            ASSERT_GT(hit, 0);
            const auto with = [&](Bug bug) { return faults_of(GetParam(), network, ranks, seed, bug, place); };
            EXPECT_EQ(with(Bug::drops_one), (Referee::Faults{.lost = hit})) << "seed " << seed;
            EXPECT_EQ(with(Bug::doubles_one), (Referee::Faults{.doubled = hit})) << "seed " << seed;
            EXPECT_EQ(with(Bug::delivers_one_late), (Referee::Faults{.late = hit})) << "seed " << seed;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Of, ManyRanksContract, ::testing::ValuesIn(specifications()), [](const auto& tested) {
    std::string name = tested.param;
    std::replace_if(name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
    return name;
});

TEST(EveryStrategy, IsInTheManyRanksContract) {
    EXPECT_EQ(untested_strategies("Of/ManyRanksContract"), std::vector<std::string>{});
}

}  // namespace

}  // namespace ranvier::exchange::testing
