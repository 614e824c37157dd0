#include "python/bindings/values.hpp"

#include <cmath>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/python/python_object.hpp"
#include "python/bindings/callbacks.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/types.hpp"

namespace ranvier::bindings {

Held to_python(const std::string& text) {
    // Text that a script has read from a file may not be valid UTF-8.
    return made(PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape"));
}

Held to_python(const std::vector<std::string>& texts) {
    Held list = made(PyList_New(0));
    for (const std::string& text : texts) check(PyList_Append(list.get(), to_python(text).get()));
    return list;
}

Held to_python(const hoc::SectionPtr& section) {
    return section_object(section);
}

Held to_python(const hoc::NumberRefPtr& reference) {
    return reference_object(reference);
}

Held to_python(const hoc::Bridge::Taken& value) {
    if (const auto* number = std::get_if<double>(&value)) return made(PyFloat_FromDouble(*number));
    if (const auto* text = std::get_if<std::string>(&value)) return to_python(*text);
    if (const auto* section = std::get_if<hoc::SectionPtr>(&value)) return to_python(*section);
    if (const auto* reference = std::get_if<hoc::NumberRefPtr>(&value)) return to_python(*reference);
    return to_python(std::get<hoc::ObjectPtr>(value));
}

Held to_python(const hoc::ObjectPtr& object) {
    if (!object) return Held::share(Py_None);
    if (!state().object_types.of_class(object).wraps_python) return object_of(object);
    return Held::share(static_cast<PyObject*>(hoc::python_object_in(object)->get()));
}

std::string to_text(PyObject* value) {
    if (PyBytes_Check(value)) {
        char* data = nullptr;
        Py_ssize_t size = 0;
        check(PyBytes_AsStringAndSize(value, &data, &size));
        return std::string(data, static_cast<std::size_t>(size));
    }
    Py_ssize_t size = 0;
    if (const char* data = PyUnicode_Check(value) ? PyUnicode_AsUTF8AndSize(value, &size) : nullptr) {
        return std::string(data, static_cast<std::size_t>(size));
    }
    PyErr_Clear();  // surrogates, or no text
    const Held bytes = made(PyUnicode_AsEncodedString(value, "utf-8", "surrogateescape"));
    return to_text(bytes.get());
}

bool is_ascii(PyObject* text) {
    Py_ssize_t size = 0;
    if (!PyUnicode_AsUTF8AndSize(text, &size)) PyErr_Clear();  // surrogates
    return size == PyUnicode_GetLength(text);
}

double to_number(PyObject* value) {
    const double number = PyFloat_AsDouble(value);
    if (number == -1 && PyErr_Occurred()) throw Raised{};
    return number;
}

std::vector<double> to_indices(PyObject* tuple) {
    std::vector<double> indices;
    const Py_ssize_t size = PyTuple_Size(tuple);
    check(static_cast<int>(size));
    for (Py_ssize_t i = 0; i < size; ++i) indices.push_back(to_number(PyTuple_GetItem(tuple, i)));
    return indices;
}

hoc::Bridge::Given to_hoc(PyObject* value) {
    const State& all = state();
    if (value == Py_None) return hoc::ObjectPtr{};
    if (PyFloat_Check(value) || PyLong_Check(value)) return to_number(value);
    if (PyUnicode_Check(value) || PyBytes_Check(value)) return to_text(value);
    if (PyObject_TypeCheck(value, all.object_type)) return reinterpret_cast<ObjectHolder*>(value)->object;
    if (is_reference(value)) {
        auto& place = reinterpret_cast<ReferenceHolder*>(value)->place;
        if (auto* number = std::get_if<hoc::NumberRefPtr>(&place)) return *number;
        if (auto* text = std::get_if<1>(&place)) return text->get();
        return std::get<2>(place)->address();
    }
    if (PyNumber_Check(value) && !PyObject_HasAttrString(value, "__len__")) {
        const double number = PyFloat_AsDouble(value);
        if (number != -1 || !PyErr_Occurred()) return number;
        PyErr_Clear();  // a complex number, or an object that has only __index__
    }
    return wrapped(value);
}

hoc::ObjectPtr wrapped(PyObject* value) {
    Py_INCREF(value);
    return hoc::make_python_object(session().context().interpreter, hoc::python::Handle::take(value));
}

hoc::Bridge::Given to_stored(PyObject* value, hoc::Bridge::Kind kind) {
    if (kind == hoc::Bridge::Kind::number) return to_number(value);
    if (kind == hoc::Bridge::Kind::text && !PyUnicode_Check(value)) {
        const Held type = made(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(value)), "__name__"));
        PyErr_Format(PyExc_TypeError, "argument must be str, not %U", type.get());
        throw Raised{};
    }
    if (kind == hoc::Bridge::Kind::object && is_reference(value)) {
        const auto* place = std::get_if<2>(&reinterpret_cast<ReferenceHolder*>(value)->place);
        return place ? (*place)->load() : wrapped(value);  // of a reference to an object, the object
    }
    const bool is_wrapped =
        kind == hoc::Bridge::Kind::object && value != Py_None && !PyObject_TypeCheck(value, state().object_type);
    return is_wrapped ? hoc::Bridge::Given{wrapped(value)} : to_hoc(value);
}

hoc::Bridge::Given to_assigned(PyObject* value, hoc::Bridge::Kind kind) {
    if (kind == hoc::Bridge::Kind::object && is_reference(value)) return hoc::ObjectPtr{};
    return to_stored(value, kind);
}

PyObject* section_among(PyObject* words) {
    if (!words) return nullptr;
    PyObject* const sec = PyDict_GetItemString(words, "sec");
    const Held keys = made(PyDict_Keys(words));
    for (Py_ssize_t i = 0; i < PyList_Size(keys.get()); ++i) {
        PyObject* key = PyList_GetItem(keys.get(), i);
        if (PyUnicode_CompareWithASCIIString(key, "sec") == 0) continue;
        PyErr_Format(PyExc_RuntimeError, "invalid keyword argument %R: functions of hoc take only sec", key);
        throw Raised{};
    }
    if (sec && !PyObject_TypeCheck(sec, state().section_type)) {
        PyErr_Format(PyExc_TypeError, "sec is not a Section: %R", sec);
        throw Raised{};
    }
    return sec;
}

void check_ascii(PyObject* arguments) {
    for (Py_ssize_t i = 0; i < PyTuple_Size(arguments); ++i) {
        PyObject* const value = PyTuple_GetItem(arguments, i);
        if (!PyUnicode_Check(value) || is_ascii(value)) continue;
        PyErr_Format(PyExc_RuntimeError,
                     "%A is not ASCII, as texts passed to hoc must be; text.encode() passes its bytes in UTF-8", value);
        throw Raised{};
    }
}

Arguments::Arguments(PyObject* tuple, PyObject* sec, const std::function<bool()>& takes_statements)
    : depth_{bridge().section_depth()} {
    if (sec) push(section_in(sec));
    const Py_ssize_t size = PyTuple_Size(tuple);
    check(static_cast<int>(size));
    for (Py_ssize_t i = 0; i < size; ++i) {
        PyObject* value = PyTuple_GetItem(tuple, i);
        const bool is_section = PyObject_TypeCheck(value, state().section_type);
        const bool is_segment = PyObject_TypeCheck(value, state().segment_type);
        if (PyFloat_Check(value)) {
            given_.emplace_back(PyFloat_AsDouble(value));
        } else if ((is_section || is_segment) && !takes_statements()) {
            given_.emplace_back(wrapped(value));  // procedures of scripts and Lists take them as objects
        } else if (is_section) {
            push(section_in(value));
        } else if (is_segment) {
            const auto* segment = reinterpret_cast<SegmentHolder*>(value);
            push(section_in(segment->section));
            given_.emplace_back(segment->x);
        } else if (is_callback(value) && takes_statements()) {
            given_.emplace_back(statement_for(value));
        } else {
            given_.push_back(to_hoc(value));
        }
    }
}

Arguments::~Arguments() {
    if (has_pushed_) bridge().drop_sections(depth_);
}

void Arguments::push(const hoc::SectionPtr& section) {
    if (!section->exists()) throw std::runtime_error(section->fate());
    has_pushed_ = true;
    session().context().interpreter.push_section(section);
}

}  // namespace ranvier::bindings
