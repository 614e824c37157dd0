#include "python/bindings/attributes.hpp"
#include "python/bindings/hoc_object_type.hpp"
#include "python/bindings/members.hpp"
#include "python/bindings/values.hpp"

// The nature of h: its attributes are the names of hoc's top level.

namespace ranvier::bindings {

namespace {

using Kind = hoc::Bridge::Kind;

bool is_variable(Kind kind) {
    return kind == Kind::number || kind == Kind::text || kind == Kind::object || kind == Kind::section;
}

/// Enters what the name means for good; null if that is not so simple.
const TopMeaning* enter(PyObject* name, const std::string& text, const hoc::Bridge::Meaning& meaning) {
    NameTable<TopMeaning>& names = state().top_names;
    const Kind kind = meaning.kind;
    if (is_variable(kind) && meaning.shape.empty()) {
        const bool is_integer = text == "secondorder" || text == "stoprun" || text == "diam_changed";
        return &names.add(name, {kind, std::make_shared<hoc::TopName>(text), {}, is_integer});
    }
    if (kind == Kind::callable) return &names.add(name, {kind, nullptr, callable(nullptr, name, nullptr)});
    if (kind != Kind::object_class) return nullptr;
    const Held type = made(PyObject_CallFunctionObjArgs(state().type_of_class.get(), name, nullptr));
    return &names.add(name, {kind, nullptr, type});
}

/// What is known of the name; null if it is not known, or if a variable was declared again as an array.
const TopMeaning* known(PyObject* name) {
    const TopMeaning* meaning = state().top_names.find(name);
    return meaning && meaning->variable && bridge().is_array(*meaning->variable) ? nullptr : meaning;
}

/// What was found out about a name: its meaning, null if it is not so simple; and whether hoc does not have it.
struct TopFound {
    const TopMeaning* meaning = nullptr;
    bool is_missing = false;
};

TopFound look_up(PyObject* name) {
    if (is_special(name)) return {nullptr, true};
    const std::string text = to_text(name);
    const auto meaning = bridge().meaning(text);
    if (meaning.kind == Kind::none) return {nullptr, !referred_name(name)};
    return {enter(name, text, meaning)};
}

Held value_of(const TopMeaning& meaning) {
    const hoc::Bridge::Taken value = bridge().load(*meaning.variable);
    if (meaning.is_integer) return made(PyLong_FromDouble(std::get<double>(value)));
    return to_python(value);
}

/// Whether `value` can be assigned to the variable at once. Python's numbers are; further ones go through set_member.
bool is_simple_value(const TopMeaning& meaning, PyObject* value) {
    if (!meaning.variable) return false;
    if (meaning.kind == Kind::number) return PyFloat_Check(value) || PyLong_Check(value);
    return meaning.kind == Kind::object;
}

/// What has the members of h that Python defines: neuron.n itself, and for other objects the one of the state.
PyObject* members_of(PyObject* self) {
    PyObject* const members = state().top_level.get();
    return PyType_IsSubtype(Py_TYPE(self), Py_TYPE(members)) ? self : members;
}

bool is_own_name(PyObject* self, PyObject* name) {
    static NameTable<bool>& names = *new NameTable<bool>;
    static bool is_filled = false;
    if (!is_filled) collect_names(Py_TYPE(members_of(self)), names);
    is_filled = true;
    return names.find(name);
}

/// An attribute that Python code has given to an object of a class derived from HocObject, as neuron.n; h has none.
Held attribute_of_python(PyObject* self, PyObject* name) {
    if (!nature_of(self)) {
        if (PyObject* const own = own_attribute(self, name)) return Held::take(own);
    }
    return missing(self, name);
}

PyObject* top_getattro(PyObject* self, PyObject* name) {
    return guarded([&]() -> Held {
        const TopMeaning* meaning = known(name);
        if (!meaning && is_own_name(self, name)) {
            return made(PyObject_GenericGetAttr(is_special(name) ? self : members_of(self), name));
        }
        const TopFound found = meaning ? TopFound{meaning} : look_up(name);
        if (found.is_missing) return attribute_of_python(self, name);
        if (!found.meaning) return made(PyObject_CallFunctionObjArgs(state().member_of.get(), Py_None, name, nullptr));
        return found.meaning->variable ? value_of(*found.meaning) : found.meaning->object;
    });
}

/// h.NAME = value, or `del` without a value, for a name that Python defines. As in NEURON, functions of hoc that it takes
/// over are not assignable, and h._pysec keeps what it is assigned.
void assign_own(PyObject* self, PyObject* name, PyObject* value) {
    const auto is = [&](const char* word) { return PyUnicode_CompareWithASCIIString(name, word) == 0; };
    if (is("_pysec") && value) return check(PyObject_GenericSetAttr(members_of(self), name, value));
    const bool is_of_hoc = is("setpointer") || bridge().meaning(to_text(name)).kind != hoc::Bridge::Kind::none;
    if (is("_pysec") || is_of_hoc) {
        PyErr_Format(PyExc_TypeError, "not assignable: h.%U belongs to %s", name, is_of_hoc ? "hoc" : "Python");
    } else {
        PyErr_Format(PyExc_LookupError, "'%U' is not a defined hoc variable name: it belongs to Python", name);
    }
    throw Raised{};
}

int top_setattro(PyObject* self, PyObject* name, PyObject* value) {
    return guarded_status([&] {
        const TopMeaning* meaning = known(name);
        const bool is_own = !meaning && is_own_name(self, name);
        const TopFound found = meaning || is_own ? TopFound{meaning} : look_up(name);
        meaning = found.meaning;
        if (is_own && !is_special(name)) return assign_own(self, name, value);
        if (found.is_missing && !nature_of(self)) {
            check(PyObject_GenericSetAttr(self, name, value));
        } else if (!value && !is_own) {
            made(PyObject_CallFunctionObjArgs(state().refuse_deletion.get(), Py_None, name, nullptr));
        } else if (is_own) {
            check(PyObject_GenericSetAttr(self, name, value));
        } else if (meaning && is_simple_value(*meaning, value)) {
            bridge().store(*meaning->variable, to_assigned(value, meaning->kind));
        } else {
            made(PyObject_CallFunctionObjArgs(state().set_member.get(), Py_None, name, value, nullptr));
        }
    });
}

PyObject* top_call(PyObject*, PyObject* args, PyObject* words) {
    return PyObject_Call(state().top_level.get(), args, words);
}

PyObject* top_describe(PyObject*) {
    return PyObject_Repr(state().top_level.get());
}

PyObject* top_document(PyObject*) {
    return PyObject_GetAttrString(state().top_level.get(), "__doc__");
}

/// Each HocObject() is the same top level.
PyObject* top_compare(PyObject*, PyObject*, int op) {
    return PyBool_FromLong(compared(0, 0, op));
}
Py_hash_t top_hash(PyObject*) {
    return hash_of(state().top_level.get());
}

constexpr Nature top_level_nature{.get = top_getattro,
                                  .set = top_setattro,
                                  .call = top_call,
                                  .describe = top_describe,
                                  .document = top_document,
                                  .compare = top_compare,
                                  .hash = top_hash};

}  // namespace

const Nature& nature_of_top_level() {
    return top_level_nature;
}

}  // namespace ranvier::bindings
