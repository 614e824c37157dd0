#include "hoc_like/program/report_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "engine/network/network.hpp"
#include "engine/network/packed.hpp"
#include "engine/network/rule_changes.hpp"
#include "engine/raster/file/output_path.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/transport/transport.hpp"
#include "exchange/transport/typed.hpp"
#include "hoc_like/language/interface/advice/nearest.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/program/counted.hpp"

namespace ranvier::program {

namespace {

/// Formats ascending gids for messages: "0-3, 7".
std::string ranges_of(const std::vector<engine::Gid>& gids) {
    constexpr std::size_t shown = 8;
    std::vector<std::string> words;
    for (std::size_t k = 0; k < gids.size() && words.size() < shown;) {
        std::size_t end = k + 1;
        while (end < gids.size() && gids[end] == gids[end - 1] + 1) ++end;
        words.push_back(end - k > 1 ? fmt::format("{}-{}", gids[k], gids[end - 1]) : fmt::format("{}", gids[k]));
        k = end;
        if (k < gids.size() && words.size() == shown) words.emplace_back("...");
    }
    return fmt::format("{}", fmt::join(words, ", "));
}

/// `synapses`: those of the rule, which are found when a run begins.
ReportRequest with_rule(ReportRequest request, const std::unordered_set<std::uint64_t>& synapses) {
    if (request.rule.empty()) return request;
    request.selection.has_instance = [&synapses](engine::InstanceId each) {
        return synapses.contains(engine::packed(each));
    };
    return request;
}

}  // namespace

ReportRun::ReportRun(hoc::Session& session, CheckpointRun& checkpoints, ReportRequest request)
    : session_(session),
      checkpoints_(checkpoints),
      request_(with_rule(std::move(request), of_rule_)),
      report_(session.context().simulation, request_.selection),
      recorder_(hoc::drive(raster::ReportRecorder::open(session.context().transport, request_.file))) {
    report_.on_samples([this] { take(); });
    // Runs when the cells are prepared, before anything is sampled.
    handler_ = session_.context().simulation.hooks().add_initialize_handler(0, [this] { begin(); });
    checkpoints_.records().add(*this);
}

ReportRun::~ReportRun() {
    checkpoints_.records().remove(*this);
    session_.context().simulation.hooks().remove_initialize_handler(handler_);
}

void ReportRun::begin() {
    std::string complaint = select();
    std::vector<std::size_t> lengths;
    const std::vector<char> all =
        hoc::drive(exchange::gather_vectors<char>(session_.context().transport, complaint, &lengths));
    for (const std::size_t length : lengths) {
        if (length > 0) throw std::invalid_argument(std::string(all.data(), length));
    }
    check_gids();
    taken_ = 0;
    has_begun_ = true;
    recorder_->begin_run();
    recorder_->restart(layout());
}

/// Selects the segments; returns this rank's error message, or an empty string.
std::string ReportRun::select() {
    try {
        if (!request_.rule.empty()) find_rule();
        report_.select();
        return {};
    } catch (const std::invalid_argument& error) {
        const std::string& name = request_.selection.variable;
        const engine::Model& model = session_.context().model;
        const bool is_known =
            name.find('.') != std::string::npos || model.range_variable(name.substr(0, name.find('['))).has_value();
        return fmt::format("report {}: {}{}", request_.file, error.what(),
                           is_known ? "" : hoc::nearest_suggestion(name, model.range_variable_names()));
    }
}

void ReportRun::find_rule() {
    if (request_.selection.variable.find('.') == std::string::npos) {
        throw std::invalid_argument("rule: name a variable of its synapses, as in variable=ExpSyn.g");
    }
    const hoc::NamedRules& rules = session_.parallel().named_rules;
    const auto found = rules.find(request_.rule);
    if (found == rules.end()) {
        std::vector<std::string> names;
        for (const auto& [name, made] : rules) names.push_back(name);
        throw std::invalid_argument(fmt::format("no rule has the name '{}'{}; give it by the word name of pc.connect",
                                                request_.rule, hoc::nearest_suggestion(request_.rule, names)));
    }
    of_rule_ = engine::targets(session_.context().network, found->second);
}

/// Checks that every requested gid has a cell on some rank.
void ReportRun::check_gids() {
    std::vector<engine::Gid> own;
    for (const engine::ReportSegment& segment : report_.segments()) {
        if (own.empty() || own.back() != segment.gid) own.push_back(segment.gid);
    }
    std::vector<engine::Gid> found =
        hoc::drive(exchange::gather_vectors<engine::Gid>(session_.context().transport, own));
    std::sort(found.begin(), found.end());
    std::vector<engine::Gid> missing;
    std::set_difference(request_.selection.gids.begin(), request_.selection.gids.end(), found.begin(), found.end(),
                        std::back_inserter(missing));
    if (!missing.empty()) {
        const std::vector<engine::Gid> of_network = hoc::drive(exchange::gather_vectors<engine::Gid>(
            session_.context().transport, session_.context().network.gids().owned()));
        std::vector<engine::Gid> known = of_network;
        std::sort(known.begin(), known.end());
        throw std::invalid_argument(fmt::format(
            "report {}: no cell has gid {}; {}", request_.file, ranges_of(missing),
            known.empty() ? "no cell has a gid, so on one rank cells are numbered in order of creation, from 0"
                          : "the gids are " + ranges_of(known)));
    }
    if (found.empty()) throw std::invalid_argument(fmt::format("report {}: {}", request_.file, lack_of_cells()));
}

std::string ReportRun::lack_of_cells() const {
    const std::string& variable = request_.selection.variable;
    if (const std::size_t dot = variable.find('.'); dot != std::string::npos) {
        return fmt::format("there is no {} in the selected sections, or with a gid", variable.substr(0, dot));
    }
    return "there are no cells with sections, or on several ranks with gids; see pc.set_gid2node. For artificial cells, "
           "write variable=CLASS.NAME";
}

raster::ReportLayout ReportRun::layout() const {
    raster::ReportLayout layout;
    layout.population = request_.population;
    layout.variable = request_.selection.variable;
    layout.units = report_.units();
    layout.t_begin = report_.first_time();
    layout.dt = report_.dt();
    layout.is_single = request_.is_single;
    for (const engine::ReportSegment& segment : report_.segments()) {
        layout.elements.push_back({segment.gid, segment.section, segment.x});
    }
    return layout;
}

void ReportRun::take() {
    bool has_begun = false;
    frames_.clear();
    report_.take(frames_, has_begun);
    if (frames_.empty()) return;
    if (has_begun) {
        recorder_->restart(layout());
        taken_ = 0;
    }
    recorder_->append(frames_);
    taken_ += static_cast<std::int64_t>(frames_.size() / report_.segments().size());
}

exchange::Task<raster::LogPosition> ReportRun::position() {
    take();
    return recorder_->position();
}

exchange::Task<void> ReportRun::go_on(const raster::LogPosition& position) {
    report_.go_on();
    taken_ = static_cast<std::int64_t>(position.end);
    return recorder_->go_on(position, layout());
}

std::int64_t ReportRun::finish() {
    take();
    report_.check_complete(taken_);
    const std::int64_t frames = hoc::drive(recorder_->finish({}));
    if (has_begun_ && frames == 0 && session_.context().transport.rank() == 0) {
        fmt::print(stderr, "warning: report {} has no frames: it begins at {:g} ms, and the run ended at {:g} ms\n",
                   request_.file, report_.first_time(), session_.context().model.t);
    }
    return frames;
}

bool ReportRun::leave_logs() {
    if (has_begun_) take();
    return has_begun_;
}

void Reports::open(const std::string& words, const hoc::ReportTargets& targets,
                   const std::vector<std::string>& rasters) {
    ReportRequest request = parse_report(words);
    if (!targets.gids.empty()) request.selection.gids = targets.gids;
    std::vector<engine::Gid>& gids = request.selection.gids;
    std::sort(gids.begin(), gids.end());
    gids.erase(std::unique(gids.begin(), gids.end()), gids.end());
    request.selection.section_ids = targets.sections;
    const auto is_same = [path = raster::output_path(request.file)](const std::string& file) {
        return raster::output_path(file) == path;
    };
    bool is_taken = std::ranges::any_of(rasters, is_same);
    for (const auto& run : runs_) is_taken = is_taken || is_same(run->file());
    if (is_taken)
        throw std::invalid_argument(fmt::format("report {}: this run already writes that file", request.file));
    runs_.push_back(std::make_unique<ReportRun>(session_, checkpoints_, std::move(request)));
}

void Reports::begin() {
    for (const auto& run : runs_) run->begin();
}

std::vector<std::string> Reports::finish() {
    std::vector<std::string> lines;
    for (const auto& run : runs_)
        lines.push_back(fmt::format("{} in {}", counted(run->finish(), "frame"), run->file()));
    return lines;
}

std::vector<std::string> Reports::leave_logs() {
    std::vector<std::string> files;
    for (const auto& run : runs_) {
        if (run->leave_logs()) files.push_back(run->file());
    }
    return files;
}

}  // namespace ranvier::program
