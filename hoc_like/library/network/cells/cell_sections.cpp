#include "hoc_like/library/network/cells/cell_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <variant>

#include "engine/cell/section.hpp"
#include "engine/network/network.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/sections/section_list.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/python/python_object.hpp"

namespace ranvier::hoc {

namespace {

void add_tree(engine::Section& section, CellSections::Sections& to) {
    to.push_back(&section);
    for (engine::Section* child : section.children()) add_tree(*child, to);
}

std::vector<SectionPtr> in_list(const ObjectPtr& object) {
    auto* list = object.as<SectionListObject>();
    return list ? list->living() : std::vector<SectionPtr>{};
}

}  // namespace

CellSections::CellSections(const Context& context) : context_(context), bridge_(context.interpreter) {}

bool CellSections::has(const ObjectPtr& cell, const std::string& member) const {
    if (const python::Handle* of = python_object_in(cell)) return python::has_attribute(*of, member);
    return bridge_.meaning(cell, member).kind == Bridge::Kind::section;
}

void CellSections::add(const ObjectPtr& cell, engine::Gid gid, const std::string& member, Sections& to) {
    if (append(cell, member, to)) return;
    throw std::invalid_argument(fmt::format("on {}: the cell of gid {} has no sections there", member, gid));
}

bool CellSections::append(const ObjectPtr& cell, const std::string& member, Sections& to) {
    std::vector<SectionPtr> found = python_object_in(cell) ? of_python(cell, member) : of_hoc(cell, member);
    std::erase_if(found, [](const SectionPtr& each) { return !each->exists(); });  // those that the cell has deleted
    for (const SectionPtr& each : found) {
        engine::Section* section = &section_of(*each);
        if (std::find(to.begin(), to.end(), section) == to.end()) to.push_back(section);
    }
    return !found.empty();
}

CellSections::Sections CellSections::numbered(const ObjectPtr& cell, engine::Gid gid) {
    Sections sections;
    for (const char* member : {"soma", "axon", "dend", "apic"}) {
        if (cell && has(cell, member)) append(cell, member, sections);
    }
    if (cell && sections.empty() && has_list(cell, "all")) append(cell, "all", sections);
    Sections tree;
    const auto source = context_.network.gids().source_of(gid);
    add_tree(context_.network.sources().info(*source).section->root(), tree);
    std::sort(tree.begin(), tree.end(), [](const auto* a, const auto* b) { return a->id() < b->id(); });
    for (engine::Section* each : tree) {
        if (std::find(sections.begin(), sections.end(), each) == sections.end()) sections.push_back(each);
    }
    return sections;
}

bool CellSections::has_list(const ObjectPtr& cell, const std::string& member) const {
    if (const python::Handle* of = python_object_in(cell)) return python::has_attribute(*of, member);
    return bridge_.meaning(cell, member).kind == Bridge::Kind::object;
}

std::vector<SectionPtr> CellSections::of_hoc(const ObjectPtr& cell, const std::string& member) {
    const Bridge::Meaning meaning = bridge_.meaning(cell, member);
    const bool is_array = !meaning.shape.empty();
    if (meaning.kind == Bridge::Kind::object && !is_array)
        return in_list(std::get<ObjectPtr>(bridge_.load(cell, member)));
    if (meaning.kind != Bridge::Kind::section || meaning.shape.size() > 1) return {};
    std::vector<SectionPtr> found;
    for (double k = 0; k < (is_array ? meaning.shape[0] : 1); ++k) {
        const Bridge::Taken taken = bridge_.load(cell, member, {&k, is_array ? 1U : 0U});
        found.push_back(std::get<SectionPtr>(taken));
    }
    return found;
}

std::vector<SectionPtr> CellSections::of_python(const ObjectPtr& cell, const std::string& member) {
    const python::Handle& of = *python_object_in(cell);
    if (!python::has_attribute(of, member)) return {};
    const python::Handle function = python::attribute(python::module_named("ranvier.templates"), "section_list");
    const std::array<python::Handle, 1> argument{python::attribute(of, member)};
    return in_list(object_from_python(context_.interpreter, python::call(function, argument)));
}

}  // namespace ranvier::hoc
