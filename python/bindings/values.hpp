#pragma once

#include <boost/container/small_vector.hpp>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "hoc_like/language/interface/bridge.hpp"
#include "python/bindings/python.hpp"

namespace ranvier::bindings {

/// Converts a hoc value to Python: float, str, None, Section, Reference, Object, or the object of a PythonObject.
Held to_python(const hoc::Bridge::Taken& value);
Held to_python(const hoc::ObjectPtr& object);
Held to_python(const hoc::SectionPtr& section);
Held to_python(const hoc::NumberRefPtr& reference);
Held to_python(const std::string& text);
Held to_python(const std::vector<std::string>& texts);

/// Converts a Python value to hoc. Types that hoc does not have become a PythonObject.
hoc::Bridge::Given to_hoc(PyObject* value);
/// Converts a value for a variable: an objref can hold any object, even a reference or a Python number.
hoc::Bridge::Given to_stored(PyObject* value, hoc::Bridge::Kind kind);
/// The same for a whole objref, not an element of an array: as in NEURON, a reference makes it null.
hoc::Bridge::Given to_assigned(PyObject* value, hoc::Bridge::Kind kind);
/// A hoc PythonObject that wraps any Python object.
hoc::ObjectPtr wrapped(PyObject* value);
std::string to_text(PyObject* value);
/// Whether a str holds only ASCII characters, as names of hoc and arguments of its functions must.
bool is_ascii(PyObject* text);
/// Throws Raised with a RuntimeError, as in NEURON, if an argument is a str with other characters.
void check_ascii(PyObject* arguments);
double to_number(PyObject* value);
/// The numbers of a tuple of indices.
std::vector<double> to_indices(PyObject* tuple);

/// Returns the section that a call is given as `sec=`, or null. Throws Raised if there is any other keyword, or if `sec` is
/// not a section.
PyObject* section_among(PyObject* words);

/// The arguments and the section of a call from Python to hoc.
///
/// A Section among the arguments, or `sec=`, is on hoc's section stack during this object's lifetime. A Segment pushes
/// its section and is passed as its position. Procedures of scripts, and Lists, take both as objects.
class Arguments {
  public:
    /// `takes_statements`, asked if an argument is a Python function or a section: whether a function may replace a hoc
    /// statement, and a section is that of the call.
    Arguments(PyObject* tuple, PyObject* sec, const std::function<bool()>& takes_statements);
    ~Arguments();
    Arguments(const Arguments&) = delete;
    Arguments& operator=(const Arguments&) = delete;
    std::span<const hoc::Bridge::Given> given() const { return {given_.data(), given_.size()}; }

  private:
    void push(const hoc::SectionPtr& section);
    boost::container::small_vector<hoc::Bridge::Given, 4> given_;  // most calls have few, and are made often
    std::size_t depth_;
    bool has_pushed_ = false;
};

}  // namespace ranvier::bindings
