#include "python/bindings/hoc_object_type.hpp"

#include "python/bindings/parts.hpp"
#include "python/bindings/types.hpp"

namespace ranvier::bindings {

namespace {

PyObject* hoc_object_getattro(PyObject* self, PyObject* name);

/// The nature of an object of a class derived from HocObject is h's, too; null if the class replaces the attributes.
const Nature* nature_or_top(PyObject* self) {
    if (const Nature* const nature = nature_of(self)) return nature;
    const bool has_others = PyType_GetSlot(Py_TYPE(self), Py_tp_getattro) != slot(hoc_object_getattro);
    return has_others ? nullptr : &nature_of_top_level();
}

PyObject* refuse(PyObject* self, const char* what) {
    const Held name = Held::take(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(self)), "__name__"));
    if (name) PyErr_Format(PyExc_TypeError, "'%U' object %s", name.get(), what);
    return nullptr;
}

/// HocObject(): hoc's top level, as h.
PyObject* hoc_object_new(PyTypeObject* type, PyObject*, PyObject*) {
    return guarded([&] {
        if (type != state().hoc_object_type) return made(PyType_GenericAlloc(type, 0));
        return Held::take(allocate_natural<NaturalHolder>(nature_of_top_level()));
    });
}

void hoc_object_dealloc(PyObject* self) {
    const Nature* const nature = nature_of(self);
    if (nature && nature->destroy) nature->destroy(self);
    release(self);
}

PyObject* hoc_object_getattro(PyObject* self, PyObject* name) {
    const Nature* const nature = nature_or_top(self);
    return nature->get ? nature->get(self, name) : PyObject_GenericGetAttr(self, name);
}

int hoc_object_setattro(PyObject* self, PyObject* name, PyObject* value) {
    const Nature* const nature = nature_or_top(self);
    if (nature && nature->set) return nature->set(self, name, value);
    PyErr_Format(PyExc_LookupError, "'%S' is not a defined hoc variable name: %R has no attributes to set", name, self);
    return -1;
}

PyObject* hoc_object_call(PyObject* self, PyObject* args, PyObject* words) {
    const Nature* const nature = nature_or_top(self);
    return nature && nature->call ? nature->call(self, args, words) : refuse(self, "is not callable");
}

PyObject* hoc_object_item(PyObject* self, PyObject* key) {
    const Nature* const nature = nature_of(self);
    return nature && nature->item ? nature->item(self, key) : refuse(self, "is not subscriptable");
}

int hoc_object_set_item(PyObject* self, PyObject* key, PyObject* value) {
    const Nature* const nature = nature_of(self);
    if (nature && nature->set_item) return nature->set_item(self, key, value);
    refuse(self, "does not support item assignment");
    return -1;
}

PyObject* hoc_object_describe(PyObject* self) {
    const Nature* const nature = nature_or_top(self);
    return nature ? nature->describe(self) : refuse(self, "has no name in hoc");
}

PyObject* hoc_object_compare(PyObject* a, PyObject* b, int op) {
    const Nature* const nature = nature_or_top(a);
    const bool is_of_hoc = PyObject_TypeCheck(b, state().hoc_object_type) != 0;
    if (!nature || !is_of_hoc || nature_or_top(b) != nature) Py_RETURN_NOTIMPLEMENTED;
    return nature->compare(a, b, op);
}

Py_hash_t hoc_object_hash(PyObject* self) {
    const Nature* const nature = nature_or_top(self);
    return nature ? nature->hash(self) : hash_of(self);
}

PyObject* hoc_object_hname(PyObject* self, PyObject*) {
    return PyObject_Str(self);
}

/// HocObject.baseattr(object, name): hoc's member, even if a class of Python has a member of that name.
PyObject* hoc_object_baseattr(PyObject* self, PyObject* name) {
    return guarded([&] {
        if (!PyObject_TypeCheck(self, state().object_type)) return made(PyObject_GetAttr(self, name));
        return made(PyObject_CallFunctionObjArgs(state().member_of.get(), self, name, nullptr));
    });
}

PyObject* hoc_object_hocobjptr(PyObject*, PyObject*) {
    PyErr_SetString(PyExc_TypeError, "HocObject does not wrap a Hoc Object");
    return nullptr;
}

PyObject* hoc_object_dir(PyObject* self, PyObject*) {
    return guarded([&] {
        if (nature_of(self) == &nature_of_top_level()) return made(PyObject_Dir(state().top_level.get()));
        auto* const type = reinterpret_cast<PyObject*>(&PyBaseObject_Type);
        return made(PyObject_CallMethod(type, "__dir__", "O", self));
    });
}

PyObject* hoc_object_doc(PyObject* self, void*) {
    const Nature* const nature = nature_or_top(self);
    return nature && nature->document ? nature->document(self) : Held::share(Py_None).release();
}

PyObject* hoc_object_reduce(PyObject*, PyObject*) {
    PyErr_SetString(PyExc_TypeError, "HocObject: Only Vector instance can be pickled");
    return nullptr;
}

}  // namespace

bool can_be_called(PyObject* object) {
    if (!PyObject_TypeCheck(object, state().hoc_object_type)) return PyCallable_Check(object) != 0;
    const Nature* const nature = nature_of(object);
    return nature && nature->call;
}

void bind_hoc_object(PyObject* module) {
    static PyMethodDef methods[] = {
        {"hname", hoc_object_hname, METH_NOARGS, "hname()\n--\n\nThe name in hoc."},
        {"baseattr", hoc_object_baseattr, METH_O,
         "baseattr(name)\n--\n\nhoc's member, even if a Python class has a member of the same name."},
        {"hocobjptr", hoc_object_hocobjptr, METH_NOARGS,
         "hocobjptr()\n--\n\nA number that no other living object has."},
        {"__dir__", hoc_object_dir, METH_NOARGS, nullptr},
        {"__reduce__", hoc_object_reduce, METH_NOARGS, nullptr},
        {}};
    static PyGetSetDef members[] = {{"__doc__", hoc_object_doc, nullptr, nullptr, nullptr}, {}};
    static PyType_Slot slots[] = {{Py_tp_new, slot(hoc_object_new)},
                                  {Py_tp_dealloc, slot(hoc_object_dealloc)},
                                  {Py_tp_getattro, slot(hoc_object_getattro)},
                                  {Py_tp_setattro, slot(hoc_object_setattro)},
                                  {Py_tp_call, slot(hoc_object_call)},
                                  {Py_mp_subscript, slot(hoc_object_item)},
                                  {Py_mp_ass_subscript, slot(hoc_object_set_item)},
                                  {Py_tp_repr, slot(hoc_object_describe)},
                                  {Py_tp_richcompare, slot(hoc_object_compare)},
                                  {Py_tp_hash, slot(hoc_object_hash)},
                                  {Py_tp_methods, methods},
                                  {Py_tp_getset, members},
                                  {0, nullptr}};
    static PyType_Spec spec{"hoc.HocObject", sizeof(PyObject), 0, base_flags, slots};
    state().hoc_object_type = add_type(module, spec, "HocObject");
}

}  // namespace ranvier::bindings
