#pragma once

#include <cstdint>
#include <functional>

#include "python/bindings/python.hpp"

// What the definitions of types share.

namespace ranvier::bindings {

constexpr unsigned base_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;

template <class Holder>
Holder* cast(PyObject* object) {
    return reinterpret_cast<Holder*>(object);
}

template <class Function>
void* slot(Function* function) {
    return reinterpret_cast<void*>(function);
}

/// A new object of the type, of which the caller fills what follows PyObject_HEAD.
inline PyObject* allocate(PyTypeObject* type) {
    PyObject* object = PyType_GenericAlloc(type, 0);
    if (!object) throw Raised{};
    return object;
}

/// Frees the memory; the last step of deallocation.
inline void release(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/// Keeps the memory of one object of a type that is gone, for the next one: a loop makes its objects one by one.
class Spare {
  public:
    /// Like bindings::allocate, but the memory isn't zeroed.
    PyObject* allocate(PyTypeObject* type) {
        return kept_ ? PyObject_Init(std::exchange(kept_, nullptr), type) : bindings::allocate(type);
    }
    /// The last step of deallocation. Memory of derived types isn't kept.
    void release(PyObject* self, PyTypeObject* type) {
        if (kept_ || Py_TYPE(self) != type) return bindings::release(self);
        kept_ = self;
        Py_DECREF(type);
    }

  private:
    PyObject* kept_ = nullptr;
};

/// The result of a comparison, `op`, of two values of one type.
template <class Value>
bool compared(const Value& a, const Value& b, int op) {
    switch (op) {
        case Py_EQ:
            return a == b;
        case Py_NE:
            return !(a == b);
        case Py_LT:
            return std::less<>{}(a, b);
        case Py_GT:
            return std::less<>{}(b, a);
        case Py_LE:
            return !std::less<>{}(b, a);
        default:
            return !std::less<>{}(a, b);
    }
}

/// Compares identity(object) of objects of the type. Their order means nothing, but it allows to sort them, as in NEURON.
template <class Identity>
PyObject* compare(PyObject* a, PyObject* b, int op, PyTypeObject* type, Identity identity) {
    if (!PyObject_TypeCheck(b, type)) Py_RETURN_NOTIMPLEMENTED;
    const void *left = identity(a), *right = identity(b);
    return PyBool_FromLong(compared(left, right, op));
}
inline Py_hash_t hash_of(const void* address) {
    const auto hash = static_cast<Py_hash_t>(reinterpret_cast<std::uintptr_t>(address) >> 4);
    return hash == -1 ? -2 : hash;
}

/// Makes the type and adds it to the module.
inline PyTypeObject* add_type(PyObject* module, PyType_Spec& spec, const char* name) {
    PyObject* type = made(PyType_FromSpec(&spec)).release();
    Py_INCREF(type);
    check(PyModule_AddObject(module, name, type));
    return reinterpret_cast<PyTypeObject*>(type);
}

[[noreturn]] inline void wrong_type(PyObject* object, const char* wanted) {
    PyErr_Format(PyExc_TypeError, "expected %s, not %R", wanted, object);
    throw Raised{};
}

/// Runs `body`, which returns nothing, for a slot that returns an int: 0, or -1 with a Python exception.
template <class Body>
int guarded_status(Body body) {
    const Held done = Held::take(guarded([&] {
        body();
        return Held::share(Py_None);
    }));
    return done ? 0 : -1;
}

/// size(), or -1 with a Python exception.
template <class Size>
Py_ssize_t length_of(Size size) {
    try {
        return static_cast<Py_ssize_t>(size());
    } catch (...) {
        raise_current();
        return -1;
    }
}

/// The attribute that the type itself or the object's __dict__ has; null, without an exception, if there is none.
inline PyObject* own_attribute(PyObject* self, PyObject* name) {
    PyObject* found = PyObject_GenericGetAttr(self, name);
    if (found) return found;
    if (!PyErr_ExceptionMatches(PyExc_AttributeError)) throw Raised{};
    PyErr_Clear();
    return nullptr;
}

}  // namespace ranvier::bindings
