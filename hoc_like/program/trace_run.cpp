#include "hoc_like/program/trace_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <regex>
#include <stdexcept>

#include "engine/raster/file/output_path.hpp"
#include "engine/raster/file/sink.hpp"
#include "engine/run/variable_settings.hpp"
#include "exchange/transport/transport.hpp"
#include "exchange/transport/typed.hpp"
#include "hoc_like/language/interface/advice/nearest.hpp"
#include "hoc_like/language/interface/advice/range_advice.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"

namespace ranvier::program {

namespace {

/// A range variable as Python and hoc name sections: soma.v(0.5), dend[3].m_hh(0.1), Cell[0].soma.v; without a position
/// in the middle.
struct RangeWords {
    std::string section, variable;
    int element = 0;
    double x = 0.5;
};

std::optional<RangeWords> range_words(const std::string& name) {
    static const std::regex form(R"(\s*(.+)\.([A-Za-z_]\w*)(?:\[(\d+)\])?\s*(?:\(\s*([-+.\deE]+)\s*\))?\s*)");
    std::smatch parts;
    if (!std::regex_match(name, parts, form)) return std::nullopt;
    RangeWords words{parts[1], parts[2]};
    if (parts[3].matched) words.element = std::stoi(parts[3]);
    if (parts[4].matched) words.x = std::stod(parts[4]);
    return words;
}

bool is_name(const std::string& text) {
    static const std::regex form(R"([A-Za-z_]\w*)");
    return std::regex_match(text, form);
}

/// CSV: a name with a comma or a quote needs quotes.
std::string cell(const std::string& text) {
    if (text.find_first_of(",\"") == std::string::npos) return text;
    return '"' + std::regex_replace(text, std::regex("\""), "\"\"") + '"';
}

}  // namespace

TraceRun::TraceRun(hoc::Session& session, std::vector<std::string> names, std::string file)
    : session_(session), names_(std::move(names)), file_(std::move(file)) {
    path_ = raster::output_path(file_).string();
    handler_ = session_.context().simulation.hooks().add_initialize_handler(0, [this] { begin(); });
}

TraceRun::~TraceRun() {
    session_.context().simulation.hooks().remove_initialize_handler(handler_);
}

void TraceRun::begin() {
    const engine::VariableSettings& steps = session_.context().simulation.variable_steps().settings();
    if (steps.active && steps.local) {
        throw std::invalid_argument(
            "--trace: local variable steps have no common times; use cvode.record, or steps of all cells, "
            "cvode.use_local_dt(0)");
    }
    for (const Trace& trace : traces_) session_.context().simulation.records().remove_record(trace.record);
    if (has_begun_) session_.context().simulation.records().remove_record(times_record_);
    traces_.clear();
    for (std::size_t k = 0; k < names_.size(); ++k) {
        if (const hoc::NumberRefPtr variable = find(names_[k])) record(k, variable);
    }
    times_ = std::make_shared<std::vector<double>>();
    times_record_ = session_.context().simulation.records().record(engine::VariableRef{}, times_, std::nullopt);
    has_begun_ = true;
    check_found();
}

/// Null if this rank does not have it.
hoc::NumberRefPtr TraceRun::find(const std::string& name) const {
    hoc::Cables& cables = session_.context().cables;
    if (const auto words = range_words(name)) {
        for (const hoc::SectionPtr& section : cables.all_sections()) {
            if (section->name() != words->section) continue;
            const auto variable = cables.range_name(words->variable);
            if (!variable || variable->per_section || words->element >= variable->length) break;
            return cables.reference(*section, variable->id, words->element, words->x);
        }
    }
    // A reference to a new name would make a number of it.
    if (is_name(name) && session_.context().interpreter.name_declared(name) == 0) return nullptr;
    try {
        return session_.context().interpreter.reference(name);
    } catch (const std::exception&) {
        return nullptr;  // on another rank, perhaps
    }
}

void TraceRun::record(std::size_t name, const hoc::NumberRefPtr& variable) {
    auto values = std::make_shared<std::vector<double>>();
    engine::Simulation& simulation = session_.context().simulation;
    const auto* place = dynamic_cast<const hoc::EngineRef*>(variable.get());
    const engine::RecordId id =
        place ? simulation.records().record(place->variable(), values, std::nullopt)
              : simulation.records().record([variable] { return variable->load(); }, values, std::nullopt);
    traces_.push_back({name, values, id});
}

/// Each variable has to exist on a rank.
void TraceRun::check_found() const {
    std::vector<std::uint64_t> mine;
    for (const Trace& trace : traces_) mine.push_back(trace.name);
    const auto all = hoc::drive(exchange::gather_vectors<std::uint64_t>(session_.context().transport, mine));
    for (std::size_t k = 0; k < names_.size(); ++k) {
        if (std::find(all.begin(), all.end(), k) != all.end()) continue;
        throw std::invalid_argument(fmt::format("--trace {}: {}", names_[k], why_not_found(names_[k])));
    }
}

std::string TraceRun::why_not_found(const std::string& name) const {
    const hoc::Cables& cables = session_.context().cables;
    std::vector<std::string> sections;
    for (const hoc::SectionPtr& section : session_.context().cables.all_sections()) sections.push_back(section->name());
    const auto words = range_words(name);
    const bool is_of_section = words && std::ranges::find(sections, words->section) != sections.end();
    if (is_of_section && !cables.range_name(words->variable)) {
        const auto& variables = session_.context().registry.variables();
        const auto variable = std::ranges::find(variables, words->variable, &hoc::VariableDefinition::name);
        return words->variable + " is not a range variable" +
               hoc::advice_on_range_name(words->variable, variable == variables.end() ? nullptr : &*variable, cables,
                                         cables.names_for_suggestions());
    }
    const std::string general =
        "there is no such variable when the run begins; write SECTION.VARIABLE(x), as in soma.v(0.5), or what & accepts in "
        "hoc";
    return general + (words ? hoc::nearest_suggestion(words->section, sections)
                            : hoc::nearest_suggestion(name, session_.context().interpreter.names()));
}

std::size_t TraceRun::finish() {
    if (!has_begun_) return 0;
    std::vector<std::uint64_t> mine;
    std::vector<double> values;
    for (const Trace& trace : traces_) {
        if (trace.values->size() != times_->size()) {
            throw std::logic_error(fmt::format("--trace {}: {} values at {} times", names_[trace.name],
                                               trace.values->size(), times_->size()));
        }
        mine.push_back(trace.name);
        values.insert(values.end(), trace.values->begin(), trace.values->end());
    }
    exchange::Transport& transport = session_.context().transport;
    const auto order = hoc::drive(exchange::gather_vectors<std::uint64_t>(transport, mine));
    const auto all = hoc::drive(exchange::gather_vectors<double>(transport, values));
    if (transport.rank() != 0) return 0;
    std::vector<std::vector<double>> columns(names_.size());
    const auto steps = static_cast<std::ptrdiff_t>(times_->size());
    for (std::size_t k = 0; k < order.size(); ++k) {
        const auto first = all.begin() + static_cast<std::ptrdiff_t>(k) * steps;
        columns[order[k]].assign(first, first + steps);
    }
    write(columns);
    return times_->size();
}

void TraceRun::write(const std::vector<std::vector<double>>& columns) const {
    const std::filesystem::path part = raster::temporary_name(path_);
    std::ofstream out(part);
    out << "t (ms)";
    for (const std::string& name : names_) out << ',' << cell(name);
    out << '\n';
    for (std::size_t i = 0; i < times_->size(); ++i) {
        out << fmt::format("{}", (*times_)[i]);
        for (const auto& column : columns) out << ',' << fmt::format("{}", column[i]);
        out << '\n';
    }
    out.close();
    if (!out) {
        const std::string why = std::strerror(errno);
        std::error_code ignored;
        std::filesystem::remove(part, ignored);
        throw std::runtime_error(fmt::format("cannot write {}: {}", file_, why));
    }
    std::filesystem::rename(part, path_);
}

}  // namespace ranvier::program
