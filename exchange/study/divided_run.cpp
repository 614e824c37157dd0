#include "exchange/study/divided_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "exchange/error.hpp"
#include "exchange/placement/placement.hpp"
#include "exchange/steps.hpp"

namespace ranvier::exchange {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

std::vector<int> by_metis(const RecordedRun& run, int ranks) {
    const auto place_of = [&](Gid gid) {
        const auto found = std::ranges::lower_bound(run.gids, gid);
        if (found != run.gids.end() && *found == gid) return static_cast<int>(found - run.gids.begin());
        throw ExchangeError(fmt::format("gid {} in {} has no rank, because {} lacks it; are both of the same network?",
                                        gid, run.edges_from, run.gids_from));
    };
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < run.sources.size(); ++i)
        edges.push_back({place_of(run.sources[i]), place_of(run.targets[i])});
    return place_by_metis(static_cast<int>(run.gids.size()), edges, {}, ranks);
}

}  // namespace

DividedRun::DividedRun(const RecordedRun& run, const RecordedTerms& terms)
    : run_(run), terms_(terms), index_(run.gids.size()) {
    for (std::size_t k = 0; k < run.gids.size(); ++k) index_[run.gids[k]] = static_cast<std::uint32_t>(k);
    check();
    end_ = end_of(run_.outline);
    place();
    const bool divides = run_.times.any() && run_.samples.empty();
    if (divides) {
        costs_ = costs_of_cells(run_);
        recorded_ = recorded_ranks_of(run_);
    }
    make_traffic();
    if (divides) divide_times();
    if (!run_.samples.empty()) take_samples();
    plan_.outline = run_.outline;
    plan_.delivers_at_end = true;
    plan_.steps_per_interval = find_interval();
    hand_out_spikes();
}

void DividedRun::check() const {
    const auto cells = static_cast<std::int64_t>(run_.gids.size());
    if (cells == 0) {
        throw ExchangeError(fmt::format(
            "{} has no cells with gids, which alone are divided among ranks; give cells gids by pc.set_gid2node",
            run_.gids_from));
    }
    if (terms_.ranks > cells) {
        throw ExchangeError(fmt::format("{} has {} cells, fewer than the {} ranks; use at most {} ranks",
                                        run_.gids_from, cells, terms_.ranks, cells));
    }
    const RunOutline& outline = run_.outline;
    if (!(outline.dt > 0) || outline.steps < 1 || !std::isfinite(outline.begin) || !(outline.longest_interval > 0)) {
        throw ExchangeError(fmt::format("a recorded run has at least one step, of dt > 0 ms, not {} of {} ms",
                                        outline.steps, outline.dt));
    }
    if (run_.delays.size() != run_.sources.size()) {
        throw ExchangeError(fmt::format(
            "{} has no delays, on which the exchange depends; write the connections with --connections, which adds them",
            run_.edges_from));
    }
}

void DividedRun::place() {
    placement_ = terms_.placement;
    if (placement_.empty()) {
        placement_ = !run_.ranks.empty() && recorded_ranks() == terms_.ranks ? "recorded" : "round_robin";
    }
    if (!is_as_recorded()) {
        rank_of_ = ranks_of_cells(run_, placement_, terms_.ranks, terms_.seed);
        return;
    }
    if (run_.ranks.empty()) {
        throw ExchangeError(
            fmt::format("{} does not say on which rank each gid was; choose another --placement", run_.gids_from));
    }
    if (recorded_ranks() != terms_.ranks) {
        throw ExchangeError(fmt::format("the recorded run had {} ranks, not {}; choose another --placement",
                                        recorded_ranks(), terms_.ranks));
    }
    rank_of_ = run_.ranks;
}

std::uint32_t DividedRun::find(Gid gid, const std::string& where) const {
    const std::uint32_t k = gid < 0 ? GidIndex::none : index_.find(gid);
    if (k != GidIndex::none) return k;
    throw ExchangeError(fmt::format("gid {} in {} has no rank, because {} lacks it; are both of the same network?", gid,
                                    where, run_.gids_from));
}

void DividedRun::make_traffic() {
    const auto ranks = static_cast<std::size_t>(terms_.ranks);
    std::vector<std::vector<Gid>> owned(ranks);
    std::vector<std::vector<int>> areas(ranks);
    for (std::size_t k = 0; k < run_.gids.size(); ++k) {
        if (!run_.is_local.empty() && run_.is_local[k]) continue;
        const auto rank = static_cast<std::size_t>(rank_of_[k]);
        owned[rank].push_back(run_.gids[k]);
        areas[rank].push_back(run_.areas.empty() ? -1 : run_.areas[k]);
    }
    std::vector<std::vector<Heard>> heard(ranks);
    for (std::size_t i = 0; i < run_.sources.size(); ++i) {
        const std::uint32_t source = find(run_.sources[i], run_.edges_from);
        const std::uint32_t target = find(run_.targets[i], run_.edges_from);
        if (!(run_.delays[i] >= 0)) {
            throw ExchangeError(fmt::format("{}: the connection from gid {} to gid {} has a delay of {} ms",
                                            run_.edges_from, run_.sources[i], run_.targets[i], run_.delays[i]));
        }
        const bool is_local = !run_.is_local.empty() && run_.is_local[source];
        if (is_local && rank_of_[source] != rank_of_[target]) {
            throw ExchangeError(fmt::format(
                "gid {} was not available to other ranks in the recorded run (pc.cell without output), but this placement "
                "puts gid {}, which listens for it, elsewhere; choose another --placement",
                run_.sources[i], run_.targets[i]));
        }
        const CellCost cost = costs_.empty() ? CellCost{} : costs_[target];
        heard[static_cast<std::size_t>(rank_of_[target])].push_back(
            {run_.sources[i], run_.delays[i], costs_.empty() ? 0 : recorded_[target], cost.event_s, cost.group_s});
    }
    for (std::size_t r = 0; r < ranks; ++r) {
        traffic_.push_back(std::make_unique<RecordedTraffic>(run_.outline, end_, std::move(owned[r]),
                                                             std::move(areas[r]), std::move(heard[r])));
        traffic_[r]->listen([&](Gid gid) { return rank_of_[index_.find(gid)] == static_cast<int>(r); });
        min_delay_ = std::min(min_delay_, traffic_[r]->least_delay());
    }
}

/// Each rank gets the times of its cells.
void DividedRun::divide_times() {
    courses_ = courses_of(run_, costs_);
    std::vector<const TimeCourse*> of_inputs;
    for (const RankCourse& course : courses_) of_inputs.push_back(&course.inputs);
    std::vector<std::map<int, double>> step_s(traffic_.size());
    for (std::size_t k = 0; k < costs_.size(); ++k) {
        step_s[static_cast<std::size_t>(rank_of_[k])][recorded_[k]] += costs_[k].step_s;
    }
    for (std::size_t r = 0; r < traffic_.size(); ++r) {
        traffic_[r]->take_input_courses(of_inputs);
        if (step_s[r].empty()) traffic_[r]->take_times(0, courses_.front().steps);
        for (const auto& [from, seconds] : step_s[r]) {
            traffic_[r]->take_times(seconds, courses_[static_cast<std::size_t>(from)].steps);
        }
    }
}

void DividedRun::check(const RankSample& sample) const {
    if (sample.of != terms_.ranks) {
        throw ExchangeError(fmt::format("{} has measured a rank of {}, not of {}; replay with --of {}", sample.origin,
                                        sample.of, terms_.ranks, terms_.ranks));
    }
    for (const Gid gid : sample.gids) {
        const int rank = rank_of_[find(gid, sample.origin)];
        if (rank == sample.rank) continue;
        throw ExchangeError(fmt::format(
            "{} has measured gid {} on rank {}, but placement {} puts it on rank {}; choose the --placement that "
            "the script has",
            sample.origin, gid, sample.rank, placement_, rank));
    }
}

void DividedRun::take_samples() {
    for (const RankSample& sample : run_.samples) check(sample);
    of_samples_ = courses_from(run_.samples, run_.outline, terms_.ranks, terms_.seed);
    for (std::size_t r = 0; r < traffic_.size(); ++r) traffic_[r]->take_times(1, of_samples_[r]);
}

void DividedRun::hand_out_spikes() {
    for (const Spike& spike : run_.spikes) {
        const std::uint32_t k = find(spike.gid, run_.raster_from);
        if (!run_.is_local.empty() && run_.is_local[k]) continue;
        if (!(spike.t <= end_)) {
            throw ExchangeError(fmt::format(
                "{}: gid {} fires at {} ms, after the end of the run at {:.10g} ms; give the raster and the --summary (or "
                "--tstop) of the same run",
                run_.raster_from, spike.gid, spike.t, end_));
        }
        traffic_[static_cast<std::size_t>(rank_of_[k])]->add(spike, !run_.at_ends.empty() && run_.at_ends[k]);
    }
}

Step DividedRun::find_interval() const {
    const RunOutline& outline = run_.outline;
    const Step steps = whole_steps(std::min(outline.longest_interval, min_delay_), outline.dt);
    if (steps < 1) {
        throw ExchangeError(fmt::format(
            "{}: a connection between ranks has a delay of {} ms, less than dt = {} ms; choose another --placement",
            run_.edges_from, min_delay_, outline.dt));
    }
    const bool must_agree = is_as_recorded() && run_.listens.size() > 1;
    if (must_agree && outline.min_delay != min_delay_) {
        throw ExchangeError(fmt::format(
            "the shortest delay between ranks is {} ms in {}, but was {} ms in the recorded run; are connections missing, "
            "or of another network?",
            min_delay_, run_.edges_from, outline.min_delay));
    }
    return steps;
}

ShortestDelay DividedRun::shortest() const {
    ShortestDelay shortest;
    shortest.next = never;
    for (std::size_t i = 0; i < run_.sources.size(); ++i) {
        const double delay = run_.delays[i];
        if (delay > shortest.next) continue;
        const bool is_between = rank_of_[index_.find(run_.sources[i])] != rank_of_[index_.find(run_.targets[i])];
        if (!is_between) continue;
        if (delay > min_delay_) {
            shortest.next = delay;
        } else if (shortest.count++ == 0) {
            shortest.source = run_.sources[i];
            shortest.target = run_.targets[i];
        }
    }
    return shortest;
}

Share DividedRun::largest_share() const {
    const auto sources = [](const auto& rank) { return rank->connections().owned.size() + rank->wanted().size(); };
    const RecordedTraffic& most = **std::ranges::max_element(traffic_, {}, sources);
    return share_of(static_cast<double>(traffic_.size()), static_cast<double>(most.connections().owned.size()),
                    static_cast<double>(most.wanted().size()));
}

std::string DividedRun::notice() const {
    if (!is_as_recorded()) return {};
    for (std::size_t r = 0; r < traffic_.size(); ++r) {
        const auto now = static_cast<std::int64_t>(traffic_[r]->wanted().size());
        if (now == run_.listens[r]) continue;
        return fmt::format(
            "rank {} listened for {} gids of other ranks in the recorded run, but {} has connections from {}: counts may "
            "differ",
            r, run_.listens[r], run_.edges_from, now);
    }
    return {};
}

std::vector<int> ranks_of_cells(const RecordedRun& run, const std::string& placement, int ranks, std::uint64_t seed) {
    const auto cells = static_cast<int>(run.gids.size());
    if (placement == "round_robin") return place_round_robin(cells, ranks);
    if (placement == "consecutive") return place_consecutive(cells, ranks);
    if (placement == "random") return place_shuffled(cells, ranks, seed);
    if (placement == "metis") return by_metis(run, ranks);
    if (placement != "by_area") {
        throw ExchangeError(fmt::format(
            "there is no placement '{}'; expected recorded, round_robin, consecutive, random, by_area or metis",
            placement));
    }
    if (run.areas.empty() || std::ranges::any_of(run.areas, [](int area) { return area < 0; })) {
        throw ExchangeError(fmt::format(
            "placement by_area needs the area of each gid, but {} lacks some; set areas with pc.area in the recorded run, or "
            "give --area-size",
            run.gids_from));
    }
    return place_by_area(run.areas, ranks);
}

void check_areas(const RecordedRun& run) {
    for (std::size_t k = 0; k < run.gids.size(); ++k) {
        if (!run.areas.empty() && run.areas[k] >= 0) continue;
        if (!run.is_local.empty() && run.is_local[k]) continue;
        throw ExchangeError(fmt::format(
            "two_tier needs the area of each gid, but {} has none for gid {}; set areas with pc.area in the recorded run, "
            "or give --area-size",
            run.gids_from, run.gids[k]));
    }
}

}  // namespace ranvier::exchange
