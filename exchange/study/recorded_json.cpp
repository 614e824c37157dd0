#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "exchange/study/recorded_run.hpp"

namespace ranvier::exchange {

namespace {

using Json = nlohmann::ordered_json;

Json exchange_of(const StudyRank& rank) {
    const ExchangeCounters& it = rank.counters;
    return {{"spikes_sent", it.spikes_sent},
            {"spikes_received", it.spikes_received},
            {"messages_sent", it.messages_sent},
            {"bytes_sent", it.bytes_sent},
            {"bytes_received", it.bytes_received},
            {"rounds", it.rounds()},
            {"messages_received", it.messages_received},
            {"spikes_relayed", it.spikes_relayed},
            {"compressed_intervals", it.compressed_intervals},
            {"lists_recorded", it.lists_recorded},
            {"lists_replayed", it.lists_replayed},
            {"lists_sent_once", it.lists_sent_once}};
}

Json phases_of(const StudyRank& rank) {
    return {{"wall", rank.times.total_s},
            {"compute", rank.times.compute_s},
            {"communicate", rank.times.communicate_s},
            {"synchronize", rank.times.synchronize_s}};
}

/// Where the times of computing come from.
Json compute_part(const RecordedRun& run, const RecordedTerms& terms) {
    const MeasuredTimes& times = run.times;
    if (!run.samples.empty()) {
        Json ranks = Json::array();
        for (const RankSample& sample : run.samples) ranks.push_back(sample.rank);
        return {{"from", "sampled ranks"}, {"ranks", ranks}, {"core_speed", terms.core_speed}};
    }
    if (!times.any()) return {{"from", "constants"}, {"why", times.obstacle}};
    return {{"from", "measured"},
            {"file", times.origin},
            {"recorded_ranks", times.ranks.size()},
            {"core_speed", terms.core_speed}};
}

Json interval_part(const StudyResult& result) {
    Json ranks = Json::array();
    for (const StudyRank& rank : result.ranks) {
        Json& rows = ranks.emplace_back(Json::array());
        for (const StudyRow& row : rank.intervals) {
            rows.push_back({row.t, row.times.compute_s, row.times.communicate_s, row.times.synchronize_s,
                            row.spikes_sent, row.spikes_received, row.bytes_sent, row.bytes_received, row.messages,
                            row.rounds});
        }
    }
    return {{"columns",
             {"t_ms", "compute", "communicate", "synchronize", "spikes_sent", "spikes_received", "bytes_sent",
              "bytes_received", "messages", "rounds"}},
            {"per_rank", ranks}};
}

}  // namespace

std::string to_json(const RecordedRun& run, const RecordedTerms& terms, const RecordedResult& result) {
    const ComputeCosts& costs = terms.costs;
    std::int64_t events = 0;
    for (const StudyRank& rank : result.ranks) events += rank.events;
    Json json{{"format", "ranvier simulated summary"},
              {"version", 1},
              {"simulated",
               {{"machine", terms.machine.name},
                {"setup_s", result.setup_s},
                {"compute", compute_part(run, terms)},
                {"costs_s",
                 {{"step", costs.step_s},
                  {"event", costs.event_s},
                  {"spike", costs.spike_s},
                  {"lookup", costs.lookup_s},
                  {"buffer", costs.buffer_s},
                  {"message", costs.message_s}}}}},
              {"configuration",
               {{"exchange", terms.exchange},
                {"ranks", terms.ranks},
                {"placement", result.placement},
                {"begin_ms", result.ranks.front().counted_from},
                {"end_ms", result.end},
                {"dt_ms", run.outline.dt},
                {"min_delay_ms", std::isfinite(result.min_delay) ? Json(result.min_delay) : Json()},
                {"interval_ms", static_cast<double>(result.steps_per_interval) * run.outline.dt}}},
              {"phases", {{"per_rank", Json::array()}}},
              {"counts",
               {{"gids", run.gids.size()},
                {"connections", run.sources.size()},
                {"spikes_in_raster", run.spikes.size()},
                {"deliveries", events},
                {"steps", result.ranks.front().counted_steps},
                {"intervals", result.ranks.front().counters.intervals}}},
              {"exchange", {{"per_rank", Json::array()}}}};
    for (const StudyRank& rank : result.ranks) {
        json["phases"]["per_rank"].push_back(phases_of(rank));
        json["exchange"]["per_rank"].push_back(exchange_of(rank));
    }
    if (result.chosen) json["configuration"]["chosen"] = result.chosen->empty() ? Json() : Json(*result.chosen);
    if (terms.logs_intervals) json["intervals"] = interval_part(result);
    return json.dump(1) + "\n";
}

}  // namespace ranvier::exchange
