#include "hoc_like/library/data/vector.hpp"

#include "python/bindings/parts.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

// Conversion of Vectors to and from Python sequences and buffers, such as NumPy arrays.

namespace ranvier::bindings {

namespace {

hoc::VectorObject::Values& values_of(PyObject* object) {
    auto* vector = object_in(object).as<hoc::VectorObject>();
    if (vector) return vector->values();
    PyErr_SetString(PyExc_TypeError, "expected a Vector");
    throw Raised{};
}

/// Releases a buffer in its destructor.
struct Buffer {
    Py_buffer view{};
    ~Buffer() {
        if (view.obj) PyBuffer_Release(&view);
    }
};

/// Whether the buffer holds contiguous C doubles.
bool is_plain(const Py_buffer& view) {
    return view.ndim == 1 && view.itemsize == sizeof(double) && view.format &&
           (std::string_view{view.format} == "d" || std::string_view{view.format} == "<d");
}

/// assign(vector, source): copies the source's numbers to the vector.
PyObject* assign(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *vector = nullptr, *source = nullptr;
        if (!PyArg_ParseTuple(args, "OO", &vector, &source)) throw Raised{};
        auto& values = values_of(vector);
        if (PyObject_CheckBuffer(source)) {
            Buffer buffer;
            if (PyObject_GetBuffer(source, &buffer.view, PyBUF_CONTIG_RO | PyBUF_FORMAT) == 0) {
                if (is_plain(buffer.view)) {
                    const auto* first = static_cast<const double*>(buffer.view.buf);
                    values.assign(first, first + buffer.view.len / static_cast<Py_ssize_t>(sizeof(double)));
                    return Held::share(vector);
                }
            } else {
                PyErr_Clear();  // copies numbers one by one if the buffer is not contiguous
            }
        }
        hoc::VectorObject::Values fresh;
        const Held iterator = made(PyObject_GetIter(source));
        while (const Held item = Held::take(PyIter_Next(iterator.get()))) fresh.push_back(to_number(item.get()));
        if (PyErr_Occurred()) throw Raised{};
        values = std::move(fresh);
        return Held::share(vector);
    });
}

/// numbers(vector): a list of its numbers.
PyObject* numbers(PyObject*, PyObject* vector) {
    return guarded([&] {
        const auto& values = values_of(vector);
        Held list = made(PyList_New(static_cast<Py_ssize_t>(values.size())));
        for (std::size_t i = 0; i < values.size(); ++i) {
            check(PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), PyFloat_FromDouble(values[i])));
        }
        return list;
    });
}

/// memory(vector): the numbers in place, as a writable memoryview of bytes. Valid until the vector grows.
PyObject* memory(PyObject*, PyObject* vector) {
    return guarded([&] {
        auto& values = values_of(vector);
        static double none = 0;
        return made(PyMemoryView_FromMemory(reinterpret_cast<char*>(values.empty() ? &none : values.data()),
                                            static_cast<Py_ssize_t>(values.size() * sizeof(double)), PyBUF_WRITE));
    });
}

PyMethodDef vector_functions[] = {{"assign", assign, METH_VARARGS, nullptr},
                                  {"numbers", numbers, METH_O, nullptr},
                                  {"memory", memory, METH_O, nullptr},
                                  {}};

}  // namespace

void bind_vectors(PyObject* module) {
    check(PyModule_AddFunctions(module, vector_functions));
}

}  // namespace ranvier::bindings
