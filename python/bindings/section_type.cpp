#include "hoc_like/library/cable/sections/cables.hpp"
#include "python/bindings/attributes.hpp"
#include "python/bindings/parts.hpp"
#include "python/bindings/range_names.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/type_tools.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

namespace ranvier::bindings {

namespace {

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
    return guarded([&] { return Held::take(make_section(type)); });
}

/// A name that no other section has: __nrnsec_0x1, as NEURON shows an address there.
std::string unused_name() {
    static unsigned count = 0;
    char name[32];
    std::snprintf(name, sizeof name, "__nrnsec_%#x", ++count);
    return name;
}

std::string checked_name(PyObject* name) {
    if (!PyUnicode_Check(name)) raise(PyExc_TypeError, "a section's name must be a str");
    const Held is_printable = made(PyObject_CallMethod(name, "isprintable", nullptr));
    if (is_printable.get() != Py_True) {
        PyErr_Format(PyExc_ValueError, "a section cannot have the name %R", name);
        throw Raised{};
    }
    return to_text(name);
}

/// Section(name=None, cell=None): a new section, deleted together with the Python object.
int section_init(PyObject* self, PyObject* args, PyObject* words) {
    return guarded_status([&] {
        static char name_word[] = "name", cell_word[] = "cell";
        static char* known[] = {name_word, cell_word, nullptr};
        PyObject *name = Py_None, *cell = Py_None;
        if (!PyArg_ParseTupleAndKeywords(args, words, "|OO", known, &name, &cell)) throw Raised{};
        std::string full = name == Py_None ? unused_name() : checked_name(name);
        auto* holder = cast<SectionHolder>(self);
        if (holder->section) throw std::runtime_error("the section has already been made");
        if (cell != Py_None) {
            const Held of_cell = made(PyObject_Str(cell));
            if (!is_ascii(of_cell.get())) {
                PyErr_Format(PyExc_TypeError, "Section: the name of its cell must be ASCII, not %A", of_cell.get());
                throw Raised{};
            }
            if (name != Py_None) full = to_text(of_cell.get()) + '.' + full;
            holder->cell = made(PyWeakref_NewRef(cell, nullptr)).release();
        }
        holder->section = session().context().cables.create_for_python(full);
        holder->is_owned = true;
        holder->section->shown_as = self;
    });
}

void section_dealloc(PyObject* self) {
    auto* holder = cast<SectionHolder>(self);
    State& all = state();
    if (holder->section) holder->section->shown_as = nullptr;
    if (!all.has_ended && holder->is_owned && holder->section && holder->section->exists()) {
        try {
            all.session->context().cables.destroy(holder->section);
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

// Range variables: those of the middle, or of all segments when set.

PyObject* section_getattro(PyObject* self, PyObject* name) {
    return guarded([&]() -> Held {
        if (!is_special(name)) section_in(self);
        RangeNames& ranges = state().ranges;
        const auto value = [&](const hoc::RangeName& range) {
            if (range.per_section && range.id == hoc::Cables::nseg_id) {
                return made(PyLong_FromLong(cable_of(self).nseg()));
            }
            return load_range(self, self, name, range, 0.5);
        };
        if (const auto* known = ranges.known(name)) return value(*known);
        if (PyObject* own = state().section_names.attribute(self, name)) return Held::take(own);
        const auto* range = is_special(name) ? nullptr : ranges.find(name);
        return range ? value(*range) : missing(self, name);
    });
}

/// The value of nseg, L, Ra or rallbranch; throws Raised with a ValueError if it cannot be one.
double checked_value(const hoc::RangeName& range, PyObject* value) {
    using Cables = hoc::Cables;
    if (range.id == Cables::nseg_id) {
        const bool is_whole = value && !PyFloat_Check(value) && PyIndex_Check(value);
        const double number = is_whole ? to_number(value) : 0;
        if (!(number >= 1 && number <= 32767)) raise(PyExc_ValueError, "nseg must be an integer in range 1 to 32767");
        return number;
    }
    const char* error = range.id == Cables::L_id    ? "L must be > 0."
                        : range.id == Cables::Ra_id ? "Ra must be > 0."
                                                    : "rallbranch must be > 0";
    const double number = to_range_value(value, error);
    if (!(number > 0)) raise(PyExc_ValueError, error);
    return number;
}

int section_setattro(PyObject* self, PyObject* name, PyObject* value) {
    return guarded_status([&] {
        section_in(self);
        const auto* range = state().ranges.find(name);
        if (range && range->per_section) {
            state().session->context().cables.store_all(*section_in(self), range->id, 0, checked_value(*range, value));
        } else if (range) {
            store_range(self, self, name, *range, nullptr, value);
        } else if (Py_TYPE(self) == state().section_type) {
            raise_missing(self, name);
        } else {
            check(PyObject_GenericSetAttr(self, name, value));  // of a derived class
        }
    });
}

// Segments

/// section(x), by default the middle.
PyObject* section_call(PyObject* self, PyObject* args, PyObject* words) {
    return guarded([&] {
        section_in(self);
        static char x_word[] = "x";
        static char* known[] = {x_word, nullptr};
        double x = 0.5;
        if (PyTuple_Size(args) == 1 && !words) {
            x = to_number(PyTuple_GetItem(args, 0));
        } else if (!PyArg_ParseTupleAndKeywords(args, words, "|d", known, &x)) {
            throw Raised{};
        }
        if (!(x >= 0 && x <= 1)) raise(PyExc_ValueError, "segment position range is 0 <= x <= 1");
        return segment_object(self, x);
    });
}

/// Iterates over the segments, in allseg() also over the ends.
struct SegmentIterator {
    PyObject_HEAD PyObject* section;
    int next, last, n;  ///< -1 and n stand for the ends
    bool with_ends;
};
PyTypeObject* segment_iterator_type = nullptr;

Spare spare_iterator;

void begin(SegmentIterator& iterator, int n) {
    iterator.n = n;
    iterator.next = iterator.with_ends ? -1 : 0;
    iterator.last = iterator.with_ends ? iterator.n : iterator.n - 1;
}
Held iterate(PyObject* section, bool with_ends) {
    const int n = cable_of(section).nseg();  // raises for a deleted section
    Held self = Held::take(spare_iterator.allocate(segment_iterator_type));
    auto* holder = cast<SegmentIterator>(self.get());
    Py_INCREF(section);
    holder->section = section;
    holder->with_ends = with_ends;
    begin(*holder, n);
    return self;
}
/// As in NEURON, a loop over what allseg() returned starts again, and a loop over iter(section) continues.
PyObject* segment_iterator_iter(PyObject* self) {
    return guarded_access([&] {
        auto* holder = cast<SegmentIterator>(self);
        if (holder->with_ends) begin(*holder, cable_of(holder->section).nseg());
        return Held::share(self);
    });
}
PyObject* section_iter(PyObject* self) {
    return guarded_access([&] { return iterate(self, false); });
}
PyObject* section_allseg(PyObject* self, PyObject*) {
    return guarded([&] { return iterate(self, true); });
}
void segment_iterator_dealloc(PyObject* self) {
    Py_XDECREF(cast<SegmentIterator>(self)->section);
    spare_iterator.release(self, segment_iterator_type);
}
PyObject* segment_iterator_next(PyObject* self) {
    auto* holder = cast<SegmentIterator>(self);
    if (holder->next > holder->last) return nullptr;
    const int i = holder->next++;
    const double x = i < 0 ? 0 : i == holder->n ? 1 : (i + 0.5) / holder->n;
    return guarded_access([&] { return segment_object(holder->section, x); });
}

int section_contains(PyObject* self, PyObject* segment) {
    if (!PyObject_TypeCheck(segment, state().segment_type)) return 0;
    return section_behind(cast<SegmentHolder>(segment)->section) == section_behind(self);
}
int section_bool(PyObject* self) {
    const hoc::SectionPtr& section = cast<SectionHolder>(self)->section;
    return section && section->exists();
}

// The section's name and cell

PyObject* section_name(PyObject* self, PyObject*) {
    return guarded([&] { return to_python(section_in(self)->name()); });
}
PyObject* section_describe(PyObject* self) {
    return guarded([&] { return to_python(section_bool(self) ? section_in(self)->name() : "<deleted section>"); });
}
PyObject* section_is_pysec(PyObject* self, PyObject*) {
    return guarded([&] {
        section_in(self);
        return made(PyBool_FromLong(cast<SectionHolder>(self)->is_owned));
    });
}
PyObject* section_cell(PyObject* self, PyObject*) {
    return guarded([&]() -> Held {
        auto* holder = cast<SectionHolder>(self);
        section_in(self);
        if (holder->cell) return made(PyObject_CallNoArgs(holder->cell));
        auto* owner = static_cast<hoc::CableSection&>(*section_in(self)).owner();
        return owner ? to_python(hoc::ObjectPtr{owner}) : Held::share(Py_None);
    });
}

// 3-D points

using engine::Point3d;

int point_index(const engine::Section& section, PyObject* index) {
    const auto n = static_cast<Py_ssize_t>(section.points().size());
    const Py_ssize_t i = PyNumber_AsSsize_t(index, PyExc_IndexError);
    if (i == -1 && PyErr_Occurred()) throw Raised{};
    if (i >= 0 && i < n) return static_cast<int>(i);
    PyErr_Format(PyExc_Exception, "Arg out of range: %s has %zd 3-D points; there is no point %R",
                 section.name().c_str(), n, index);
    throw Raised{};
}

template <double Point3d::* coordinate>
PyObject* section_coordinate(PyObject* self, PyObject* index) {
    return guarded([&] {
        const engine::Section& section = cable_of(self);
        const auto i = static_cast<std::size_t>(point_index(section, index));
        return made(PyFloat_FromDouble(section.points()[i].*coordinate));
    });
}
PyObject* section_n3d(PyObject* self, PyObject*) {
    return guarded([&] { return made(PyLong_FromSize_t(cable_of(self).points().size())); });
}

/// pt3dadd(x, y, z, diam), with numbers or with sequences of numbers.
PyObject* section_add_point(PyObject* self, PyObject* args) {
    return guarded([&] {
        PyObject* given[4];
        if (!PyArg_ParseTuple(args, "OOOO:pt3dadd", &given[0], &given[1], &given[2], &given[3])) throw Raised{};
        engine::Section& section = cable_of(self);
        const auto point = [](const auto& of) {
            return Point3d{to_number(of[0]), to_number(of[1]), to_number(of[2]), to_number(of[3])};
        };
        if (PyFloat_Check(given[0]) || PyObject_HasAttrString(given[0], "__iter__") == 0) {
            section.add_point(point(given));
            return Held::share(Py_None);
        }
        const Held together = made(PyObject_CallFunctionObjArgs(PyDict_GetItemString(PyEval_GetBuiltins(), "zip"),
                                                                given[0], given[1], given[2], given[3], nullptr));
        while (const Held item = Held::take(PyIter_Next(together.get()))) {
            PyObject* const of[] = {PyTuple_GetItem(item.get(), 0), PyTuple_GetItem(item.get(), 1),
                                    PyTuple_GetItem(item.get(), 2), PyTuple_GetItem(item.get(), 3)};
            section.add_point(point(of));
        }
        if (PyErr_Occurred()) throw Raised{};
        return Held::share(Py_None);
    });
}

}  // namespace

namespace {

[[noreturn]] void raise_deleted(const hoc::SectionObject& section) {
    PyErr_Format(PyExc_ReferenceError, "can't access a deleted section: %s", section.fate().c_str());
    throw Raised{};
}

}  // namespace

hoc::SectionPtr& section_in(PyObject* object) {
    if (!PyObject_TypeCheck(object, state().section_type)) wrong_type(object, "a section");
    hoc::SectionPtr& section = cast<SectionHolder>(object)->section;
    if (!section) throw std::runtime_error("there is no section yet: __init__ of h.Section has not been called");
    if (!section->exists()) raise_deleted(*section);
    return section;
}

Held section_object(const hoc::SectionPtr& section) {
    if (section->shown_as) return Held::share(static_cast<PyObject*>(section->shown_as));
    Held self = Held::take(make_section(state().section_type));
    cast<SectionHolder>(self.get())->section = section;
    section->shown_as = self.get();
    return self;
}

void bind_section(PyObject* module) {
    static PyMethodDef methods[] = {
        {"name", section_name, METH_NOARGS, "name()\n--\n\nThe section's full name."},
        {"hname", section_name, METH_NOARGS, "hname()\n--\n\nThe section's full name."},
        {"is_pysec", section_is_pysec, METH_NOARGS, "is_pysec()\n--\n\nTrue if Python made the section."},
        {"cell", section_cell, METH_NOARGS,
         "cell()\n--\n\nThe object of Python or of a template to which the section belongs; None if there is none."},
        {"allseg", section_allseg, METH_VARARGS,
         "allseg()\n--\n\nIterates over the end at 0, the segments, and the end at 1."},
        {"n3d", section_n3d, METH_NOARGS, "n3d()\n--\n\nThe number of 3-D points."},
        {"x3d", section_coordinate<&Point3d::x>, METH_O, "x3d(i)\n--\n\nx of 3-D point i [um]."},
        {"y3d", section_coordinate<&Point3d::y>, METH_O, "y3d(i)\n--\n\ny of 3-D point i [um]."},
        {"z3d", section_coordinate<&Point3d::z>, METH_O, "z3d(i)\n--\n\nz of 3-D point i [um]."},
        {"diam3d", section_coordinate<&Point3d::diam>, METH_O, "diam3d(i)\n--\n\nDiameter at 3-D point i [um]."},
        {"arc3d", section_coordinate<&Point3d::arc>, METH_O,
         "arc3d(i)\n--\n\nPath length from the first 3-D point to point i [um]."},
        {"pt3dadd", section_add_point, METH_VARARGS,
         "pt3dadd(x, y, z, diam)\n--\n\nAppends a 3-D point [um], or a point for each element of four sequences."},
        {}};
    static PyType_Slot slots[] = {{Py_tp_new, slot(section_new)},
                                  {Py_tp_init, slot(section_init)},
                                  {Py_tp_dealloc, slot(section_dealloc)},
                                  {Py_tp_getattro, slot(section_getattro)},
                                  {Py_tp_setattro, slot(section_setattro)},
                                  {Py_tp_call, slot(section_call)},
                                  {Py_tp_iter, slot(section_iter)},
                                  {Py_tp_repr, slot(section_describe)},
                                  {Py_tp_richcompare, slot(section_compare)},
                                  {Py_tp_hash, slot(section_hash)},
                                  {Py_sq_contains, slot(section_contains)},
                                  {Py_nb_bool, slot(section_bool)},
                                  {Py_tp_methods, methods},
                                  {0, nullptr}};
    static PyType_Spec spec{"nrn.Section", sizeof(SectionHolder), 0, base_flags, slots};
    state().section_type = add_type(module, spec, "Section");
    state().section_names.watch(state().section_type);

    static PyType_Slot iterator_slots[] = {{Py_tp_dealloc, slot(segment_iterator_dealloc)},
                                           {Py_tp_iter, slot(segment_iterator_iter)},
                                           {Py_tp_iternext, slot(segment_iterator_next)},
                                           {0, nullptr}};
    static PyType_Spec iterator_spec{"nrn.SegmentIterator", sizeof(SegmentIterator), 0,
                                     Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, iterator_slots};
    segment_iterator_type = add_type(module, iterator_spec, "SegmentIterator");
}

}  // namespace ranvier::bindings
