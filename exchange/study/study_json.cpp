#include <algorithm>
#include <nlohmann/json.hpp>

#include "exchange/study/study.hpp"

namespace ranvier::exchange {

namespace {

using Json = nlohmann::ordered_json;

template <typename Value>
Json summary(const StudyResult& result, Value value) {
    double sum = 0, most = 0;
    for (const StudyRank& rank : result.ranks) {
        const auto each = static_cast<double>(value(rank));
        sum += each;
        most = std::max(most, each);
    }
    return {{"rank0", value(result.ranks.front())},
            {"sum", sum},
            {"mean", sum / static_cast<double>(result.ranks.size())},
            {"max", most}};
}

Json counts(const StudyResult& result) {
    Json json;
    const auto add = [&](const char* name, std::int64_t ExchangeCounters::* counter) {
        json[name] = summary(result, [&](const StudyRank& rank) { return rank.counters.*counter; });
    };
    add("intervals", &ExchangeCounters::intervals);
    add("spikes_fired", &ExchangeCounters::spikes_fired);
    add("spikes_sent", &ExchangeCounters::spikes_sent);
    add("spikes_relayed", &ExchangeCounters::spikes_relayed);
    add("spikes_received", &ExchangeCounters::spikes_received);
    add("spikes_delivered", &ExchangeCounters::spikes_delivered);
    add("messages_sent", &ExchangeCounters::messages_sent);
    add("messages_received", &ExchangeCounters::messages_received);
    add("bytes_sent", &ExchangeCounters::bytes_sent);
    add("bytes_received", &ExchangeCounters::bytes_received);
    add("compressed_intervals", &ExchangeCounters::compressed_intervals);
    add("overflow_rounds", &ExchangeCounters::overflow_rounds);
    add("conservation_rounds", &ExchangeCounters::conservation_rounds);
    add("lists_recorded", &ExchangeCounters::lists_recorded);
    add("lists_replayed", &ExchangeCounters::lists_replayed);
    add("lists_sent_once", &ExchangeCounters::lists_sent_once);
    json["events"] = summary(result, [](const StudyRank& rank) { return rank.events; });
    json["buffers_scanned"] = summary(result, [](const StudyRank& rank) { return rank.buffers_scanned; });
    return json;
}

Json times(const StudyResult& result) {
    Json json;
    const auto add = [&](const char* name, double StudyTimes::* time) {
        json[name] = summary(result, [&](const StudyRank& rank) { return rank.times.*time; });
    };
    add("compute", &StudyTimes::compute_s);
    add("communicate", &StudyTimes::communicate_s);
    add("synchronize", &StudyTimes::synchronize_s);
    add("total", &StudyTimes::total_s);
    return json;
}

Json intervals(const std::vector<StudyInterval>& all) {
    Json json;
    const auto add = [&](const char* name, auto StudyInterval::* member) {
        Json& list = json[name] = Json::array();
        for (const StudyInterval& each : all) list.push_back(each.*member);
    };
    add("compute_rank0_s", &StudyInterval::compute_rank_0_s);
    add("compute_mean_s", &StudyInterval::compute_mean_s);
    add("compute_max_s", &StudyInterval::compute_most_s);
    add("total_s", &StudyInterval::total_s);
    add("conservation_rounds", &StudyInterval::conservation_rounds);
    return json;
}

const char* name_of(Placement placement) {
    switch (placement) {
        case Placement::round_robin:
            return "round_robin";
        case Placement::consecutive:
            return "consecutive";
        case Placement::random:
            return "random";
    }
    return "";
}

}  // namespace

std::string to_json(const StudyOptions& options, const StudyResult& result) {
    const ArtificialNet& net = options.net;
    const ComputeCosts& costs = options.costs;
    Json json;
    json["ranks"] = options.ranks;
    json["exchange"] = options.exchange;
    if (result.chosen) json["chosen"] = result.chosen->empty() ? Json() : Json(*result.chosen);
    json["machine"] = options.machine.name;
    json["placement"] = name_of(options.placement);
    json["tbegin_ms"] = options.tbegin;
    json["tstop_ms"] = options.tstop;
    json["dt_ms"] = options.dt;
    json["net"] = {{"cells", net.cells},
                   {"connections", net.connections},
                   {"connections_range", net.connections_range},
                   {"topology", net.is_adjacent ? "adjacent" : "random"},
                   {"delay_ms", net.delay},
                   {"groups", net.groups},
                   {"seed", net.seed}};
    json["costs_s"] = {{"step", costs.step_s},     {"event", costs.event_s},   {"spike", costs.spike_s},
                       {"lookup", costs.lookup_s}, {"buffer", costs.buffer_s}, {"message", costs.message_s}};
    json["counts"] = counts(result);
    json["times_s"] = times(result);
    json["setup_s"] = result.setup_s;
    if (options.logs_intervals) json["intervals"] = intervals(result.intervals);
    return json.dump(2) + "\n";
}

}  // namespace ranvier::exchange
