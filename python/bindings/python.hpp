#pragma once

// Python's stable ABI, in the oldest version that can import the module.
#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030B0000
#include <Python.h>

#include <locale.h>

#include <utility>

namespace ranvier::bindings {

/// A counted reference to a Python object.
class Held {
  public:
    Held() = default;
    /// Takes over the caller's reference ("new reference"); null is allowed.
    static Held take(PyObject* object) { return Held{object}; }
    /// Adds a reference ("borrowed reference").
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
    /// The object; the caller takes over the reference.
    PyObject* release() { return std::exchange(object_, nullptr); }
    explicit operator bool() const { return object_ != nullptr; }

  private:
    explicit Held(PyObject* object) : object_{object} {}
    PyObject* object_ = nullptr;
};

/// Thrown when Python has raised an exception, which is still set.
struct Raised {};

[[noreturn]] inline void raise(PyObject* type, const char* message) {
    PyErr_SetString(type, message);
    throw Raised{};
}

/// The result of a Python function; throws Raised if it is null.
inline Held made(PyObject* object) {
    if (!object) throw Raised{};
    return Held::take(object);
}
inline void check(int status) {
    if (status < 0) throw Raised{};
}

/// Turns the current C++ exception into a Python exception; call it in an exception handler.
void raise_current();

/// Marks a call from Python into C++ for its duration. Numbers are then read and written with a point, whatever locale
/// the Python program has chosen.
class Entry {
  public:
    Entry();
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

  private:
    locale_t before_;
};
/// Whether a call from Python is in progress, to which a Python exception can propagate.
bool is_inside_python();

/// Warns if a Vector has left memory that a NumPy array shares, since the last call (vectors.cpp).
void warn_of_moved_vectors();

/// Runs `body`, which returns a PyObject* or Held; a C++ exception becomes a Python exception.
template <class Body>
PyObject* guarded(Body body) {
    const Entry entry;
    try {
        Held result = body();
        if (result) warn_of_moved_vectors();
        return result.release();
    } catch (...) {
        raise_current();
        return nullptr;
    }
}

/// The same for a body that only reads memory: it runs no code of scripts, and neither reads nor writes numbers as text.
template <class Body>
PyObject* guarded_access(Body body) {
    try {
        Held result = body();
        return result.release();
    } catch (...) {
        raise_current();
        return nullptr;
    }
}

}  // namespace ranvier::bindings
