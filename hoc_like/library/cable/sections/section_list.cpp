#include "hoc_like/library/cable/sections/section_list.hpp"

#include <algorithm>
#include <unordered_set>

#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"

namespace ranvier::hoc {

namespace {

/// The section and its subtree, level by level, in NEURON's order.
void append_subtree(engine::Section& section, const Cables& cables, std::vector<SectionPtr>& to) {
    std::vector<engine::Section*> level{&section};
    while (!level.empty()) {
        std::vector<engine::Section*> below;
        for (engine::Section* each : level) {
            to.push_back(cables.object_of(*each));
            below.insert(below.end(), each->children().begin(), each->children().end());
        }
        level = std::move(below);
    }
}

void print_names(Call& call) {
    for (const SectionPtr& section : call.self_as<SectionListObject>().living()) {
        call.interpreter().print(section->name() + "\n");
    }
}

/// The section that a method works on: the accessed one.
CableSection& accessed_cable(Call& call) {
    return static_cast<CableSection&>(*call.section());
}

}  // namespace

void SectionListObject::forget_deleted() {
    std::erase_if(sections, [](const SectionPtr& section) { return !section->exists(); });
}

std::vector<SectionPtr> SectionListObject::living() {
    forget_deleted();
    return sections;
}

std::size_t SectionListObject::size() {
    forget_deleted();
    return sections.size();
}

bool SectionListObject::contains(const SectionPtr& section) {
    return section && section->exists() && std::ranges::find(sections, section) != sections.end();
}

void register_section_list(Registry& registry, const Context& context) {
    Cables& cables = context.cables;
    ClassDefinition list;
    list.name = SectionListObject::class_name;
    list.signature = "SectionList()";
    list.doc = "A list of sections, for forsec.";
    list.construct = [](Call&) { return std::make_unique<SectionListObject>(); };
    list.methods = {
        {"append", "append()", "Appends the accessed section.",
         [](Call& call) -> Result {
             auto& self = call.self_as<SectionListObject>();
             self.sections.push_back(call.section());
             return 1.;
         }},
        {"remove", "remove() or remove(list)",
         "Removes the first occurrence of the accessed section, or all sections "
         "of another list.",
         [](Call& call) -> Result {
             auto& self = call.self_as<SectionListObject>();
             if (call.size() == 0) {  // the first occurrence
                 const auto at = std::ranges::find(self.sections, call.section());
                 if (at == self.sections.end()) return 0.;
                 self.sections.erase(at);
                 return 1.;
             }
             const auto others = call.native<SectionListObject>(0).living();
             const std::unordered_set<SectionPtr> gone(others.begin(), others.end());
             return static_cast<double>(
                 std::erase_if(self.sections, [&](const SectionPtr& s) { return gone.contains(s); }));
         }},
        {"wholetree", "wholetree()", "Appends all sections of the accessed section's cell, from the root.",
         [&cables](Call& call) -> Result {
             append_subtree(accessed_cable(call).section().root(), cables, call.self_as<SectionListObject>().sections);
             return 1.;
         }},
        {"allroots", "allroots()", "Appends the root section of every cell.",
         [&cables](Call& call) -> Result {
             auto& self = call.self_as<SectionListObject>();
             for (const SectionPtr& section : cables.all_sections()) {
                 if (!section_of(*section).parent()) self.sections.push_back(section);
             }
             return 1.;
         }},
        {"subtree", "subtree()", "Appends the accessed section and its subtree.",
         [&cables](Call& call) -> Result {
             append_subtree(accessed_cable(call).section(), cables, call.self_as<SectionListObject>().sections);
             return 1.;
         }},
        {"children", "children()", "Appends the children of the accessed section.",
         [&cables](Call& call) -> Result {
             auto& self = call.self_as<SectionListObject>();
             for (engine::Section* child : accessed_cable(call).section().children()) {
                 self.sections.push_back(cables.object_of(*child));
             }
             return 1.;
         }},
        {"unique", "unique()", "Removes duplicates; returns their number.",
         [](Call& call) -> Result {
             auto& sections = call.self_as<SectionListObject>().sections;
             std::unordered_set<SectionPtr> known;
             return static_cast<double>(
                 std::erase_if(sections, [&](const SectionPtr& section) { return !known.insert(section).second; }));
         }},
        {"size", "size()", "Number of sections.",
         [](Call& call) -> Result { return static_cast<double>(call.self_as<SectionListObject>().size()); }},
        {"contains", "contains()", "1 if the accessed section is in the list.",
         [](Call& call) -> Result { return call.self_as<SectionListObject>().contains(call.section()) ? 1. : 0.; }},
        {"printnames", "printnames()", "Prints the names of the sections, one per line.",
         [](Call& call) -> Result {
             print_names(call);
             return 1.;
         }},
    };
    registry.add(std::move(list));
}

}  // namespace ranvier::hoc
