#include "python/bindings/callbacks.hpp"

#include <charconv>
#include <memory>
#include <string>

#include "engine/run/number_locale.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/python/python_object.hpp"
#include "python/bindings/hoc_object_type.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

namespace ranvier::bindings {

namespace {

constexpr const char* caller = "nrnpython_callback";

Held call(PyObject* callback) {
    const engine::NumberLocale numbers(engine::NumberLocale::Of::process);
    if (!PyTuple_Check(callback) && !PyList_Check(callback)) return made(PyObject_CallNoArgs(callback));
    const Held all = made(PySequence_Tuple(callback));
    PyObject* function = PyTuple_GetItem(all.get(), 0);
    PyObject* given = PyTuple_Size(all.get()) > 1 ? PyTuple_GetItem(all.get(), 1) : nullptr;
    if (!given) return made(PyObject_CallNoArgs(function));
    const Held arguments = PyTuple_Check(given) ? Held::share(given) : made(PyTuple_Pack(1, given));
    return made(PyObject_CallObject(function, arguments.get()));
}

/// Makes the exception that is set a RuntimeError, too, if it is not yet one.
void make_runtime_error() {
    if (!PyErr_ExceptionMatches(PyExc_Exception) || PyErr_ExceptionMatches(PyExc_RuntimeError)) return;
    PyObject *type = nullptr, *value = nullptr, *traceback = nullptr;
    PyErr_Fetch(&type, &value, &traceback);
    PyErr_NormalizeException(&type, &value, &traceback);
    const Held kind = Held::take(type), error = Held::take(value), trace = Held::take(traceback);
    if (trace) check(PyException_SetTraceback(error.get(), trace.get()));
    const Held module = made(PyImport_ImportModule("ranvier.exceptions"));
    const Held both = made(PyObject_CallMethod(module.get(), "as_runtime_error", "O", error.get()));
    PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(both.get())), both.get());
}

/// An exception raised by the function propagates to the enclosing call from Python, as a RuntimeError, too. Without such
/// a call, it is printed and becomes a hoc error.
void run_callback(PyObject* callback) {
    try {
        call(callback);
    } catch (const Raised&) {
        if (is_inside_python()) {
            make_runtime_error();
            throw;
        }
        PyErr_Print();
        throw std::runtime_error("a Python function raised an exception (above)");
    }
}

void run_numbered(std::size_t number) {
    const Held function = state().callbacks[number].function;
    if (function) run_callback(function.get());
}

/// Frees the function. Python may not be running: hoc objects are deleted at any time.
void forget(std::size_t number) {
    if (state().has_ended) return;
    const PyGILState_STATE lock = PyGILState_Ensure();
    state().callbacks[number].function = {};
    PyGILState_Release(lock);
}

/// What keeps the function of a statement that statement_for has made; null for other statements.
hoc::HeldStatement keeper_of(std::string_view statement) {
    const std::string begin = std::string{caller} + "(";
    std::size_t number = 0;
    if (!statement.starts_with(begin)) return nullptr;
    const auto [end, error] =
        std::from_chars(statement.data() + begin.size(), statement.data() + statement.size(), number);
    if (error != std::errc{} || number >= state().callbacks.size()) return nullptr;
    State::Callback& callback = state().callbacks[number];
    hoc::HeldStatement keeper = callback.keeper.lock();
    if (!keeper) {
        keeper = {new std::function<void()>([number] { run_numbered(number); }), [number](const auto* function) {
                      delete function;
                      forget(number);
                  }};
        callback.keeper = keeper;
    }
    return keeper;
}

}  // namespace

bool is_callback(PyObject* value) {
    if (can_be_called(value)) return true;
    if ((!PyTuple_Check(value) && !PyList_Check(value)) || PySequence_Size(value) < 1) return false;
    const Held first = made(PySequence_GetItem(value, 0));
    return can_be_called(first.get());
}

std::string statement_for(PyObject* value) {
    auto& callbacks = state().callbacks;
    callbacks.push_back({Held::share(value), {}});
    return std::string{caller} + "(" + std::to_string(callbacks.size() - 1) + ")";
}

void register_callbacks(hoc::Session& session) {
    session.context().registry.add(hoc::FunctionDefinition{
        caller, "nrnpython_callback(number)", "Calls the Python function that was given instead of a statement.",
        [](hoc::Call& c) -> hoc::Result {
            const auto last = static_cast<long long>(state().callbacks.size()) - 1;
            run_numbered(static_cast<std::size_t>(c.integer(0, 0, last)));
            return 0.;
        }});
    session.context().interpreter.set_statement_holder(keeper_of);
    session.context().cables.find_python_cells([](const hoc::SectionPtr& section) -> hoc::ObjectPtr {
        const auto* shown = static_cast<SectionHolder*>(section->shown_as);
        PyObject* const reference = shown ? shown->cell : nullptr;
        if (!reference) return {};
        const Held cell = made(PyObject_CallNoArgs(reference));
        return cell.get() == Py_None ? hoc::ObjectPtr{} : wrapped(cell.get());
    });
    hoc::set_python_view(
        {[](const hoc::ObjectPtr& object) {
             return hoc::python::Handle::take(to_python(hoc::Bridge::Taken{object}).release());
         },
         [](const hoc::python::Handle& handle) -> std::optional<hoc::ObjectPtr> {
             auto* object = static_cast<PyObject*>(handle.get());
             if (!PyObject_TypeCheck(object, state().object_type)) return std::nullopt;
             return object_in(object);
         },
         [](const hoc::python::Handle& function) { run_callback(static_cast<PyObject*>(function.get())); }});
}

}  // namespace ranvier::bindings
