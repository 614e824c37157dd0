#include "python/bindings/members.hpp"
#include "python/bindings/parts.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/type_tools.hpp"
#include "python/bindings/values.hpp"

// The type of h: its attributes are the names of hoc's top level.

namespace ranvier::bindings {

namespace {

using Kind = hoc::Bridge::Kind;

/// What the name means for good; null if that is not so simple.
const TopMeaning* look_up(PyObject* name) {
    const std::string text = to_text(name);
    const auto meaning = bridge().meaning(text);
    NameTable<TopMeaning>& names = state().top_names;
    if (meaning.kind == Kind::number && meaning.shape.empty()) {
        const bool is_integer = text == "secondorder" || text == "stoprun" || text == "diam_changed";
        return &names.add(name, {std::make_shared<hoc::NumberName>(text), {}, is_integer});
    }
    if (meaning.kind == Kind::callable) return &names.add(name, {nullptr, callable(nullptr, name, nullptr)});
    if (meaning.kind != Kind::object_class) return nullptr;
    return &names.add(name, {nullptr, made(PyObject_CallFunctionObjArgs(state().type_of_class.get(), name, nullptr))});
}

bool is_own_name(PyObject* self, PyObject* name) {
    static NameTable<bool>& names = *new NameTable<bool>;
    static bool is_filled = false;
    if (!is_filled) collect_names(Py_TYPE(self), names);
    is_filled = true;
    return names.find(name);
}

PyObject* top_getattro(PyObject* self, PyObject* name) {
    return guarded([&]() -> Held {
        const TopMeaning* meaning = state().top_names.find(name);
        if (!meaning && is_own_name(self, name)) return made(PyObject_GenericGetAttr(self, name));
        if (!meaning) meaning = look_up(name);
        if (!meaning) return made(PyObject_CallFunctionObjArgs(state().member_of.get(), Py_None, name, nullptr));
        if (!meaning->number) return meaning->object;
        const hoc::Bridge::Taken value = bridge().load(*meaning->number);
        if (meaning->is_integer) return made(PyLong_FromDouble(std::get<double>(value)));
        return to_python(value);
    });
}

int top_setattro(PyObject* self, PyObject* name, PyObject* value) {
    return guarded_status([&] {
        const TopMeaning* meaning = state().top_names.find(name);
        const bool is_own = !meaning && is_own_name(self, name);
        if (!meaning && !is_own) meaning = look_up(name);
        if (is_own && !is_special(name)) {
            PyErr_Format(PyExc_LookupError, "'%U' is not a defined hoc variable name: it belongs to Python", name);
            throw Raised{};
        }
        if (!value && !is_own) {
            made(PyObject_CallFunctionObjArgs(state().refuse_deletion.get(), Py_None, name, nullptr));
        } else if (is_own) {
            check(PyObject_GenericSetAttr(self, name, value));
        } else if (meaning && meaning->number && (PyFloat_Check(value) || PyLong_Check(value))) {
            bridge().store(*meaning->number, to_number(value));
        } else {
            made(PyObject_CallFunctionObjArgs(state().set_member.get(), Py_None, name, value, nullptr));
        }
    });
}

void top_dealloc(PyObject* self) {
    release(self);
}

}  // namespace

void bind_top_level(PyObject* module) {
    static PyType_Slot slots[] = {{Py_tp_dealloc, slot(top_dealloc)},
                                  {Py_tp_getattro, slot(top_getattro)},
                                  {Py_tp_setattro, slot(top_setattro)},
                                  {0, nullptr}};
    static PyType_Spec spec{"_ranvier.TopLevel", sizeof(PyObject), 0, base_flags, slots};
    add_type(module, spec, "TopLevel");
}

}  // namespace ranvier::bindings
