#pragma once

#include <functional>
#include <optional>

#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/python/python_runtime.hpp"

namespace ranvier::hoc {

/// nrnpython and PythonObject, which give scripts access to Python. (The module in python/ runs scripts from Python.)
void register_python_object(Registry& registry);

/// Wraps a Python object in a PythonObject for scripts.
ObjectPtr make_python_object(Interpreter& interpreter, python::Handle handle);
/// The hoc object that a Python object wraps; else a PythonObject for it.
ObjectPtr object_from_python(Interpreter& interpreter, python::Handle handle);
/// The Python object in a PythonObject; null for other objects.
const python::Handle* python_object_in(const ObjectPtr& object);

/// The hoc object that a Python object stands for; nullopt if it stands for none.
std::optional<ObjectPtr> hoc_object_in(const python::Handle& object);

/// Calls a Python object without arguments, as hoc calls the functions that Python gives to it: an exception stays what it
/// is. Throws std::runtime_error.
void call_back(const python::Handle& function);

/// Whether both are the same object, or hold the same Python object.
bool are_same(const ObjectPtr& a, const ObjectPtr& b);

/// A hoc value for Python. Throws if it is an object that Python cannot use.
python::Handle python_from(const Result& value);

/// Converts hoc objects for Python. Set when the module that wraps them is loaded; before, Python cannot use them.
struct PythonView {
    std::function<python::Handle(const ObjectPtr&)> to_python;
    std::function<std::optional<ObjectPtr>(const python::Handle&)>
        to_hoc;  ///< nullopt if it is not a wrapped hoc object
    std::function<void(const python::Handle&)> call_back;
};
void set_python_view(PythonView view);

}  // namespace ranvier::hoc
