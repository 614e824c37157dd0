#include "python/bindings/attributes.hpp"

#include <algorithm>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/advice/range_advice.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
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

namespace {

/// What can follow the dot after a section or a segment: attributes of its class, and range variables.
std::vector<std::string> member_names(PyObject* holder) {
    std::vector<std::string> names = session().context().cables.names_for_suggestions();
    const Held own = made(PyObject_Dir(reinterpret_cast<PyObject*>(Py_TYPE(holder))));
    for (Py_ssize_t i = 0; i < PyList_Size(own.get()); ++i) {
        const std::string name = to_text(PyList_GetItem(own.get(), i));
        if (!name.starts_with('_')) names.push_back(name);
    }
    return names;
}

}  // namespace

std::string missing_text(PyObject* holder, PyObject* name) {
    const std::string of = to_text(made(PyObject_Str(holder)).get()), text = to_text(name);
    if (PyObject_TypeCheck(holder, state().mechanism_type)) return of + " has no " + text;
    const bool is_of_segment = PyObject_TypeCheck(holder, state().segment_type);
    const std::string segment = is_of_segment ? of : of + "(0.5)";
    const auto mechanism = session().context().cables.find_mechanism(text);
    const bool is_density = mechanism && session().context().model.mechanism(*mechanism).is_density();
    if (is_of_segment && is_density) return not_inserted(of, text);
    const bool is_inserted = is_density && cable_of(holder).has(*mechanism);
    if (mechanism && !is_inserted) return of + " has no " + text + "; the mechanism must be inserted first";
    const auto& variables = session().context().registry.variables();
    const auto variable = std::ranges::find(variables, text, &hoc::VariableDefinition::name);
    return of + " has no " + text +
           hoc::advice_on_range_name(text, variable == variables.end() ? nullptr : &*variable,
                                     session().context().cables, member_names(holder), "h.", segment + ".");
}

}  // namespace ranvier::bindings
