#include "exchange/strategy/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>

#include "exchange/error.hpp"
#include "exchange/strategy/allgather.hpp"
#include "exchange/strategy/alltoall.hpp"
#include "exchange/strategy/automatic.hpp"
#include "exchange/strategy/iallgather.hpp"
#include "exchange/strategy/isend.hpp"
#include "exchange/strategy/options.hpp"
#include "exchange/strategy/pairwise.hpp"
#include "exchange/strategy/persistent.hpp"
#include "exchange/strategy/two_tier.hpp"

namespace ranvier::exchange {

namespace {

constexpr int most_fixed = 1'000'000;

// Options shared by several strategies.
const OptionDescription subintervals_option{"subintervals", "1|2",
                                            "2: half intervals A and B; spikes of A are needed only after B"};
const OptionDescription phases_option{"phases", "1|2", "2: send to N ranks through about sqrt(N) relays"};
const OptionDescription relay_option{
    "relay", "at_once|next",
    "relays forward a spike on arrival, or in the next sub-interval (default with subintervals=2 and phases=2)"};
const OptionDescription end_option{
    "end", "allreduce|reduce_scatter|nbx",
    "termination detection by summing message counts, by counting each rank's messages, or by a nonblocking barrier"};
OptionDescription fixed_option(std::string usual, std::string meaning) {
    return {"fixed", std::move(usual), std::move(meaning), {"0", "1", "8"}};
}
const OptionDescription compress_option{"compress", "off|on",
                                        "2 or 4 bytes per spike instead of 12, where spikes lie on steps"};
const OptionDescription barrier_option{"barrier", "off|on",
                                       "a barrier before each exchange separates waiting from "
                                       "communication"};

std::unique_ptr<SpikeExchange> allgather_from(StrategyOptions& given, Transport& transport) {
    AllgatherOptions options;
    options.compress = given.flag("compress", options.compress);
    options.fixed = static_cast<int>(given.integer("fixed", options.fixed, 0, most_fixed));
    options.adaptive = given.flag("adaptive", options.adaptive);
    options.barrier = given.flag("barrier", options.barrier);
    given.finish();
    return make_allgather(transport, options);
}

std::unique_ptr<SpikeExchange> alltoall_from(StrategyOptions& given, Transport& transport) {
    static constexpr std::string_view collectives[] = {"alltoall", "alltoallv", "neighbor", "persistent"};
    AlltoallOptions options;
    options.collective = static_cast<AlltoallOptions::Collective>(given.choice("collective", 0, collectives));
    options.compress = given.flag("compress", options.compress);
    options.fixed = static_cast<int>(given.integer("fixed", options.fixed, 0, most_fixed));
    options.adaptive = given.flag("adaptive", options.adaptive);
    options.barrier = given.flag("barrier", options.barrier);
    given.finish();
    return make_alltoall(transport, options);
}

/// The strategy of a tier; its specification has + in place of the commas of make_exchange.
TwoTierOptions::Make tier_from(std::string_view tier, std::string specification, Transport& transport) {
    std::replace(specification.begin(), specification.end(), '+', ',');
    if (specification.substr(0, specification.find(':')) == "two_tier") {
        throw ExchangeError(fmt::format("exchange two_tier: {}=two_tier is not supported", tier));
    }
    make_exchange(specification, transport);  // throws now rather than during the set-up
    return [specification](Transport& of_tier) { return make_exchange(specification, of_tier); };
}

std::unique_ptr<SpikeExchange> two_tier_from(StrategyOptions& given, Transport& transport) {
    TwoTierOptions options;
    options.inner = tier_from("inner", given.text("inner", "allgather"), transport);
    options.outer = tier_from("outer", given.text("outer", "alltoall"), transport);
    options.D = given.integer("D", 0, 0, 1'000'000);
    given.finish();
    return make_two_tier(transport, std::move(options));
}

std::unique_ptr<SpikeExchange> iallgather_from(StrategyOptions& given, Transport& transport) {
    static constexpr std::string_view progress[] = {"poll", "thread"};
    IallgatherOptions options;
    options.fixed = static_cast<int>(given.integer("fixed", options.fixed, 0, most_fixed));
    options.barrier = given.flag("barrier", options.barrier);
    options.has_thread = given.choice("progress", 0, progress) == 1;
    given.finish();
    return make_iallgather(transport, options);
}

PointToPointOptions point_to_point(StrategyOptions& given) {
    static constexpr std::string_view ends[] = {"allreduce", "reduce_scatter", "nbx"};
    static constexpr std::string_view relays[] = {"at_once", "next"};
    PointToPointOptions options;
    options.subintervals = static_cast<int>(given.integer("subintervals", options.subintervals, 1, 2));
    options.phases = static_cast<int>(given.integer("phases", options.phases, 1, 2));
    const bool relays_have_time = options.subintervals == 2 && options.phases == 2;
    options.relay = static_cast<RelayRule>(given.choice("relay", relays_have_time ? 1 : 0, relays));
    options.end = static_cast<End>(given.choice("end", 0, ends));
    options.barrier = given.flag("barrier", options.barrier);
    if (options.relay == RelayRule::next_interval && !relays_have_time) {
        throw ExchangeError(
            "exchange: relay=next needs subintervals=2 and phases=2; with one sub-interval, relayed spikes would "
            "arrive too late");
    }
    return options;
}

std::unique_ptr<SpikeExchange> isend_from(StrategyOptions& given, Transport& transport) {
    const PointToPointOptions options = point_to_point(given);
    given.finish();
    return make_isend(transport, options);
}

std::unique_ptr<SpikeExchange> pairwise_from(StrategyOptions& given, Transport& transport) {
    given.finish();
    return make_pairwise(transport);
}

std::unique_ptr<SpikeExchange> persistent_from(StrategyOptions& given, Transport& transport) {
    static constexpr std::string_view receives[] = {"probe", "posted"};
    PersistentOptions options;
    options.point_to_point = point_to_point(given);
    options.most_requests = static_cast<std::size_t>(given.integer("requests", 65'536, 1, 1'000'000'000));
    options.posts_receives = given.choice("receive", 0, receives) == 1;
    given.finish();
    if (options.point_to_point.end == End::nbx && options.posts_receives) {
        throw ExchangeError(
            "exchange persistent: receive=posted is not supported with end=nbx, because a send could complete before "
            "its message has been read; use receive=probe");
    }
    return make_persistent(transport, options);
}

/// The strategies with their usual options, and those options that make another method of them.
std::unique_ptr<SpikeExchange> automatic_from(StrategyOptions& given, Transport& transport) {
    AutomaticOptions options;
    options.trial = given.integer("trial", options.trial, 1, 1'000'000);
    options.span = 1e-3 * static_cast<double>(given.integer("span", 10, 0, 1'000'000));
    given.finish();
    options.make = [](const std::string& specification, Transport& of) { return make_exchange(specification, of); };
    for (const char* name : {"allgather", "alltoall", "pairwise", "isend", "persistent"}) {
        options.candidates.push_back({name});
    }
    for (const char* name : {"iallgather", "isend:subintervals=2", "persistent:subintervals=2"}) {
        options.candidates.push_back({name, 2});
    }
    for (const char* name : {"isend:subintervals=2,phases=2", "persistent:subintervals=2,phases=2"}) {
        options.candidates.push_back({name, 2, false, true});
    }
    options.candidates.push_back({"two_tier", 1, true});
    return make_automatic(transport, std::move(options));
}

struct Strategy {
    StrategyDescription description;
    std::function<std::unique_ptr<SpikeExchange>(StrategyOptions&, Transport&)> make;
};

/// Add a new strategy here; the contract tests then include it (specifications.hpp). The first one is the default.
const std::vector<Strategy>& table() {
    static const std::vector<Strategy> all{
        {{"allgather",
          "every rank gets every spike (Migliore et al. 2006)",
          {compress_option,
           fixed_option("8", "spikes in the first collective"),
           {"adaptive", "off|on", "the value of fixed adapts to the traffic (Albers et al. 2022)"},
           barrier_option}},
         allgather_from},
        {{"alltoall",
          "every rank gets only the spikes that it wants, each one once (Albers et al. 2022)",
          {{"collective", "alltoall|alltoallv|neighbor|persistent",
            "equal buffers; counts first; only between ranks that send each other spikes; set up once (MPI 4)"},
           compress_option,
           fixed_option("4", "spikes for each rank in the first collective"),
           {"adaptive", "off|on", "the value of fixed adapts to the traffic; with collective=alltoall or neighbor"},
           barrier_option}},
         alltoall_from},
        {{"pairwise", "every rank sends to every other, in step (Eppler et al. 2007)", {}}, pairwise_from},
        {{"two_tier",
          "frequent exchange within areas, rare exchange between areas (Lober et al. 2026)",
          {{"inner",
            "allgather",
            "strategy within groups of ranks, with + instead of commas: alltoall:fixed=2+compress=on",
            {"allgather", "allgather:compress=on+fixed=1", "alltoall:collective=neighbor+fixed=0",
             "isend:subintervals=2", "pairwise"}},
           {"outer",
            "alltoall",
            "strategy between groups, in the same form",
            {"alltoall", "allgather:adaptive=on", "iallgather:fixed=1", "pairwise", "persistent:phases=2+end=nbx"}},
           {"D", "0", "inner intervals per outer interval; 0: as many as delays allow", {"0", "1"}}}},
         two_tier_from},
        {{"iallgather",
          "every rank gets every spike while it computes the other half of the interval (proposed by Hines et al. "
          "2011)",
          {fixed_option("8", "spikes in the first collective"),
           {"progress", "poll|thread", "driven by calls whenever a spike fires, or also by a thread"},
           barrier_option}},
         iallgather_from},
        {{"isend",
          "each spike goes at once to just the ranks that need it (Hines, Kumar & Schuermann 2011)",
          {subintervals_option, phases_option, relay_option, end_option, barrier_option}},
         isend_from},
        {{"persistent",
          "like isend, with sends recorded when a cell first fires and then replayed (ibid.)",
          {subintervals_option,
           phases_option,
           relay_option,
           end_option,
           {"requests", "65536", "most persistent sends kept; those used longest ago are discarded", {"65536", "3"}},
           {"receive", "probe|posted", "probe for each message, or post persistent receives (not with end=nbx)"},
           barrier_option}},
         persistent_from},
        {{"auto",
          "tries the other strategies on the run itself and keeps the fastest",
          {{"trial", "10", "exchange intervals in a strategy's first trial", {"2"}},
           {"span", "10", "the time that a later trial takes the fastest strategy [ms]", {"0"}}}},
         automatic_from},
    };
    return all;
}

}  // namespace

std::unique_ptr<SpikeExchange> make_exchange(std::string_view specification, Transport& transport) {
    if (specification.empty()) specification = table()[0].description.name;
    const std::size_t colon = specification.find(':');
    const std::string_view name = specification.substr(0, colon);
    std::vector<std::string> names;
    for (const Strategy& strategy : table()) {
        names.push_back(strategy.description.name);
        if (name != names.back()) continue;
        StrategyOptions options(name, colon == std::string_view::npos ? "" : specification.substr(colon + 1));
        return strategy.make(options, transport);
    }
    const std::string meant = nearest(name, names);
    throw ExchangeError(fmt::format(
        "there is no exchange strategy '{}'; {}", name,
        meant.empty() ? fmt::format("expected {}", fmt::join(names, ", ")) : fmt::format("did you mean '{}'?", meant)));
}

std::vector<StrategyDescription> strategies() {
    std::vector<StrategyDescription> list;
    for (const Strategy& strategy : table()) list.push_back(strategy.description);
    return list;
}

}  // namespace ranvier::exchange
