#include "engine/cell/section_copy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>
#include <utility>

#include "engine/cell/model_data.hpp"

namespace ranvier::engine {

namespace {

/// The columns of the compartment table that are not computed from others.
constexpr std::array kept_columns{std::pair{col_v, "v"}, std::pair{col_cm, "cm"}, std::pair{col_diam, "diam"}};

bool are_equal(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

bool are_equal(const Point3d& a, const Point3d& b) {
    return are_equal(a.x, b.x) && are_equal(a.y, b.y) && are_equal(a.z, b.z) && are_equal(a.diam, b.diam) &&
           are_equal(a.arc, b.arc);
}

/// "soma" of "Cell[3].soma".
std::string_view name_in_cell(const Section& section) {
    const std::string_view name = section.name();
    const std::size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(dot + 1);
}

/// The segments, and behind them the ends that have an instance of extracellular.
std::vector<std::uint32_t> instances_with_ends(const ModelData& data, const Section& section, MechanismId mechanism) {
    const auto segments = section.instances(mechanism);
    std::vector<std::uint32_t> ids(segments.begin(), segments.end());
    if (mechanism != data.extracellular_id) return ids;
    for (const std::uint32_t end : {section.near_compartment(), section.far_compartment()}) {
        const std::uint32_t id = data.extracellular_at(end);
        if (id != MechanismType::nowhere) ids.push_back(id);
    }
    return ids;
}

}  // namespace

SectionCopy::SectionCopy(Cells& cells, Sections from, Sections to)
    : cells_(cells), from_(std::move(from)), to_(std::move(to)) {
    if (from_.size() != to_.size()) {
        throw std::invalid_argument(fmt::format("the numbers of sections are {} and {}", from_.size(), to_.size()));
    }
    for (std::size_t k = 0; k < from_.size(); ++k) number_[from_[k]] = k;
    for (const Section* section : from_) {
        if (section->parent() && !twin(*section->parent())) {
            throw std::invalid_argument(fmt::format("{} is connected to another cell", section->name()));
        }
        for (const MechanismId mechanism : section->mechanisms()) {
            for (const std::uint32_t id : section->instances(mechanism)) check(mechanism, id);
        }
    }
}

void SectionCopy::check(MechanismId mechanism, std::uint32_t id) const {
    MechanismType& type = cells_.state().type(mechanism);
    if (type.is_ion()) return;
    const rv_mechanism& description = *type.description();
    const auto refuse = [&](const char* why) {
        throw std::invalid_argument(fmt::format("{} {}, which cannot be copied", type.name(), why));
    };
    if (description.construct) refuse("has a CONSTRUCTOR");
    for (int k = 0; k < description.pointer_count; ++k) {
        if (type.pointer_target(id, k)) refuse("has a POINTER that is set");
    }
    // Streams without ids are numbered in the order of creation, which differs from that of a copy.
    if (description.random_count > 0 && !(description.flags & RV_STREAMS_BY_PLACE)) refuse("has RANDOM variables");
    for (int k = 0; k < description.random_count; ++k) {
        if (type.random(id, k).is_set) refuse("has RANDOM variables with ids that are set");
    }
}

Section* SectionCopy::twin(const Section& of_from) const {
    const auto found = number_.find(&of_from);
    return found == number_.end() ? nullptr : to_[found->second];
}

void SectionCopy::run() {
    for (Section* section : from_) {
        if (!section->parent()) connect(*section);
    }
    for (std::size_t k = 0; k < from_.size(); ++k) copy(*from_[k], *to_[k]);
}

/// Of siblings that begin at the same place, the one that was connected last comes first.
void SectionCopy::connect(Section& from) {
    const auto children = from.children();
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
        Section* const copied = twin(**child);
        if (!copied) throw std::invalid_argument(fmt::format("{} belongs to another cell", (*child)->name()));
        cells_.connect(*copied, (*child)->child_end(), *twin(from), (*child)->parent_x());
    }
    for (Section* child : children) connect(*child);
}

void SectionCopy::copy(const Section& from, Section& to) {
    ModelData& data = cells_.state();
    to.set_nseg(from.nseg());
    for (const MechanismId mechanism : from.mechanisms_) data.insert(to, mechanism);
    if (to.mechanisms_ != from.mechanisms_) {
        throw std::invalid_argument(fmt::format("{}: its mechanisms cannot be inserted in their order", from.name()));
    }
    for (int j = 0; j < from.nseg(); ++j) {
        for (const auto& [column, name] : kept_columns) {
            data.compartments.at(column, to.node(j)) = data.compartments.at(column, from.node(j));
        }
    }
    for (const MechanismId mechanism : from.mechanisms_) {
        const std::vector<std::uint32_t> old = instances_with_ends(data, from, mechanism);
        const std::vector<std::uint32_t> made = instances_with_ends(data, to, mechanism);
        Table& table = data.type(mechanism).table();
        for (std::size_t column = 0; column < table.column_count(); ++column) {
            for (std::size_t k = 0; k < old.size(); ++k) table.at(column, made[k]) = table.at(column, old[k]);
        }
    }
    to.segment_changes_ = from.segment_changes_;
    to.points_ = from.points_;
    to.logical_connection = from.logical_connection;
    to.L_ = from.L_;
    to.Ra_ = from.Ra_;
    to.rallbranch_ = from.rallbranch_;
    to.shape_changed();
}

void SectionCopy::copy_values(InstanceId from, InstanceId to) {
    check(from.mechanism, from.id);
    Table& table = cells_.state().type(from.mechanism).table();
    for (std::size_t column = 0; column < table.column_count(); ++column) {
        table.at(column, to.id) = table.at(column, from.id);
    }
}

std::string SectionCopy::difference() const {
    for (std::size_t k = 0; k < from_.size(); ++k) {
        if (std::string found = difference(*from_[k], *to_[k]); !found.empty()) {
            return fmt::format("{}: {}", name_in_cell(*from_[k]), found);
        }
    }
    return {};
}

std::string SectionCopy::difference(const Section& from, const Section& to) const {
    const auto is_twin = [&](const Section* old, const Section* made) { return twin(*old) == made; };
    const bool has_parent = from.parent_ != nullptr;
    const auto same_change = [](const Section::SegmentChange& a, const Section::SegmentChange& b) {
        return a.nseg == b.nseg && a.mechanisms == b.mechanisms;
    };
    const auto same_point = [](const Point3d& a, const Point3d& b) { return are_equal(a, b); };
    if (name_in_cell(from) != name_in_cell(to)) return "name";
    if (from.nseg() != to.nseg()) return "nseg";
    if (has_parent != (to.parent_ != nullptr) || (has_parent && !is_twin(from.parent_, to.parent_)) ||
        !are_equal(from.parent_x_, to.parent_x_) || !are_equal(from.child_end_, to.child_end_)) {
        return "its connection to its parent";
    }
    if (!std::ranges::equal(from.children_, to.children_, is_twin)) return "its children";
    if (!are_equal(from.L(), to.L())) return "L";
    if (!are_equal(from.Ra_, to.Ra_)) return "Ra";
    if (!are_equal(from.rallbranch_, to.rallbranch_)) return "rallbranch";
    if (!std::ranges::equal(from.points_, to.points_, same_point)) return "3-D points";
    if (from.mechanisms_ != to.mechanisms_) return "mechanisms";
    if (!std::ranges::equal(from.segment_changes_, to.segment_changes_, same_change)) {
        return "the order of nseg and insert";
    }
    return difference_of_values(from, to);
}

std::string SectionCopy::difference_of_values(const Section& from, const Section& to) const {
    ModelData& data = cells_.state();
    for (int j = 0; j < from.nseg(); ++j) {
        for (const auto& [column, name] : kept_columns) {
            const double one = data.compartments.at(column, from.node(j));
            if (!are_equal(one, data.compartments.at(column, to.node(j)))) return name;
        }
    }
    for (const MechanismId mechanism : from.mechanisms_) {
        const std::vector<std::uint32_t> old = instances_with_ends(data, from, mechanism);
        const std::vector<std::uint32_t> made = instances_with_ends(data, to, mechanism);
        for (std::size_t k = 0; k < old.size(); ++k) {
            const std::string found = difference({mechanism, old[k]}, {mechanism, made[k]});
            if (!found.empty()) return found;
        }
    }
    return {};
}

std::string SectionCopy::difference(InstanceId from, InstanceId to) const {
    check(from.mechanism, from.id);
    const Table& table = cells_.state().type(from.mechanism).table();
    for (std::size_t column = 0; column < table.column_count(); ++column) {
        if (!are_equal(table.at(column, from.id), table.at(column, to.id)))
            return variable_name(from.mechanism, column);
    }
    return {};
}

std::string SectionCopy::variable_name(MechanismId mechanism, std::size_t column) const {
    const MechanismType& type = cells_.mechanism(mechanism);
    if (type.is_ion()) return type.name();
    int field = type.description()->field_count - 1;
    while (field > 0 && static_cast<std::size_t>(type.first_column(field)) > column) --field;
    return fmt::format("{} of {}", type.description()->fields[field].name, type.name());
}

}  // namespace ranvier::engine
