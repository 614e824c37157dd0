#include "python/bindings/types.hpp"

#include <new>

#include "python/bindings/parts.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/values.hpp"

namespace ranvier::bindings {

namespace {

template <class Holder>
Holder* cast(PyObject* object) {
    return reinterpret_cast<Holder*>(object);
}

PyObject* allocate(PyTypeObject* type) {
    const auto alloc = reinterpret_cast<allocfunc>(PyType_GetSlot(type, Py_tp_alloc));
    PyObject* object = alloc(type, 0);
    if (!object) throw Raised{};
    return object;
}

/// Frees the memory; the last step of deallocation.
void release(PyObject* self) {
    PyTypeObject* type = Py_TYPE(self);
    reinterpret_cast<freefunc>(PyType_GetSlot(type, Py_tp_free))(self);
    Py_DECREF(type);
}

/// The address of the wrapped object, for == and hash.
template <class Identity>
PyObject* compare(PyObject* a, PyObject* b, int op, PyTypeObject* type, Identity identity) {
    if ((op != Py_EQ && op != Py_NE) || !PyObject_TypeCheck(b, type)) Py_RETURN_NOTIMPLEMENTED;
    return PyBool_FromLong((identity(a) == identity(b)) == (op == Py_EQ));
}
Py_hash_t hash_of(const void* address) {
    const auto hash = static_cast<Py_hash_t>(reinterpret_cast<std::uintptr_t>(address) >> 4);
    return hash == -1 ? -2 : hash;
}

// Object

const hoc::Object* object_behind(PyObject* self) {
    return cast<ObjectHolder>(self)->object.get();
}

PyObject* make_object(PyTypeObject* type) {
    PyObject* self = allocate(type);
    new (&cast<ObjectHolder>(self)->object) hoc::ObjectPtr;
    return self;
}

/// type(arguments, sec=...): `new Class(arguments)` for the hoc class named by the type's _hoc_class.
PyObject* object_new(PyTypeObject* type, PyObject* args, PyObject* keywords) {
    return guarded([&] {
        const Held name = made(PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), "_hoc_class"));
        PyObject* sec = keywords ? PyDict_GetItemString(keywords, "sec") : nullptr;
        const std::string class_name = to_text(name.get());
        const bool is_built_in = !bridge().meaning(class_name).is_written_in_hoc && class_name != "List";
        const Arguments arguments{args, sec, is_built_in};
        Held self = Held::take(make_object(type));
        cast<ObjectHolder>(self.get())->object = bridge().create(class_name, arguments.given());
        return self;
    });
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

// Section

const hoc::SectionObject* section_behind(PyObject* self) {
    return cast<SectionHolder>(self)->section.get();
}

PyObject* make_section(PyTypeObject* type) {
    PyObject* self = allocate(type);
    auto* holder = cast<SectionHolder>(self);
    new (&holder->section) hoc::SectionPtr;
    holder->cell = nullptr;
    holder->is_owned = false;
    return self;
}

/// A class derived from Section may take other arguments than those that it passes to its base's __init__.
PyObject* section_new(PyTypeObject* type, PyObject*, PyObject*) {
    return make_section(type);
}

/// Section(name, cell): a new section with this full name, deleted together with the Python object.
int section_init(PyObject* self, PyObject* args, PyObject*) {
    const Held done = Held::take(guarded([&] {
        const char* name = nullptr;
        PyObject* cell = Py_None;
        if (!PyArg_ParseTuple(args, "s|O", &name, &cell)) throw Raised{};
        auto* holder = cast<SectionHolder>(self);
        if (holder->section) throw std::runtime_error("the section has already been made");
        if (cell != Py_None) holder->cell = made(PyWeakref_NewRef(cell, nullptr)).release();
        holder->section = session().cables().create(name, nullptr);
        holder->is_owned = true;
        state().sections[holder->section.get()] = self;
        return Held::share(Py_None);
    }));
    return done.get() ? 0 : -1;
}

void section_dealloc(PyObject* self) {
    auto* holder = cast<SectionHolder>(self);
    State& all = state();
    all.sections.erase(holder->section.get());
    if (!all.has_ended && holder->is_owned && holder->section && holder->section->exists()) {
        try {
            all.session->cables().destroy(holder->section);
        } catch (...) {
            raise_current();
            PyErr_WriteUnraisable(self);
        }
    }
    Py_XDECREF(holder->cell);
    holder->section.~intrusive_ptr();
    release(self);
}

PyObject* section_compare(PyObject* a, PyObject* b, int op) {
    return compare(a, b, op, state().section_type, section_behind);
}
Py_hash_t section_hash(PyObject* self) {
    return hash_of(section_behind(self));
}

PyObject* section_name(PyObject* self, PyObject*) {
    return guarded([&] { return to_python(section_in(self)->name()); });
}
PyObject* section_exists(PyObject* self, PyObject*) {
    const hoc::SectionPtr& section = cast<SectionHolder>(self)->section;
    return PyBool_FromLong(section && section->exists());
}
PyObject* section_is_pysec(PyObject* self, PyObject*) {
    return PyBool_FromLong(cast<SectionHolder>(self)->is_owned);
}
/// The Python object or template object to which the section belongs; None if there is none or it was deleted.
PyObject* section_cell(PyObject* self, PyObject*) {
    return guarded([&]() -> Held {
        auto* holder = cast<SectionHolder>(self);
        if (holder->cell) return made(PyObject_CallNoArgs(holder->cell));
        auto* owner = static_cast<hoc::CableSection&>(*holder->section).owner();
        return owner && holder->section->exists() ? to_python(hoc::ObjectPtr{owner}) : Held::share(Py_None);
    });
}

// Segment

/// Segment(section, x)
PyObject* segment_new(PyTypeObject* type, PyObject* args, PyObject*) {
    return guarded([&] {
        PyObject* section = nullptr;
        double x = 0;
        if (!PyArg_ParseTuple(args, "O!d", state().section_type, &section, &x)) throw Raised{};
        if (!(x >= 0 && x <= 1)) raise(PyExc_ValueError, "a segment's position must be between 0 and 1");
        Held self = Held::take(allocate(type));
        Py_INCREF(section);
        cast<SegmentHolder>(self.get())->section = section;
        cast<SegmentHolder>(self.get())->x = x;
        return self;
    });
}
void segment_dealloc(PyObject* self) {
    Py_XDECREF(cast<SegmentHolder>(self)->section);
    release(self);
}
PyObject* segment_section(PyObject* self, void*) {
    PyObject* section = cast<SegmentHolder>(self)->section;
    Py_INCREF(section);
    return section;
}
PyObject* segment_x(PyObject* self, void*) {
    return PyFloat_FromDouble(cast<SegmentHolder>(self)->x);
}

// Reference

void reference_dealloc(PyObject* self) {
    using Place = ReferenceHolder::Place;
    cast<ReferenceHolder>(self)->place.~Place();
    release(self);
}

ReferenceHolder::Place& place_in(PyObject* self) {
    return cast<ReferenceHolder>(self)->place;
}

/// ref[0]
PyObject* reference_item(PyObject* self, PyObject* key) {
    return guarded([&]() -> Held {
        const double index = to_number(key);
        auto& place = place_in(self);
        if (auto* number = std::get_if<hoc::NumberRefPtr>(&place)) {
            if (index == 0) return made(PyFloat_FromDouble((*number)->load()));
            double* first = (*number)->address();
            if (!first) raise(PyExc_IndexError, "a pointer to a single number has only index 0");
            return made(PyFloat_FromDouble(first[static_cast<long>(index)]));
        }
        if (index != 0) raise(PyExc_IndexError, "a reference has only index 0");
        if (auto* text = std::get_if<1>(&place)) return to_python(**text);
        return to_python(std::get<2>(place)->load());
    });
}

int reference_set_item(PyObject* self, PyObject* key, PyObject* value) {
    const Held done = Held::take(guarded([&] {
        if (!value || to_number(key) != 0) raise(PyExc_IndexError, "assign to a reference with ref[0] = value");
        auto& place = place_in(self);
        if (auto* number = std::get_if<hoc::NumberRefPtr>(&place)) {
            (*number)->store(to_number(value));
        } else if (auto* text = std::get_if<1>(&place)) {
            **text = to_text(value);
        } else {
            const auto given = to_hoc(value);
            const auto* object = std::get_if<hoc::ObjectPtr>(&given);
            if (!object) raise(PyExc_TypeError, "this reference holds an object");
            std::get<2>(place)->store(*object);
        }
        return Held::share(Py_None);
    }));
    return done ? 0 : -1;
}

PyObject* reference_describe(PyObject* self) {
    return guarded([&] {
        const auto* number = std::get_if<hoc::NumberRefPtr>(&place_in(self));
        return to_python("<pointer to " + (number ? (*number)->describe() : std::string{"a hoc reference"}) + ">");
    });
}

PyObject* reference_compare(PyObject* a, PyObject* b, int op) {
    return compare(a, b, op, state().reference_type, [](PyObject* self) -> const void* {
        const auto* number = std::get_if<hoc::NumberRefPtr>(&place_in(self));
        if (!number) return self;
        const double* address = (*number)->address();
        return address ? static_cast<const void*>(address) : number->get();
    });
}

PyTypeObject* add_type(PyObject* module, PyType_Spec& spec, const char* name) {
    PyObject* type = made(PyType_FromSpec(&spec)).release();
    Py_INCREF(type);
    check(PyModule_AddObject(module, name, type));
    return reinterpret_cast<PyTypeObject*>(type);
}

template <class Function>
void* slot(Function* function) {
    return reinterpret_cast<void*>(function);
}

[[noreturn]] void wrong_type(PyObject* object, const char* wanted) {
    PyErr_Format(PyExc_TypeError, "expected %s, not %R", wanted, object);
    throw Raised{};
}

constexpr unsigned base_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE;

void bind_object(PyObject* module) {
    static PyMethodDef methods[] = {{"hname", object_hname, METH_NOARGS, "The hoc name of the object, Vector[3]."}, {}};
    static PyType_Slot slots[] = {{Py_tp_new, slot(object_new)},
                                  {Py_tp_dealloc, slot(object_dealloc)},
                                  {Py_tp_richcompare, slot(object_compare)},
                                  {Py_tp_hash, slot(object_hash)},
                                  {Py_tp_methods, methods},
                                  {0, nullptr}};
    static PyType_Spec spec{"_ranvier.Object", sizeof(ObjectHolder), 0, base_flags, slots};
    state().object_type = add_type(module, spec, "Object");
}

void bind_section(PyObject* module) {
    static PyMethodDef methods[] = {{"name", section_name, METH_NOARGS, "The section's full name."},
                                    {"exists", section_exists, METH_NOARGS, "False once the section is deleted."},
                                    {"is_pysec", section_is_pysec, METH_NOARGS, "True if Python made the section."},
                                    {"cell", section_cell, METH_NOARGS,
                                     "The object to which the section belongs, or "
                                     "None."},
                                    {}};
    static PyType_Slot slots[] = {{Py_tp_new, slot(section_new)},
                                  {Py_tp_init, slot(section_init)},
                                  {Py_tp_dealloc, slot(section_dealloc)},
                                  {Py_tp_richcompare, slot(section_compare)},
                                  {Py_tp_hash, slot(section_hash)},
                                  {Py_tp_methods, methods},
                                  {0, nullptr}};
    static PyType_Spec spec{"_ranvier.Section", sizeof(SectionHolder), 0, base_flags, slots};
    state().section_type = add_type(module, spec, "Section");
}

void bind_segment(PyObject* module) {
    static PyGetSetDef members[] = {{"sec", segment_section, nullptr, "The section.", nullptr},
                                    {"x", segment_x, nullptr, "The position, from 0 to 1.", nullptr},
                                    {}};
    static PyType_Slot slots[] = {
        {Py_tp_new, slot(segment_new)}, {Py_tp_dealloc, slot(segment_dealloc)}, {Py_tp_getset, members}, {0, nullptr}};
    static PyType_Spec spec{"_ranvier.Segment", sizeof(SegmentHolder), 0, base_flags, slots};
    state().segment_type = add_type(module, spec, "Segment");
}

void bind_reference(PyObject* module) {
    static PyType_Slot slots[] = {
        {Py_tp_dealloc, slot(reference_dealloc)},        {Py_mp_subscript, slot(reference_item)},
        {Py_mp_ass_subscript, slot(reference_set_item)}, {Py_tp_repr, slot(reference_describe)},
        {Py_tp_richcompare, slot(reference_compare)},    {0, nullptr}};
    static PyType_Spec spec{"_ranvier.Reference", sizeof(ReferenceHolder), 0,
                            Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, slots};
    state().reference_type = add_type(module, spec, "Reference");
}

}  // namespace

hoc::ObjectPtr& object_in(PyObject* object) {
    if (!PyObject_TypeCheck(object, state().object_type)) wrong_type(object, "an object of hoc");
    return cast<ObjectHolder>(object)->object;
}

hoc::SectionPtr& section_in(PyObject* object) {
    if (!PyObject_TypeCheck(object, state().section_type)) wrong_type(object, "a section");
    hoc::SectionPtr& section = cast<SectionHolder>(object)->section;
    if (!section) throw std::runtime_error("there is no section yet: __init__ of h.Section has not been called");
    return section;
}

Held section_object(const hoc::SectionPtr& section) {
    State& all = state();
    const auto known = all.sections.find(section.get());
    if (known != all.sections.end()) return Held::share(known->second);
    Held self = Held::take(make_section(reinterpret_cast<PyTypeObject*>(all.python_section.get())));
    cast<SectionHolder>(self.get())->section = section;
    all.sections[section.get()] = self.get();
    return self;
}

Held segment_object(PyObject* section, double x) {
    return made(PyObject_CallFunction(state().python_segment.get(), "Od", section, x));
}

Held reference_object(ReferenceHolder::Place place) {
    PyObject* self = allocate(state().reference_type);
    new (&cast<ReferenceHolder>(self)->place) ReferenceHolder::Place(std::move(place));
    return Held::take(self);
}

Held to_python(const hoc::ObjectPtr& object) {
    const Held type = made(PyObject_CallFunction(state().type_of_class.get(), "s", object->class_name().c_str()));
    Held self = Held::take(make_object(reinterpret_cast<PyTypeObject*>(type.get())));
    cast<ObjectHolder>(self.get())->object = object;
    return self;
}

void bind_types(PyObject* module) {
    bind_object(module);
    bind_section(module);
    bind_segment(module);
    bind_reference(module);
}

}  // namespace ranvier::bindings
