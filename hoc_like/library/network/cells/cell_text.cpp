#include "hoc_like/library/network/cells/cell_text.hpp"

#include <fmt/format.h>

#include <vector>

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_list.hpp"

namespace ranvier::hoc {

namespace {

class CellText {
  public:
    CellText(const engine::Model& model, const engine::Network& network) : model_{model}, network_{network} {}

    void add_cell(engine::Section& root) {
        number(root);
        for (const engine::Section* section : sections_) add_section(*section);
    }

    void add_instance(engine::InstanceId instance, const std::string& indent) {
        const engine::MechanismType& type = model_.mechanism(instance.mechanism);
        text += fmt::format("{}{}\n", indent, type.name());
        for (const ListedVariable& variable : variables_of(model_, {type.name(), type.id()})) {
            for (int k = 0; k < variable.length; ++k) {
                const auto column = static_cast<std::uint16_t>(variable.column + k);
                const std::string element = variable.length > 1 ? fmt::format("[{}]", k) : std::string();
                text += fmt::format("{}  {}{} {:.17g}\n", indent, variable.name, element,
                                    model_.load(model_.reference(instance, column)));
            }
        }
        for (const engine::NetConId netcon : network_.netcons_onto(instance)) add_connection(netcon, indent);
    }

    std::string text;

  private:
    void number(engine::Section& section) {
        sections_.push_back(&section);
        for (engine::Section* child : section.children()) number(*child);
    }
    std::size_t number_of(const engine::Section& section) const {
        std::size_t i = 0;
        while (i < sections_.size() && sections_[i] != &section) ++i;
        return i;
    }

    void add_section(const engine::Section& section) {
        text += fmt::format("section {} nseg {} L {:.17g} Ra {:.17g}", number_of(section), section.nseg(), section.L(),
                            section.Ra());
        if (section.parent()) {
            text += fmt::format(" end {:g} at {:g} of section {}", section.child_end(), section.parent_x(),
                                number_of(*section.parent()));
        }
        text += '\n';
        for (int s = 0; s < section.nseg(); ++s) {
            const double x = (s + 0.5) / section.nseg();
            text += fmt::format("  segment {} diam {:.17g} cm {:.17g} v {:.17g}\n", s, value(section, "diam", x),
                                value(section, "cm", x), value(section, "v", x));
            for (const engine::MechanismId mechanism : section.mechanisms()) {
                add_instance(model_.instance(section, mechanism, x), "    ");
            }
        }
        for (const engine::InstanceId process : section.point_processes()) {
            text += fmt::format("  at {:g}\n", model_.place(process).x);
            add_instance(process, "    ");
        }
    }

    double value(const engine::Section& section, const char* name, double x) const {
        return model_.load(model_.reference(section, *model_.range_variable(name), 0, x));
    }

    void add_connection(engine::NetConId netcon, const std::string& indent) {
        const engine::SourceId source = network_.source(netcon);
        std::string from = "no source";
        if (source != engine::SourceId::none) {
            const auto gid = network_.sources().info(source).gid;
            from = gid ? fmt::format("gid {}", *gid) : "a source without gid";
        }
        text += fmt::format("{}  connection from {} delay {:.17g} active {} weights", indent, from,
                            network_.delay(netcon), network_.active(netcon) ? 1 : 0);
        for (int k = 0; k < network_.weight_count(netcon); ++k) {
            text += fmt::format(" {:.17g}", network_.weight(netcon, k));
        }
        text += '\n';
    }

    const engine::Model& model_;
    const engine::Network& network_;
    std::vector<const engine::Section*> sections_;
};

}  // namespace

std::string cell_text(const engine::Model& model, const engine::Network& network, const engine::SourceInfo& source) {
    CellText cell(model, network);
    cell.text = fmt::format("t {:.17g}\n", model.t);
    if (source.section) {
        cell.add_cell(source.section->root());
    } else if (source.instance) {
        cell.add_instance(source.instance, "");
    }
    return cell.text;
}

}  // namespace ranvier::hoc
