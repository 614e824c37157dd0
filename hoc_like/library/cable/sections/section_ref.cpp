#include "hoc_like/library/cable/sections/section_ref.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/list.hpp"

namespace ranvier::hoc {

namespace {

engine::Section& section(Native& self) {
    return section_of(*static_cast<SectionRefObject&>(self).section);
}

/// NEURON's "true parent": the nearest ancestor to which the path from the section connects elsewhere than at that
/// ancestor's near end.
engine::Section* true_parent(engine::Section& of) {
    engine::Section* parent = of.parent();
    double x = of.parent_x();
    while (parent && x == parent->child_end() && parent->parent()) {
        x = parent->parent_x();
        parent = parent->parent();
    }
    return parent && x == parent->child_end() && !parent->parent() ? nullptr : parent;
}

SectionPtr object_or_throw(const Cables& cables, engine::Section* found, Native& self, const char* what) {
    if (!found) throw std::runtime_error(fmt::format("{} has no {}", section(self).name(), what));
    return cables.object_of(*found);
}

constexpr const char* unnamed = "unnamed";

bool is_unnamed(const SectionPtr& section) {
    return !static_cast<const CableSection&>(*section).owner() && section_of(*section).name() == unnamed;
}

/// Whether the section is a variable of the top level; others belong to an object or to Python.
bool is_of_top_level(Call& call, const SectionPtr& section) {
    return !static_cast<const CableSection&>(*section).owner() &&
           call.interpreter().section_named(section_of(*section).name()) == section;
}

/// As in NEURON, failing to rename a section is not an error: the reason is printed, and the result is 0.
Result unchanged(Call& call, const std::string& reason) {
    call.interpreter().print(reason + '\n');
    return 0.;
}

/// ref.unname(): removes the section's name.
Result unname(Call& call) {
    const SectionPtr section = call.self_as<SectionRefObject>().section;
    engine::Section& cable = section_of(*section);
    if (is_unnamed(section)) fail(call, "the section has no name; give it one with rename(\"name\")");
    if (!is_of_top_level(call, section)) {
        return unchanged(call, cable.name() + " belongs to an object or to Python and keeps its name");
    }
    cable.set_name(unnamed);
    call.interpreter().unname_section(section, SectionPtr{new CableSection});
    return 1.;
}

/// ref.rename("name"), or rename("name", List of SectionRefs) for name[0], name[1], ...
Result rename(Call& call) {
    const std::string name = call.string(0);
    std::vector<SectionPtr> sections;
    const bool is_array = call.size() > 1;
    if (is_array) {
        for (const ObjectPtr& each : call.native<ListObject>(1).objects()) {
            auto* ref = each.as<SectionRefObject>();
            if (!ref) fail(call, "the list must hold SectionRefs");
            sections.push_back(ref->section);
        }
    } else {
        sections.push_back(call.self_as<SectionRefObject>().section);
    }
    // As in NEURON, the sections before the first that cannot be renamed get their names.
    std::string reason;
    const auto first_refused = std::find_if(sections.begin(), sections.end(), [&](const SectionPtr& each) {
        if (!each->exists()) {
            reason = "a section was deleted: " + each->fate();
        } else if (!is_unnamed(each)) {
            reason = section_of(*each).name() + " still has a name; use unname() first";
        }
        return !reason.empty();
    });
    sections.erase(first_refused, sections.end());
    if (sections.empty()) return unchanged(call, reason);
    try {
        call.interpreter().name_sections(name, sections, is_array);
    } catch (const std::runtime_error& error) {
        return unchanged(call, error.what());
    }
    for (std::size_t i = 0; i < sections.size(); ++i) {
        section_of(*sections[i]).set_name(is_array ? fmt::format("{}[{}]", name, i) : name);
    }
    return reason.empty() ? Result{1.} : unchanged(call, reason);
}

}  // namespace

void register_section_ref(Registry& registry, const Context& context) {
    const Cables& cables = context.cables;
    ClassDefinition ref;
    ref.name = SectionRefObject::class_name;
    ref.signature = "SectionRef()";
    ref.doc = "A reference to the section that is accessed when the object is created.";
    ref.construct = [](Call& call) { return std::make_unique<SectionRefObject>(call.section()); };
    ref.sections = {
        {"sec", "The section.", 0,
         [](Native& self, std::span<const long long>) { return static_cast<SectionRefObject&>(self).section; }},
        {"parent", "The parent of the section.", 0,
         [&cables](Native& self, std::span<const long long>) {
             return object_or_throw(cables, section(self).parent(), self, "parent");
         }},
        {"trueparent", "The parent or, if the section connects to the parent's near end, the parent's true parent.", 0,
         [&cables](Native& self, std::span<const long long>) {
             return object_or_throw(cables, true_parent(section(self)), self, "true parent");
         }},
        {"root", "The root section of the cell.", 0,
         [&cables](Native& self, std::span<const long long>) {
             return SectionPtr(cables.object_of(section(self).root()));
         }},
        {"child", "child[i]: the i-th child.", 1,
         [&cables](Native& self, std::span<const long long> index) -> SectionPtr {
             const auto children = section(self).children();
             if (index.empty()) throw std::runtime_error("write child[i]: a section may have several children");
             const long long i = index[0];
             if (i < 0 || i >= std::ssize(children)) {
                 throw std::runtime_error(
                     fmt::format("{} has {} children, so no child[{}]", section(self).name(), children.size(), i));
             }
             return cables.object_of(*children[static_cast<std::size_t>(i)]);
         }},
    };
    const auto number = [](const char* name, const char* doc, double (*value)(engine::Section&)) {
        return MethodDefinition{name, std::string(name) + "()", doc,
                                [value](Call& call) -> Result { return value(section(*call.self()->native())); }};
    };
    ref.methods = {
        number("has_parent", "1 if the section has a parent.", [](engine::Section& s) { return s.parent() ? 1. : 0.; }),
        number("has_trueparent", "1 if the section has a true parent.",
               [](engine::Section& s) { return true_parent(s) ? 1. : 0.; }),
        number("nchild", "Number of children.",
               [](engine::Section& s) { return static_cast<double>(s.children().size()); }),
        {"exists", "exists()", "1 unless the section was deleted.",
         [](Call& call) -> Result { return call.self_as<SectionRefObject>().section->exists() ? 1. : 0.; }},
        {"unname", "ref.unname()",
         "Removes the section's name, so that rename can give it a new one; returns 0 if the section belongs to an "
         "object or to Python.",
         unname},
        {"rename", "ref.rename(\"name\", list)",
         "Gives a new name to the section, whose old name unname() has removed; with a List of SectionRefs, makes "
         "their sections an array with this name. If this is impossible, prints the reason and returns 0.",
         rename},
        {"is_cas", "is_cas()", "1 if the section is the accessed one.",
         [](Call& call) -> Result {
             const SectionPtr& of = call.self_as<SectionRefObject>().section;
             section_of(*of);  // throws if it was deleted
             return of == call.section() ? 1. : 0.;
         }},
    };
    registry.add(std::move(ref));
}

}  // namespace ranvier::hoc
