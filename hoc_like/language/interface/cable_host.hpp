#pragma once

#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/interface/number_ref.hpp"
#include "hoc_like/language/interface/object.hpp"
#include "hoc_like/language/interface/section_object.hpp"

namespace ranvier::hoc {

/// A name that means a value along a section: `v`, `diam`, `gnabar_hh`; or one per section: `nseg`, `L`, `Ra`.
struct RangeName {
    int id;
    int length;              ///< 1, or the length of an array range variable
    bool per_section;        ///< takes no position: nseg, L, Ra, rallbranch
    bool is_object = false;  ///< means an object (a RANDOM of a mechanism), read by load_object alone
};

/// `diam(0.2:0.8) += 1:2`: the line from (x0, y0) to (x1, y1), and what a segment's value becomes of the one it has and
/// the line's at its center.
struct Taper {
    double x0, x1, y0, y1;
    std::function<double(double old, double value)> combine;  ///< null: the value is assigned as it is
};

/// What the cable syntax of hoc (create, connect, insert, v(0.5), ...) does. The language knows the syntax alone.
///
/// Every function may throw std::runtime_error; the machine adds the place in the script.
class CableHost {
  public:
    virtual ~CableHost() = default;

    /// `name` is as declared, with subscript: "dend[3]"; owner is the object of the template it was created in, or
    /// null.
    virtual SectionPtr create(const std::string& name, Object* owner) = 0;
    /// Other holders find that it does not exist.
    virtual void destroy(SectionPtr section) = 0;
    virtual void connect(SectionObject& child, double child_end, SectionObject& parent, double parent_x) = 0;
    virtual void insert(SectionObject& section, std::string_view mechanism) = 0;
    virtual void uninsert(SectionObject& section, std::string_view mechanism) = 0;

    /// Asked when a script is compiled; mechanisms known by then count.
    virtual std::optional<RangeName> range_name(std::string_view name) const = 0;
    /// Is `name` a density mechanism, for `insert`; suggests the nearest if not.
    virtual bool is_mechanism(std::string_view name) const = 0;
    virtual std::vector<std::string> names_for_suggestions() const = 0;
    /// What `insert` takes.
    virtual std::vector<std::string> mechanism_names() const { return {}; }

    virtual double load(SectionObject& section, int range_id, int element, double x) = 0;
    /// What a name that means an object means at x.
    virtual ObjectPtr load_object(SectionObject&, int /*range_id*/, double /*x*/) { return {}; }
    virtual void store(SectionObject& section, int range_id, int element, double x, double value) = 0;
    /// `gnabar_hh = 0.12`: in every segment.
    virtual void store_all(SectionObject& section, int range_id, int element, double value) = 0;
    /// `diam(0:1) = 2:1`: in the segments whose centers lie within; v and vext also at the ends that the range names.
    virtual void taper(SectionObject& section, int range_id, int element, const Taper& taper) = 0;
    virtual NumberRefPtr reference(SectionObject& section, int range_id, int element, double x) = 0;

    /// `for (x)`: 0, the centers of the segments, 1.
    virtual std::vector<double> positions(SectionObject& section) = 0;
    /// `forall`: every section, in order of creation.
    virtual std::vector<SectionPtr> all_sections() = 0;
    /// `forsec object`: the sections of a SectionList, in its order.
    virtual std::vector<SectionPtr> sections_of(Object& section_list) = 0;

    /// `setpointer name(x), place`: the POINTER `name` of the density mechanism at x refers to `place` from now on.
    virtual void set_pointer(SectionObject&, std::string_view name, double /*x*/, NumberRefPtr) {
        throw std::runtime_error("setpointer: " + std::string{name} + " is not a POINTER of a density mechanism");
    }
    /// `setpointer syn.name, place`: the same for a point process.
    virtual void set_pointer(Object& point_process, std::string_view name, NumberRefPtr) {
        throw std::runtime_error("setpointer: " + point_process.name() + "." + std::string{name} + " is not a POINTER");
    }
    /// Is `name` a POINTER of a density mechanism: it may then stand before a comma in setpointer.
    virtual bool is_pointer_name(std::string_view) const { return false; }
};

}  // namespace ranvier::hoc
