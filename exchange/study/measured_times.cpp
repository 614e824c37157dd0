#include "exchange/study/measured_times.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>
#include <unordered_map>
#include <utility>

#include "exchange/study/recorded_run.hpp"

namespace ranvier::exchange {

namespace {

constexpr std::uint32_t no_block = 0xffffffff;

/// The places of gids, and the block of each cell.
class Cells {
  public:
    explicit Cells(const RecordedRun& run) : run_(run), block_of_(run.gids.size(), no_block) {
        for (std::uint32_t b = 0; b < run.times.blocks.size(); ++b) {
            for (const MeasuredTimes::Cell& cell : run.times.blocks[b].cells) {
                if (const std::size_t k = find(cell.gid); k < run.gids.size()) block_of_[k] = b;
            }
        }
    }

    /// The number of gids if there is none.
    std::size_t find(Gid gid) const {
        const auto found = std::lower_bound(run_.gids.begin(), run_.gids.end(), gid);
        const bool is_there = found != run_.gids.end() && *found == gid;
        return is_there ? static_cast<std::size_t>(found - run_.gids.begin()) : run_.gids.size();
    }

    std::uint32_t block_of(std::size_t cell) const { return block_of_[cell]; }

  private:
    const RecordedRun& run_;
    std::vector<std::uint32_t> block_of_;
};

/// What a spike reaches at once.
struct Group {
    std::uint32_t block;  // or rank
    Gid source;
    double delay;  // [ms]
    friend auto operator<=>(const Group&, const Group&) = default;
};

/// Deliveries to a block.
struct Known {
    std::int64_t inputs = 0, groups = 0;
};

/// The deliveries to each block by the spikes and connections that are known, as far as they were counted. The others come
/// from sources without gids.
std::vector<Known> known_deliveries(const RecordedRun& run, const Cells& cells) {
    const double begin = std::max(run.outline.counted_from, run.outline.begin), end = end_of(run.outline);
    std::unordered_map<Gid, std::vector<double>> times;
    for (const Spike& spike : run.spikes) times[spike.gid].push_back(spike.t);
    std::vector<Group> all;  // of each connection
    for (std::size_t i = 0; i < run.sources.size(); ++i) {
        const std::size_t target = cells.find(run.targets[i]);
        const std::uint32_t block = target < run.gids.size() ? cells.block_of(target) : no_block;
        if (block != no_block && times.contains(run.sources[i])) all.push_back({block, run.sources[i], run.delays[i]});
    }
    std::sort(all.begin(), all.end());
    std::vector<Known> known(run.times.blocks.size());
    for (std::size_t i = 0, next = 0; i < all.size(); i = next) {
        while (next < all.size() && all[next] == all[i]) ++next;
        const std::vector<double>& fired = times.at(all[i].source);
        const auto first = std::upper_bound(fired.begin(), fired.end(), begin - all[i].delay);
        const auto last = std::upper_bound(fired.begin(), fired.end(), end - all[i].delay);
        const std::int64_t spikes = std::max<std::int64_t>(0, last - first);
        known[all[i].block].groups += spikes;
        known[all[i].block].inputs += spikes * static_cast<std::int64_t>(next - i);
    }
    return known;
}

/// What the steps of a rank cost, apart from its cells' updates, and the factors that make its blocks' times add up to
/// those of its run.
struct RankSums {
    double update_s = 0, deliver_s = 0;  // of blocks
    double cells = 0;
    double others_s = 0;
};

std::vector<RankSums> sums_of(const MeasuredTimes& times) {
    std::vector<RankSums> sums(times.ranks.size());
    for (std::size_t r = 0; r < sums.size(); ++r) sums[r].others_s = times.ranks[r].others_s;
    for (const MeasuredTimes::Block& block : times.blocks) {
        RankSums& sum = sums[static_cast<std::size_t>(block.rank)];
        sum.update_s += block.update_s;
        sum.deliver_s += block.deliver_s;
        sum.cells += static_cast<double>(block.cells.size());
    }
    for (std::size_t r = 0; r < sums.size(); ++r) {  // what is spent outside of blocks only
        if (!(sums[r].update_s > 0)) sums[r].others_s += times.ranks[r].update_s;
        if (!(sums[r].deliver_s > 0)) sums[r].others_s += times.ranks[r].deliver_s;
    }
    return sums;
}

/// Factor by which what a run took exceeds the sum of its blocks.
double excess(double of_run, double of_blocks) {
    return of_blocks > 0 ? of_run / of_blocks : 0;
}

/// The block with the times that make the sum over its rank that of the run.
MeasuredTimes::Block scaled(const MeasuredTimes& times, const MeasuredTimes::Block& block, const RankSums& sum) {
    const MeasuredTimes::Rank& rank = times.ranks[static_cast<std::size_t>(block.rank)];
    MeasuredTimes::Block to = block;
    to.update_s *= excess(rank.update_s, sum.update_s);
    to.deliver_s *= excess(rank.deliver_s, sum.deliver_s);
    to.groups_s *= excess(rank.deliver_s, sum.deliver_s);
    return to;
}

Step counted_steps(const RunOutline& outline) {
    const double before = std::max(0., outline.counted_from - outline.begin) / outline.dt;
    return std::max<Step>(1, outline.steps - static_cast<Step>(std::ceil(before - 1e-9)));
}

/// What an input and a group of inputs to the block cost [s], and, of the time of delivering, the part that belongs to no
/// known input.
struct Division {
    double event_s = 0, group_s = 0, rest_s = 0;
};

Division divide_deliveries(const MeasuredTimes::Block& block, const Known& known) {
    if (known.inputs <= 0) return {.rest_s = block.deliver_s};
    const auto inputs = static_cast<double>(known.inputs);
    const double part = inputs / static_cast<double>(std::max(known.inputs, block.deliveries));  // of all deliveries
    return {.event_s = (block.deliver_s - block.groups_s) * part / inputs,
            .group_s = block.groups_s * part / static_cast<double>(known.groups),
            .rest_s = block.deliver_s * (1 - part)};
}

double work_of(const MeasuredTimes::Block& block) {
    double work = 0;
    for (const MeasuredTimes::Cell& cell : block.cells) work += cell.work;
    return work;
}

/// The seconds of each step.
TimeCourse course_of(std::span<const MeasuredTimes::Row> rows, const RunOutline& outline) {
    std::vector<TimeCourse::Piece> pieces;
    double sum_s = 0;
    for (const MeasuredTimes::Row& row : rows) sum_s += row.compute_s;
    const auto step_at = [&](double t) { return static_cast<Step>(std::llround((t - outline.begin) / outline.dt)); };
    Step last = step_at(std::max(outline.counted_from, outline.begin));
    if (last > 0) pieces.push_back({last, sum_s / static_cast<double>(counted_steps(outline))});
    for (const MeasuredTimes::Row& row : rows) {
        const Step end = step_at(row.end);
        if (end <= last) continue;
        pieces.push_back({end, row.compute_s / static_cast<double>(end - last)});
        last = end;
    }
    return TimeCourse(std::move(pieces));
}

/// The steps with which a rank's rows end.
std::vector<Step> ends_of(const MeasuredTimes::Rank& rank, const RunOutline& outline) {
    std::vector<Step> ends;
    for (const MeasuredTimes::Row& row : rank.rows) {
        ends.push_back(static_cast<Step>(std::llround((row.end - outline.begin) / outline.dt)));
    }
    return ends;
}

Step first_counted(const RunOutline& outline) {
    return static_cast<Step>(
        std::llround((std::max(outline.counted_from, outline.begin) - outline.begin) / outline.dt));
}

/// What inputs to the cells of each rank cost in each of its rows [s]: those of sources whose spikes travel, as a simulation
/// charges them.
class InputsByRow {
  public:
    InputsByRow(const RecordedRun& run, const std::vector<CellCost>& costs, std::span<const int> ranks)
        : run_(run), first_(first_counted(run.outline)) {
        for (const MeasuredTimes::Rank& rank : run.times.ranks) {
            ends_.push_back(ends_of(rank, run.outline));
            seconds_.emplace_back(rank.rows.size(), 0.);
        }
        std::unordered_map<Gid, std::vector<double>> times;
        for (const Spike& spike : run.spikes) times[spike.gid].push_back(spike.t);
        const Cells cells(run);
        std::vector<std::pair<Group, std::size_t>> inputs;  // with the target
        for (std::size_t i = 0; i < run.sources.size(); ++i) {
            const std::size_t source = cells.find(run.sources[i]), target = cells.find(run.targets[i]);
            if (!times.contains(run.sources[i]) || target >= costs.size() || !travels(source)) continue;
            inputs.push_back({{static_cast<std::uint32_t>(ranks[target]), run.sources[i], run.delays[i]}, target});
        }
        std::sort(inputs.begin(), inputs.end());
        for (std::size_t i = 0, next = 0; i < inputs.size(); i = next) {
            const Group& group = inputs[i].first;
            double event_s = 0, group_s = 0;
            for (; next < inputs.size() && inputs[next].first == group; ++next) {
                event_s += costs[inputs[next].second].event_s;
                group_s += costs[inputs[next].second].group_s;
            }
            const double seconds = event_s + group_s / static_cast<double>(next - i);
            for (const double t : times.at(group.source)) add(group.block, t + group.delay, seconds);
        }
    }

    /// Of each row of a rank.
    std::span<const double> seconds(std::size_t rank) const { return seconds_[rank]; }

  private:
    bool travels(std::size_t source) const {
        return source < run_.gids.size() && (run_.is_local.empty() || !run_.is_local[source]);
    }
    void add(std::size_t rank, double t, double seconds) {
        const Step due = step_of_event(t, run_.outline.begin, run_.outline.dt);
        const auto row = std::ranges::upper_bound(ends_[rank], due);
        if (due >= first_ && row != ends_[rank].end()) {
            seconds_[rank][static_cast<std::size_t>(row - ends_[rank].begin())] += seconds;
        }
    }

    const RecordedRun& run_;
    const Step first_;
    std::vector<std::vector<Step>> ends_;
    std::vector<std::vector<double>> seconds_;
};

/// `inputs_s`: what the inputs of each row would cost in the mean; `step_s`: a step in the mean. Of a row's time of delivering,
/// inputs take the same part in all rows, as far as there are any.
RankCourse course_of(const MeasuredTimes::Rank& rank, std::span<const double> inputs_s, double step_s,
                     const RunOutline& outline) {
    const auto counted = static_cast<double>(counted_steps(outline));
    double charged_s = 0, deliver_s = 0, compute_s = 0;
    for (std::size_t k = 0; k < rank.rows.size(); ++k) {
        charged_s += inputs_s[k];
        compute_s += rank.rows[k].compute_s;
        if (inputs_s[k] > 0) deliver_s += rank.rows[k].deliver_s;
    }
    // Times of short intervals are differences of clocks, and those below 0 were taken as 0: the rows may hold too much.
    const double all_s = step_s * counted + charged_s, ratio = compute_s > all_s ? all_s / compute_s : 1;
    deliver_s *= ratio;
    const double part = deliver_s > 0 ? std::min(1., charged_s / deliver_s) : 0;
    std::vector<double> left_s;  // for the steps
    for (std::size_t k = 0; k < rank.rows.size(); ++k) {
        left_s.push_back(ratio * (rank.rows[k].compute_s - (inputs_s[k] > 0 ? part * rank.rows[k].deliver_s : 0)));
    }
    const double noted_s = std::accumulate(left_s.begin(), left_s.end(), 0.);
    const double base_s = std::max(0., step_s - noted_s / counted);  // in no row
    std::vector<TimeCourse::Piece> steps, inputs;
    Step last = first_counted(outline);
    if (last > 0) {
        steps.push_back({last, 1});
        inputs.push_back({last, 1});
    }
    const std::vector<Step> ends = ends_of(rank, outline);
    for (std::size_t k = 0; k < ends.size(); ++k) {
        if (ends[k] <= last) continue;
        if (step_s > 0) {
            steps.push_back({ends[k], (left_s[k] / static_cast<double>(ends[k] - last) + base_s) / step_s});
        }
        inputs.push_back({ends[k], inputs_s[k] > 0 ? ratio * part * rank.rows[k].deliver_s / inputs_s[k] : 1});
        last = ends[k];
    }
    return {TimeCourse(std::move(steps)), TimeCourse(std::move(inputs))};
}

/// Appends the pieces of a course from step `first` up to `end`.
void copy_window(const TimeCourse& from, Step first, Step end, std::vector<TimeCourse::Piece>& to) {
    for (const TimeCourse::Piece& piece : from.pieces()) {
        if (piece.end <= first) continue;
        to.push_back({std::min(piece.end, end), piece.factor});
        if (piece.end >= end) return;
    }
}

}  // namespace

double TimeCourse::factor(Step step) const {
    const auto piece = std::ranges::upper_bound(pieces_, step, {}, &Piece::end);
    return piece == pieces_.end() ? 1 : piece->factor;
}

double TimeCourse::factor(Step step, std::size_t& cursor) const {
    if (cursor >= pieces_.size() || (cursor > 0 && step < pieces_[cursor - 1].end)) cursor = 0;
    while (cursor < pieces_.size() && step >= pieces_[cursor].end) ++cursor;
    return cursor < pieces_.size() ? pieces_[cursor].factor : 1;
}

std::vector<CellCost> costs_of_cells(const RecordedRun& run) {
    const MeasuredTimes& times = run.times;
    const Cells cells(run);
    const std::vector<Known> known = known_deliveries(run, cells);
    std::vector<RankSums> sums = sums_of(times);
    for (const MeasuredTimes::Block& block : times.blocks) {
        if (!block.cells.empty()) continue;  // of cells without gids: they are everywhere
        RankSums& sum = sums[static_cast<std::size_t>(block.rank)];
        const MeasuredTimes::Block all = scaled(times, block, sum);
        sum.others_s += all.update_s + all.deliver_s;
    }
    const auto steps = static_cast<double>(counted_steps(run.outline));
    std::vector<CellCost> costs(run.gids.size());
    for (std::size_t b = 0; b < times.blocks.size(); ++b) {
        const RankSums& sum = sums[static_cast<std::size_t>(times.blocks[b].rank)];
        const MeasuredTimes::Block block = scaled(times, times.blocks[b], sum);
        const Division delivering = divide_deliveries(block, known[b]);
        const double work = work_of(block);
        for (const MeasuredTimes::Cell& cell : block.cells) {
            const std::size_t k = cells.find(cell.gid);
            if (k >= costs.size()) continue;
            const double update_s = work > 0 ? block.update_s * cell.work / work : 0;
            const double base_s =
                delivering.rest_s / static_cast<double>(block.cells.size()) + sum.others_s / sum.cells;
            costs[k] = {(update_s + base_s) / steps, delivering.event_s, delivering.group_s};
        }
    }
    return costs;
}

std::vector<RankCourse> courses_of(const RecordedRun& run, const std::vector<CellCost>& costs) {
    const std::vector<int> ranks = recorded_ranks_of(run);
    std::vector<double> step_s(run.times.ranks.size(), 0);  // of all cells of a rank
    for (std::size_t k = 0; k < costs.size(); ++k) step_s[static_cast<std::size_t>(ranks[k])] += costs[k].step_s;
    const InputsByRow inputs(run, costs, ranks);
    std::vector<RankCourse> courses;
    for (std::size_t r = 0; r < step_s.size(); ++r) {
        courses.push_back(course_of(run.times.ranks[r], inputs.seconds(r), step_s[r], run.outline));
    }
    return courses;
}

std::vector<TimeCourse> courses_from(std::span<const RankSample> samples, const RunOutline& outline, int ranks,
                                     std::uint64_t seed) {
    std::vector<TimeCourse> measured;
    std::size_t most_rows = 1;
    for (const RankSample& sample : samples) {
        measured.push_back(course_of(sample.rows, outline));
        most_rows = std::max(most_rows, sample.rows.size());
    }
    const auto windows = static_cast<Step>(std::ceil(std::sqrt(static_cast<double>(most_rows))));
    const Step window = std::max<Step>(1, outline.steps / windows);
    std::vector<TimeCourse> courses;
    for (int rank = 0; rank < ranks; ++rank) {
        const auto own = std::ranges::find(samples, rank, &RankSample::rank);
        if (own != samples.end()) {
            courses.push_back(measured[static_cast<std::size_t>(own - samples.begin())]);
            continue;
        }
        std::mt19937_64 random(seed * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(rank));
        std::vector<TimeCourse::Piece> pieces;
        for (Step first = 0; first < outline.steps; first += window) {
            copy_window(measured[random() % measured.size()], first, std::min(first + window, outline.steps), pieces);
        }
        courses.emplace_back(std::move(pieces));
    }
    return courses;
}

std::vector<int> recorded_ranks_of(const RecordedRun& run) {
    const Cells cells(run);
    std::vector<int> ranks(run.gids.size(), 0);
    for (std::size_t k = 0; k < ranks.size(); ++k) {
        if (cells.block_of(k) != no_block) ranks[k] = run.times.blocks[cells.block_of(k)].rank;
    }
    return ranks;
}

}  // namespace ranvier::exchange
