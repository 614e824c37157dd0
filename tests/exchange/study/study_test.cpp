#include "exchange/study/study.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>

#include "exchange/error.hpp"
#include "exchange/strategy/specifications.hpp"

namespace ranvier::exchange {

namespace {

StudyOptions small_study(const std::string& exchange) {
    StudyOptions options;
    options.net.cells = 120;
    options.net.connections = 30;
    options.net.connections_range = 7;
    options.ranks = 12;
    options.tstop = 60;
    options.exchange = exchange;
    options.machine = known_machine("bluegene_p");
    return options;
}

/// The net's activity, computed only from its cells: spikes, messages to listening ranks, inputs to cells.
struct Expected {
    std::int64_t spikes = 0, messages = 0, events = 0;

    explicit Expected(const StudyOptions& options) {
        const ArtificialNet& net = options.net;
        std::map<Gid, std::vector<int>> listeners;  // by source, the rank of each target
        for (Gid target = 0; target < net.cells; ++target) {
            std::vector<Gid> sources;
            append_sources(net, target, sources);
            for (const Gid source : sources) listeners[source].push_back(target % options.ranks);
        }
        for (Gid gid = 0; gid < net.cells; ++gid) {
            std::set<int> others(listeners[gid].begin(), listeners[gid].end());
            others.erase(gid % options.ranks);
            for (FiringTimes times(net, gid); times.next() < options.tstop - options.dt / 2; times.advance(net)) {
                ++spikes;
                messages += static_cast<std::int64_t>(others.size());
                const bool is_in_time = times.next() + net.delay < options.tstop - options.dt / 2;
                if (is_in_time) events += static_cast<std::int64_t>(listeners[gid].size());
            }
        }
    }
};

std::int64_t sum(const StudyResult& result, const std::function<std::int64_t(const StudyRank&)>& value) {
    std::int64_t total = 0;
    for (const StudyRank& rank : result.ranks) total += value(rank);
    return total;
}

TEST(ExchangeStudy, SendsAMessageForEachSpikeAndRankThatHearsIt) {
    const StudyOptions options = small_study("isend");
    const Expected expected(options);
    const StudyResult result = simulate(options);
    EXPECT_GT(expected.spikes, 120);
    EXPECT_EQ(sum(result, [](const StudyRank& rank) { return rank.counters.spikes_fired; }), expected.spikes);
    EXPECT_EQ(sum(result, [](const StudyRank& rank) { return rank.counters.messages_sent; }), expected.messages);
    EXPECT_EQ(sum(result, [](const StudyRank& rank) { return rank.counters.messages_received; }), expected.messages);
    EXPECT_EQ(sum(result, [](const StudyRank& rank) { return rank.events; }), expected.events);
}

TEST(ExchangeStudy, GivesCellsTheSameInputsUnderEachStrategy) {
    const std::int64_t events = Expected(small_study("")).events;
    for (const std::string& exchange : specifications_of_all(1)) {
        if (exchange.starts_with("two_tier")) continue;  // this net has no areas
        const StudyResult result = simulate(small_study(exchange));
        EXPECT_EQ(sum(result, [](const StudyRank& rank) { return rank.events; }), events) << exchange;
        for (const StudyRank& rank : result.ranks) {
            EXPECT_NEAR(rank.times.total_s, result.ranks[0].times.total_s, 1e-4) << exchange;  // none is far ahead
            EXPECT_GT(rank.times.communicate_s, 0) << exchange;
            EXPECT_GE(rank.times.synchronize_s, 0) << exchange;
        }
    }
}

TEST(ExchangeStudy, ChargesARankForItsOwnWork) {
    StudyOptions options = small_study("allgather");
    options.ranks = 1;
    options.costs = {1e-3, 2e-3, 5e-3, 1, 1, 1};
    const Expected expected(options);
    const StudyRank rank = simulate(options).ranks[0];
    EXPECT_NEAR(rank.times.compute_s,
                2400e-3 + 2e-3 * static_cast<double>(expected.events) + 5e-3 * static_cast<double>(expected.spikes),
                1e-9);
    EXPECT_NEAR(rank.times.total_s, rank.times.compute_s, 1e-9);
}

TEST(ExchangeStudy, ChargesALookupForEachSpikeThatArrivesAndEachBuffer) {
    StudyOptions options = small_study("allgather");
    options.machine = {};  // operations cost nothing
    options.costs = {0, 0, 0, 1e-3, 1e-6, 1};
    const std::int64_t spikes = Expected(options).spikes;
    const StudyResult result = simulate(options);
    const double buffers_s = 60 * 11e-6;
    for (const StudyRank& rank : result.ranks) {
        EXPECT_EQ(rank.buffers_scanned, 60 * 11);
        const auto others = static_cast<double>(spikes - rank.counters.spikes_fired);
        EXPECT_NEAR(rank.times.communicate_s + rank.times.compute_s, others * 1e-3 + buffers_s, 1e-9);
    }
}

TEST(ExchangeStudy, LogsIntervals) {
    StudyOptions options = small_study("isend:subintervals=2");
    options.logs_intervals = true;
    const StudyResult result = simulate(options);
    ASSERT_EQ(result.intervals.size(), 120u);
    double total = 0;
    for (const StudyInterval& each : result.intervals) {
        EXPECT_GE(each.compute_most_s, each.compute_mean_s * (1 - 1e-12));
        EXPECT_GE(each.conservation_rounds, 1);
        total += each.total_s;
    }
    double most = 0;
    for (const StudyRank& rank : result.ranks) most = std::max(most, rank.times.total_s);
    EXPECT_NEAR(total, most, 1e-9);
}

TEST(ExchangeStudy, IsTheSameEachTime) {
    const StudyOptions options = small_study("persistent:subintervals=2,phases=2");
    EXPECT_EQ(to_json(options, simulate(options)), to_json(options, simulate(options)));
}

TEST(ExchangeStudy, GivesCellsInputsAfterTheDelay) {
    StudyOptions options = small_study("allgather");
    options.ranks = 1;
    options.costs = {0, 1, 0, 0, 0, 0};
    options.logs_intervals = true;
    std::vector<std::int64_t> listeners(static_cast<std::size_t>(options.net.cells));
    for (Gid target = 0; target < options.net.cells; ++target) {
        std::vector<Gid> sources;
        append_sources(options.net, target, sources);
        for (const Gid source : sources) ++listeners[static_cast<std::size_t>(source)];
    }
    std::vector<double> inputs(61);  // by interval of 1 ms
    for (Gid gid = 0; gid < options.net.cells; ++gid) {
        for (FiringTimes times(options.net, gid); times.next() < 59.9; times.advance(options.net)) {
            const double arrival = times.next() + 1 + options.dt / 2;  // a step delivers up to its middle
            inputs[static_cast<std::size_t>(arrival - 1e-9)] +=
                static_cast<double>(listeners[static_cast<std::size_t>(gid)]);
        }
    }
    const StudyResult result = simulate(options);
    ASSERT_EQ(result.intervals.size(), 60u);
    for (std::size_t i = 0; i < 60; ++i) EXPECT_NEAR(result.intervals[i].compute_mean_s, inputs[i], 1e-6) << i;
}

TEST(ExchangeStudy, CompressesSpikes) {
    const auto bytes = [](const char* exchange) {
        return sum(simulate(small_study(exchange)), [](const StudyRank& rank) { return rank.counters.bytes_sent; });
    };
    EXPECT_EQ(bytes("allgather:fixed=10"), 12 * 60 * (8 + 120));
    EXPECT_LT(bytes("allgather:compress=on,fixed=10"), 12 * 60 * (8 + 40));
}

TEST(ExchangeStudy, BeginsWhereItIsTold) {
    StudyOptions options = small_study("isend");
    const auto messages = [&] {
        return sum(simulate(options), [](const StudyRank& rank) { return rank.counters.messages_sent; });
    };
    const std::int64_t all = messages();
    options.tstop = 33;
    const std::int64_t first = messages();
    options.tbegin = 33;
    options.tstop = 60;
    EXPECT_EQ(first + messages(), all);
    EXPECT_EQ(simulate(options).ranks[0].counters.intervals, 27);
}

TEST(ExchangeStudy, PlacesCells) {
    StudyOptions options = small_study("isend");
    options.net.is_adjacent = true;
    const auto messages = [&](Placement placement) {
        options.placement = placement;
        return sum(simulate(options), [](const StudyRank& rank) { return rank.counters.messages_sent; });
    };
    EXPECT_LT(messages(Placement::consecutive), messages(Placement::round_robin) / 2);
    EXPECT_NE(messages(Placement::random), messages(Placement::round_robin));
}

TEST(ExchangeStudy, FiresMoreInABurst) {
    ArtificialNet net;
    net.groups = 8;
    const auto spikes = [&](Gid gid, double begin) {
        int n = 0;
        for (FiringTimes times(net, gid); times.next() < begin + 50; times.advance(net)) n += times.next() >= begin;
        return n;
    };
    EXPECT_GE(spikes(0, 0), 6);
    EXPECT_LE(spikes(0, 50), 3);
    EXPECT_LE(spikes(40, 0), 3);
    EXPECT_GE(spikes(40, 50), 5);
}

TEST(ExchangeStudy, RefusesWhatMakesNoSense) {
    const auto complaint = [](const std::function<void(StudyOptions&)>& change) -> std::string {
        StudyOptions options = small_study("isend");
        change(options);
        try {
            simulate(options);
        } catch (const ExchangeError& error) {
            return error.what();
        }
        return "none";
    };
    EXPECT_EQ(complaint([](StudyOptions& o) { o.exchange = "two_tier"; }),
              "exchange study: two_tier needs areas, but this net has none");
    EXPECT_EQ(complaint([](StudyOptions& o) { o.net.cells = 1; }), "artificial net: cells must be at least 2, not 1");
    EXPECT_EQ(complaint([](StudyOptions& o) { o.dt = 2; }), "exchange study: the delay, 1 ms, is less than dt, 2 ms");
    EXPECT_EQ(complaint([](StudyOptions& o) { o.tstop = 0; }),
              "exchange study: tstop must be above 0 ms and less than 1e9 steps, not 0 ms");
}

}  // namespace

}  // namespace ranvier::exchange
