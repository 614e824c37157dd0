#pragma once

#include <memory>
#include <vector>

#include "engine/network/network_ids.hpp"
#include "hoc_like/language/interface/object.hpp"
#include "hoc_like/language/interface/section_object.hpp"

namespace ranvier::hoc {

struct Context;

/// A cell whose constructor has just run, with the sections that the constructor has made, in order of creation.
struct NewCell {
    ObjectPtr object;
    engine::Gid gid;
    std::vector<SectionPtr> sections;
};

/// Makes cells as copies of one, without running the template's code again: its sections with their shapes, mechanisms and
/// values, its point processes, and its members. A copy does not share any of them with the original.
///
/// Numbers that are the gid in two cells that the template's code has made become the gid of the copy.
class CellCopies {
  public:
    virtual ~CellCopies() = default;
    virtual ObjectPtr make(engine::Gid gid) = 0;
    /// Throws std::runtime_error, which says what differs, if a cell that the template's code has made is not like a copy.
    virtual void check(const NewCell& built) = 0;
};

/// Copies of the first of two cells. Both must live as long as this object, and must not change before its end. These functions throw
/// std::runtime_error if the cells differ, or if they have members or mechanisms that cannot be copied.
std::unique_ptr<CellCopies> copies_of_hoc(const Context& context, const NewCell& first, const NewCell& second);
/// `methods`: a ranvier.templates.CellTemplate.
std::unique_ptr<CellCopies> copies_of_python(const Context& context, const NewCell& first, const NewCell& second);

}  // namespace ranvier::hoc
