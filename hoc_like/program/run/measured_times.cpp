#include "hoc_like/program/run/measured_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "hoc_like/program/run/gid_runs.hpp"

namespace ranvier::program {

namespace {

using exchange::Gid;
using nlohmann::json;

std::vector<exchange::MeasuredTimes::Row> read_rows(const json& columns, const json& rows) {
    const auto column = [&](const char* name) {
        return static_cast<std::size_t>(std::find(columns.begin(), columns.end(), name) - columns.begin());
    };
    const std::size_t end = column("t_ms"), deliver = column("deliver"), update = column("update"),
                      collocate = column("collocate"), wait = column("wait");
    std::vector<exchange::MeasuredTimes::Row> all;
    for (const json& row : rows) {
        const auto value = [&](std::size_t k) { return std::max(0., row.at(k).get<double>()); };
        all.push_back({value(end), value(deliver), value(update) + value(deliver) + value(collocate) + value(wait)});
    }
    return all;
}

exchange::MeasuredTimes::Block read_block(const json& said, int rank) {
    constexpr std::int64_t most_gid = std::numeric_limits<Gid>::max() - 1;
    exchange::MeasuredTimes::Block block;
    block.rank = rank;
    block.update_s = std::max(0., said.at("update").get<double>());
    block.deliver_s = std::max(0., said.at("deliver").get<double>());
    block.groups_s = std::clamp(said.value("groups", 0.), 0., block.deliver_s);
    block.deliveries = said.at("deliveries").get<std::int64_t>();
    for (const json& of_work : said.at("cells")) {
        const double work = std::max(0., of_work.at(0).get<double>());
        for_each_in(of_work.at(1), 0, most_gid,
                    [&](std::int64_t gid) { block.cells.push_back({static_cast<Gid>(gid), work}); });
    }
    return block;
}

}  // namespace

void read_times(const json& summary, exchange::MeasuredTimes& times) {
    const json work = summary.value("work", json());
    if (!work.is_object()) {
        times.obstacle = "was written by an earlier version, which did not note the times of cells";
        return;
    }
    const json& per_rank = work.at("per_rank");
    if (!per_rank.is_array()) {
        times.obstacle = per_rank.at("absent").get<std::string>();
        return;
    }
    times.is_inserted = work.at("event_order") == "insertion";
    const json& phases = summary.at("phases").at("per_rank");
    const json intervals = summary.value("intervals", json());
    for (std::size_t rank = 0; rank < per_rank.size(); ++rank) {
        for (const json& block : per_rank.at(rank).at("blocks")) {
            times.blocks.push_back(read_block(block, static_cast<int>(rank)));
        }
        const auto phase = [&](const char* name) { return std::max(0., phases.at(rank).at(name).get<double>()); };
        exchange::MeasuredTimes::Rank& to = times.ranks.emplace_back();
        to.update_s = phase("update");
        to.deliver_s = phase("deliver");
        to.others_s = phase("collocate") + phase("wait");
        if (intervals.is_object()) to.rows = read_rows(intervals.at("columns"), intervals.at("per_rank").at(rank));
    }
    if (times.blocks.empty()) times.obstacle = "the network has changed since its last step";
}

std::vector<std::pair<Gid, double>> read_times_of_cells(const std::string& file) {
    std::ifstream in(file);
    if (!in) throw std::runtime_error(fmt::format("cannot read {}", file));
    exchange::MeasuredTimes times;
    try {
        read_times(json::parse(in), times);
    } catch (const std::exception& error) {
        throw std::runtime_error(fmt::format("{} is not the summary of a run: {}", file, error.what()));
    }
    if (!times.obstacle.empty()) throw std::runtime_error(fmt::format("{} {}", file, times.obstacle));
    std::vector<std::pair<Gid, double>> cells;
    for (const auto& block : times.blocks) {
        double work = 0;
        for (const auto& cell : block.cells) work += cell.work;
        if (!(work > 0)) continue;
        for (const auto& cell : block.cells) {
            cells.emplace_back(cell.gid, (block.update_s + block.deliver_s) * cell.work / work);
        }
    }
    return cells;
}

}  // namespace ranvier::program
