#include "hoc_like/program/extract_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <stdexcept>

#include "engine/cell/mechanism_type.hpp"
#include "engine/extract/columns.hpp"
#include "engine/extract/make_cells.hpp"
#include "engine/extract/take_cells.hpp"
#include "engine/network/network.hpp"
#include "engine/raster/file/raster.hpp"
#include "engine/raster/file/source.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/spike_source.hpp"
#include "hoc_like/language/interface/error.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_catalog.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/program/counted.hpp"
#include "mechanisms/builtin/builtin_mechanisms.hpp"

namespace ranvier::program {

namespace {

namespace fs = std::filesystem;
using engine::Columns;
using engine::Gid;
using exchange::Spike;

const char* math_of(const RunOptions& options) {
    return options.vector_math ? "vector" : "libm";
}

/// Adds a .mod file, and the files that it includes from its folder.
void add_text(Columns& to, const fs::path& path) {
    const std::string name = "mods/" + path.filename().string();
    if (to.texts.contains(name)) return;
    const std::string& text = to.texts[name] = hoc::Interpreter::text_of_file(path.string());
    static const std::regex include(R"re(^[ \t]*INCLUDE[ \t]+"([^"]+)")re", std::regex::multiline);
    for (std::sregex_iterator at(text.begin(), text.end(), include), end; at != end; ++at) {
        const fs::path included = path.parent_path() / (*at)[1].str();
        if (fs::exists(included)) add_text(to, included);
    }
}

void add_mechanisms(Columns& to, const engine::Model& model) {
    std::string files;
    for (const engine::UsedMechanism& used : engine::mechanisms_of(to)) {
        const engine::MechanismType& type = model.mechanism(*model.find_mechanism(used.name));
        const bool has_file = !type.is_ion() && !mechanisms::is_built_in(*type.description());
        const fs::path source = has_file ? fs::path(type.description()->source) : fs::path();
        files += source.filename().string() + "\n";
        if (source.extension() == ".mod") add_text(to, source);
    }
    to.texts["run/mod_files"] = files;
}

/// The end of the raster's run [ms]: as it says, else the time of its last spike.
double end_of(const ReplayOptions& replay, double last_spike) {
    const auto said = raster::run_attribute(replay.raster, replay.population, "tstop");
    double end = 0;
    if (said && std::from_chars(said->data(), said->data() + said->size(), end).ec == std::errc{}) return end;
    return last_spike;
}

/// The spikes that reach the cells, and their own.
void add_spikes(Columns& to, const ReplayOptions& replay, std::span<const Gid> chosen) {
    std::vector<std::int64_t> wanted = to.integer("edges/All/source_node_id");
    wanted.insert(wanted.end(), chosen.begin(), chosen.end());
    std::sort(wanted.begin(), wanted.end());
    const auto raster = raster::open(replay.raster, {replay.population, true}).spikes;
    raster->seek(exchange::SpikeSource::beginning);
    double last = 0;
    std::vector<double>& times = to.numbers["spikes/All/timestamps"];
    std::vector<std::int64_t>& gids = to.integers["spikes/All/node_ids"];
    for (auto piece = raster->next(); !piece.empty(); piece = raster->next()) {
        last = std::max(last, piece.back().t);
        for (const Spike& spike : piece) {
            if (!std::binary_search(wanted.begin(), wanted.end(), std::int64_t{spike.gid})) continue;
            times.push_back(spike.t);
            gids.push_back(spike.gid);
        }
    }
    to.numbers["run/tstop"] = {end_of(replay, last)};
    to.integers["run/chosen"].assign(chosen.begin(), chosen.end());
}

}  // namespace

ExtractRun::ExtractRun(hoc::Session& session, const RunOptions& options) : session_(session), options_(options) {
    handler_ = session.context().simulation.hooks().add_initialize_handler(2, [this] {
        if (session_.context().simulation.variable_steps().settings().active) {
            throw std::invalid_argument("extract: variable steps are not supported; use fixed steps, cvode.active(0)");
        }
        engine::Conditions& conditions = session_.context().simulation.hooks().conditions();
        conditions.remove(watch_);
        conditions.add(watch_);
        const auto look = [this] {
            write();
            return 0.;
        };
        conditions.replace(*watch_, {{look, [] {}}});
    });
}

ExtractRun::~ExtractRun() {
    session_.context().simulation.hooks().remove_initialize_handler(handler_);
    session_.context().simulation.hooks().conditions().remove(watch_);
}

void ExtractRun::write() {
    session_.context().simulation.hooks().conditions().remove(watch_);  // which the state cannot hold
    const std::vector<Gid>& chosen = options_.replay->cells;
    Columns columns = engine::take_cells(session_.context().simulation, chosen);
    add_mechanisms(columns, session_.context().model);
    add_spikes(columns, *options_.replay, chosen);
    columns.texts["run/math"] = math_of(options_);
    engine::write_columns(options_.extract, columns);
    is_written_ = true;
    fmt::print("extracted: {}, {} onto {}, {} up to {:g} ms, in {}\n", counted(chosen.size(), "cell"),
               counted(columns.integer("edges/All/source").size(), "connection"), chosen.size() == 1 ? "it" : "them",
               counted(columns.number("spikes/All/timestamps").size(), "spike"), columns.number("run/tstop")[0],
               options_.extract);
    throw hoc::Quit{0};
}

void ExtractRun::check_written() const {
    if (!is_written_) throw std::runtime_error("extract: the script began no run, so nothing has been written");
}

namespace {

/// A folder for the texts of .mod files, removed at the end.
class ModFolder {
  public:
    explicit ModFolder(const Columns& from) {
        std::string pattern =
            (fs::temp_directory_path() / "ranvier-mods-").string() + std::string(6, 'X');  // which mkdtemp replaces
        if (!mkdtemp(pattern.data())) throw std::runtime_error("cannot make a temporary folder");
        path_ = pattern;
        for (const std::string& name : from.texts_in("mods")) {
            if (name != fs::path(name).filename() || name.empty() || name == "." || name == "..")
                throw engine::ExtractError(fmt::format("{} cannot be the name of a .mod file", name));
            std::ofstream(path_ / name) << from.text("mods/" + name);
        }
    }
    ~ModFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    ModFolder(const ModFolder&) = delete;
    ModFolder& operator=(const ModFolder&) = delete;
    fs::path operator/(const std::string& name) const { return path_ / name; }

  private:
    fs::path path_;
};

/// Registers mechanisms and ions in the order in which the network did. A file of the network comes before a built-in
/// mechanism of the same name.
void load_mechanisms(const Columns& from, hoc::Session& session, MechanismLoader& loader) {
    const ModFolder folder(from);
    const std::vector<std::string> files = from.lines("run/mod_files");
    std::size_t k = 0;
    for (const engine::UsedMechanism& used : engine::mechanisms_of(from)) {
        const std::string file = k < files.size() ? files[k++] : "";
        if (!file.empty()) {
            // Whatever else lies there is only included: a compiled library would run without being asked for.
            if (!file.ends_with(".mod") || !from.texts.contains("mods/" + file))
                throw engine::ExtractError(
                    fmt::format("{} of run/mod_files is not a .mod file of the folder mods", file));
            loader.load(folder / file);
        } else if (session.context().model.find_mechanism(used.name)) {
            continue;
        } else if (used.name.ends_with("_ion")) {
            session.context().model.register_ion(used.name.substr(0, used.name.size() - 4), used.valence);
        } else if (!session.mechanisms().add_offered(used.name)) {
            throw engine::ExtractError(fmt::format("there is no mechanism {}", used.name));
        }
    }
}

std::vector<Spike> spikes_of(const Columns& from) {
    const std::vector<double>& times = from.number("spikes/All/timestamps");
    const std::vector<std::int64_t>& gids = from.integer("spikes/All/node_ids");
    if (times.size() != gids.size()) throw engine::ExtractError("there is not a gid for each spike");
    std::vector<Spike> spikes;
    for (std::size_t k = 0; k < times.size(); ++k) {
        if (!std::isfinite(times[k])) throw engine::ExtractError(fmt::format("the time of spike {} is not finite", k));
        spikes.push_back({times[k], engine::gid_in_file(gids[k])});
    }
    return spikes;
}

void check_math(const Columns& from, const std::string& file, const RunOptions& options) {
    const std::string& math = from.text("run/math");
    if (math == math_of(options)) return;
    throw std::invalid_argument(
        fmt::format("{} was extracted with --math {}: run it with --math {}", file, math, math));
}

}  // namespace

RunOptions with_math_of_extract(RunOptions options) {
    const auto file = std::ranges::find(options.inputs, Input::Kind::extracted, &Input::kind);
    if (file == options.inputs.end() || options.math_is_given) return options;
    options.vector_math = engine::read_columns(file->text).text("run/math") == "vector";
    return options;
}

ExtractedCells::ExtractedCells(std::string file, hoc::Session& session, MechanismLoader& loader,
                               const RunOptions& options)
    : file_(std::move(file)), session_(session), columns_(engine::read_columns(file_)), spikes_(spikes_of(columns_)) {
    check_math(columns_, file_, options);
    if (!session.context().model.sections().empty()) {
        throw std::invalid_argument(
            fmt::format("{0} comes after a script that has made sections: write ranvier run {0} SCRIPT", file_));
    }
    load_mechanisms(columns_, session, loader);
    engine::Simulation& simulation = session.context().simulation;
    simulation.table_options().tie_order = engine::TieOrder::canonical;
    engine::make_cells(simulation, columns_, [&](const std::string& name) -> engine::Section& {
        return hoc::section_of(*session.context().cables.create(name, nullptr));
    });
    simulation.patterns().play(exchange::make_spike_source(spikes_));
    record_spikes();
    hoc::drive(simulation.set_maxstep(10));
    hoc::drive(simulation.initialize(-65.));
    engine::restore_made_cells(simulation, columns_);
    handler_ = simulation.hooks().add_initialize_handler(0, [this] { is_begun_by_script_ = true; });
}

ExtractedCells::~ExtractedCells() {
    session_.context().simulation.hooks().remove_initialize_handler(handler_);
}

void ExtractedCells::record_spikes() {
    for (const std::int64_t gid : columns_.integer("run/chosen")) {
        recorded_.push_back({engine::gid_in_file(gid), std::make_shared<std::vector<double>>()});
        session_.context().network.gids().record(recorded_.back().gid, recorded_.back().times, nullptr);
    }
}

int ExtractedCells::run(bool is_changed) {
    if (is_begun_by_script_) {
        std::printf("not proved: the scripts beside %s have begun another run\n", file_.c_str());
        return 0;
    }
    const std::vector<double>& tstop = columns_.number("run/tstop");
    if (tstop.empty() || !std::isfinite(tstop[0])) throw engine::ExtractError(file_ + ": run/tstop is not a time");
    const double end = tstop[0];
    hoc::drive(session_.context().simulation.advance_to(end));
    const std::vector<Spike> fired = fired_here(), expected = fired_in_network(end);
    if (is_changed) {
        std::printf(
            "not proved: the scripts beside %s may have changed the cells; %zu spikes of %zu cells up to %g ms, in the "
            "network %zu\n",
            file_.c_str(), fired.size(), recorded_.size(), end, expected.size());
        return 0;
    }
    const std::string difference = raster::first_difference(expected, fired);
    if (!difference.empty()) {
        std::printf("different: network | here: %s\n", difference.c_str());
        return 1;
    }
    if (fired.empty()) {
        std::printf("no spikes to compare: neither the network nor this run has any of %zu cells up to %g ms\n",
                    recorded_.size(), end);
        return 0;
    }
    std::printf("identical: %zu spikes of %zu cells up to %g ms\n", fired.size(), recorded_.size(), end);
    return 0;
}

std::vector<Spike> ExtractedCells::fired_here() const {
    std::vector<Spike> fired;
    for (const Recorded& each : recorded_) {
        for (const double t : *each.times) fired.push_back({t, each.gid});
    }
    return fired;
}

std::vector<Spike> ExtractedCells::fired_in_network(double end) const {
    std::vector<Spike> fired = spikes_;
    std::erase_if(fired, [&](const Spike& spike) {
        return spike.t > end || std::none_of(recorded_.begin(), recorded_.end(),
                                             [&](const Recorded& each) { return each.gid == spike.gid; });
    });
    return fired;
}

}  // namespace ranvier::program
