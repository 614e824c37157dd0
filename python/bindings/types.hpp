#pragma once

#include <memory>
#include <string>
#include <variant>

#include "hoc_like/language/interface/bridge.hpp"
#include "python/bindings/python.hpp"

// The four types that wrap those of hoc. The classes in ranvier/*.py derive from them and add members.

namespace ranvier::bindings {

/// An object of a template or a built-in class; holds one of hoc's reference counts.
struct ObjectHolder {
    PyObject_HEAD hoc::ObjectPtr object;
};

/// A section. Each section has one Python object; a section made by Python is deleted with that object.
struct SectionHolder {
    PyObject_HEAD hoc::SectionPtr section;
    PyObject* cell;  ///< a weak reference to the section's cell, or null
    bool is_owned;
};

/// A position on a section.
struct SegmentHolder {
    PyObject_HEAD PyObject* section;
    double x;
};

/// A reference to a number, a string or an object: `_ref_v`, h.ref(3).
struct ReferenceHolder {
    PyObject_HEAD using Place =
        std::variant<hoc::NumberRefPtr, std::unique_ptr<std::string>, std::unique_ptr<hoc::ObjectPlace>>;
    Place place;
};

/// Throw Raised with a TypeError if `object` has a different type.
hoc::ObjectPtr& object_in(PyObject* object);
hoc::SectionPtr& section_in(PyObject* object);

/// The Python object of a section; created if there is none yet.
Held section_object(const hoc::SectionPtr& section);
Held segment_object(PyObject* section, double x);
Held reference_object(ReferenceHolder::Place place);

}  // namespace ranvier::bindings
