#pragma once

#include <functional>
#include <optional>

#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/python/python_runtime.hpp"

namespace ranvier::hoc {

class Session;

/// nrnpython and PythonObject: Python from scripts. Scripts from Python are the business of the module in python/.
void register_python_object(Registry& registry, Session&);

/// A script's PythonObject for an object of Python.
ObjectPtr make_python_object(Interpreter& interpreter, python::Handle handle);
/// The Python object of a PythonObject; null for other objects.
const python::Handle* python_object_in(const ObjectPtr& object);

/// Converts hoc objects for Python, once the module that wraps them is loaded; until then Python cannot use them.
struct PythonView {
    std::function<python::Handle(const ObjectPtr&)> to_python;
    std::function<std::optional<ObjectPtr>(const python::Handle&)> to_hoc;  ///< nullopt if it has none
    std::function<python::Handle(const NumberRefPtr&)> place_to_python;
};
void set_python_view(PythonView view);

}  // namespace ranvier::hoc
