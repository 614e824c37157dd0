#pragma once

#include <string>

#include "engine/storage/variable_ref.hpp"
#include "hoc_like/language/interface/cable_host.hpp"
#include "python/bindings/names.hpp"

// Range variables by the attribute names of sections, segments and mechanisms: each name is looked up once.

namespace ranvier::bindings {

/// A range variable of a mechanism: gnabar stands for gnabar_hh, and ena for ena of na_ion.
struct MechanismVariable {
    hoc::RangeName range;
    Held full_name;
};

class RangeNames {
  public:
    /// The variable, if it has been used before; else null.
    const hoc::RangeName* known(PyObject* name) { return is_current() ? ranges_.find(name) : nullptr; }
    /// The variable of that name; null if there is none.
    const hoc::RangeName* find(PyObject* name);

    const engine::MechanismId* known_mechanism(PyObject* name) { return mechanisms_.find(name); }
    /// The density mechanism of that name; null if there is none.
    const engine::MechanismId* find_mechanism(PyObject* name);

    const MechanismVariable* known_in(engine::MechanismId mechanism, PyObject* name);
    /// The variable that the mechanism calls so; null if there is none.
    const MechanismVariable* find_in(engine::MechanismId mechanism, PyObject* name);

  private:
    /// The lengths of arrays change with the number of extracellular layers; then all names are looked up again.
    bool is_current();
    unsigned version_ = 0;
    NameTable<hoc::RangeName> ranges_;
    NameTable<engine::MechanismId> mechanisms_;
    std::unordered_map<engine::MechanismId, NameTable<MechanismVariable>> of_mechanisms_;
};

/// The value of a range variable at x of a section, or its array or object. `holder`: a section or segment, for messages
/// and for the array, whose elements are set in all segments if the holder is the section.
Held load_range(PyObject* holder, PyObject* section, PyObject* name, const hoc::RangeName& range, double x);
/// Sets the value at x, or in all segments if x is null.
void store_range(PyObject* holder, PyObject* section, PyObject* name, const hoc::RangeName& range, const double* x,
                 PyObject* value);
/// `_ref_name` of a segment.
Held refer_range(PyObject* segment, PyObject* name);

/// What an error says of a mechanism, or a variable of one, that a segment does not have.
std::string not_inserted(const std::string& segment, const std::string& name);
/// Throws Raised with an AttributeError if the variable is one of a mechanism that the section does not have.
void check_inserted(PyObject* section, PyObject* name, double x);
/// The number for a range variable; throws Raised with a ValueError of this text if `value` is null or no number.
double to_range_value(PyObject* value, const char* error);

/// Whether the name begins with two underscores, as those that Python itself looks up.
bool is_special(PyObject* name);

/// What follows "_ref_" in `name`; null if it does not begin so.
PyObject* referred_name(PyObject* name);

}  // namespace ranvier::bindings
