#include <algorithm>
#include <vector>

#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/sections/section_list.hpp"
#include "hoc_like/library/data/list.hpp"
#include "python/bindings/parts.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/type_tools.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

// List and SectionList as Python sequences.

namespace ranvier::bindings {

namespace {

// List

/// `self`: of the type List or one derived from it, as Python ensures for slots.
hoc::ListObject& list_in(PyObject* self) {
    auto* list = cast<ObjectHolder>(self)->object.as<hoc::ListObject>();
    if (!list) wrong_type(self, "a List");
    return *list;
}

Py_ssize_t list_length(PyObject* self) {
    return length_of([&] { return list_in(self).size(); });
}

/// The index that `key` stands for; negative ones count from the end.
std::size_t list_index(PyObject* self, PyObject* key, std::size_t size) {
    if (!PyLong_Check(key) && PyIndex_Check(key) == 0) {
        const Held type = made(PyObject_GetAttrString(reinterpret_cast<PyObject*>(Py_TYPE(key)), "__name__"));
        PyErr_Format(PyExc_TypeError, "sequence index must be integer, not '%U'", type.get());
        throw Raised{};
    }
    const Py_ssize_t given = PyNumber_AsSsize_t(key, PyExc_IndexError);
    if (given == -1 && PyErr_Occurred()) throw Raised{};
    const Py_ssize_t at = given < 0 ? given + static_cast<Py_ssize_t>(size) : given;
    if (at >= 0 && at < static_cast<Py_ssize_t>(size)) return static_cast<std::size_t>(at);
    const std::string name = object_in(self)->name();
    PyErr_Format(PyExc_IndexError, "%s: index %zd is out of range; the size is %zu", name.c_str(), given, size);
    throw Raised{};
}

PyObject* list_item(PyObject* self, PyObject* key) {
    return guarded_access([&] {
        const hoc::ListObject& list = list_in(self);
        return to_python(list.object(list_index(self, key, list.size())));
    });
}

/// The item with that index, for reversed(), NumPy, and others that ask for sequences.
PyObject* list_at(PyObject* self, Py_ssize_t i) {
    const Held key = Held::take(PyLong_FromSsize_t(i));
    return key ? list_item(self, key.get()) : nullptr;
}

/// Iterates until the List ends: the loop may add and remove objects.
struct ListIterator {
    PyObject_HEAD PyObject* list;
    const hoc::ListObject* objects;  // of the list
    std::size_t next;
};
PyTypeObject* list_iterator_type = nullptr;

PyObject* list_iter(PyObject* self) {
    return guarded_access([&] {
        const hoc::ListObject& objects = list_in(self);
        Held iterator = Held::take(allocate(list_iterator_type));
        cast<ListIterator>(iterator.get())->list = Held::share(self).release();
        cast<ListIterator>(iterator.get())->objects = &objects;
        return iterator;
    });
}

void list_iterator_dealloc(PyObject* self) {
    Py_XDECREF(cast<ListIterator>(self)->list);
    release(self);
}

PyObject* list_iterator_next(PyObject* self) {
    return guarded_access([&] {
        auto* holder = cast<ListIterator>(self);
        const hoc::ObjectPtr object = holder->objects->object(holder->next++);
        return object ? to_python(object) : Held();
    });
}

/// Objects of hoc are themselves; a class of Python, and what is wrapped in a PythonObject, may say otherwise.
bool is_same(PyObject* value, const hoc::ObjectPtr& item, bool is_plain) {
    if (is_plain) return cast<ObjectHolder>(value)->object == item;
    const int found = PyObject_RichCompareBool(value, to_python(item).get(), Py_EQ);
    check(found);
    return found != 0;
}

int list_contains(PyObject* self, PyObject* value) {
    int is_found = -1;
    guarded_status([&] {
        const bool is_plain =
            PyObject_TypeCheck(value, state().object_type) && !state().object_types.of(Py_TYPE(value)).is_derived;
        const hoc::ListObject& list = list_in(self);
        const std::vector<hoc::ObjectPtr> all = list.objects();
        is_found = std::ranges::any_of(all, [&](const auto& item) { return is_same(value, item, is_plain); });
    });
    return is_found;
}

// SectionList

hoc::SectionListObject& section_list_in(PyObject* self) {
    auto* list = object_in(self).as<hoc::SectionListObject>();
    if (!list) wrong_type(self, "a SectionList");
    return *list;
}

/// SectionList(sections)
PyObject* section_list_new(PyTypeObject* type, PyObject* args, PyObject* words) {
    return guarded([&] {
        const Held none = made(PyTuple_New(0));
        Held self = made(new_object(type, none.get(), words));
        if (PyTuple_Size(args) == 0) return self;
        PyObject* const given = PyTuple_GetItem(args, 0);
        const bool is_of_hoc = PyUnicode_Check(given) || PyObject_TypeCheck(given, state().object_type);
        if (is_of_hoc || PyObject_HasAttrString(given, "__iter__") == 0) {
            PyErr_Format(PyExc_RuntimeError, "SectionList: argument must be a Python iterable, not %R", given);
            throw Raised{};
        }
        auto& sections = section_list_in(self.get()).sections;
        const Held iterator = made(PyObject_GetIter(given));
        while (const Held item = Held::take(PyIter_Next(iterator.get()))) {
            if (!PyObject_TypeCheck(item.get(), state().section_type)) {
                PyErr_Format(PyExc_RuntimeError, "SectionList: iterable must contain only Section objects, not %R",
                             item.get());
                throw Raised{};
            }
            const hoc::SectionPtr& section = cast<SectionHolder>(item.get())->section;
            if (section && section->exists()) sections.push_back(section);
        }
        if (PyErr_Occurred()) throw Raised{};
        return self;
    });
}

Py_ssize_t section_list_length(PyObject* self) {
    return length_of([&] { return section_list_in(self).size(); });
}

int section_list_contains(PyObject* self, PyObject* value) {
    int is_found = -1;
    guarded_status([&] {
        const bool is_section = PyObject_TypeCheck(value, state().section_type);
        is_found = is_section && section_list_in(self).contains(cast<SectionHolder>(value)->section);
    });
    return is_found;
}

/// Iterates over the sections that there are at the start.
struct SectionIterator {
    PyObject_HEAD std::vector<hoc::SectionPtr> sections;
    std::size_t next;
};
PyTypeObject* section_iterator_type = nullptr;

PyObject* section_list_iter(PyObject* self) {
    return guarded_access([&] {
        Held iterator = Held::take(allocate(section_iterator_type));
        new (&cast<SectionIterator>(iterator.get())->sections) auto(section_list_in(self).living());
        return iterator;
    });
}

void section_iterator_dealloc(PyObject* self) {
    cast<SectionIterator>(self)->sections.~vector();
    release(self);
}

PyObject* section_iterator_next(PyObject* self) {
    return guarded_access([&] {
        auto* holder = cast<SectionIterator>(self);
        return holder->next < holder->sections.size() ? section_object(holder->sections[holder->next++]) : Held();
    });
}

/// allsec(): all sections in order of creation. Each loop starts again, with the sections that exist then.
struct AllSections {
    PyObject_HEAD PyObject* rest;  ///< an iterator over the others; null before the first
};

PyObject* all_sections_iter(PyObject* self) {
    return guarded([&] {
        PyObject*& rest = cast<AllSections>(self)->rest;
        const Held before = Held::take(rest);
        rest = made(PyObject_GetIter(list_of(session().context().cables.all_sections()).get())).release();
        return Held::share(self);
    });
}

void all_sections_dealloc(PyObject* self) {
    Py_XDECREF(cast<AllSections>(self)->rest);
    release(self);
}

PyObject* all_sections_next(PyObject* self) {
    if (!cast<AllSections>(self)->rest) Py_XDECREF(all_sections_iter(self));
    PyObject* const rest = cast<AllSections>(self)->rest;
    return rest ? PyIter_Next(rest) : nullptr;
}

PyObject* all_sections_describe(PyObject*) {
    return PyUnicode_FromString("<all section iterator next>");
}

void bind_all_sections_type(PyObject* module) {
    static PyType_Slot slots[] = {
        {Py_tp_new, slot(PyType_GenericNew)},      {Py_tp_dealloc, slot(all_sections_dealloc)},
        {Py_tp_iter, slot(all_sections_iter)},     {Py_tp_iternext, slot(all_sections_next)},
        {Py_tp_repr, slot(all_sections_describe)}, {0, nullptr}};
    static PyType_Spec spec{"_ranvier.AllSections", sizeof(AllSections), 0, Py_TPFLAGS_DEFAULT, slots};
    add_type(module, spec, "AllSections");
}

void bind_list_type(PyObject* module) {
    static PyType_Slot slots[] = {{Py_tp_base, state().object_type},     {Py_tp_iter, slot(list_iter)},
                                  {Py_mp_length, slot(list_length)},     {Py_mp_subscript, slot(list_item)},
                                  {Py_sq_length, slot(list_length)},     {Py_sq_item, slot(list_at)},
                                  {Py_sq_contains, slot(list_contains)}, {0, nullptr}};
    static PyType_Spec spec{"_ranvier.List", sizeof(ObjectHolder), 0, base_flags, slots};
    add_type(module, spec, "List");
    static PyType_Slot iterator_slots[] = {{Py_tp_dealloc, slot(list_iterator_dealloc)},
                                           {Py_tp_iter, slot(PyObject_SelfIter)},
                                           {Py_tp_iternext, slot(list_iterator_next)},
                                           {0, nullptr}};
    static PyType_Spec iterator_spec{"_ranvier.ListIterator", sizeof(ListIterator), 0,
                                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, iterator_slots};
    list_iterator_type = add_type(module, iterator_spec, "ListIterator");
}

void bind_section_list_type(PyObject* module) {
    static PyType_Slot slots[] = {{Py_tp_base, state().object_type},
                                  {Py_tp_new, slot(section_list_new)},
                                  {Py_tp_iter, slot(section_list_iter)},
                                  {Py_mp_length, slot(section_list_length)},
                                  {Py_sq_length, slot(section_list_length)},
                                  {Py_sq_contains, slot(section_list_contains)},
                                  {0, nullptr}};
    static PyType_Spec spec{"_ranvier.SectionList", sizeof(ObjectHolder), 0, base_flags, slots};
    add_type(module, spec, "SectionList");
    static PyType_Slot iterator_slots[] = {{Py_tp_dealloc, slot(section_iterator_dealloc)},
                                           {Py_tp_iter, slot(PyObject_SelfIter)},
                                           {Py_tp_iternext, slot(section_iterator_next)},
                                           {0, nullptr}};
    static PyType_Spec iterator_spec{"_ranvier.SectionIterator", sizeof(SectionIterator), 0,
                                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, iterator_slots};
    section_iterator_type = add_type(module, iterator_spec, "SectionIterator");
}

}  // namespace

void bind_containers(PyObject* module) {
    bind_list_type(module);
    bind_section_list_type(module);
    bind_all_sections_type(module);
}

}  // namespace ranvier::bindings
