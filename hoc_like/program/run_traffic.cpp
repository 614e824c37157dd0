#include "hoc_like/program/run_traffic.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <span>
#include <utility>
#include <vector>

#include "engine/network/network.hpp"
#include "engine/simulation/simulation.hpp"
#include "exchange/run_outline.hpp"
#include "exchange/transport/transport.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::program {

namespace {

using exchange::Gid;
using exchange::Runs;
using Json = nlohmann::ordered_json;

constexpr std::int64_t most_runs = 1 << 16;  // in a summary, about 1 MB

/// What a rank says of its gids, as numbers for the other ranks.
struct Lists {
    Runs sources;  // gids whose spikes travel
    Runs local;    // other gids of cells
    Runs at_ends;  // of `sources`, those that fire at the ends of steps
    std::vector<std::pair<int, Runs>> areas;
    std::int64_t listens = 0;  // number of gids that the rank listens for

    std::size_t count() const {
        std::size_t sum = sources.all().size() + local.all().size() + at_ends.all().size();
        for (const auto& [area, runs] : areas) sum += runs.all().size();
        return sum;
    }
};

Runs runs_of(const std::vector<Gid>& ascending) {
    Runs runs;
    for (const Gid gid : ascending) runs.append(gid);
    return runs;
}

Lists lists_of(const engine::Network& network) {
    Lists lists;
    const std::vector<Gid> sources = network.gids().owned();
    lists.sources = runs_of(sources);
    std::vector<Gid> cells = network.gids().cells(), local;
    std::sort(cells.begin(), cells.end());
    std::ranges::set_difference(cells, sources, std::back_inserter(local));
    lists.local = runs_of(local);
    lists.at_ends = runs_of(network.gids().firing_at_ends());
    for (const Gid gid : sources) {
        const int area = network.gids().area(gid).value_or(-1);
        if (area < 0) continue;
        if (lists.areas.empty() || lists.areas.back().first != area) lists.areas.push_back({area, {}});
        lists.areas.back().second.append(gid);
    }
    lists.listens = static_cast<std::int64_t>(network.gids().wanted().size());
    return lists;
}

void add(std::vector<std::int64_t>& numbers, const Runs& runs) {
    numbers.push_back(static_cast<std::int64_t>(runs.all().size()));
    for (const exchange::Run& run : runs.all()) numbers.insert(numbers.end(), {run.first, run.stride, run.count});
}

std::vector<std::int64_t> numbers_of(const Lists& lists) {
    std::vector<std::int64_t> numbers{lists.listens};
    for (const Runs* runs : {&lists.sources, &lists.local, &lists.at_ends}) add(numbers, *runs);
    numbers.push_back(static_cast<std::int64_t>(lists.areas.size()));
    for (const auto& [area, runs] : lists.areas) {
        numbers.push_back(area);
        add(numbers, runs);
    }
    return numbers;
}

Json take_runs(std::span<const std::int64_t>& numbers) {
    Json list = Json::array();
    const std::int64_t count = numbers[0];
    for (std::int64_t k = 0; k < count; ++k) {
        const auto run = numbers.subspan(static_cast<std::size_t>(1 + 3 * k), 3);
        list.push_back({run[0], run[1], run[2]});
    }
    numbers = numbers.subspan(static_cast<std::size_t>(1 + 3 * count));
    return list;
}

Json take_rank(std::span<const std::int64_t> numbers) {
    Json rank{{"listens", numbers[0]}};
    numbers = numbers.subspan(1);
    for (const char* name : {"gids", "local", "at_ends"}) rank[name] = take_runs(numbers);
    const std::int64_t areas = numbers[0];
    numbers = numbers.subspan(1);
    Json& list = rank["areas"] = Json::array();
    for (std::int64_t k = 0; k < areas; ++k) {
        const std::int64_t area = numbers[0];
        numbers = numbers.subspan(1);
        list.push_back({area, take_runs(numbers)});
    }
    return rank;
}

Json gids_per_rank(hoc::Session& session) {
    exchange::Transport& transport = session.context().transport;
    const Lists lists = lists_of(session.context().network);
    const auto mine = static_cast<std::int64_t>(lists.count());
    const std::int64_t all = hoc::drive(exchange::reduce_over_ranks(transport, mine, exchange::Reduce::sum));
    if (all > most_runs) {
        return {{"absent", "the gids of the ranks are too irregular for a short list: " + std::to_string(all) +
                               " runs, of at most " + std::to_string(most_runs)}};
    }
    std::vector<std::size_t> counts;
    const std::vector<std::int64_t> numbers =
        hoc::drive(exchange::gather_vectors<std::int64_t>(transport, numbers_of(lists), &counts));
    Json ranks = Json::array();
    std::size_t first = 0;
    for (const std::size_t count : counts) {
        ranks.push_back(take_rank(std::span(numbers).subspan(first, count)));
        first += count;
    }
    return ranks;
}

Json list_of(const Runs& runs) {
    Json list = Json::array();
    for (const exchange::Run& run : runs.all()) list.push_back({run.first, run.stride, run.count});
    return list;
}

}  // namespace

Json traffic_part(hoc::Session& session) {
    exchange::Transport& transport = session.context().transport;
    const std::string obstacle = session.context().simulation.meetings().obstacle_to_outline();
    if (hoc::drive(exchange::any_over_ranks(transport, !obstacle.empty()))) {
        return {{"absent", obstacle.empty() ? "another rank changed the network during the run" : obstacle}};
    }
    const exchange::RunOutline& outline = session.context().simulation.meetings().outline();
    const bool is_bounded = std::isfinite(outline.min_delay);
    return {{"begin_ms", outline.begin},
            {"dt_ms", outline.dt},
            {"steps", outline.steps},
            {"counted_from_ms", session.context().simulation.meter().presimulation()},
            {"ends", list_of(outline.ends)},
            {"longest_interval_ms", outline.longest_interval},
            {"min_delay_ms", is_bounded ? Json(outline.min_delay) : Json()},
            {"fires_at_steps", outline.fires_at_steps},
            {"per_rank", gids_per_rank(session)}};
}

}  // namespace ranvier::program
