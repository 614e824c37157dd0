#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "engine/storage/variable_ref.hpp"
#include "hoc_like/language/interface/bridge.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "python/bindings/python.hpp"

// The types that wrap those of hoc. The classes in ranvier/*.py derive from them and add members that are used rarely.

namespace ranvier::bindings {

struct Nature;

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

/// A density mechanism in a segment.
struct MechanismHolder {
    PyObject_HEAD PyObject* segment;
    engine::MechanismId mechanism;
};

/// A reference to a number, a string or an object: `_ref_v`, h.ref(3).
struct ReferenceHolder {
    PyObject_HEAD const Nature* nature;
    using Place = std::variant<hoc::NumberRefPtr, std::unique_ptr<std::string>, std::unique_ptr<hoc::ObjectPlace>>;
    Place place;
};

/// Throw Raised with a TypeError if `object` has a different type.
hoc::ObjectPtr& object_in(PyObject* object);
hoc::SectionPtr& section_in(PyObject* object);
SegmentHolder& segment_in(PyObject* object);

/// The engine's section of a Section.
inline engine::Section& cable_of(PyObject* section) {
    return hoc::section_of(*section_in(section));
}

/// The Python object of a section; created if there is none yet.
Held section_object(const hoc::SectionPtr& section);
Held list_of(const std::vector<hoc::SectionPtr>& sections);
/// `x` is from 0 to 1.
Held segment_object(PyObject* section, double x);
Held mechanism_object(PyObject* segment, engine::MechanismId mechanism);
Held reference_object(ReferenceHolder::Place place);
bool is_reference(PyObject* object);
/// type(arguments, sec=...): `new Class(arguments)` for the hoc class of the type; null with a Python exception.
PyObject* new_object(PyTypeObject* type, PyObject* args, PyObject* words);
/// A new Python object, of the type of its class.
Held object_of(const hoc::ObjectPtr& object);

}  // namespace ranvier::bindings
