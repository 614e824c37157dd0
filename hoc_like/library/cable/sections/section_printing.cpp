#include "hoc_like/library/cable/sections/section_printing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/cell/ion.hpp"
#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_list.hpp"

namespace ranvier::hoc {

namespace {

/// The parent segment under which a child is drawn; -1 for the end by which the parent itself is connected.
int drawn_under(const engine::Section& child) {
    const engine::Section& parent = *child.parent();
    const double x = child.parent_x();
    if (x == parent.child_end()) return -1;
    if (x == 1 - parent.child_end()) return parent.nseg();
    const int segment = parent.segment_at(x);
    return parent.child_end() == 1 ? parent.nseg() - 1 - segment : segment;
}

void append_subtree(const engine::Section& section, int indent, std::string& text) {
    const auto width = static_cast<std::size_t>(section.nseg());
    if (section.parent()) {
        text += std::string(static_cast<std::size_t>(indent) + 1, ' ') + '`' + std::string(width - 1, '-');
    } else {
        text += '|' + std::string(width, '-');
    }
    text += fmt::format("|       {}({:g}-{:g})", section.name(), section.child_end(), 1 - section.child_end());
    if (section.rallbranch() != 1) text += fmt::format(" with {:g} rall branches", section.rallbranch());
    text += '\n';
    const auto children = section.children();
    for (auto child = children.rbegin(); child != children.rend(); ++child) {
        append_subtree(**child, indent + drawn_under(**child) + 1, text);
    }
}

/// The mechanisms of a segment by id, in the order in which NEURON creates them; morphology and capacitance are
/// pseudo-mechanisms.
using Contents = std::vector<std::int64_t>;
constexpr std::int64_t morphology = -2, capacitance = -1;

/// Appends a new mechanism and then the ions it uses; ions that are already present move to the end.
void make(const engine::Model& model, Contents& contents, std::int64_t what) {
    contents.push_back(what);
    const rv_mechanism* description =
        what < 0 ? nullptr : model.mechanism(static_cast<engine::MechanismId>(what)).description();
    if (!description) return;
    for (const auto* use = description->ions; use != description->ions + description->ion_count; ++use) {
        const auto ion = static_cast<std::int64_t>(*model.find_mechanism(use->name + std::string{"_ion"}));
        std::erase(contents, ion);
        contents.push_back(ion);
    }
}

/// A new segment copies the contents of an old one from last to first, which reverses their order.
Contents copied(const engine::Model& model, const Contents& old) {
    Contents made;
    for (auto what = old.rbegin(); what != old.rend(); ++what) make(model, made, *what);
    return made;
}

/// The segments, from the end at the parent, after nseg is changed as in NEURON; see ModelData::change_nseg.
std::vector<Contents> changed(const engine::Model& model, std::vector<Contents> old, int n) {
    const auto before = static_cast<int>(old.size());
    const auto segment_of = [](int j, int of, int in) { return static_cast<std::size_t>(in * ((j + .5) / of)); };
    std::vector<Contents> made(static_cast<std::size_t>(n));
    for (int j = 0; j < n; ++j) {
        const Contents& origin = old[segment_of(j, n, before)];
        made[static_cast<std::size_t>(j)] = before < n ? copied(model, origin) : origin;
    }
    for (int j = 0; before < n && j < before; ++j) made[segment_of(j, before, n)] = old[static_cast<std::size_t>(j)];
    return made;
}

/// The contents of the first segment in NEURON's order, which depends on the history of insertions and changes of nseg.
Contents contents_of_first(const engine::Model& model, const engine::Section& section) {
    std::vector<Contents> segments{{morphology, capacitance}};
    std::size_t inserted = 0;
    const auto insert_up_to = [&](std::size_t count) {
        for (; inserted < count; ++inserted) {
            for (Contents& each : segments) {
                if (std::find(each.begin(), each.end(), section.mechanisms()[inserted]) == each.end()) {
                    make(model, each, static_cast<std::int64_t>(section.mechanisms()[inserted]));
                }
            }
        }
    };
    for (const auto& change : section.segment_changes()) {
        insert_up_to(change.mechanisms);
        if (change.nseg == 0) {
            std::reverse(segments.begin(), segments.end());
        } else {
            segments = changed(model, std::move(segments), change.nseg);
        }
    }
    insert_up_to(section.mechanisms().size());
    return segments.front();
}

/// Whether an ion's reversal potential or concentration is a parameter under the given ion style.
bool is_parameter_of_ion(const ListedVariable& variable, int style) {
    switch (variable.column) {
        case engine::ion_erev:
            return ((style >> engine::IonStyle::potential_shift) & engine::IonStyle::concentration) == 1;
        case engine::ion_inside:
        case engine::ion_outside:
            return (style & engine::IonStyle::concentration) == 1;
        default:
            return false;
    }
}

/// The parameters of an instance in psection's format.
std::string inserted_text(const engine::Model& model, engine::MechanismId id, engine::InstanceId instance, int style) {
    const engine::MechanismType& type = model.mechanism(id);
    std::string text = fmt::format("\tinsert {} {{", type.name());
    for (const ListedVariable& variable : variables_of(model, {type.name(), id})) {
        const bool is_shown =
            type.is_ion() ? is_parameter_of_ion(variable, style) : variable.kind == ListedVariable::Kind::parameter;
        if (!is_shown) continue;
        text += fmt::format(" {}={:g}", variable.name, model.load(model.reference(instance, variable.column)));
    }
    return text + "}\n";
}

}  // namespace

std::string topology_text(const engine::Model& model) {
    std::string text = "\n";
    for (const auto& section : model.sections()) {
        if (!section->parent()) append_subtree(*section, 0, text);
    }
    return text + "\n";
}

std::string psection_text(const engine::Model& model, const engine::Section& section) {
    const double first =
        section.child_end() == 1 ? 1 - 0.5 / section.nseg() : 0.5 / section.nseg();  // next to the parent
    const auto at_first = [&](const char* variable) {
        return model.load(model.reference(section, *model.range_variable(variable), 0, first));
    };
    std::string text =
        fmt::format("{} {{ nseg={}  L={:g}  Ra={:g}", section.name(), section.nseg(), section.L(), section.Ra());
    if (section.rallbranch() != 1) text += fmt::format(" rallbranch={:g}", section.rallbranch());
    text += '\n';
    if (section.parent()) {
        text += fmt::format("\t{} connect {} ({:g}), {:g}\n", section.parent()->name(), section.name(),
                            section.child_end(), section.parent_x());
    } else {
        int cell = 0;
        for (const auto& other : model.sections()) {
            if (other.get() == &section) break;
            cell += other->parent() ? 0 : 1;
        }
        text += fmt::format("\t/*location {:g} attached to cell {}*/\n", section.child_end(), cell);
    }
    text += "\t/* First segment only */\n";
    for (const std::int64_t what : contents_of_first(model, section)) {
        if (what == capacitance) {
            text += fmt::format("\tinsert capacitance {{ cm={:g}}}\n", at_first("cm"));
        } else if (what == morphology) {
            text += fmt::format("\tinsert morphology {{ diam={:g}}}\n", at_first("diam"));
        } else {
            const auto id = static_cast<engine::MechanismId>(what);
            const int style = model.mechanism(id).is_ion() ? model.ion_style(section, id) : 0;
            text += inserted_text(model, id, model.instance(section, id, first), style);
        }
    }
    for (const engine::InstanceId point : section.point_processes()) {
        const double x = model.place(point).x;
        const bool is_in_first = x > 0 && x < 1 && section.segment_at(x) == 0;
        if (is_in_first) text += inserted_text(model, point.mechanism, point, 0);
    }
    return text + "}\n";
}

}  // namespace ranvier::hoc
