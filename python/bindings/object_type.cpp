#include <new>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/python/python_object.hpp"
#include "python/bindings/attributes.hpp"
#include "python/bindings/members.hpp"
#include "python/bindings/parts.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/type_tools.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

namespace ranvier::bindings {

namespace {

using Kind = hoc::Bridge::Kind;

const hoc::Object* object_behind(PyObject* self) {
    return cast<ObjectHolder>(self)->object.get();
}

PyObject* make_object(PyTypeObject* type) {
    PyObject* self = allocate(type);
    new (&cast<ObjectHolder>(self)->object) hoc::ObjectPtr;
    return self;
}

void object_dealloc(PyObject* self) {
    hoc::ObjectPtr& object = cast<ObjectHolder>(self)->object;
    if (state().has_ended) object.detach();
    object.~ObjectPtr();
    release(self);
}

PyObject* object_compare(PyObject* a, PyObject* b, int op) {
    return compare(a, b, op, state().object_type, object_behind);
}
Py_hash_t object_hash(PyObject* self) {
    return hash_of(object_behind(self));
}

PyObject* object_hname(PyObject* self, PyObject*) {
    return guarded([&] { return to_python(cast<ObjectHolder>(self)->object->name()); });
}

PyObject* object_describe(PyObject* self) {
    return object_hname(self, nullptr);
}

/// Whether the class is one of point processes, and none of artificial cells.
bool is_placed(const std::string& class_name) {
    const auto mechanism = session().context().cables.find_mechanism(class_name);
    return mechanism && !session().context().model.mechanism(*mechanism).is_artificial();
}

/// What was found out about a name: its meaning for all objects of the type, null if it is not so simple; and whether
/// the object has no such member.
struct Found {
    const MemberMeaning* meaning = nullptr;
    bool is_missing = false;
};

/// Names that ranvier.objects knows of objects besides hoc's.
bool is_added(PyObject* name) {
    return referred_name(name) || PyUnicode_CompareWithASCIIString(name, "get_segment") == 0;
}

Found look_up(ObjectType& type, const hoc::ObjectPtr& object, PyObject* name) {
    std::string text = to_text(name);
    auto meaning = bridge().meaning(object, text);
    if (meaning.kind == Kind::none && text == "delay") meaning = bridge().meaning(object, text = "del");
    if (meaning.kind == Kind::none) return {nullptr, !is_added(name)};
    if (!meaning.is_of_class) return {};
    if (meaning.kind == Kind::callable) {
        const Answer answer = answer_of(object->class_name(), text);
        return {
            &type.members.add(name, {meaning.kind, nullptr, std::make_shared<Method>(hoc::MemberName{text}, answer)})};
    }
    const bool is_simple = meaning.kind == Kind::number || meaning.kind == Kind::text || meaning.kind == Kind::object;
    if (!is_simple || !meaning.shape.empty()) return {};
    return {&type.members.add(name, {meaning.kind, std::make_shared<hoc::MemberName>(text), nullptr})};
}

/// Runs `access` to a variable of the object; where a point process is not located in a section, a TypeError, as in NEURON.
template <class Access>
auto with_value(const hoc::ObjectPtr& object, Access access) {
    try {
        return access();
    } catch (const std::runtime_error& error) {
        const auto* process = object.as<hoc::PointProcess>();
        if (!process || process->is_located()) throw;
        PyErr_Format(PyExc_TypeError, "No value: %s", error.what());
        throw Raised{};
    }
}

Held member(PyObject* self, PyObject* name, const MemberMeaning& meaning) {
    const hoc::ObjectPtr& object = cast<ObjectHolder>(self)->object;
    if (meaning.variable) {
        return with_value(object, [&] { return to_python(bridge().load(object, *meaning.variable)); });
    }
    return method_of(self, name, meaning.method);
}

PyObject* object_getattro(PyObject* self, PyObject* name) {
    return guarded([&]() -> Held {
        ObjectType& type = state().object_types.of(Py_TYPE(self));
        const hoc::ObjectPtr& object = cast<ObjectHolder>(self)->object;
        const bool is_simple = object && !hoc::Bridge::has_aliases(*object);
        if (const auto* known = is_simple ? type.members.find(name) : nullptr) return member(self, name, *known);
        if (type.is_derived || type.own_names.find(name)) {
            if (PyObject* own = own_attribute(self, name)) return Held::take(own);
        }
        if (is_special(name)) return missing(self, name);
        const Found found = is_simple ? look_up(type, object, name) : Found();
        if (found.meaning) return member(self, name, *found.meaning);
        if (found.is_missing) return missing(self, name);
        return made(PyObject_CallFunctionObjArgs(state().member_of.get(), self, name, nullptr));
    });
}

int object_setattro(PyObject* self, PyObject* name, PyObject* value) {
    return guarded_status([&] {
        ObjectType& type = state().object_types.of(Py_TYPE(self));
        const hoc::ObjectPtr& object = cast<ObjectHolder>(self)->object;
        const bool is_simple = object && !hoc::Bridge::has_aliases(*object);
        const auto* meaning = is_simple ? type.members.find(name) : nullptr;
        if (!meaning && is_simple && !type.own_names.find(name)) meaning = look_up(type, object, name).meaning;
        if (value && meaning && meaning->variable) {
            const auto stored = to_assigned(value, meaning->kind);
            with_value(object, [&] { bridge().store(object, *meaning->variable, stored); });
        } else if (!value && !type.is_derived && !type.own_names.find(name)) {
            made(PyObject_CallFunctionObjArgs(state().refuse_deletion.get(), self, name, nullptr));
        } else if (!value || (type.own_names.find(name) && !meaning)) {
            check(PyObject_GenericSetAttr(self, name, value));
        } else {
            made(PyObject_CallFunctionObjArgs(state().set_member.get(), self, name, value, nullptr));
        }
    });
}

}  // namespace

ObjectType& ObjectTypes::add(PyTypeObject* type) {
    if (const auto found = types_.find(type); found != types_.end()) return *found->second;
    auto known = std::make_unique<ObjectType>();
    auto* object = reinterpret_cast<PyObject*>(type);
    known->type = Held::share(object);
    const Held name = Held::take(PyObject_GetAttrString(object, "_hoc_class"));
    if (!name) PyErr_Clear();  // HocObject itself
    const Held plain = name ? made(PyObject_CallFunctionObjArgs(state().type_of_class.get(), name.get(), nullptr))
                            : Held::share(object);
    if (name) known->class_name = to_text(name.get());
    known->is_derived = plain.get() != object;
    collect_names(type, known->own_names);
    return *(types_[type] = std::move(known));
}

Held method_of(PyObject* object, PyObject* name, std::shared_ptr<Method> method) {
    // An object of a Python class may store its own method, which must not keep the object alive.
    if (!state().object_types.of(Py_TYPE(object)).is_derived) return callable(object, name, std::move(method));
    return callable(object_of(object_in(object)).get(), name, std::move(method));
}

const ObjectTypes::OfClass& ObjectTypes::add(const hoc::ObjectPtr& object) {
    OfClass& known = of_classes_[&object->class_info()];
    if (!known.type) {
        const Held name = to_python(object->class_name());
        known.type = made(PyObject_CallFunctionObjArgs(state().type_of_class.get(), name.get(), nullptr));
        known.wraps_python = hoc::python_object_in(object) != nullptr;
    }
    return known;
}

void collect_names(PyTypeObject* type, NameTable<bool>& names) {
    const Held bases = made(PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), "__mro__"));
    for (Py_ssize_t i = 0; i < PyTuple_Size(bases.get()); ++i) {
        const Held members = made(PyObject_GetAttrString(PyTuple_GetItem(bases.get(), i), "__dict__"));
        const Held keys = made(PySequence_List(members.get()));
        for (Py_ssize_t k = 0; k < PyList_Size(keys.get()); ++k) names.add(PyList_GetItem(keys.get(), k), true);
    }
}

PyObject* new_object(PyTypeObject* type, PyObject* args, PyObject* words) {
    return guarded([&] {
        const std::string& class_name = state().object_types.of(type).class_name;
        if (class_name.empty()) raise(PyExc_TypeError, "HocObject itself has no objects; use a class such as h.Vector");
        // A class of Python may take further keywords.
        const bool is_derived = state().object_types.of(type).is_derived;
        PyObject* sec = is_derived && words ? PyDict_GetItemString(words, "sec") : section_among(words);
        if (sec == Py_None) sec = nullptr;
        if (PyTuple_Size(args) > 0 && PyObject_TypeCheck(PyTuple_GetItem(args, 0), state().section_type) &&
            is_placed(class_name)) {
            PyErr_Format(PyExc_RuntimeError, "%s: a position such as %S(0.5) is expected, not a section",
                         class_name.c_str(), PyTuple_GetItem(args, 0));
            throw Raised{};
        }
        check_ascii(args);
        const Arguments arguments{args, sec, [&] {
                                      if (class_name == "List") return false;
                                      return is_placed(class_name) || !bridge().meaning(class_name).is_written_in_hoc;
                                  }};
        Held self = Held::take(make_object(type));
        cast<ObjectHolder>(self.get())->object = bridge().create(class_name, arguments.given());
        return self;
    });
}

hoc::ObjectPtr& object_in(PyObject* object) {
    if (!PyObject_TypeCheck(object, state().object_type)) wrong_type(object, "an object of hoc");
    return cast<ObjectHolder>(object)->object;
}

Held object_of(const hoc::ObjectPtr& object) {
    auto* type = reinterpret_cast<PyTypeObject*>(state().object_types.of_class(object).type.get());
    Held self = Held::take(allocate(type));
    new (&cast<ObjectHolder>(self.get())->object) hoc::ObjectPtr{object};
    return self;
}

void bind_object(PyObject* module) {
    static PyMethodDef methods[] = {
        {"hname", object_hname, METH_NOARGS, "hname()\n--\n\nThe hoc name of the object, Vector[3]."}, {}};
    static PyType_Slot slots[] = {{Py_tp_base, state().hoc_object_type},
                                  {Py_tp_new, slot(new_object)},
                                  {Py_tp_dealloc, slot(object_dealloc)},
                                  {Py_tp_getattro, slot(object_getattro)},
                                  {Py_tp_setattro, slot(object_setattro)},
                                  {Py_tp_repr, slot(object_describe)},
                                  {Py_tp_richcompare, slot(object_compare)},
                                  {Py_tp_hash, slot(object_hash)},
                                  {Py_tp_methods, methods},
                                  {0, nullptr}};
    static PyType_Spec spec{"_ranvier.Object", sizeof(ObjectHolder), 0, base_flags, slots};
    state().object_type = add_type(module, spec, "Object");
}

}  // namespace ranvier::bindings
