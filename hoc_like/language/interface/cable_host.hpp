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

/// The name of a range variable (`v`, `diam`, `gnabar_hh`) or of a section variable (`nseg`, `L`, `Ra`).
struct RangeName {
    int id;
    int length;              ///< 1, or the length of an array range variable
    bool per_section;        ///< a section variable, which takes no position: nseg, L, Ra, rallbranch
    bool is_object = false;  ///< an object (a RANDOM of a mechanism), read only by load_object
};

/// `diam(0.2:0.8) += 1:2`: the line from (x0, y0) to (x1, y1), and the operation on a segment's value and the line's
/// value at its center.
struct Taper {
    double x0, x1, y0, y1;
    std::function<double(double old, double value)> combine;  ///< null: the value is assigned as it is
};

/// The implementation of hoc's cable syntax (create, connect, insert, v(0.5), ...). The language knows only the syntax.
///
/// Every function may throw std::runtime_error; the machine adds the place in the script.
class CableHost {
  public:
    virtual ~CableHost() = default;

    /// `name` is the declared name with its subscript, such as "dend[3]"; `owner` is the template's object that creates
    /// the section, or null.
    virtual SectionPtr create(const std::string& name, Object* owner) = 0;
    /// The section that Python has made under this name ("soma", "Cell.dend[3]"); null if there is none.
    virtual SectionPtr python_section(std::string_view /*name*/) { return nullptr; }
    /// Destroys the section. Remaining references report that it no longer exists.
    virtual void destroy(SectionPtr section) = 0;
    virtual void connect(SectionObject& child, double child_end, SectionObject& parent, double parent_x) = 0;
    virtual void insert(SectionObject& section, std::string_view mechanism) = 0;
    virtual void uninsert(SectionObject& section, std::string_view mechanism) = 0;

    /// Called when a script is compiled; finds only mechanisms that are registered by then.
    virtual std::optional<RangeName> range_name(std::string_view name) const = 0;
    /// Whether `name` is a density mechanism, for `insert`.
    virtual bool is_mechanism(std::string_view name) const = 0;
    virtual std::vector<std::string> names_for_suggestions() const = 0;
    /// The valid arguments of `insert`.
    virtual std::vector<std::string> mechanism_names() const { return {}; }

    virtual double load(SectionObject& section, int range_id, int element, double x) = 0;
    /// The object that a name refers to at x.
    virtual ObjectPtr load_object(SectionObject&, int /*range_id*/, double /*x*/) { return {}; }
    virtual void store(SectionObject& section, int range_id, int element, double x, double value) = 0;
    /// `gnabar_hh = 0.12`: sets the value in every segment.
    virtual void store_all(SectionObject& section, int range_id, int element, double value) = 0;
    /// `diam(0:1) = 2:1`: sets the values of the segments whose centers lie in the range; for v and vext also the
    /// section ends in the range.
    virtual void taper(SectionObject& section, int range_id, int element, const Taper& taper) = 0;
    virtual NumberRefPtr reference(SectionObject& section, int range_id, int element, double x) = 0;

    /// `for (x)`: 0, the centers of the segments, 1.
    virtual std::vector<double> positions(SectionObject& section) = 0;
    /// `forall`: all sections, in order of creation.
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
    /// Whether `name` is a POINTER of a density mechanism, which may precede a comma in setpointer.
    virtual bool is_pointer_name(std::string_view) const { return false; }
};

}  // namespace ranvier::hoc
