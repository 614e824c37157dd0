#pragma once

#include <string>
#include <vector>

#include "engine/rule/gid_set.hpp"
#include "hoc_like/language/interface/bridge.hpp"

namespace ranvier::engine {
class Section;
}

namespace ranvier::hoc {

struct Context;

/// Finds the sections that cells keep in their members: a section, an array of sections, a SectionList, or what Python keeps
/// in an attribute.
class CellSections {
  public:
    using Sections = std::vector<engine::Section*>;

    explicit CellSections(const Context& context);

    bool has(const ObjectPtr& cell, const std::string& member) const;
    /// Appends those of one member, without those that are there already. Throws std::invalid_argument, which names the gid,
    /// if the member has no sections.
    void add(const ObjectPtr& cell, engine::Gid gid, const std::string& member, Sections& to);
    /// All sections of the cell's tree, as tables number them: those of the members soma, axon, dend and apic in this order
    /// or, in a cell that has none of these, of `all`; then the others in the order of their creation.
    Sections numbered(const ObjectPtr& cell, engine::Gid gid);

  private:
    /// Whether there are any.
    bool append(const ObjectPtr& cell, const std::string& member, Sections& to);
    bool has_list(const ObjectPtr& cell, const std::string& member) const;
    std::vector<SectionPtr> of_hoc(const ObjectPtr& cell, const std::string& member);
    std::vector<SectionPtr> of_python(const ObjectPtr& cell, const std::string& member);

    const Context& context_;
    Bridge bridge_;
};

}  // namespace ranvier::hoc
