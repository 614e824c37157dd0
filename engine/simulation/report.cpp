#include "engine/simulation/report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <unordered_set>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/model_data.hpp"
#include "engine/event/network_state.hpp"
#include "engine/run/run_tables.hpp"

namespace ranvier::engine {

namespace {

constexpr std::size_t waiting_values = 1 << 20;  // 8 MiB before they are taken

void collect(Section& section, std::vector<Section*>& sections) {
    sections.push_back(&section);
    for (std::size_t k = sections.size() - 1; k < sections.size(); ++k) {
        const auto children = sections[k]->children();
        sections.insert(sections.end(), children.begin(), children.end());
    }
}

/// "dend[3]" of "Cell[7].dend[3]".
std::string_view own_name(const Section& section) {
    const std::string_view name = section.name();
    return name.substr(name.rfind('.') + 1);
}

bool is_called(const Section& section, const std::string& name) {
    const std::string_view own = own_name(section);
    return name == own || name == own.substr(0, own.find('['));
}

/// Splits "x[2]" into x and 2; without an index, the element is 0.
std::pair<std::string, std::optional<int>> split_index(const std::string& name) {
    const std::size_t bracket = name.find('[');
    if (bracket == std::string::npos || name.back() != ']') return {name, std::nullopt};
    int index = 0;
    const char* const end = name.data() + name.size() - 1;
    if (std::from_chars(name.data() + bracket + 1, end, index).ptr != end) return {name, std::nullopt};
    return {name.substr(0, bracket), index};
}

std::string units_of_ion(std::uint16_t column) {
    switch (column) {
        case ion_erev:
            return "mV";
        case ion_inside:
        case ion_outside:
            return "mM";
        case ion_current:
            return "mA/cm2";
        default:
            return {};
    }
}

std::string units_of_compartment(std::uint16_t column) {
    switch (column) {
        case col_v:
            return "mV";
        case col_cm:
            return "uF/cm2";
        case col_i_cap:
            return "mA/cm2";
        case col_diam:
            return "um";
        case col_i_membrane:
            return "nA";
        default:
            return {};
    }
}

}  // namespace

std::string units_of(const Model& model, const RangeVariable& variable) {
    if (variable.table == compartment_table) return units_of_compartment(variable.column);
    const MechanismType& type = model.mechanism(variable.table);
    if (type.is_ion()) return units_of_ion(variable.column);
    for (int k = 0; k < type.description()->field_count; ++k) {
        if (type.first_column(k) == variable.column) return type.description()->fields[k].units;
    }
    return {};
}

/// A cell with its reported values.
struct Report::Chosen {
    Gid gid;
    std::vector<std::pair<std::uint32_t, Section*>> sections;  // with their numbers in the cell
};

Report::Report(Simulation& simulation, ReportSelection selection)
    : simulation_(simulation), selection_(std::move(selection)) {
    if (selection_.dt && !(*selection_.dt > 0)) throw std::invalid_argument("dt of a report must be positive [ms]");
    if (!(selection_.begin >= 0) || !(selection_.end >= selection_.begin)) {
        throw std::invalid_argument("a report must start at 0 ms or later and must not end before its start");
    }
}

Report::~Report() {
    forget();
    simulation_.hooks().remove_sample_taker(this);
}

void Report::forget() {
    for (const Cell& cell : cells_) simulation_.remove_record(cell.record);
    cells_.clear();
}

void Report::on_samples(std::function<void()> take) {
    simulation_.hooks().add_sample_taker(this, std::move(take));
}

/// The selected cells, by gid, with their roots; a cell with several gids appears once, unless it was named.
std::map<Gid, Section*> Report::chosen_roots() const {
    RunTables& tables = simulation_.tables();
    std::map<Gid, Section*> roots;
    std::map<const Section*, Gid> least;
    const std::unordered_set<const Section*> idle(tables.idle_cells().roots.begin(), tables.idle_cells().roots.end());
    for (const Source& source : tables.network().sources) {
        if (!source.exists || source.gid < 0) continue;
        const bool is_named = std::binary_search(selection_.gids.begin(), selection_.gids.end(), source.gid);
        if (!is_named && !selection_.gids.empty()) continue;
        Section* section = source.section;
        if (!section && source.instance) section = tables.model().place(source.instance).section;
        if (!section) {
            if (!is_named) continue;
            throw std::invalid_argument(fmt::format("gid {} is an artificial cell: it has no sections", source.gid));
        }
        Section* root = &section->root();
        if (idle.contains(root)) {
            if (!is_named) continue;
            throw std::invalid_argument(fmt::format("gid {} is not among the cells that this replay runs", source.gid));
        }
        roots.emplace(source.gid, root);
        const auto at = least.emplace(root, source.gid).first;
        at->second = std::min(at->second, source.gid);
    }
    if (selection_.gids.empty()) {
        std::erase_if(roots, [&](const auto& cell) { return least[cell.second] != cell.first; });
    }
    return roots;
}

/// The cells with their selected sections; omits cells without one if sections were given one by one.
std::vector<Report::Chosen> Report::chosen_cells() const {
    std::vector<Chosen> cells;
    std::vector<std::uint32_t> asked = selection_.section_ids;
    for (const auto& [gid, root] : chosen_roots()) {
        std::vector<Section*> all;
        collect(*root, all);
        std::sort(all.begin(), all.end(), [](const Section* a, const Section* b) { return a->id() < b->id(); });
        Chosen cell{gid, {}};
        for (std::size_t k = 0; k < all.size(); ++k) {
            const bool is_meant =
                selection_.section_ids.empty() ? is_named(*all[k]) : std::erase(asked, all[k]->id()) > 0;
            if (is_meant) cell.sections.emplace_back(static_cast<std::uint32_t>(k), all[k]);
        }
        if (cell.sections.empty() && selection_.section_ids.empty()) fail_without_sections(gid, all);
        if (!cell.sections.empty()) cells.push_back(std::move(cell));
    }
    for (const auto& section : simulation_.model().sections()) {
        if (std::find(asked.begin(), asked.end(), section->id()) != asked.end()) {
            throw std::invalid_argument(fmt::format("{} belongs to no cell with a gid", section->name()));
        }
    }
    if (!asked.empty()) throw std::invalid_argument("sections of a report were deleted");
    return cells;
}

bool Report::is_named(const Section& section) const {
    return std::any_of(selection_.sections.begin(), selection_.sections.end(),
                       [&](const std::string& name) { return name == "all" || is_called(section, name); });
}

void Report::fail_without_sections(Gid gid, std::span<Section* const> sections) const {
    constexpr std::size_t shown = 12;
    std::vector<std::string_view> names;
    for (const Section* section : sections.first(std::min(sections.size(), shown))) names.push_back(own_name(*section));
    throw std::invalid_argument(fmt::format("the cell of gid {} has no section {}; it has {}{}", gid,
                                            fmt::join(selection_.sections, " or "), fmt::join(names, ", "),
                                            sections.size() > shown ? " ..." : ""));
}

void Report::select() {
    Model& model = simulation_.model();
    const auto [name, element] = split_index(selection_.variable);
    const auto variable = model.range_variable(name);
    if (!variable) throw std::invalid_argument(fmt::format("{} is not a range variable", name));
    if (element ? *element >= variable->length : variable->length > 1) {
        throw std::invalid_argument(
            variable->length > 1 ? fmt::format("{0} is an array: write {0}[0] to {0}[{1}]", name, variable->length - 1)
                                 : fmt::format("{} is not an array", name));
    }
    if (!selection_.dt && simulation_.variable_settings().active) {
        throw std::invalid_argument("with variable steps, a report needs dt [ms]");
    }
    std::vector<Cell> cells;
    std::vector<ReportSegment> segments;
    for (const Chosen& cell : chosen_cells()) {
        cells.push_back(find(cell, *variable, element.value_or(0), segments));
    }
    units_ = units_of(model, *variable);
    segments_ = std::move(segments);
    record(std::move(cells), selection_.dt.value_or(model.dt));
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
        Player& player = simulation_.tables().player();
        for (Cell& cell : cells_) {
            cell.samples = std::make_shared<std::vector<double>>();
            cell.record = player.record_together(cell.variables, cell.samples, dt_, selection_.begin,
                                                 selection_.end + 1e-9 * dt_);
        }
    }
    const double frames = std::max(1., static_cast<double>(waiting_values) / static_cast<double>(segments_.size() + 1));
    const double steps = std::clamp(frames * dt_ / simulation_.model().dt, 1., 1e9);
    simulation_.hooks().set_longest_window(this, static_cast<std::int64_t>(steps));
}

Report::Cell Report::find(const Chosen& cell, const RangeVariable& variable, int element,
                          std::vector<ReportSegment>& segments) const {
    const bool is_soma = selection_.section_ids.empty() && selection_.sections == std::vector<std::string>{"soma"};
    const bool center_only = selection_.center_only.value_or(is_soma);
    Cell found;
    for (const auto& [number, section] : cell.sections) {
        const int nseg = section->nseg();
        const int middle = section->segment_at(.5);
        for (int k = center_only ? middle : 0; k < (center_only ? middle + 1 : nseg); ++k) {
            const double x = (k + .5) / nseg;
            try {
                found.variables.push_back(simulation_.model().reference(*section, variable, element, x));
            } catch (const std::invalid_argument& error) {
                const bool is_in_some = variable.table != compartment_table;
                throw std::invalid_argument(fmt::format("gid {}: {}{}{}", cell.gid, error.what(),
                                                        is_in_some ? "; choose sections that have " : "",
                                                        is_in_some ? selection_.variable : ""));
            }
            segments.push_back({cell.gid, number, x});
        }
    }
    return found;
}

void Report::take(std::vector<double>& frames, bool& has_begun) {
    has_begun = false;
    if (cells_.empty()) return;
    const std::uint32_t beginning = simulation_.tables().player().beginning(cells_[0].record);
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

double Report::first_time() const {
    return cells_.empty() ? selection_.begin : simulation_.tables().player().first_time(cells_[0].record);
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
