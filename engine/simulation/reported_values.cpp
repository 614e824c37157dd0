#include "engine/simulation/reported_values.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_set>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/model_data.hpp"
#include "engine/network/network.hpp"
#include "engine/network/packed.hpp"
#include "engine/run/run_tables.hpp"

namespace ranvier::engine {

namespace {

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

/// "ExpSyn.g[2]" as its parts.
struct Name {
    std::string mechanism;  // empty: a range variable
    std::string variable;
    std::optional<int> element;
};

Name parts_of(const std::string& text) {
    const std::size_t dot = text.find('.');
    const auto [variable, element] = split_index(dot == std::string::npos ? text : text.substr(dot + 1));
    return {dot == std::string::npos ? "" : text.substr(0, dot), variable, element};
}

/// Checks the index of an array variable; returns the element.
int element_of(const Name& name, int length) {
    if (name.element ? *name.element < length : length == 1) return name.element.value_or(0);
    throw std::invalid_argument(
        length > 1 ? fmt::format("{0} is an array: write {0}[0] to {0}[{1}]", name.variable, length - 1)
                   : fmt::format("{} is not an array", name.variable));
}

/// A variable of a point process or artificial cell.
struct InstanceVariable {
    const MechanismType* type;
    int column;
    std::string units;
};

InstanceVariable instance_variable(const Model& model, const Name& name) {
    const auto id = model.find_mechanism(name.mechanism);
    const MechanismType* type = id ? &model.mechanism(*id) : nullptr;
    if (!type || type->is_density() || type->is_nothing()) {
        throw std::invalid_argument(
            fmt::format("{} is neither a point process nor an artificial cell", name.mechanism));
    }
    const rv_mechanism& description = *type->description();
    std::vector<std::string_view> names;
    for (int k = 0; k < description.field_count; ++k) {
        const rv_field& field = description.fields[k];
        if (name.variable == field.name) {
            return {type, type->first_column(k) + element_of(name, field.length), field.units};
        }
        names.emplace_back(field.name);
    }
    throw std::invalid_argument(
        fmt::format("{} has no variable {}; it has {}", name.mechanism, name.variable, fmt::join(names, ", ")));
}

/// Finds the values of one selection.
class Finder {
  public:
    Finder(Simulation& simulation, const ReportSelection& selection)
        : tables_(simulation.tables()), model_(simulation.model()), selection_(selection) {
        const IdleCells& idle = tables_.idle_cells();
        idle_.insert(idle.roots.begin(), idle.roots.end());
        for (const InstanceId each : idle.artificial) idle_artificial_.insert(packed(each));
        const auto has_gid = [](const Source& source) { return source.exists && source.gid >= 0; };
        const auto& sources = tables_.network().sources();
        has_gids_ = tables_.transport().size() > 1 || std::any_of(sources.begin(), sources.end(), has_gid);
    }

    ReportedValues range_variable(const Name& name) const;
    ReportedValues point_processes(const InstanceVariable& variable) const;
    ReportedValues artificial_cells(const InstanceVariable& variable) const;

  private:
    /// A cell with its selected sections, and their numbers in the cell.
    struct Chosen {
        Gid gid;
        std::vector<std::pair<std::uint32_t, Section*>> sections;
    };
    bool is_chosen(Gid gid) const {
        return selection_.gids.empty() || std::binary_search(selection_.gids.begin(), selection_.gids.end(), gid);
    }
    [[noreturn]] void fail_idle(Gid gid) const {
        throw std::invalid_argument(fmt::format("gid {} is not among the cells that this replay runs", gid));
    }
    std::map<Gid, Section*> chosen_roots() const;
    std::map<Gid, Section*> numbered_roots() const;
    std::map<Gid, Section*> roots_with_gids() const;
    std::vector<Chosen> chosen_cells() const;
    std::map<Gid, InstanceId> chosen_artificial(const MechanismType& type) const;
    bool is_named(const Section& section) const;
    [[noreturn]] void fail_without_sections(Gid gid, std::span<Section* const> sections) const;
    ReportedCell find(const Chosen& cell, const RangeVariable& variable, int element) const;

    RunTables& tables_;
    Model& model_;
    const ReportSelection& selection_;
    std::unordered_set<const Section*> idle_;
    std::unordered_set<std::uint64_t> idle_artificial_;
    bool has_gids_ = false;
};

/// The selected cells with their roots.
std::map<Gid, Section*> Finder::chosen_roots() const {
    return has_gids_ ? roots_with_gids() : numbered_roots();
}

std::map<Gid, Section*> Finder::numbered_roots() const {
    std::map<Gid, Section*> roots;
    Gid number = 0;
    for (const auto& section : model_.sections()) {
        if (section->parent()) continue;
        if (is_chosen(number)) roots.emplace(number, section.get());
        ++number;
    }
    return roots;
}

/// A cell with several gids appears once, unless it was named.
std::map<Gid, Section*> Finder::roots_with_gids() const {
    std::map<Gid, Section*> roots;
    std::map<const Section*, Gid> least;
    for (const Source& source : tables_.network().sources()) {
        if (!source.exists || source.gid < 0 || !is_chosen(source.gid)) continue;
        const bool is_named = !selection_.gids.empty();
        Section* section = source.section();
        if (!section && source.instance) section = model_.place(source.instance).section;
        if (!section) {
            if (!is_named) continue;
            const std::string& type = model_.mechanism(source.instance.mechanism).name();
            throw std::invalid_argument(fmt::format(
                "gid {} is an artificial cell: it has no sections; write variable={}.NAME", source.gid, type));
        }
        Section* root = &section->root();
        if (idle_.contains(root)) {
            if (!is_named) continue;
            fail_idle(source.gid);
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

/// Omits cells without a selected section if sections were given one by one.
std::vector<Finder::Chosen> Finder::chosen_cells() const {
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
    for (const auto& section : model_.sections()) {
        if (std::find(asked.begin(), asked.end(), section->id()) != asked.end()) {
            throw std::invalid_argument(fmt::format("{} belongs to no cell with a gid", section->name()));
        }
    }
    if (!asked.empty()) throw std::invalid_argument("sections of a report were deleted");
    return cells;
}

bool Finder::is_named(const Section& section) const {
    return std::any_of(selection_.sections.begin(), selection_.sections.end(),
                       [&](const std::string& name) { return name == "all" || is_called(section, name); });
}

void Finder::fail_without_sections(Gid gid, std::span<Section* const> sections) const {
    constexpr std::size_t shown = 12;
    std::vector<std::string_view> names;
    for (const Section* section : sections.first(std::min(sections.size(), shown))) names.push_back(own_name(*section));
    const std::string cell = has_gids_ ? fmt::format("the cell of gid {}", gid) : fmt::format("cell {}", gid);
    throw std::invalid_argument(fmt::format("{} has no section {}; it has {}{}", cell,
                                            fmt::join(selection_.sections, " or "), fmt::join(names, ", "),
                                            sections.size() > shown ? " ..." : ""));
}

ReportedValues Finder::range_variable(const Name& name) const {
    const auto variable = model_.range_variable(name.variable);
    if (!variable) throw std::invalid_argument(fmt::format("{} is not a range variable", name.variable));
    const int element = element_of(name, variable->length);
    ReportedValues values{{}, units_of(model_, *variable)};
    for (const Chosen& cell : chosen_cells()) values.cells.push_back(find(cell, *variable, element));
    return values;
}

ReportedCell Finder::find(const Chosen& cell, const RangeVariable& variable, int element) const {
    const bool is_soma = selection_.section_ids.empty() && selection_.sections == std::vector<std::string>{"soma"};
    const bool center_only = selection_.center_only.value_or(is_soma);
    ReportedCell found;
    for (const auto& [number, section] : cell.sections) {
        const int nseg = section->nseg();
        const int middle = section->segment_at(.5);
        for (int k = center_only ? middle : 0; k < (center_only ? middle + 1 : nseg); ++k) {
            const double x = (k + .5) / nseg;
            try {
                found.variables.push_back(model_.reference(*section, variable, element, x));
            } catch (const std::invalid_argument& error) {
                const bool is_in_some = variable.table != compartment_table;
                throw std::invalid_argument(fmt::format("{} {}: {}{}{}", has_gids_ ? "gid" : "cell", cell.gid,
                                                        error.what(), is_in_some ? "; choose sections that have " : "",
                                                        is_in_some ? selection_.variable : ""));
            }
            found.segments.push_back({cell.gid, number, x});
        }
    }
    return found;
}

/// All of a mechanism in the chosen sections, in each section in order of creation.
ReportedValues Finder::point_processes(const InstanceVariable& variable) const {
    const MechanismType& type = *variable.type;
    std::map<const Section*, std::vector<std::uint32_t>> placed;
    for (std::size_t row = 0; row < type.table().size(); ++row) {
        const std::uint32_t id = type.table().id(row);
        if (selection_.has_instance && !selection_.has_instance({type.id(), id})) continue;
        placed[model_.place({type.id(), id}).section].push_back(id);
    }
    for (auto& [section, ids] : placed) std::sort(ids.begin(), ids.end());
    ReportedValues values{{}, variable.units};
    for (const Chosen& cell : chosen_cells()) {
        ReportedCell found;
        for (const auto& [number, section] : cell.sections) {
            const auto here = placed.find(section);
            if (here == placed.end()) continue;
            for (const std::uint32_t id : here->second) {
                const InstanceId instance{type.id(), id};
                found.variables.push_back(model_.reference(instance, variable.column));
                found.segments.push_back({cell.gid, number, model_.place(instance).x});
            }
        }
        if (found.variables.empty() && !selection_.gids.empty()) {
            throw std::invalid_argument(
                fmt::format("gid {} has no {} in {}", cell.gid, type.name(), fmt::join(selection_.sections, " or ")));
        }
        if (!found.variables.empty()) values.cells.push_back(std::move(found));
    }
    return values;
}

std::map<Gid, InstanceId> Finder::chosen_artificial(const MechanismType& type) const {
    std::map<Gid, InstanceId> chosen;
    if (!has_gids_) {
        std::vector<std::uint32_t> ids;
        for (std::size_t row = 0; row < type.table().size(); ++row) ids.push_back(type.table().id(row));
        std::sort(ids.begin(), ids.end());
        for (Gid number = 0; number < static_cast<Gid>(ids.size()); ++number) {
            if (is_chosen(number)) chosen.emplace(number, InstanceId{type.id(), ids[static_cast<std::size_t>(number)]});
        }
        return chosen;
    }
    for (const Source& source : tables_.network().sources()) {
        if (!source.exists || source.gid < 0 || !is_chosen(source.gid)) continue;
        const bool is_named = !selection_.gids.empty();
        if (!source.instance || source.instance.mechanism != type.id()) {
            if (!is_named) continue;
            throw std::invalid_argument(fmt::format("gid {} is not of the class {}", source.gid, type.name()));
        }
        if (idle_artificial_.contains(packed(source.instance))) {
            if (!is_named) continue;
            fail_idle(source.gid);
        }
        chosen.emplace(source.gid, source.instance);
    }
    return chosen;
}

ReportedValues Finder::artificial_cells(const InstanceVariable& variable) const {
    if (!selection_.section_ids.empty()) {
        throw std::invalid_argument(fmt::format("{} is an artificial cell: it has no sections", variable.type->name()));
    }
    ReportedValues values{{}, variable.units};
    for (const auto& [gid, instance] : chosen_artificial(*variable.type)) {
        values.cells.push_back({{model_.reference(instance, variable.column)}, {{gid, 0, 0}}});
    }
    return values;
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

ReportedValues find_reported(Simulation& simulation, const ReportSelection& selection) {
    const Finder finder(simulation, selection);
    const Name name = parts_of(selection.variable);
    if (name.mechanism.empty()) return finder.range_variable(name);
    const InstanceVariable variable = instance_variable(simulation.model(), name);
    return variable.type->is_artificial() ? finder.artificial_cells(variable) : finder.point_processes(variable);
}

}  // namespace ranvier::engine
