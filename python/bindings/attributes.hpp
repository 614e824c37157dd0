#pragma once

#include <string>
#include <vector>

#include "python/bindings/python.hpp"

// Attributes of Python's own, and the error for those that are missing.

namespace ranvier::bindings {

/// The attributes that a type and its bases define, with those that a program adds to them.
class OwnNames {
  public:
    /// Once the type is complete.
    void watch(PyTypeObject* type);
    /// The attribute of an object of this type, or of one derived from it; null, without an exception, if it has none.
    PyObject* attribute(PyObject* self, PyObject* name) const;

  private:
    bool has(PyObject* name) const;
    PyTypeObject* type_ = nullptr;
    std::vector<Held> members_;  // views of the dicts of the type and its bases
};

/// Sets the AttributeError for a name that `holder` does not have, and returns null. Its text, which needs a search for the
/// nearest name, is composed when it is read: hasattr() and getattr() with a default do not read it.
Held missing(PyObject* holder, PyObject* name);
/// The same, as an exception of C++.
[[noreturn]] void raise_missing(PyObject* holder, PyObject* name);

/// What the error says of a name that a section, a segment or a mechanism does not have.
std::string missing_text(PyObject* holder, PyObject* name);

}  // namespace ranvier::bindings
