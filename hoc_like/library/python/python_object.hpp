#pragma once

#include <functional>
#include <optional>

#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/python/python_runtime.hpp"

namespace ranvier::hoc {

class Session;

/// nrnpython and PythonObject: Python from scripts. Scripts from Python are the business of the module in python/.
void register_python_object(Registry& registry, Session&);

/// A PythonObject of a script for an object of Python's.
ObjectPtr make_python_object(Interpreter& interpreter, python::Handle handle);
/// What a PythonObject stands for; null for other objects.
const python::Handle* python_object_in(const ObjectPtr& object);

/// How objects of hoc look to Python, once the module is there that shows them; until then Python can't take them.
struct PythonView {
    std::function<python::Handle(const ObjectPtr&)> to_python;
    std::function<std::optional<ObjectPtr>(const python::Handle&)> to_hoc;  ///< nullopt if it shows none
    std::function<python::Handle(const NumberRefPtr&)> place_to_python;
};
void set_python_view(PythonView view);

}  // namespace ranvier::hoc
