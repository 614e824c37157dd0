#include "python/bindings/attributes.hpp"

#include "engine/cell/mechanism_type.hpp"
#include "python/bindings/range_names.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/type_tools.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

namespace ranvier::bindings {

void OwnNames::watch(PyTypeObject* type) {
    type_ = type;
    const Held bases = made(PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), "__mro__"));
    for (Py_ssize_t i = 0; i < PyTuple_Size(bases.get()); ++i) {
        members_.push_back(made(PyObject_GetAttrString(PyTuple_GetItem(bases.get(), i), "__dict__")));
    }
}

bool OwnNames::has(PyObject* name) const {
    for (const Held& each : members_) {
        const int found = PySequence_Contains(each.get(), name);
        check(found);
        if (found) return true;
    }
    return false;
}

PyObject* OwnNames::attribute(PyObject* self, PyObject* name) const {
    if (Py_TYPE(self) == type_ && !has(name)) return nullptr;  // GenericGetAttr would raise an exception to be cleared
    return own_attribute(self, name);
}

Held missing(PyObject* holder, PyObject* name) {
    if (!is_ascii(name)) {
        PyErr_Format(PyExc_TypeError, "%A: names of hoc are ASCII", name);
        return {};
    }
    const Held what = made(PyTuple_Pack(2, holder, name));
    PyErr_SetObject(state().missing_attribute.get(), what.get());
    return {};
}

void raise_missing(PyObject* holder, PyObject* name) {
    missing(holder, name);
    throw Raised{};
}

std::string missing_text(PyObject* holder, PyObject* name) {
    const std::string of = to_text(made(PyObject_Str(holder)).get()), text = to_text(name);
    if (PyObject_TypeCheck(holder, state().mechanism_type)) return of + " has no " + text;
    const auto mechanism = session().cables().find_mechanism(text);
    if (!mechanism) return of + " has no " + text + bridge().suggestion(text);
    const bool is_of_segment = PyObject_TypeCheck(holder, state().segment_type);
    if (is_of_segment && session().model().mechanism(*mechanism).is_density()) return not_inserted(of, text);
    return of + " has no " + text + "; the mechanism must be inserted first";
}

}  // namespace ranvier::bindings
