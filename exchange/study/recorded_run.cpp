#include "exchange/study/recorded_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "exchange/error.hpp"
#include "exchange/placement/placement.hpp"
#include "exchange/routing/gid_index.hpp"
#include "exchange/steps.hpp"

namespace ranvier::exchange {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// A connection onto a rank's cell.
struct Heard {
    Gid source;
    double delay;    // [ms]
    int from;        // the target's rank in the recorded run, if times were measured
    double event_s;  // as in CellCost
    double group_s;
    friend auto operator<=>(const Heard&, const Heard&) = default;
};

/// One rank's share of the run.
class RecordedTraffic final : public RankTraffic {
  public:
    RecordedTraffic(const RunOutline& outline, double end, std::vector<Gid> owned, std::vector<int> areas,
                    std::vector<Heard> heard)
        : begin_(outline.begin),
          end_(end),
          dt_(outline.dt),
          last_step_(outline.steps),
          owned_(std::move(owned)),
          areas_(std::move(areas)) {
        std::sort(heard.begin(), heard.end());
        for (const Heard& each : heard) {
            if (sources_.empty() || sources_.back() != each.source) {
                sources_.push_back(each.source);
                first_.push_back(inputs_.size());
                inputs_.push_back({each.delay, each.from});
            } else if (inputs_.back().delay != each.delay || inputs_.back().from != each.from) {
                inputs_.push_back({each.delay, each.from});
            }
            ++inputs_.back().count;
            inputs_.back().seconds += each.event_s;
            inputs_.back().group_s += each.group_s;
            longest_ = std::max(longest_, each.delay);
        }
        first_.push_back(inputs_.size());
        for (std::size_t k = 0; k + 1 < first_.size(); ++k) charge_groups(first_[k], first_[k + 1]);
    }

    /// Sources on other ranks, and the shortest delays from them. `is_here`: of a source.
    template <class IsHere>
    void listen(const IsHere& is_here) {
        for (std::size_t k = 0; k < sources_.size(); ++k) {
            if (is_here(sources_[k])) continue;
            wanted_.push_back(sources_[k]);
            least_delays_.push_back(whole_steps(inputs_[first_[k]].delay, dt_));
            least_delay_ = std::min(least_delay_, inputs_[first_[k]].delay);
        }
    }

    void add(const Spike& spike, bool at_ends) { spikes_[at_ends].push_back(spike); }

    double least_delay() const { return least_delay_; }
    std::span<const Gid> wanted() const { return wanted_; }

    Connections connections() const override { return {owned_, wanted_, least_delays_, areas_, {}, dt_}; }

    void collect(const Window& window, std::vector<FiredSpike>& fired) override {
        double begin = window.begin;
        for (Step step = window.first; step < window.last; ++step) {
            const double end = end_of_step(begin, window.dt);
            // A step delivers the events before its end; those of its end wait. Cells that a BREAKPOINT advances fire there.
            const double last_event = end - waiting_part * window.dt;
            take(0, fired, step, [&](double t) { return t <= last_event; });
            take(1, fired, step, [&](double t) { return t <= last_event || t == end; });
            begin = end;
        }
        next_step_ = window.last;
    }

    void collect_at_end(double t, std::vector<FiredSpike>& fired) override {
        for (const std::size_t kind : {0, 1}) take(kind, fired, next_step_, [t](double at) { return at <= t; });
    }

    void for_each_input(const Spike& spike, const Act& act) const override {
        const auto found = std::lower_bound(sources_.begin(), sources_.end(), spike.gid);
        if (found == sources_.end() || *found != spike.gid) return;
        const auto k = static_cast<std::size_t>(found - sources_.begin());
        for (std::size_t i = first_[k]; i < first_[k + 1]; ++i) {
            const double t = spike.t + inputs_[i].delay;
            Step due = step_of_event(t, begin_, dt_);
            if (due == last_step_ && t > end_) ++due;
            const double factor =
                input_courses_.empty() ? 1 : input_courses_[static_cast<std::size_t>(inputs_[i].from)]->factor(due);
            act(due, inputs_[i].count, inputs_[i].seconds * factor);
        }
    }

    /// From now on, the cells of this rank that were on a rank of the recorded run take so long in a step, in the mean over
    /// the run [s], and vary with the course, which must outlive this object.
    void take_times(double step_s, const TimeCourse& course) { shares_.push_back({step_s, &course}); }

    /// By rank of the recorded run, how the times of inputs vary; the courses must outlive this object.
    void take_input_courses(std::vector<const TimeCourse*> courses) { input_courses_ = std::move(courses); }

    std::optional<double> step_seconds(Step step) override {
        if (shares_.empty()) return std::nullopt;
        double seconds = 0;
        for (Share& share : shares_) seconds += share.step_s * share.course->factor(step, share.cursor);
        return seconds;
    }

    Step longest_delay() const override { return whole_steps(longest_, dt_) + 1; }

  private:
    template <class IsInStep>
    void take(std::size_t kind, std::vector<FiredSpike>& fired, Step step, const IsInStep& is_in_step) {
        const std::vector<Spike>& spikes = spikes_[kind];
        std::size_t& next = next_[kind];
        for (; next < spikes.size() && is_in_step(spikes[next].t); ++next) fired.push_back({step, spikes[next]});
    }

    struct Inputs {
        double delay;  // [ms]
        int from;      // as in Heard
        std::int64_t count = 0;
        double seconds = 0;  // of all, as measured
        double group_s = 0;  // of the group of each, added up
    };

    /// Each delay of a source costs a group, whichever ranks its inputs were on. `first`, `end`: the source's inputs.
    void charge_groups(std::size_t first, std::size_t end) {
        while (first < end) {
            std::size_t next = first;
            double group_s = 0;
            std::int64_t count = 0;
            for (; next < end && inputs_[next].delay == inputs_[first].delay; ++next) {
                group_s += inputs_[next].group_s;
                count += inputs_[next].count;
            }
            const double of_each = group_s / static_cast<double>(count) / static_cast<double>(count);
            for (; first < next; ++first) inputs_[first].seconds += of_each * static_cast<double>(inputs_[first].count);
        }
    }

    struct Share {
        double step_s;
        const TimeCourse* course;
        std::size_t cursor = 0;
    };

    const double begin_, end_, dt_;  // [ms]
    const Step last_step_;
    const std::vector<Gid> owned_;
    const std::vector<int> areas_;
    std::vector<Gid> sources_;        // that cells of this rank have connections from, ascending
    std::vector<std::size_t> first_;  // of each of sources_, in inputs_, whose delays ascend
    std::vector<Inputs> inputs_;
    double longest_ = 0, least_delay_ = never;  // [ms]
    std::vector<Gid> wanted_;
    std::vector<Step> least_delays_;
    std::vector<Spike> spikes_[2];  // at any time; of cells that may fire at the ends of steps
    std::size_t next_[2] = {0, 0};
    std::vector<Share> shares_;  // empty: nothing was measured
    std::vector<const TimeCourse*> input_courses_;
    Step next_step_ = 0;
};

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

/// Simulates one run on given terms.
class Recording {
  public:
    Recording(const RecordedRun& run, const RecordedTerms& terms) : run_(run), terms_(terms), index_(run.gids.size()) {
        for (std::size_t k = 0; k < run.gids.size(); ++k) index_[run.gids[k]] = static_cast<std::uint32_t>(k);
    }

    RecordedResult simulate() {
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
        RunPlan plan;
        plan.outline = run_.outline;
        plan.delivers_at_end = true;
        plan.steps_per_interval = find_interval();
        hand_out_spikes();
        const std::string notice = what_differs();
        std::vector<std::unique_ptr<RankTraffic>> traffic;
        for (auto& each : traffic_) traffic.push_back(std::move(each));
        return {exchange::simulate(terms_, plan, traffic),
                placement_,
                min_delay_,
                end_,
                plan.steps_per_interval,
                find_shortest(),
                notice};
    }

  private:
    bool is_as_recorded() const { return placement_ == "recorded"; }
    int recorded_ranks() const { return static_cast<int>(run_.listens.size()); }

    void check() const;
    void place();
    std::uint32_t find(Gid gid, const std::string& where) const;
    void make_traffic();
    void divide_times();
    void check(const RankSample& sample) const;
    void take_samples();
    void hand_out_spikes();
    Step find_interval();
    ShortestDelay find_shortest() const;
    std::string what_differs() const;

    const RecordedRun& run_;
    const RecordedTerms& terms_;
    GidIndex index_;
    std::string placement_;
    std::vector<int> rank_of_;            // in the order of gids
    std::vector<CellCost> costs_;         // in the order of gids; empty: nothing was measured
    std::vector<int> recorded_;           // the rank of each cell in the recorded run; empty like costs_
    std::vector<RankCourse> courses_;     // by rank of the recorded run
    std::vector<TimeCourse> of_samples_;  // by simulated rank
    std::vector<std::unique_ptr<RecordedTraffic>> traffic_;
    double min_delay_ = never;  // [ms]
    double end_ = 0;            // [ms]
};

void Recording::check() const {
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
    if (!terms_.exchange.starts_with("two_tier")) return;
    for (std::size_t k = 0; k < run_.gids.size(); ++k) {
        if (!run_.areas.empty() && run_.areas[k] >= 0) continue;
        if (!run_.is_local.empty() && run_.is_local[k]) continue;
        throw ExchangeError(fmt::format(
            "two_tier needs the area of each gid, but {} has none for gid {}; set areas with pc.area in the recorded run, "
            "or give --area-size",
            run_.gids_from, run_.gids[k]));
    }
}

void Recording::place() {
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

std::uint32_t Recording::find(Gid gid, const std::string& where) const {
    const std::uint32_t k = gid < 0 ? GidIndex::none : index_.find(gid);
    if (k != GidIndex::none) return k;
    throw ExchangeError(fmt::format("gid {} in {} has no rank, because {} lacks it; are both of the same network?", gid,
                                    where, run_.gids_from));
}

void Recording::make_traffic() {
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
void Recording::divide_times() {
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

void Recording::check(const RankSample& sample) const {
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

void Recording::take_samples() {
    for (const RankSample& sample : run_.samples) check(sample);
    of_samples_ = courses_from(run_.samples, run_.outline, terms_.ranks, terms_.seed);
    for (std::size_t r = 0; r < traffic_.size(); ++r) traffic_[r]->take_times(1, of_samples_[r]);
}

void Recording::hand_out_spikes() {
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

Step Recording::find_interval() {
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

ShortestDelay Recording::find_shortest() const {
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

std::string Recording::what_differs() const {
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

}  // namespace

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

RecordedResult simulate(const RecordedRun& run, const RecordedTerms& terms) {
    return Recording(run, terms).simulate();
}

}  // namespace ranvier::exchange
