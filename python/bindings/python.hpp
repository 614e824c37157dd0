#pragma once

// Python's stable interface, as of the version from which on the module can be imported.
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include <utility>

namespace ranvier::bindings {

/// A counted reference to an object of Python's.
class Held {
  public:
    Held() = default;
    /// Takes over a count that the caller has ("new reference"); null is allowed.
    static Held take(PyObject* object) { return Held{object}; }
    /// Adds a count ("borrowed reference").
    static Held share(PyObject* object) {
        Py_XINCREF(object);
        return Held{object};
    }
    Held(const Held& other) : object_{other.object_} { Py_XINCREF(object_); }
    Held(Held&& other) noexcept : object_{std::exchange(other.object_, nullptr)} {}
    Held& operator=(Held other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Held() { Py_XDECREF(object_); }
    PyObject* get() const { return object_; }
    /// The object, whose count the caller now has.
    PyObject* release() { return std::exchange(object_, nullptr); }
    explicit operator bool() const { return object_ != nullptr; }

  private:
    explicit Held(PyObject* object) : object_{object} {}
    PyObject* object_ = nullptr;
};

/// Python has raised an exception; it is kept where Python keeps it.
struct Raised {};

[[noreturn]] inline void raise(PyObject* type, const char* message) {
    PyErr_SetString(type, message);
    throw Raised{};
}

/// What a function of Python's made; throws Raised if it is null.
inline Held made(PyObject* object) {
    if (!object) throw Raised{};
    return Held::take(object);
}
inline void check(int status) {
    if (status < 0) throw Raised{};
}

/// From within a handler: makes the exception of C++ that is being handled one of Python's.
void raise_current();

/// A call from Python into C++, as long as it lasts.
struct Entry {
    Entry();
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;
};
/// Is there such a call, to which an exception of Python's can go.
bool is_inside_python();

/// Runs `body`, which returns a PyObject* or Held; an exception of C++ becomes one of Python's.
template <class Body>
PyObject* guarded(Body body) {
    const Entry entry;
    try {
        return body().release();
    } catch (...) {
        raise_current();
        return nullptr;
    }
}

}  // namespace ranvier::bindings
