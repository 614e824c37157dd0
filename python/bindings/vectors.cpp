#include "hoc_like/language/interface/element_ref.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/data/vector/lent_memory.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "python/bindings/parts.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/type_tools.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

// Vectors as Python sequences, their arithmetic, and their conversion to and from sequences and buffers, such as NumPy
// arrays.

namespace ranvier::bindings {

namespace {

hoc::VectorObject::Values& values_of(PyObject* object) {
    auto* vector = object_in(object).as<hoc::VectorObject>();
    if (vector) return vector->values();
    PyErr_SetString(PyExc_TypeError, "expected a Vector");
    throw Raised{};
}

bool is_vector(PyObject* object) {
    return PyObject_TypeCheck(object, state().object_type) && object_in(object).as<hoc::VectorObject>();
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

using Values = hoc::VectorObject::Values;

/// The numbers of a sequence, iterable or buffer.
Values numbers_in(PyObject* source) {
    if (is_vector(source)) return values_of(source);
    if (PyObject_CheckBuffer(source)) {
        Buffer buffer;
        if (PyObject_GetBuffer(source, &buffer.view, PyBUF_CONTIG_RO | PyBUF_FORMAT) == 0) {
            if (is_plain(buffer.view)) {
                const auto* first = static_cast<const double*>(buffer.view.buf);
                return Values(first, first + buffer.view.len / static_cast<Py_ssize_t>(sizeof(double)));
            }
        } else {
            PyErr_Clear();  // copies numbers one by one if the buffer is not contiguous
        }
    }
    Values found;
    const Held iterator = made(PyObject_GetIter(source));
    while (const Held item = Held::take(PyIter_Next(iterator.get()))) found.push_back(to_number(item.get()));
    if (PyErr_Occurred()) throw Raised{};
    return found;
}

/// assign(vector, source): copies the source's numbers to the vector.
PyObject* assign(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *vector = nullptr, *source = nullptr;
        if (!PyArg_ParseTuple(args, "OO", &vector, &source)) throw Raised{};
        const Values numbers = numbers_in(source);
        values_of(vector).assign(numbers.begin(), numbers.end());  // in its memory, which an array may share
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

/// A Vector's memory as a writable buffer of bytes. The memory stays as long as this object, even if the Vector leaves it.
/// (A Vector must not be a buffer itself: Python's float() would take it for text.)
struct Memory {
    explicit Memory(Values& values) : lent(values.data()), begin(values.data()), size(values.size()) {}
    hoc::LentMemory lent;
    double* begin;
    std::size_t size;
};
struct MemoryHolder {
    PyObject_HEAD PyObject* vector;
    Memory* memory;  // null: the Vector was empty
};
PyTypeObject* memory_type = nullptr;

void memory_dealloc(PyObject* self) {
    delete cast<MemoryHolder>(self)->memory;
    Py_XDECREF(cast<MemoryHolder>(self)->vector);
    release(self);
}

int memory_buffer(PyObject* self, Py_buffer* view, int flags) {
    return guarded_status([&] {
        static double none = 0;
        const Memory* const memory = cast<MemoryHolder>(self)->memory;
        const auto bytes = static_cast<Py_ssize_t>(memory ? memory->size * sizeof(double) : 0);
        check(PyBuffer_FillInfo(view, self, memory ? memory->begin : &none, bytes, 0, flags));
    });
}

/// memory(vector): its numbers as a buffer.
PyObject* memory(PyObject*, PyObject* vector) {
    return guarded([&] {
        Values& values = values_of(vector);
        auto lent = values.empty() ? nullptr : std::make_unique<Memory>(values);
        Held self = Held::take(allocate(memory_type));
        cast<MemoryHolder>(self.get())->vector = Held::share(vector).release();
        cast<MemoryHolder>(self.get())->memory = lent.release();
        return self;
    });
}

void bind_memory_type(PyObject* module) {
    static PyType_Slot slots[] = {
        {Py_tp_dealloc, slot(memory_dealloc)}, {Py_bf_getbuffer, slot(memory_buffer)}, {0, nullptr}};
    static PyType_Spec spec{"_ranvier.Memory", sizeof(MemoryHolder), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    memory_type = add_type(module, spec, "Memory");
}

// Elements

[[noreturn]] void no_element(PyObject* self, Py_ssize_t i, std::size_t size) {
    PyErr_Format(PyExc_IndexError, "index %zd is outside of %S, whose size is %zu", i, self, size);
    throw Raised{};
}

/// The element with that index; negative ones count from the end.
double& element(PyObject* self, Values& values, Py_ssize_t i) {
    const auto size = static_cast<Py_ssize_t>(values.size());
    const Py_ssize_t at = i < 0 ? i + size : i;
    if (at < 0 || at >= size) no_element(self, i, values.size());
    return values[static_cast<std::size_t>(at)];
}

/// The numbers of an object of the type Vector.
Values& values_in(PyObject* self) {
    auto* vector = cast<ObjectHolder>(self)->object.as<hoc::VectorObject>();
    if (!vector) wrong_type(self, "a Vector");
    return vector->values();
}

Py_ssize_t index_from(PyObject* key) {
    if (PyLong_Check(key)) {
        const Py_ssize_t i = PyLong_AsSsize_t(key);
        if (i != -1 || !PyErr_Occurred()) return i;
        PyErr_Clear();  // too large: an IndexError
    }
    const Py_ssize_t i = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (i == -1 && PyErr_Occurred()) throw Raised{};
    return i;
}

/// The places that a slice selects.
struct Places {
    Places(PyObject* slice, const Values& values) {
        check(PySlice_Unpack(slice, &first, &last, &step));
        count = PySlice_AdjustIndices(static_cast<Py_ssize_t>(values.size()), &first, &last, step);
    }
    std::size_t at(Py_ssize_t k) const { return static_cast<std::size_t>(first + k * step); }
    Py_ssize_t first = 0, last = 0, step = 1, count = 0;
};

Held new_vector(Values values) {
    return object_of(hoc::make_vector(session().context().interpreter, std::move(values)));
}

Py_ssize_t vector_length(PyObject* self) {
    return length_of([&] { return values_of(self).size(); });
}

PyObject* vector_item(PyObject* self, PyObject* key) {
    if (Py_TYPE(key) != &PySlice_Type) {
        return guarded_access(
            [&] { return made(PyFloat_FromDouble(element(self, values_in(self), index_from(key)))); });
    }
    return guarded([&] {
        Values& values = values_in(self);
        const Places places(key, values);
        Values chosen;
        for (Py_ssize_t k = 0; k < places.count; ++k) chosen.push_back(values[places.at(k)]);
        return new_vector(std::move(chosen));
    });
}

void store_slice(PyObject* self, PyObject* slice, PyObject* value) {
    if (PyObject_HasAttrString(value, "__iter__") == 0) raise(PyExc_TypeError, "can only assign an iterable");
    const Values given = numbers_in(value);
    Values& values = values_of(self);
    const Places places(slice, values);
    // As in NEURON, the elements for which there are numbers are assigned in any case.
    const auto count = static_cast<Py_ssize_t>(given.size());
    for (Py_ssize_t k = 0; k < std::min(count, places.count); ++k) {
        values[places.at(k)] = given[static_cast<std::size_t>(k)];
    }
    if (count != places.count) {
        PyErr_Format(PyExc_IndexError, "iterable object must have the same length as slice (it's too %s: %zd and %zd)",
                     count < places.count ? "short" : "long", count, places.count);
        throw Raised{};
    }
}

int vector_set_item(PyObject* self, PyObject* key, PyObject* value) {
    return guarded_status([&] {
        if (!value) raise(PyExc_TypeError, "remove elements of a Vector with its method remove");
        if (Py_TYPE(key) == &PySlice_Type) return store_slice(self, key, value);
        const double number = to_number(value);
        element(self, values_in(self), index_from(key)) = number;
    });
}

/// Iterates over the numbers as they are when reached.
struct NumberIterator {
    PyObject_HEAD PyObject* vector;
    std::size_t next;
};
PyTypeObject* number_iterator_type = nullptr;

PyObject* vector_iter(PyObject* self) {
    return guarded([&] {
        Held iterator = Held::take(allocate(number_iterator_type));
        cast<NumberIterator>(iterator.get())->vector = Held::share(self).release();
        return iterator;
    });
}
void number_iterator_dealloc(PyObject* self) {
    Py_XDECREF(cast<NumberIterator>(self)->vector);
    release(self);
}
PyObject* number_iterator_next(PyObject* self) {
    auto* holder = cast<NumberIterator>(self);
    const Values& values = object_in(holder->vector).as<hoc::VectorObject>()->values();
    return holder->next < values.size() ? PyFloat_FromDouble(values[holder->next++]) : nullptr;
}

int vector_contains(PyObject* self, PyObject* value) {
    int is_found = -1;
    guarded_status([&] {
        const double number = PyFloat_AsDouble(value);
        if (number == -1 && PyErr_Occurred()) {
            PyErr_Clear();
            is_found = 0;
            return;
        }
        const Values& values = values_of(self);
        is_found = std::find(values.begin(), values.end(), number) != values.end();
    });
    return is_found;
}

/// vec.x, by which scripts name elements: vec.x[3].
PyObject* vector_x(PyObject* self, void*) {
    return Held::share(self).release();
}

// Arithmetic: a new Vector

bool is_number(PyObject* value) {
    return PyFloat_Check(value) || PyLong_Check(value) ||
           (PyNumber_Check(value) && !PyObject_HasAttrString(value, "__len__"));
}

template <class Operation>
PyObject* combined(PyObject* a, PyObject* b, Operation operation) {
    return guarded([&]() -> Held {
        if (is_vector(a) && is_vector(b)) {
            const Values &left = values_of(a), &right = values_of(b);
            if (left.size() != right.size()) raise(PyExc_RuntimeError, "the Vectors have different sizes");
            Values result(left.size());
            std::transform(left.begin(), left.end(), right.begin(), result.begin(), operation);
            return new_vector(std::move(result));
        }
        const bool is_left = is_vector(a);
        PyObject* const other = is_left ? b : a;
        if (!is_number(other)) return Held::share(Py_NotImplemented);  // numpy makes an array of a Vector
        const double number = to_number(other);
        Values result = values_of(is_left ? a : b);
        for (double& x : result) x = is_left ? operation(x, number) : operation(number, x);
        return new_vector(std::move(result));
    });
}

PyObject* vector_add(PyObject* a, PyObject* b) {
    return combined(a, b, [](double x, double y) { return x + y; });
}
PyObject* vector_subtract(PyObject* a, PyObject* b) {
    return combined(a, b, [](double x, double y) { return x - y; });
}
PyObject* vector_multiply(PyObject* a, PyObject* b) {
    return combined(a, b, [](double x, double y) { return x * y; });
}
PyObject* vector_divide(PyObject* a, PyObject* b) {
    // As in NEURON, a number divided, or the divisor, must not be 0; elements of two Vectors may be.
    const auto is_zero = [](PyObject* number) {
        const double value = is_number(number) ? PyFloat_AsDouble(number) : 1;
        if (PyErr_Occurred()) PyErr_Clear();  // `combined` says what is wrong
        return value == 0;
    };
    const bool divides_by_zero = is_vector(a)   ? is_zero(b)
                                 : is_number(b) ? false
                                                : is_number(a) && std::ranges::count(values_of(b), 0.) > 0;
    if (divides_by_zero) {
        PyErr_SetString(PyExc_RuntimeError, "Vector Division by zero");
        return nullptr;
    }
    if (!is_vector(a)) return combined(a, b, [](double x, double y) { return 1 / y * x; });  // rounded as in NEURON
    return combined(a, b, [](double x, double y) { return x / y; });
}

template <class Operation>
PyObject* changed(PyObject* self, Operation operation) {
    return guarded([&] {
        Values result = values_of(self);
        for (double& x : result) x = operation(x);
        return new_vector(std::move(result));
    });
}
PyObject* vector_negative(PyObject* self) {
    return changed(self, [](double x) { return x * -1; });
}
PyObject* vector_positive(PyObject* self) {
    return changed(self, [](double x) { return x; });
}
PyObject* vector_absolute(PyObject* self) {
    return changed(self, [](double x) { return std::fabs(x); });
}

/// The item with that index, for reversed().
PyObject* vector_at(PyObject* self, Py_ssize_t i) {
    return guarded_access([&] { return made(PyFloat_FromDouble(element(self, values_in(self), i))); });
}

int vector_set_x(PyObject*, PyObject*, void*) {
    PyErr_SetString(PyExc_TypeError, "'x' requires subscript for assignment");
    return -1;
}

/// The numbers for a new Vector; what cannot be one is a RuntimeError, as in NEURON.
Values numbers_for_new(PyObject* source) {
    if (PyObject_TypeCheck(source, state().object_type)) {
        PyErr_Format(PyExc_RuntimeError, "%S  is not a PythonObject; copy a Vector by its method c()", source);
        throw Raised{};
    }
    if (!PySequence_Check(source) && !PyIter_Check(source)) {
        PyErr_Format(PyExc_RuntimeError, "Vector: %R does not support the Python Sequence or Iterator protocol",
                     source);
        throw Raised{};
    }
    try {
        return numbers_in(source);
    } catch (const Raised&) {
        if (!PyErr_ExceptionMatches(PyExc_TypeError)) throw;
        PyErr_Clear();
        PyErr_Format(PyExc_RuntimeError, "Vector: %R does not hold valid numbers alone", source);
        throw;
    }
}

/// Vector(numbers): their copy, whatever follows; else as in hoc.
PyObject* vector_new(PyTypeObject* type, PyObject* args, PyObject* words) {
    PyObject* const first = PyTuple_Size(args) > 0 ? PyTuple_GetItem(args, 0) : nullptr;
    const bool is_copy =
        first && !PyFloat_Check(first) && !PyLong_Check(first) && PyObject_HasAttrString(first, "__iter__");
    if (!is_copy) return new_object(type, args, words);
    return guarded([&] {
        Values values = numbers_for_new(first);
        const Held none = made(PyTuple_New(0));
        Held self = made(new_object(type, none.get(), words));
        values_in(self.get()) = std::move(values);
        return self;
    });
}

void bind_vector_type(PyObject* module) {
    static PyGetSetDef members[] = {
        {"x", vector_x, vector_set_x, "The elements, vec.x[i]; the Vector itself.", nullptr}, {}};
    static PyType_Slot slots[] = {{Py_tp_base, state().object_type},
                                  {Py_tp_new, slot(vector_new)},
                                  {Py_tp_iter, slot(vector_iter)},
                                  {Py_mp_length, slot(vector_length)},
                                  {Py_mp_subscript, slot(vector_item)},
                                  {Py_mp_ass_subscript, slot(vector_set_item)},
                                  {Py_sq_length, slot(vector_length)},
                                  {Py_sq_item, slot(vector_at)},
                                  {Py_sq_contains, slot(vector_contains)},
                                  {Py_nb_add, slot(vector_add)},
                                  {Py_nb_subtract, slot(vector_subtract)},
                                  {Py_nb_multiply, slot(vector_multiply)},
                                  {Py_nb_true_divide, slot(vector_divide)},
                                  {Py_nb_negative, slot(vector_negative)},
                                  {Py_nb_positive, slot(vector_positive)},
                                  {Py_nb_absolute, slot(vector_absolute)},
                                  {Py_tp_getset, members},
                                  {0, nullptr}};
    static PyType_Spec spec{"_ranvier.Vector", sizeof(ObjectHolder), 0, base_flags, slots};
    add_type(module, spec, "Vector");
    static PyType_Slot iterator_slots[] = {{Py_tp_dealloc, slot(number_iterator_dealloc)},
                                           {Py_tp_iter, slot(PyObject_SelfIter)},
                                           {Py_tp_iternext, slot(number_iterator_next)},
                                           {0, nullptr}};
    static PyType_Spec iterator_spec{"_ranvier.NumberIterator", sizeof(NumberIterator), 0,
                                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, iterator_slots};
    number_iterator_type = add_type(module, iterator_spec, "NumberIterator");
}

/// A number in the memory of a Python object, such as an array.
class NumberInBuffer final : public hoc::ElementReference {
  public:
    NumberInBuffer(PyObject* owner, Py_ssize_t index) {
        check(PyObject_GetBuffer(owner, &buffer_.view, PyBUF_CONTIG | PyBUF_FORMAT));
        if (!is_plain(buffer_.view)) raise(PyExc_TypeError, "expected an array of one dimension of float64");
        size_ = buffer_.view.len / static_cast<Py_ssize_t>(sizeof(double));
        if (index < -size_ || index >= size_) raise(PyExc_IndexError, "the index is outside of the array");
        index_ = index < 0 ? index + size_ : index;
    }
    double load() const override { return *at(0); }
    void store(double value) override { *at(0) = value; }
    double* address() const override { return at(0); }
    double* at(long long offset) const override {
        if (offset < -index_ || offset >= size_ - index_) throw std::out_of_range("the index is outside of the array");
        return static_cast<double*>(buffer_.view.buf) + index_ + offset;
    }
    std::string describe() const override { return "an element of an array of Python"; }

  private:
    Buffer buffer_;  // keeps the array and its place
    Py_ssize_t size_ = 0, index_ = 0;
};

/// reference_to_memory(array, index): a reference to an element of a writable array of float64.
PyObject* reference_to_memory(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* owner = nullptr;
        Py_ssize_t index = 0;
        if (!PyArg_ParseTuple(args, "On", &owner, &index)) throw Raised{};
        return reference_object(hoc::NumberRefPtr{std::make_shared<NumberInBuffer>(owner, index)});
    });
}

PyMethodDef vector_functions[] = {{"assign", assign, METH_VARARGS, nullptr},
                                  {"numbers", numbers, METH_O, nullptr},
                                  {"memory", memory, METH_O, nullptr},
                                  {"reference_to_memory", reference_to_memory, METH_VARARGS, nullptr},
                                  {}};

}  // namespace

void warn_of_moved_vectors() {
    if (!hoc::has_left_lent_memory()) return;
    check(PyErr_WarnEx(
        PyExc_RuntimeWarning,
        "a Vector has outgrown its memory, which it shared with a NumPy array: the array keeps its numbers, and "
        "no longer follows the Vector; call as_numpy again",
        1));
}

void bind_vectors(PyObject* module) {
    bind_vector_type(module);
    bind_memory_type(module);
    check(PyModule_AddFunctions(module, vector_functions));
}

}  // namespace ranvier::bindings
