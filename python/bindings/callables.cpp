#include <functional>
#include <new>
#include <set>
#include <string>

#include "python/bindings/hoc_object_type.hpp"
#include "python/bindings/members.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

namespace ranvier::bindings {

namespace {

struct CallableHolder {
    PyObject_HEAD const Nature* nature;
    PyObject* object;  ///< null: a function of the top level
    PyObject* name;
    std::shared_ptr<Method> method;
};

void callable_destroy(PyObject* self) {
    auto* holder = cast<CallableHolder>(self);
    Py_XDECREF(holder->object);
    Py_XDECREF(holder->name);
    holder->method.~shared_ptr();
}

Held answered(const hoc::Bridge::Taken& value, Answer answer) {
    const auto* number = std::get_if<double>(&value);
    if (number && answer == Answer::integer) return made(PyLong_FromDouble(*number));
    if (number && answer == Answer::boolean) return made(PyBool_FromLong(*number != 0));
    return to_python(value);
}

/// Whether the method takes hoc statements, which Python functions replace; others keep or pass on any object.
bool takes_statements(const hoc::ObjectPtr& object, const std::string& method) {
    const std::string& of = object->class_name();
    if (of == "List" || of == "StringFunctions") return false;
    if (of == "CVode" && method.starts_with("extra_scatter_gather")) return false;
    if (of == "ParallelContext" && (method == "submit" || method == "context")) return false;
    return !bridge().meaning(object, method).is_written_in_hoc;
}

/// The first section or segment among the arguments; null if there is none.
PyObject* section_among_arguments(PyObject* args) {
    for (Py_ssize_t i = 0; i < PyTuple_Size(args); ++i) {
        PyObject* const value = PyTuple_GetItem(args, i);
        if (PyObject_TypeCheck(value, state().section_type) || PyObject_TypeCheck(value, state().segment_type)) {
            return value;
        }
    }
    return nullptr;
}

[[noreturn]] void refuse_section(const std::string& callee, PyObject* section) {
    PyErr_Format(PyExc_RuntimeError, "%s does not take a section or segment, but %S is among its arguments",
                 callee.c_str(), section);
    throw Raised{};
}

bool is_mathematics(const std::string& name) {
    static const std::set<std::string, std::less<>> names{"sin", "cos",  "tan", "atan",  "atan2", "exp", "log",
                                                          "abs", "sqrt", "int", "log10", "tanh",  "erf", "erfc"};
    return names.contains(name);
}

/// Classes whose methods do not work on the section of the call.
bool works_without_section(const std::string& of) {
    return of == "Vector" || of == "Matrix" || of == "Random" || of == "CVode" || of == "Timer" || of == "File";
}

PyObject* callable_call(PyObject* self, PyObject* args, PyObject* words) {
    return guarded([&] {
        const auto* holder = cast<CallableHolder>(self);
        PyObject* const sec = section_among(words);
        PyObject* const section = section_among_arguments(args);
        if (!holder->object) {
            const std::string name = to_text(holder->name);
            if (section && is_mathematics(name)) refuse_section(name, section);
            check_ascii(args);
            const Arguments arguments{args, sec, [&] { return !bridge().meaning(name).is_written_in_hoc; }};
            return to_python(bridge().call(name, arguments.given()));
        }
        const hoc::ObjectPtr object = object_in(holder->object);
        Method& method = *holder->method;
        if (section && works_without_section(object->class_name())) {
            refuse_section(object->class_name() + '.' + method.name.text(), section);
        }
        if (object->class_name() != "ParallelContext")
            check_ascii(args);  // messages and names of files may hold any text
        const Arguments arguments{args, sec, [&] { return takes_statements(object, method.name.text()); }};
        const hoc::Bridge::Taken answer = bridge().call(object, method.name, arguments.given());
        const auto* same = std::get_if<hoc::ObjectPtr>(&answer);  // vec.append(1) returns vec
        return same && *same == object ? Held::share(holder->object) : answered(answer, method.answer);
    });
}

PyObject* callable_describe(PyObject* self) {
    return guarded([&] {
        const auto* holder = cast<CallableHolder>(self);
        const std::string of = holder->object ? object_in(holder->object)->name() + '.' : "";
        return to_python(of + to_text(holder->name) + "()");
    });
}

/// Functions of the same name are equal if their objects are.
PyObject* callable_compare(PyObject* a, PyObject* b, int op) {
    const auto identity = [](PyObject* self) {
        PyObject* object = cast<CallableHolder>(self)->object;
        const void* const behind = object ? object_in(object).get() : nullptr;
        return std::pair{behind, static_cast<const void*>(cast<CallableHolder>(self)->name)};
    };
    return PyBool_FromLong(compared(identity(a), identity(b), op));
}
Py_hash_t callable_hash(PyObject* self) {
    return hash_of(cast<CallableHolder>(self)->name);
}

/// What hoc's reference says; None for functions of scripts.
PyObject* callable_document(PyObject* self) {
    return guarded([&] {
        const auto* holder = cast<CallableHolder>(self);
        std::string name = to_text(holder->name);
        if (holder->object) name = object_in(holder->object)->class_name() + '.' + name;
        return made(PyObject_CallFunctionObjArgs(state().document.get(), to_python(name).get(), nullptr));
    });
}

PyObject* callable_getattro(PyObject* self, PyObject* name) {
    if (PyUnicode_CompareWithASCIIString(name, "__name__") != 0) return PyObject_GenericGetAttr(self, name);
    return Held::share(cast<CallableHolder>(self)->name).release();
}

constexpr Nature callable_nature{.get = callable_getattro,
                                 .call = callable_call,
                                 .describe = callable_describe,
                                 .document = callable_document,
                                 .compare = callable_compare,
                                 .hash = callable_hash,
                                 .destroy = callable_destroy};

}  // namespace

Held callable(PyObject* object, PyObject* name, std::shared_ptr<Method> method) {
    Held self = Held::take(allocate_natural<CallableHolder>(callable_nature));
    auto* holder = cast<CallableHolder>(self.get());
    Py_XINCREF(object);
    holder->object = object;
    holder->name = interned(name).release();
    new (&holder->method) std::shared_ptr<Method>(std::move(method));
    return self;
}

}  // namespace ranvier::bindings
