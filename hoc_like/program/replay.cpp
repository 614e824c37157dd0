#include "hoc_like/program/replay.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <iterator>
#include <stdexcept>

#include "engine/network/network.hpp"
#include "engine/raster/file/raster.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/study/divided_run.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/recorded_files.hpp"

namespace ranvier::program {

ReplayRun::ReplayRun(const ReplayOptions& options, hoc::Session& session, ModelSources& sources, const char* math)
    : options_{options}, session_{session}, sources_{sources}, chosen_(options.cells) {
    check_math(math);
    begin_ = recorded_time("begin");
    end_ = recorded_time("tstop");
    raster::OpenRaster raster = raster::open(options.raster, {options.population, true});
    raster_ = std::move(raster.spikes);
    if (!options.expression.empty()) return;  // cells are chosen after the script has created them
    if (!options.populations.empty()) {
        choose_populations(raster.populations);
    } else if (chosen_.empty()) {
        choose_share();
    }
    session.context().simulation.replay().start(raster_, chosen_, options.of == 1);
}

void ReplayRun::check_math(const char* math) const {
    const auto recorded = raster::run_attribute(options_.raster, options_.population, "math");
    if (!recorded || *recorded == math) return;
    throw std::invalid_argument(
        fmt::format("{} was recorded with --math {}, whose last bits differ from those of --math {}: replay it with "
                    "--math {}",
                    options_.raster, *recorded, math, *recorded));
}

std::optional<double> ReplayRun::recorded_time(const char* name) const {
    const auto recorded = raster::run_attribute(options_.raster, options_.population, name);
    if (!recorded) return std::nullopt;
    double time = 0;
    const auto [rest, error] = std::from_chars(recorded->data(), recorded->data() + recorded->size(), time);
    return error == std::errc{} ? std::optional(time) : std::nullopt;
}

std::vector<std::string> ReplayRun::changed_sources() const {
    std::vector<std::string> names;
    const auto add = [&](const char* attribute, std::span<const SourceFile> files) {
        const auto recorded = raster::run_attribute(options_.raster, options_.population, attribute);
        if (!recorded) return;
        const std::vector<std::string> changed = names_changed(source_files_in(*recorded), files);
        names.insert(names.end(), changed.begin(), changed.end());
    };
    add("scripts", sources_.scripts());
    add("mechanisms", sources_.mechanisms());
    return names;
}

void ReplayRun::check_extent() const {
    const double begin = session_.context().simulation.meter().phase_times().begin;
    if (begin_ && begin < *begin_ - .5 * session_.context().model.dt) {
        throw std::runtime_error(fmt::format(
            "{} begins at {:g} ms, but the replay began at {:g} ms, where the other cells were silent; begin the replay later, "
            "or record the run from its beginning",
            options_.raster, *begin_, begin));
    }
    if (!end_ || session_.context().simulation.variable_steps().are_taken())
        return;  // a variable step may end anywhere
    const double t = session_.context().model.t;
    if (t <= *end_ + .5 * session_.context().model.dt) return;
    throw std::runtime_error(fmt::format(
        "{} ends at {:g} ms, but the replay ran until {:g} ms, where the other cells were silent; end the replay earlier, "
        "or record a longer run",
        options_.raster, *end_, t));
}

void ReplayRun::choose_populations(const std::vector<raster::Population>& populations) {
    for (const std::string& name : options_.populations) {
        const auto found = std::find_if(populations.begin(), populations.end(),
                                        [&](const raster::Population& each) { return each.name == name; });
        if (found == populations.end()) {
            std::vector<std::string> names;
            for (const raster::Population& each : populations) names.push_back(each.name);
            const bool is_nameless = names.empty() || names.front().empty();
            throw std::invalid_argument(
                fmt::format("--populations: {} has no population '{}'; it {}", options_.raster, name,
                            is_nameless ? "names none" : fmt::format("has {}", fmt::join(names, ", "))));
        }
        if (found->gids.empty()) {
            throw std::invalid_argument(fmt::format("--populations: '{}' of {} has no spikes", name, options_.raster));
        }
        chosen_.insert(chosen_.end(), found->gids.begin(), found->gids.end());
    }
    std::sort(chosen_.begin(), chosen_.end());
}

void ReplayRun::choose_share() {
    const exchange::RecordedRun run = read_recorded_cells(options_.recorded, options_.raster);
    const std::vector<int> ranks = exchange::ranks_of_cells(run, options_.placement, options_.of, options_.seed);
    for (std::size_t k = 0; k < ranks.size(); ++k) {
        if (ranks[k] == options_.rank) chosen_.push_back(run.gids[k]);
    }
    if (chosen_.empty()) {
        throw std::invalid_argument(fmt::format("placement {} puts no cell of {} on rank {} of {}", options_.placement,
                                                run.gids_from, options_.rank, options_.of));
    }
}

// Evaluates the expression in a hoc function, which can use the script's names and functions.
void ReplayRun::choose_by_expression() {
    constexpr const char* name = "ranvier_replays_gid";
    hoc::Interpreter& interpreter = session_.context().interpreter;
    if (!interpreter.is_callable(name)) {
        interpreter.run_text(
            fmt::format("func {}() {{ local gid\n gid = $1\n return {}\n}}\n", name, options_.expression), "--expr");
    }
    chosen_.clear();
    for (const std::int32_t gid : session_.context().network.gids().owned()) {
        const hoc::Argument argument = static_cast<double>(gid);
        if (interpreter.call(name, std::span(&argument, 1)) != 0) chosen_.push_back(gid);
    }
    if (chosen_.empty()) {
        throw std::invalid_argument(fmt::format("--expr: '{}' is 0 for all gids of the script", options_.expression));
    }
    session_.context().simulation.replay().start(raster_, chosen_, options_.of == 1);
}

void ReplayRun::restart() {
    fired_.clear();
    if (!options_.expression.empty()) choose_by_expression();
}

void ReplayRun::check_chosen() const {
    if (!chosen_.empty()) return;
    throw std::runtime_error("--expr selects cells at finitialize, which the script never calls");
}

bool ReplayRun::is_chosen(const exchange::Spike& spike) const {
    return std::binary_search(chosen_.begin(), chosen_.end(), spike.gid);
}

std::span<const exchange::Spike> ReplayRun::append(std::span<const exchange::Spike> spikes) {
    some_.clear();
    std::copy_if(spikes.begin(), spikes.end(), std::back_inserter(some_),
                 [this](const exchange::Spike& spike) { return is_chosen(spike); });
    if (options_.verify) fired_.insert(fired_.end(), some_.begin(), some_.end());
    return some_;
}

int ReplayRun::verify(double t) {
    std::size_t count = 0;
    raster_->seek(exchange::SpikeSource::beginning);
    const std::string difference = raster::first_difference(
        [&](std::vector<exchange::Spike>& some) {
            const std::span<const exchange::Spike> piece = raster_->next();
            for (const exchange::Spike& spike : piece) {
                if (spike.t > t || !is_chosen(spike)) continue;
                some.push_back(spike);
                ++count;
            }
            return !piece.empty();
        },
        fired_);
    if (difference.empty()) {
        const std::string of_cells =
            fmt::format("of {} cell{} up to {:g} ms", chosen_.size(), chosen_.size() == 1 ? "" : "s", t);
        if (count == 0) {
            std::printf("no spikes to compare: neither the raster nor the replay has any %s\n", of_cells.c_str());
        } else {
            std::printf("identical: %zu spike%s %s\n", count, count == 1 ? "" : "s", of_cells.c_str());
        }
        return 0;
    }
    std::printf("different: raster | replay: %s\n", difference.c_str());
    return 1;
}

}  // namespace ranvier::program
