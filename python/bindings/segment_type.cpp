#include <span>
#include <vector>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "python/bindings/attributes.hpp"
#include "python/bindings/node_numbers.hpp"
#include "python/bindings/parts.hpp"
#include "python/bindings/range_names.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/type_tools.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

namespace ranvier::bindings {

namespace {

/// A position of the cell: an end by which a section is connected is its parent's.
struct Node {
    hoc::SectionPtr section;
    double x;
};

Node node_of(const SegmentHolder& segment) {
    Node node{section_in(segment.section), segment.x};
    while (!(node.x > 0 && node.x < 1)) {
        const engine::Section& cable = static_cast<hoc::CableSection&>(*node.section).section();
        if (!cable.parent() || cable.child_end() != node.x) break;
        node = {session().context().cables.object_of(*cable.parent()), cable.parent_x()};
    }
    return node;
}

/// The segment itself, or the one of another section that has its node.
Held segment_at_node(PyObject* segment) {
    const SegmentHolder& holder = segment_in(segment);
    if (holder.x > 0 && holder.x < 1) return Held::share(segment);
    const Node node = node_of(holder);
    return segment_object(section_object(node.section).get(), node.x);
}

/// Whether the segment has the mechanism; the ends of a section have extracellular alone.
bool has(const SegmentHolder& segment, engine::MechanismId mechanism) {
    if (segment.x > 0 && segment.x < 1) return cable_of(segment.section).has(mechanism);
    const Node node = node_of(segment);
    return static_cast<hoc::CableSection&>(*node.section).section().has(mechanism) &&
           ((node.x > 0 && node.x < 1) || session().context().model.mechanism(mechanism).name() == "extracellular");
}

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

Spare spare_segment;  // `for seg in sec` needs no more than two at a time

void segment_dealloc(PyObject* self) {
    Py_XDECREF(cast<SegmentHolder>(self)->section);
    spare_segment.release(self, state().segment_type);
}

PyObject* segment_getattro(PyObject* self, PyObject* name) {
    return guarded([&]() -> Held {
        auto* holder = cast<SegmentHolder>(self);
        if (!is_special(name)) section_in(holder->section);
        RangeNames& ranges = state().ranges;
        const hoc::RangeName* range = ranges.known(name);
        if (range && !range->per_section) return load_range(self, holder->section, name, *range, holder->x);
        if (const auto* known = ranges.known_mechanism(name); known && has(*holder, *known)) {
            return mechanism_object(self, *known);
        }
        if (PyObject* referred = referred_name(name)) return refer_range(self, referred);
        if (PyObject* own = state().segment_names.attribute(self, name)) return Held::take(own);
        if (is_special(name)) return missing(self, name);
        range = ranges.find(name);
        if (range && !range->per_section) return load_range(self, holder->section, name, *range, holder->x);
        const auto* mechanism = ranges.find_mechanism(name);
        return mechanism && has(*holder, *mechanism) ? mechanism_object(self, *mechanism) : missing(self, name);
    });
}

/// segment._ref_p_mechanism = reference
void point(const SegmentHolder& segment, PyObject* pointer, PyObject* reference) {
    if (!reference || !is_reference(reference)) {
        raise(PyExc_TypeError, "a POINTER is set to a reference, such as segment._ref_v");
    }
    const auto given = to_hoc(reference);
    const auto* number = std::get_if<hoc::NumberRefPtr>(&given);
    if (!number) raise(PyExc_TypeError, "a POINTER must point to a number");
    session().context().cables.set_pointer(*section_in(segment.section), to_text(pointer), segment.x, *number);
}

int segment_setattro(PyObject* self, PyObject* name, PyObject* value) {
    return guarded_status([&] {
        auto* holder = cast<SegmentHolder>(self);
        section_in(holder->section);
        const hoc::RangeName* range = state().ranges.find(name);
        if (!range || range->per_section) {
            if (PyObject* pointer = referred_name(name)) return point(*holder, pointer, value);
            const bool is_own = PyObject_HasAttr(reinterpret_cast<PyObject*>(Py_TYPE(self)), name) == 1;  // x, sec
            if (!is_ascii(name) || (!is_own && Py_TYPE(self) == state().segment_type)) raise_missing(self, name);
            check(PyObject_GenericSetAttr(self, name, value));
            return;
        }
        store_range(self, holder->section, name, *range, &holder->x, value);
    });
}

PyObject* segment_area(PyObject* self, PyObject*) {
    return guarded([&] {
        auto* holder = cast<SegmentHolder>(self);
        return made(PyFloat_FromDouble(session().context().model.area(cable_of(holder->section), holder->x)));
    });
}
PyObject* segment_node_index(PyObject* self, PyObject*) {
    return guarded([&] {
        static NodeNumbers& numbers = *new NodeNumbers;
        auto* holder = cast<SegmentHolder>(self);
        const auto compartment = cable_of(holder->section).compartment_at(holder->x);
        return made(PyLong_FromLong(numbers.of(session().context().model, compartment)));
    });
}
PyObject* segment_ri(PyObject* self, PyObject*) {
    return guarded([&] {
        auto* holder = cast<SegmentHolder>(self);
        return made(PyFloat_FromDouble(session().context().model.ri(cable_of(holder->section), holder->x)));
    });
}

PyObject* segment_section(PyObject* self, void*) {
    PyObject* section = cast<SegmentHolder>(self)->section;
    Py_INCREF(section);
    return section;
}
PyObject* segment_x(PyObject* self, void*) {
    return PyFloat_FromDouble(cast<SegmentHolder>(self)->x);
}
int set_segment_section(PyObject* self, PyObject* section, void*) {
    return guarded_status([&] {
        if (!section) raise(PyExc_TypeError, "a segment's section cannot be deleted");
        section_in(section);
        PyObject* const before = cast<SegmentHolder>(self)->section;
        cast<SegmentHolder>(self)->section = Held::share(section).release();
        Py_DECREF(before);
    });
}
int set_segment_x(PyObject* self, PyObject* value, void*) {
    return guarded_status([&] {
        if (!value) raise(PyExc_TypeError, "a segment's position cannot be deleted");
        const double x = to_number(value);
        if (!(x >= 0 && x <= 1)) raise(PyExc_ValueError, "segment position range is 0 <= x <= 1");
        cast<SegmentHolder>(self)->x = x;
    });
}

/// What is equal for all positions in one segment: its number, or one for each end.
std::pair<const hoc::SectionObject*, int> place_of(PyObject* self) {
    const Node node = node_of(*cast<SegmentHolder>(self));
    const int n = static_cast<hoc::CableSection&>(*node.section).section().nseg();
    const int number = node.x == 0 ? -1 : node.x == 1 ? n : static_cast<int>(node.x * n);
    return {node.section.get(), number};
}

PyObject* segment_compare(PyObject* a, PyObject* b, int op) {
    return guarded([&]() -> Held {
        if (!PyObject_TypeCheck(b, state().segment_type)) return Held::share(Py_NotImplemented);
        return made(PyBool_FromLong(compared(place_of(a), place_of(b), op)));
    });
}
Py_hash_t segment_hash(PyObject* self) {
    Py_hash_t hash = -1;
    guarded_status([&] {
        const auto [section, number] = place_of(self);
        hash = hash_of(section) ^ (number + 1);
        if (hash == -1) hash = -2;
    });
    return hash;
}

/// In NEURON's order: the newest mechanism first, each after the ions it introduced. In `inserted`, ions precede it.
std::vector<engine::MechanismId> in_listed_order(std::span<const engine::MechanismId> inserted) {
    std::vector<engine::MechanismId> listed, ions;
    for (const engine::MechanismId id : inserted) {
        if (session().context().model.mechanism(id).is_ion()) {
            ions.insert(ions.begin(), id);
        } else {
            ions.push_back(id);
            listed.insert(listed.begin(), ions.begin(), ions.end());
            ions.clear();
        }
    }
    ions.insert(ions.end(), listed.begin(), listed.end());
    return ions;
}

/// The density mechanisms in the segment; at the ends of a section, there is only extracellular.
PyObject* segment_iter(PyObject* self) {
    return guarded([&] {
        const Node node = node_of(*cast<SegmentHolder>(self));
        const bool is_end = !(node.x > 0 && node.x < 1);
        const Held list = made(PyList_New(0));
        for (const auto id : in_listed_order(static_cast<hoc::CableSection&>(*node.section).section().mechanisms())) {
            const std::string& name = session().context().model.mechanism(id).name();
            if (hoc::is_in_every_section(name) || (is_end && name != "extracellular")) continue;
            check(PyList_Append(list.get(), mechanism_object(self, id).get()));
        }
        return made(PyObject_GetIter(list.get()));
    });
}

// Mechanism

PyObject* segment_of(PyObject* mechanism) {
    return cast<MechanismHolder>(mechanism)->segment;
}
bool is_inserted(PyObject* mechanism) {
    return has(segment_in(segment_of(mechanism)), cast<MechanismHolder>(mechanism)->mechanism);
}
/// Throws Raised with a ReferenceError if the section or the mechanism is gone.
void check_exists(PyObject* mechanism) {
    if (!is_inserted(mechanism)) raise(PyExc_ReferenceError, "mechanism instance is invalid: it was uninserted");
}
const std::string& name_of(PyObject* mechanism) {
    return session().context().model.mechanism(cast<MechanismHolder>(mechanism)->mechanism).name();
}

void mechanism_dealloc(PyObject* self) {
    Py_XDECREF(segment_of(self));
    release(self);
}

Held load_variable(PyObject* self, const MechanismVariable& variable) {
    const Held at = segment_at_node(segment_of(self));
    auto& segment = segment_in(at.get());
    return load_range(at.get(), segment.section, variable.full_name.get(), variable.range, segment.x);
}

PyObject* mechanism_getattro(PyObject* self, PyObject* name) {
    return guarded([&]() -> Held {
        const engine::MechanismId mechanism = cast<MechanismHolder>(self)->mechanism;
        if (!is_special(name)) check_exists(self);
        RangeNames& ranges = state().ranges;
        if (const auto* known = ranges.known_in(mechanism, name)) return load_variable(self, *known);
        if (PyObject* referred = referred_name(name)) {
            const auto* variable = ranges.find_in(mechanism, referred);
            if (!variable) return missing(self, name);
            return refer_range(segment_at_node(segment_of(self)).get(), variable->full_name.get());
        }
        if (PyObject* own = state().mechanism_names.attribute(self, name)) return Held::take(own);
        if (is_special(name)) return missing(self, name);
        if (const auto* variable = ranges.find_in(mechanism, name)) return load_variable(self, *variable);
        const std::string in_hoc = to_text(name) + '_' + name_of(self);
        if (bridge().meaning(in_hoc).kind == hoc::Bridge::Kind::none) return missing(self, name);
        return made(PyObject_CallMethod(self, "_other_member", "O", name));
    });
}

int mechanism_setattro(PyObject* self, PyObject* name, PyObject* value) {
    return guarded_status([&] {
        check_exists(self);
        const engine::MechanismId mechanism = cast<MechanismHolder>(self)->mechanism;
        if (const auto* variable = state().ranges.find_in(mechanism, name)) {
            const Held at = segment_at_node(segment_of(self));
            auto& segment = segment_in(at.get());
            store_range(self, segment.section, variable->full_name.get(), variable->range, &segment.x, value);
        } else if (value) {
            made(PyObject_CallMethod(self, "_set_other_member", "OO", name, value));
        } else {
            raise_missing(self, name);
        }
    });
}

PyObject* mechanism_name(PyObject* self, PyObject*) {
    return guarded([&] { return to_python(name_of(self)); });
}
PyObject* mechanism_describe(PyObject* self) {
    return guarded([&] {
        PyObject* const section = segment_in(segment_of(self)).section;
        if (!cast<SectionHolder>(section)->section->exists()) {
            return to_python(std::string{"<mechanism of deleted section>"});
        }
        return to_python(is_inserted(self) ? name_of(self) : "<segment invalid or or mechanism uninserted>");
    });
}
PyObject* mechanism_segment(PyObject* self, PyObject*) {
    return Held::share(segment_of(self)).release();
}

}  // namespace

SegmentHolder& segment_in(PyObject* object) {
    if (!PyObject_TypeCheck(object, state().segment_type)) wrong_type(object, "a segment");
    return *cast<SegmentHolder>(object);
}

Held segment_object(PyObject* section, double x) {
    PyTypeObject* const type = state().segment_type;
    Held self = Held::take(spare_segment.allocate(type));
    Py_INCREF(section);
    cast<SegmentHolder>(self.get())->section = section;
    cast<SegmentHolder>(self.get())->x = x;
    return self;
}

Held mechanism_object(PyObject* segment, engine::MechanismId mechanism) {
    Held self = Held::take(allocate(state().mechanism_type));
    Py_INCREF(segment);
    cast<MechanismHolder>(self.get())->segment = segment;
    cast<MechanismHolder>(self.get())->mechanism = mechanism;
    return self;
}

void bind_segment(PyObject* module) {
    static PyGetSetDef members[] = {{"sec", segment_section, set_segment_section, "The section.", nullptr},
                                    {"x", segment_x, set_segment_x, "The position, from 0 to 1.", nullptr},
                                    {}};
    static PyMethodDef segment_methods[] = {
        {"area", segment_area, METH_NOARGS, "area()\n--\n\nThe membrane's area [um2]; 0 at the section's ends."},
        {"node_index", segment_node_index, METH_NOARGS,
         "node_index()\n--\n\nThe number of its node among those of all cells, in NEURON's order on one thread; 0 before "
         "finitialize."},
        {"ri", segment_ri, METH_NOARGS, "ri()\n--\n\nThe resistance to the parent segment [megohm]."},
        {}};
    static PyType_Slot slots[] = {{Py_tp_new, slot(segment_new)},
                                  {Py_tp_dealloc, slot(segment_dealloc)},
                                  {Py_tp_getattro, slot(segment_getattro)},
                                  {Py_tp_setattro, slot(segment_setattro)},
                                  {Py_tp_richcompare, slot(segment_compare)},
                                  {Py_tp_hash, slot(segment_hash)},
                                  {Py_tp_iter, slot(segment_iter)},
                                  {Py_tp_getset, members},
                                  {Py_tp_methods, segment_methods},
                                  {0, nullptr}};
    static PyType_Spec spec{"nrn.Segment", sizeof(SegmentHolder), 0, base_flags, slots};
    state().segment_type = add_type(module, spec, "Segment");
    state().segment_names.watch(state().segment_type);

    static PyMethodDef methods[] = {
        {"name", mechanism_name, METH_NOARGS, "name()\n--\n\nThe mechanism's name."},
        {"segment", mechanism_segment, METH_NOARGS, "segment()\n--\n\nThe segment in which the mechanism is."},
        {}};
    static PyType_Slot mechanism_slots[] = {{Py_tp_dealloc, slot(mechanism_dealloc)},
                                            {Py_tp_getattro, slot(mechanism_getattro)},
                                            {Py_tp_setattro, slot(mechanism_setattro)},
                                            {Py_tp_repr, slot(mechanism_describe)},
                                            {Py_tp_methods, methods},
                                            {0, nullptr}};
    static PyType_Spec mechanism_spec{"nrn.Mechanism", sizeof(MechanismHolder), 0,
                                      base_flags | Py_TPFLAGS_DISALLOW_INSTANTIATION, mechanism_slots};
    state().mechanism_type = add_type(module, mechanism_spec, "Mechanism");
    state().mechanism_names.watch(state().mechanism_type);
}

}  // namespace ranvier::bindings
