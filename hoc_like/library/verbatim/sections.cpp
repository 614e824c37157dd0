// Sections as VERBATIM sees them: a copy of the tree around the accessed section, with pointers to the voltages.
#include <algorithm>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/cell/section.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/verbatim/api.hpp"

using ranvier::hoc::CableSectionPtr;
using ranvier::hoc::VerbatimContext;
namespace engine = ranvier::engine;

namespace {

/// C code's handle to one section. The address of `c` stays the same as long as the program runs.
struct Copy {
    ::Section c{};
    CableSectionPtr of;
    ::Prop properties{};
    ::Datum values[10]{};
    ::Node root{};  // where a root section begins
    std::vector<::Node> nodes;
    std::vector<::Node*> places;
    std::vector<::Pt3d> points;
};

Copy& copy_of(const engine::Section& section) {
    static std::unordered_map<std::uint32_t, Copy> known;  // nodes of the table do not move
    auto& copy = known[section.id()];
    if (!copy.of) copy.of = VerbatimContext::current().base().cables.object_of(section);
    return copy;
}

engine::Section& section_of(::Section* c) {
    if (!c) throw std::runtime_error("VERBATIM uses a null Section");
    return reinterpret_cast<Copy*>(c)->of->section();
}

constexpr int root_node = -1;  // Node::sec_node_index_ of Copy::root

std::uint32_t compartment_of(const engine::Section& section, int k) {
    if (k == root_node) return section.near_compartment();
    return k == section.nseg() ? section.far_compartment() : section.node(k);
}

void fill_node(::Node& node, Copy& copy, engine::Section& section, int k) {
    auto& model = section.cells();
    const bool is_end = k == section.nseg() || k == root_node;
    const auto compartment = compartment_of(section, k);
    const auto v = model.range_variable("v");
    node._v = model.address({v->table, v->column, compartment});
    node._area = is_end ? 100. : model.area(section, section.position_of(compartment));  // of a zero-area node
    node.sec = &copy.c;
    node.sec_node_index_ = k;
}

void fill_nodes(Copy& copy, engine::Section& section) {
    const auto count = static_cast<std::size_t>(section.nseg()) + 1;
    copy.nodes.assign(count, {});
    copy.places.resize(count);
    for (std::size_t k = 0; k < count; ++k) {
        fill_node(copy.nodes[k], copy, section, static_cast<int>(k));
        copy.places[k] = &copy.nodes[k];
    }
    copy.c.nnode = static_cast<short>(count);
    copy.c.pnode = copy.places.data();
}

void fill_properties(Copy& copy, const engine::Section& section) {
    copy.values[1].val = section.parent() ? section.parent_x() : 0.;
    copy.values[2].val = section.L();
    copy.values[3].val = section.child_end();
    copy.values[4].val = section.rallbranch();
    copy.values[7].val = section.Ra();
    copy.properties.dparam = copy.values;
    copy.c.prop = &copy.properties;
}

void fill_points(Copy& copy, const engine::Section& section) {
    copy.points.clear();
    for (const auto& p : section.points()) {
        copy.points.push_back({static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z),
                               static_cast<float>(p.diam), p.arc});
    }
    copy.c.npt3d = copy.c.pt3d_bsize = static_cast<short>(copy.points.size());
    copy.c.pt3d = copy.points.data();
}

void link(Copy& copy, engine::Section& section) {
    copy.c.refcount = 1;
    copy.c.order = static_cast<int>(section.id());
    copy.c.parentsec = section.parent() ? &copy_of(*section.parent()).c : nullptr;
    const auto children = section.children();
    copy.c.child = children.empty() ? nullptr : &copy_of(*children.front()).c;
    for (std::size_t k = 0; k < children.size(); ++k) {
        copy_of(*children[k]).c.sibling = k + 1 < children.size() ? &copy_of(*children[k + 1]).c : nullptr;
    }
}

/// Copies the tree that contains the section.
::Section* shown(engine::Section& section) {
    std::vector<engine::Section*> tree = {&section.root()};
    for (std::size_t k = 0; k < tree.size(); ++k) {
        auto& copy = copy_of(*tree[k]);
        fill_nodes(copy, *tree[k]);
        fill_properties(copy, *tree[k]);
        fill_points(copy, *tree[k]);
        link(copy, *tree[k]);
        for (auto* child : tree[k]->children()) tree.push_back(child);
    }
    return &copy_of(section).c;
}

/// The nodes of all cells as NEURON's thread has them; valid for one structure and arrangement of the model.
class AllNodes {
  public:
    void fill(::NrnThread& thread, engine::Model& model) {
        const Version now{model.structure_version(), model.arrangements()};
        if (now != version_) list(model);
        version_ = now;
        thread.ncell = cells_;
        thread.end = static_cast<int>(nodes_.size());
        thread._v_node = nodes_.data();
        thread._v_parent = parents_.data();
        thread._v_parent_index = numbers_.data();
    }

  private:
    using Version = std::pair<std::uint64_t, std::uint64_t>;

    void list(engine::Model& model) {
        cells_ = 0;
        nodes_.clear();
        parents_.clear();
        numbers_.clear();
        number_.clear();
        if (model.arrangements() == 0) return;  // as in NEURON, none before the first finitialize
        std::vector<engine::Section*> roots;
        for (const auto& section : model.sections()) {
            if (section->parent()) continue;
            auto& copy = copy_of(*section);
            fill_node(copy.root, copy, *section, root_node);
            add(copy.root, *section, root_node, -1);
            roots.push_back(section.get());
        }
        cells_ = static_cast<int>(roots.size());
        for (auto* root : roots) add_sections(*root);
    }

    /// Breadth first, each section from its parent's end outwards.
    void add_sections(engine::Section& root) {
        std::vector<engine::Section*> queue{&root};
        for (std::size_t next = 0; next < queue.size(); ++next) {
            auto& section = *queue[next];
            queue.insert(queue.end(), section.children().begin(), section.children().end());
            auto& copy = copy_of(section);
            fill_nodes(copy, section);
            int parent = number_.at(section.near_compartment());
            for (int k = 0; k <= section.nseg(); ++k) {
                parent = add(copy.nodes[static_cast<std::size_t>(k)], section, k, parent);
            }
        }
    }

    /// Returns the node's number.
    int add(::Node& node, const engine::Section& section, int k, int parent) {
        const auto number = static_cast<int>(nodes_.size());
        number_[compartment_of(section, k)] = number;
        parents_.push_back(parent < 0 ? nullptr : nodes_[static_cast<std::size_t>(parent)]);
        numbers_.push_back(std::max(parent, 0));
        nodes_.push_back(&node);
        return number;
    }

    Version version_;
    int cells_ = 0;
    std::vector<::Node*> nodes_, parents_;
    std::vector<int> numbers_;                       // of the parents
    std::unordered_map<std::uint32_t, int> number_;  // by compartment
};

}  // namespace

/// `may_prepare`: the calling mechanism has no instances, which preparing the model might move during the call.
RV_EXPORT void rv_find_nodes(::NrnThread* thread, int may_prepare) {
    static AllNodes nodes;
    const auto& base = VerbatimContext::current().base();
    if (may_prepare && base.model.arrangements() > 0) base.simulation.prepare_cells();
    nodes.fill(*thread, base.model);
}

RV_EXPORT ::Section* nrn_noerr_access(void) {
    const auto section = VerbatimContext::current().base().interpreter.section_or_null();
    return section ? shown(ranvier::hoc::section_of(*section)) : nullptr;
}

RV_EXPORT ::Section* chk_access(void) {
    auto* section = nrn_noerr_access();
    if (!section) throw std::runtime_error("there is no accessed section");
    return section;
}

RV_EXPORT double* rv_axial_coefficient(::Node* node, int of_parent) {
    if (!node || !node->sec) throw std::runtime_error("VERBATIM uses NODEA or NODEB of a null Node");
    auto& section = section_of(node->sec);
    const auto compartment = compartment_of(section, node->sec_node_index_);
    const auto& base = VerbatimContext::current().base();
    base.simulation.prepare_cells();
    return base.model.axial_coefficient(compartment, of_parent != 0);
}

RV_EXPORT const char* secname(::Section* section) {
    static std::string name;  // as in NEURON, valid until the next call
    name = section_of(section).name();
    return name.c_str();
}

RV_EXPORT double section_length(::Section* section) {
    return section_of(section).L();
}

RV_EXPORT void nrn_pushsec(::Section* section) {
    const auto& base = VerbatimContext::current().base();
    base.interpreter.push_section(base.cables.object_of(section_of(section)));
}

RV_EXPORT void nrn_popsec(void) {
    VerbatimContext::current().base().interpreter.pop_section();
}

namespace ranvier::hoc {
void keep_verbatim_sections() {}
}  // namespace ranvier::hoc
