#include "engine/simulation/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ranvier::engine {

namespace {

constexpr std::size_t waiting_values = 1 << 20;  // 8 MiB before they are taken

}  // namespace

Report::Report(Simulation& simulation, ReportSelection selection)
    : simulation_(simulation), selection_(std::move(selection)) {
    if (selection_.dt && !(*selection_.dt > 0)) throw std::invalid_argument("dt of a report must be positive [ms]");
    if (!(selection_.begin >= 0) || !(selection_.end >= selection_.begin)) {
        throw std::invalid_argument("a report must start at 0 ms or later and must not end before its start");
    }
}

Report::~Report() {
    forget();
    simulation_.hooks().sample_takers().remove(this);
}

void Report::forget() {
    for (const Cell& cell : cells_) simulation_.records().remove_record(cell.record);
    cells_.clear();
}

void Report::on_samples(std::function<void()> take) {
    simulation_.hooks().sample_takers().add(this, std::move(take));
}

void Report::select() {
    if (!selection_.dt && simulation_.variable_steps().settings().active) {
        throw std::invalid_argument("with variable steps, a report needs dt [ms]");
    }
    ReportedValues found = find_reported(simulation_, selection_);
    std::vector<Cell> cells;
    segments_.clear();
    for (ReportedCell& cell : found.cells) {
        cells.push_back({std::move(cell.variables), 0, nullptr});
        segments_.insert(segments_.end(), cell.segments.begin(), cell.segments.end());
    }
    units_ = std::move(found.units);
    record(std::move(cells), selection_.dt.value_or(simulation_.model().dt));
}

/// Registers records again only if they differ, because scripts may start many runs.
void Report::record(std::vector<Cell> cells, double dt) {
    const auto same = [](const Cell& a, const Cell& b) { return a.variables == b.variables; };
    const bool is_registered = dt == dt_ && std::equal(cells.begin(), cells.end(), cells_.begin(), cells_.end(), same);
    dt_ = dt;
    if (!is_registered) {
        forget();
        beginning_ = 0;
        cells_ = std::move(cells);
        Records& records = simulation_.records();
        for (Cell& cell : cells_) {
            cell.samples = std::make_shared<std::vector<double>>();
            cell.record = records.record_together(cell.variables, cell.samples, dt_, selection_.begin,
                                                  selection_.end + 1e-9 * dt_);
        }
    }
    const double frames = std::max(1., static_cast<double>(waiting_values) / static_cast<double>(segments_.size() + 1));
    const double steps = std::clamp(frames * dt_ / simulation_.model().dt, 1., 1e9);
    simulation_.hooks().sample_takers().set_longest_window(this, static_cast<std::int64_t>(steps));
}

void Report::take(std::vector<double>& frames, bool& has_begun) {
    has_begun = false;
    if (cells_.empty()) return;
    const std::uint32_t beginning = simulation_.records().beginning(cells_[0].record);
    std::size_t complete = std::numeric_limits<std::size_t>::max();
    for (const Cell& cell : cells_) complete = std::min(complete, cell.samples->size() / cell.variables.size());
    if (complete == 0) return;
    has_begun = std::exchange(beginning_, beginning) != beginning;
    const std::size_t at = frames.size(), width = segments_.size();
    frames.resize(at + complete * width);
    std::size_t column = at;
    for (const Cell& cell : cells_) {
        const std::size_t own = cell.variables.size();
        std::vector<double>& samples = *cell.samples;
        for (std::size_t k = 0; k < complete; ++k) std::copy_n(&samples[k * own], own, &frames[column + k * width]);
        samples.erase(samples.begin(), samples.begin() + static_cast<std::ptrdiff_t>(complete * own));
        column += own;
    }
}

void Report::go_on() {
    if (cells_.empty()) return;
    for (const Cell& cell : cells_) cell.samples->clear();
    beginning_ = simulation_.records().beginning(cells_[0].record);
}

double Report::first_time() const {
    return cells_.empty() ? selection_.begin : simulation_.records().first_time(cells_[0].record);
}

void Report::check_complete(std::int64_t frames) const {
    if (cells_.empty()) return;
    const double til = std::min(simulation_.model().t, selection_.end);
    const double expected = std::floor((til - first_time()) / dt_ - 1e-6);
    if (static_cast<double>(frames) >= expected) return;
    throw SimulationError(
        fmt::format("a report of {} has {} frames up to t = {:g} ms instead of {:g}: a state was restored during its "
                    "run, or sections were deleted",
                    selection_.variable, frames, til, expected));
}

}  // namespace ranvier::engine
