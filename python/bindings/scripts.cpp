#include "hoc_like/language/interface/advice/nearest.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "python/bindings/attributes.hpp"
#include "python/bindings/members.hpp"
#include "python/bindings/parts.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

// Names of scripts, and members of their objects. None for `object` stands for the top level.

namespace ranvier::bindings {

namespace {

using Kind = hoc::Bridge::Kind;

const char* word_for(Kind kind) {
    switch (kind) {
        case Kind::none:
            return nullptr;
        case Kind::number:
            return "number";
        case Kind::text:
            return "text";
        case Kind::object:
            return "object";
        case Kind::section:
            return "section";
        case Kind::callable:
            return "callable";
        case Kind::object_class:
            return "class";
        case Kind::range_name:
            return "range";
        case Kind::mechanism_name:
            return "mechanism";
    }
    return nullptr;
}

/// meaning(object, name): (kind, sizes, needs all indices), or None for an unknown name.
PyObject* meaning(PyObject*, PyObject* args) {
    return guarded([&]() -> Held {
        PyObject* object = nullptr;
        const char* name = nullptr;
        if (!PyArg_ParseTuple(args, "Os", &object, &name)) throw Raised{};
        const auto found = object == Py_None ? bridge().meaning(name) : bridge().meaning(object_in(object), name);
        if (found.kind == Kind::none) return Held::share(Py_None);
        const Held sizes = made(PyTuple_New(static_cast<Py_ssize_t>(found.shape.size())));
        for (std::size_t i = 0; i < found.shape.size(); ++i) {
            check(PyTuple_SetItem(sizes.get(), static_cast<Py_ssize_t>(i), PyLong_FromLong(found.shape[i])));
        }
        return made(
            Py_BuildValue("(sOO)", word_for(found.kind), sizes.get(), found.needs_indices ? Py_True : Py_False));
    });
}

/// load(object, name, indices)
PyObject* load(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *object = nullptr, *indices = nullptr;
        const char* name = nullptr;
        if (!PyArg_ParseTuple(args, "OsO!", &object, &name, &PyTuple_Type, &indices)) throw Raised{};
        const auto at = to_indices(indices);
        return to_python(object == Py_None ? bridge().load(name, at) : bridge().load(object_in(object), name, at));
    });
}

/// store(object, name, indices, value)
PyObject* store(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *object = nullptr, *indices = nullptr, *value = nullptr;
        const char* name = nullptr;
        if (!PyArg_ParseTuple(args, "OsO!O", &object, &name, &PyTuple_Type, &indices, &value)) throw Raised{};
        const auto at = to_indices(indices);
        if (object == Py_None) {
            const auto kind = bridge().meaning(name).kind;
            bridge().store(name, at, at.empty() ? to_assigned(value, kind) : to_stored(value, kind));
        } else {
            const hoc::ObjectPtr& of = object_in(object);
            bridge().store(of, name, at, to_assigned(value, bridge().meaning(of, name).kind));
        }
        return Held::share(Py_None);
    });
}

/// refer(object, name, indices): `&name`
PyObject* refer(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *object = nullptr, *indices = nullptr;
        const char* name = nullptr;
        if (!PyArg_ParseTuple(args, "OsO!", &object, &name, &PyTuple_Type, &indices)) throw Raised{};
        const auto at = to_indices(indices);
        return to_python(object == Py_None ? bridge().refer(name, at) : bridge().refer(object_in(object), name, at));
    });
}

/// call(object, name, arguments, section or None)
PyObject* call(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *object = nullptr, *tuple = nullptr, *sec = nullptr;
        const char* name = nullptr;
        if (!PyArg_ParseTuple(args, "OsO!O", &object, &name, &PyTuple_Type, &tuple, &sec)) throw Raised{};
        const bool is_top = object == Py_None;
        const Arguments arguments{
            tuple, sec == Py_None ? nullptr : sec, [&] {
                const auto what = is_top ? bridge().meaning(name) : bridge().meaning(object_in(object), name);
                return !what.is_written_in_hoc && (is_top || object_in(object)->class_name() != "List");
            }};
        return to_python(is_top ? bridge().call(name, arguments.given())
                                : bridge().call(object_in(object), name, arguments.given()));
    });
}

/// run(statements)
PyObject* run(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* text = nullptr;
        if (!PyArg_ParseTuple(args, "O", &text)) throw Raised{};
        bridge().run(to_text(text));
        return Held::share(Py_None);
    });
}

/// reference(value): a new variable for a number, a string or an object.
PyObject* reference(PyObject*, PyObject* value) {
    return guarded([&] {
        if (PyUnicode_Check(value) && !is_ascii(value)) {
            PyErr_Format(PyExc_TypeError, "ref: %A is not ASCII", value);
            throw Raised{};
        }
        if (is_reference(value)) {
            const auto of = to_stored(value, hoc::Bridge::Kind::object);
            return reference_object(std::make_unique<hoc::ObjectPlace>(std::get<hoc::ObjectPtr>(of)));
        }
        const auto given = to_hoc(value);
        if (const auto* number = std::get_if<double>(&given)) {
            return reference_object(hoc::make_number_place(*number));
        }
        if (const auto* text = std::get_if<std::string>(&given)) {
            return reference_object(std::make_unique<std::string>(*text));
        }
        if (const auto* object = std::get_if<hoc::ObjectPtr>(&given)) {
            return reference_object(std::make_unique<hoc::ObjectPlace>(*object));
        }
        raise(PyExc_TypeError, "a reference needs a number, a string or an object");
    });
}

/// set_pointer(reference, name, object or segment): `setpointer`
PyObject* set_pointer(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *place = nullptr, *holder = nullptr;
        const char* name = nullptr;
        if (!PyArg_ParseTuple(args, "OsO", &place, &name, &holder)) throw Raised{};
        if (!is_reference(place)) wrong_type(place, "a reference, such as segment._ref_v");
        const auto given = to_hoc(place);
        const auto* number = std::get_if<hoc::NumberRefPtr>(&given);
        if (!number) raise(PyExc_TypeError, "a POINTER must point to a number");
        if (PyObject_TypeCheck(holder, state().segment_type)) {
            const auto* segment = reinterpret_cast<SegmentHolder*>(holder);
            session().context().cables.set_pointer(*section_in(segment->section), name, segment->x, *number);
        } else {
            session().context().cables.set_pointer(*object_in(holder), name, *number);
        }
        return Held::share(Py_None);
    });
}

/// numbered(class, index): the object Class[index], or None.
PyObject* numbered(PyObject*, PyObject* args) {
    return guarded([&] {
        const char* name = nullptr;
        long long index = 0;
        if (!PyArg_ParseTuple(args, "sL", &name, &index)) throw Raised{};
        return to_python(hoc::Bridge::Taken{bridge().numbered(name, index)});
    });
}

/// function(object, name): a function or procedure, or a method of an object.
PyObject* function(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *object = nullptr, *name = nullptr;
        if (!PyArg_ParseTuple(args, "OU", &object, &name)) throw Raised{};
        if (object == Py_None) return callable(nullptr, name, nullptr);
        const std::string text = to_text(name);
        const Answer answer = answer_of(object_in(object)->class_name(), text);
        return method_of(object, name, std::make_shared<Method>(hoc::MemberName{text}, answer));
    });
}

/// set_own(object, name, value): sets an attribute of Python, not a member of hoc.
PyObject* set_own(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *object = nullptr, *name = nullptr, *value = nullptr;
        if (!PyArg_ParseTuple(args, "OUO", &object, &name, &value)) throw Raised{};
        check(PyObject_GenericSetAttr(object, name, value));
        return Held::share(Py_None);
    });
}

/// forget(type): the type has been given an attribute.
PyObject* forget(PyObject*, PyObject* type) {
    state().object_types.forget(reinterpret_cast<PyTypeObject*>(type));
    Py_RETURN_NONE;
}

/// is_class_of_hoc(name): false for templates and mechanisms.
PyObject* is_class_of_hoc(PyObject*, PyObject* name) {
    return guarded([&] {
        const std::string text = to_text(name);
        const bool is_other =
            bridge().meaning(text).is_written_in_hoc || session().context().cables.find_mechanism(text);
        return made(PyBool_FromLong(!is_other));
    });
}

/// identity(object): its address.
PyObject* identity(PyObject*, PyObject* object) {
    return guarded([&] { return made(PyLong_FromVoidPtr(object_in(object).get())); });
}

/// names(object, or the name of a class): the names that can follow the dot; names(None): those of the top level.
PyObject* names(PyObject*, PyObject* object) {
    return guarded([&] {
        if (object == Py_None) return to_python(session().context().interpreter.names());
        if (PyUnicode_Check(object)) return to_python(bridge().member_names(to_text(object)));
        return to_python(bridge().member_names(object_in(object)));
    });
}

/// suggestion(name): "; do you mean 'x'?" or nothing.
PyObject* suggestion(PyObject*, PyObject* name) {
    return guarded([&] { return to_python(bridge().suggestion(to_text(name))); });
}

/// mechanism_suggestion(name): the same among density mechanisms.
PyObject* mechanism_suggestion(PyObject*, PyObject* name) {
    return guarded([&] {
        return to_python(hoc::nearest_suggestion(to_text(name), session().context().cables.mechanism_names()));
    });
}

/// missing_text(holder, name): what the error says of a name that a section, segment or mechanism does not have.
PyObject* describe_missing(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *holder = nullptr, *name = nullptr;
        if (!PyArg_ParseTuple(args, "OU", &holder, &name)) throw Raised{};
        return to_python(missing_text(holder, name));
    });
}

PyMethodDef script_functions[] = {{"meaning", meaning, METH_VARARGS, nullptr},
                                  {"load", load, METH_VARARGS, nullptr},
                                  {"store", store, METH_VARARGS, nullptr},
                                  {"refer", refer, METH_VARARGS, nullptr},
                                  {"call", call, METH_VARARGS, nullptr},
                                  {"run", run, METH_VARARGS, nullptr},
                                  {"reference", reference, METH_O, nullptr},
                                  {"set_pointer", set_pointer, METH_VARARGS, nullptr},
                                  {"numbered", numbered, METH_VARARGS, nullptr},
                                  {"function", function, METH_VARARGS, nullptr},
                                  {"names", names, METH_O, nullptr},
                                  {"suggestion", suggestion, METH_O, nullptr},
                                  {"mechanism_suggestion", mechanism_suggestion, METH_O, nullptr},
                                  {"missing_text", describe_missing, METH_VARARGS, nullptr},
                                  {"set_own", set_own, METH_VARARGS, nullptr},
                                  {"forget", forget, METH_O, nullptr},
                                  {"is_class_of_hoc", is_class_of_hoc, METH_O, nullptr},
                                  {"identity", identity, METH_O, nullptr},
                                  {}};

}  // namespace

void bind_scripts(PyObject* module) {
    check(PyModule_AddFunctions(module, script_functions));
}

}  // namespace ranvier::bindings
