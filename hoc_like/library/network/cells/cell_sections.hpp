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
    /// The sections by which tables number them: soma, axon, dend and apic in this order or, in a cell that has none of these
    /// members, those of `all`.
    Sections numbered(const ObjectPtr& cell, engine::Gid gid);

  private:
    std::vector<SectionPtr> of_hoc(const ObjectPtr& cell, const std::string& member);
    std::vector<SectionPtr> of_python(const ObjectPtr& cell, const std::string& member);

    const Context& context_;
    Bridge bridge_;
};

}  // namespace ranvier::hoc
