#include "hoc_like/library/cable/section_printing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "engine/cell/ion.hpp"
#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/library/cable/mechanism_list.hpp"

namespace ranvier::hoc {

namespace {

/// Under which of its parent's segments a child is drawn: -1 for the end by which the parent itself is connected.
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

bool uses(const engine::MechanismType& mechanism, const engine::MechanismType& ion) {
    const rv_mechanism* description = mechanism.description();
    if (!description) return false;
    return std::any_of(description->ions, description->ions + description->ion_count,
                       [&](const auto& use) { return use.name + std::string{"_ion"} == ion.name(); });
}

std::vector<engine::MechanismId> in_order_of_insertion(const engine::Model& model, const engine::Section& section) {
    std::vector<engine::MechanismId> order;
    for (const engine::MechanismId id : section.mechanisms()) {
        auto at = order.end();
        while (at != order.begin()) {
            const engine::MechanismType& before = model.mechanism(*std::prev(at));
            if (!before.is_ion() || !uses(model.mechanism(id), before)) break;
            --at;
        }
        order.insert(at, id);
    }
    return order;
}

/// Is a variable of an ion a parameter there: the potential, or the concentrations?
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

/// What psection prints of an instance: its parameters.
std::string inserted_text(const engine::Model& model, engine::MechanismId id, engine::InstanceId instance, int style) {
    const engine::MechanismType& type = model.mechanism(id);
    std::string text = fmt::format("\tinsert {} {{", type.name());
    for (const ListedVariable& variable : variables_of(model, {type.name(), id})) {
        const bool is_shown = type.is_ion() ? is_parameter_of_ion(variable, style)
                                            : variable.kind == ListedVariable::Kind::parameter;
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
    const double first = section.child_end() == 1 ? 1 - 0.5 / section.nseg() : 0.5 / section.nseg();  // next to the parent
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
    const std::string capacitance = fmt::format("\tinsert capacitance {{ cm={:g}}}\n", at_first("cm"));
    const std::string morphology = fmt::format("\tinsert morphology {{ diam={:g}}}\n", at_first("diam"));
    // The first of several segments is made of the middle one, with these two the other way round.
    text += section.nseg() == 1 ? morphology + capacitance : capacitance + morphology;
    for (const engine::MechanismId id : in_order_of_insertion(model, section)) {
        const int style = model.mechanism(id).is_ion() ? model.ion_style(section, id) : 0;
        text += inserted_text(model, id, model.instance(section, id, first), style);
    }
    for (const engine::InstanceId point : section.point_processes()) {
        const double x = model.place(point).x;
        const bool is_in_first = x > 0 && x < 1 && section.segment_at(x) == 0;
        if (is_in_first) text += inserted_text(model, point.mechanism, point, 0);
    }
    return text + "}\n";
}

}  // namespace ranvier::hoc
