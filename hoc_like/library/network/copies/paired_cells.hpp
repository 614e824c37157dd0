#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/cell/section_copy.hpp"
#include "hoc_like/language/interface/bridge.hpp"
#include "hoc_like/language/interface/object.hpp"
#include "hoc_like/language/interface/section_object.hpp"
#include "hoc_like/library/context/context.hpp"

namespace ranvier::hoc {

/// A cell and another one that copies it, or that is compared with it: what is in its sections, and what its members hold.
class PairedCells {
  public:
    using Sections = std::vector<SectionPtr>;

    /// Throws std::runtime_error if the cells have different numbers of sections, or what cannot be copied.
    PairedCells(const Context& context, const Sections& from, const Sections& to);

    /// Fills the new, empty sections of the copy, and makes its point processes.
    void copy();
    /// Pairs the point processes; returns the first difference, such as "soma: gbar of hh"; empty if there is none.
    std::string difference();

    /// From now on `to` stands for `from`.
    void pair(const ObjectPtr& from, const ObjectPtr& to) { objects_[from.get()] = to; }
    /// What stands in the copy for an object of the first cell; it is made if it is a Vector, List, SectionList, SectionRef,
    /// NetCon without a target, or an object of a template. Throws std::runtime_error for other classes.
    ObjectPtr copy_of(const ObjectPtr& held);
    /// Whether an object of the second cell is what a copy would have.
    bool is_copy(const ObjectPtr& from, const ObjectPtr& to);

  private:
    using InstanceIds = std::vector<engine::InstanceId>;
    static engine::SectionCopy::Sections engine_sections(const Sections& sections);
    ObjectPtr object_of(engine::InstanceId point) const;
    SectionPtr twin(const SectionPtr& section) const;
    Sections twins(const Sections& sections) const;
    ObjectPtr made_like(const ObjectPtr& held);
    ObjectPtr new_point_process(const ObjectPtr& like, engine::Section& section, double x) const;
    ObjectPtr made_in(const SectionPtr& section, const std::string& class_name,
                      std::span<const Bridge::Given> arguments) const;
    ObjectPtr copy_of_netcon(const ObjectPtr& held) const;
    ObjectPtr copy_of_members(const ObjectPtr& held);
    bool is_like(const ObjectPtr& from, const ObjectPtr& to);
    bool are_netcons_alike(const ObjectPtr& from, const ObjectPtr& to) const;

    const Context& context_;
    engine::SectionCopy sections_;
    std::unordered_map<const Object*, ObjectPtr> objects_;
};

}  // namespace ranvier::hoc
