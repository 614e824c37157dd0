#include "hoc_like/library/network/cells/cell_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>
#include <variant>

#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/sections/section_list.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/python/python_object.hpp"

namespace ranvier::hoc {

namespace {

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
    const std::vector<SectionPtr> found = python_object_in(cell) ? of_python(cell, member) : of_hoc(cell, member);
    if (found.empty()) {
        throw std::invalid_argument(fmt::format("on {}: the cell of gid {} has no sections there", member, gid));
    }
    for (const SectionPtr& each : found) {
        engine::Section* section = &section_of(*each);
        if (std::find(to.begin(), to.end(), section) == to.end()) to.push_back(section);
    }
}

CellSections::Sections CellSections::numbered(const ObjectPtr& cell, engine::Gid gid) {
    Sections sections;
    for (const char* member : {"soma", "axon", "dend", "apic"}) {
        if (has(cell, member)) add(cell, gid, member, sections);
    }
    if (sections.empty()) add(cell, gid, "all", sections);
    return sections;
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
