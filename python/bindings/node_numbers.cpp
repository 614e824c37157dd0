#include "python/bindings/node_numbers.hpp"

#include <vector>

namespace ranvier::bindings {

int NodeNumbers::of(engine::Model& model, std::uint32_t compartment) {
    if (model.arrangements() == 0) return 0;
    const Version now{model.structure_version(), model.arrangements()};
    if (now != version_) list(model);
    version_ = now;
    return numbers_.at(compartment);
}

void NodeNumbers::list(engine::Model& model) {
    numbers_.clear();
    std::vector<engine::Section*> roots;
    for (const auto& section : model.sections()) {
        if (section->parent()) continue;
        add(section->near_compartment());
        roots.push_back(section.get());
    }
    for (auto* root : roots) list_cell(*root);
}

void NodeNumbers::list_cell(engine::Section& root) {
    std::vector<engine::Section*> sections{&root};
    for (std::size_t next = 0; next < sections.size(); ++next) {
        auto& section = *sections[next];
        sections.insert(sections.end(), section.children().begin(), section.children().end());
        for (int k = 0; k < section.nseg(); ++k) add(section.node(k));
        add(section.far_compartment());
    }
}

}  // namespace ranvier::bindings
