#pragma once

#include "python/bindings/python.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/type_tools.hpp"

// hoc.HocObject, the type of whatever belongs to hoc. Objects of a class of hoc are of types derived from it, which replace its
// slots; h, functions, methods and references are of this type itself, as in NEURON, and differ in their nature.

namespace ranvier::bindings {

/// What an object of the type HocObject itself does. Null: it cannot, or does what any Python object does.
struct Nature {
    getattrofunc get = nullptr;
    setattrofunc set = nullptr;
    ternaryfunc call = nullptr;
    reprfunc describe;
    reprfunc document = nullptr;  ///< its __doc__
    richcmpfunc compare;          ///< of two of this nature
    hashfunc hash;
    binaryfunc item = nullptr;
    objobjargproc set_item = nullptr;
    void (*destroy)(PyObject* self) = nullptr;  ///< what follows the nature in memory
};

/// The memory of each such object begins so; what its nature needs follows.
struct NaturalHolder {
    PyObject_HEAD const Nature* nature;
};

/// The nature of an object of the type HocObject itself; null for any other object.
inline const Nature* nature_of(PyObject* object) {
    return Py_TYPE(object) == state().hoc_object_type ? cast<NaturalHolder>(object)->nature : nullptr;
}

/// A new object of the type HocObject itself, of which the caller fills what follows the nature.
template <class Holder>
PyObject* allocate_natural(const Nature& nature) {
    auto* const memory = static_cast<PyObject*>(PyObject_Malloc(sizeof(Holder)));
    if (!memory) {
        PyErr_NoMemory();
        throw Raised{};
    }
    PyObject* const object = PyObject_Init(memory, state().hoc_object_type);
    cast<NaturalHolder>(object)->nature = &nature;
    return object;
}

/// The nature of h.
const Nature& nature_of_top_level();

/// Whether a hoc statement may be replaced by a call of the object. All of hoc's objects have the slot for calls.
bool can_be_called(PyObject* object);

}  // namespace ranvier::bindings
