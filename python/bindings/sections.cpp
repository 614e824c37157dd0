#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/sections/distance.hpp"
#include "hoc_like/library/context/object_directory.hpp"
#include "python/bindings/parts.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

// Sections and range variables.

namespace ranvier::bindings {

namespace {

hoc::Cables& cables() {
    return session().context().cables;
}

Held section_or_none(const engine::Section* section) {
    return section ? section_object(cables().object_of(*section)) : Held::share(Py_None);
}

hoc::RangeName range_named(const char* name) {
    const auto range = cables().range_name(name);
    if (range) return *range;
    PyErr_Format(PyExc_AttributeError, "%s is not a range variable", name);
    throw Raised{};
}

/// The arguments (section, name, element, x) of an array's element.
struct ElementPlace {
    explicit ElementPlace(PyObject* args) {
        if (!PyArg_ParseTuple(args, "Osid", &section, &name, &element, &x)) throw Raised{};
    }
    PyObject* section = nullptr;
    const char* name = nullptr;
    int element = 0;
    double x = 0;
};

/// element_load(section, name, element, x)
PyObject* element_load(PyObject*, PyObject* args) {
    return guarded([&] {
        const ElementPlace place(args);
        check_inserted(place.section, to_python(std::string{place.name}).get(), place.x);
        return made(PyFloat_FromDouble(
            cables().load(*section_in(place.section), range_named(place.name).id, place.element, place.x)));
    });
}

/// element_store(section, name, element, x or None for all segments, value)
PyObject* element_store(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* section = nullptr;
        const char* name = nullptr;
        int element = 0;
        PyObject *x = nullptr, *value = nullptr;
        if (!PyArg_ParseTuple(args, "OsiOO", &section, &name, &element, &x, &value)) throw Raised{};
        const double at = x == Py_None ? 0.5 : to_number(x);
        check_inserted(section, to_python(std::string{name}).get(), at);
        const double number = to_range_value(value, "bad value");
        const int range = range_named(name).id;
        if (x == Py_None) {
            cables().store_all(*section_in(section), range, element, number);
        } else {
            cables().store(*section_in(section), range, element, at, number);
        }
        return Held::share(Py_None);
    });
}

/// element_refer(section, name, element, x)
PyObject* element_refer(PyObject*, PyObject* args) {
    return guarded([&] {
        const ElementPlace place(args);
        check_inserted(place.section, to_python(std::string{place.name}).get(), place.x);
        return to_python(
            cables().reference(*section_in(place.section), range_named(place.name).id, place.element, place.x));
    });
}

/// insert(section, mechanism, true to insert or false to uninsert)
PyObject* insert(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* section = nullptr;
        const char* mechanism = nullptr;
        int inserts = 1;
        if (!PyArg_ParseTuple(args, "Osp", &section, &mechanism, &inserts)) throw Raised{};
        if (inserts) {
            cables().insert(*section_in(section), mechanism);
        } else {
            cables().uninsert(*section_in(section), mechanism);
        }
        return Held::share(Py_None);
    });
}

/// is_density(name): whether a density mechanism has that name.
PyObject* is_density(PyObject*, PyObject* name) {
    return guarded([&] {
        const auto found = cables().find_mechanism(to_text(name));
        return made(PyBool_FromLong(found && session().context().model.mechanism(*found).is_density()));
    });
}

/// is_in_sections(point process, or the name of its class): false for artificial cells.
PyObject* is_in_sections(PyObject*, PyObject* object) {
    return guarded([&] {
        if (PyUnicode_Check(object)) {
            const auto type = session().context().model.find_mechanism(to_text(object));
            return made(PyBool_FromLong(!type || !session().context().model.mechanism(*type).is_artificial()));
        }
        const auto* process = object_in(object).as<hoc::PointProcess>();
        return made(
            PyBool_FromLong(!process || !session().context().model.mechanism(process->mechanism()).is_artificial()));
    });
}

/// section_of(segment): its section, even if it was deleted.
PyObject* section_of_segment(PyObject*, PyObject* segment) {
    return guarded([&] { return Held::share(segment_in(segment).section); });
}

/// mechanisms(section): the names of the inserted mechanisms, in order.
PyObject* mechanisms(PyObject*, PyObject* section) {
    return guarded([&] {
        std::vector<std::string> names;
        for (const auto id : cable_of(section).mechanisms())
            names.push_back(session().context().model.mechanism(id).name());
        return to_python(names);
    });
}

/// connect(child, end of the child, parent, x on the parent)
PyObject* connect(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *child = nullptr, *parent = nullptr;
        double end = 0, x = 0;
        if (!PyArg_ParseTuple(args, "OdOd", &child, &end, &parent, &x)) throw Raised{};
        if (end != 0 && end != 1) raise(PyExc_ValueError, "child connection end must be  0 or 1");
        if (!(x >= 0 && x <= 1)) raise(PyExc_ValueError, "out of range 0 <= parentx <= 1.");
        cables().connect(*section_in(child), end, *section_in(parent), x);
        return Held::share(Py_None);
    });
}

/// link(section): (parent, x on the parent, end of the child), or None for a root.
PyObject* link(PyObject*, PyObject* section) {
    return guarded([&] {
        const engine::Section& cable = cable_of(section);
        if (!cable.parent()) return Held::share(Py_None);
        return made(
            Py_BuildValue("(Ndd)", section_or_none(cable.parent()).release(), cable.parent_x(), cable.child_end()));
    });
}

/// Appends the section and its children, each before its own children.
void append_subtree(const engine::Section& root, std::vector<hoc::SectionPtr>& to) {
    std::vector<const engine::Section*> waiting{&root};
    while (!waiting.empty()) {
        const engine::Section& section = *waiting.back();
        waiting.pop_back();
        to.push_back(cables().object_of(section));
        const auto& below = section.children();
        waiting.insert(waiting.end(), below.rbegin(), below.rend());
    }
}

/// subtree(section, whether to begin at the root)
PyObject* subtree(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* section = nullptr;
        int is_whole = 0;
        if (!PyArg_ParseTuple(args, "Op", &section, &is_whole)) throw Raised{};
        engine::Section& cable = cable_of(section);
        std::vector<hoc::SectionPtr> all;
        append_subtree(is_whole ? cable.root() : cable, all);
        return list_of(all);
    });
}

PyObject* children(PyObject*, PyObject* section) {
    return guarded([&] {
        std::vector<hoc::SectionPtr> all;
        for (const engine::Section* child : cable_of(section).children()) all.push_back(cables().object_of(*child));
        return list_of(all);
    });
}

/// sections(SectionList, or None for all sections)
PyObject* sections(PyObject*, PyObject* list) {
    return guarded(
        [&] { return list_of(list == Py_None ? cables().all_sections() : cables().sections_of(*object_in(list))); });
}

/// accessed(): the accessed section, which is the default for range variables.
PyObject* accessed(PyObject*, PyObject*) {
    return guarded([&] {
        hoc::SectionPtr section = session().context().interpreter.section_or_null();
        if (!section || !section->exists()) {
            const auto all = cables().all_sections();
            if (all.empty()) raise(PyExc_TypeError, "no section is accessed, and none exists");
            section = all.front();
        }
        return section_object(section);
    });
}

/// located(section, x): the point processes in the segment that contains x.
PyObject* located(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject* section = nullptr;
        double x = 0;
        if (!PyArg_ParseTuple(args, "Od", &section, &x)) throw Raised{};
        const engine::Section& cable = cable_of(section);
        const double here = cable.position_of(cable.compartment_at(x));
        Held list = made(PyList_New(0));
        for (const engine::InstanceId instance : cable.point_processes()) {
            const hoc::ObjectPtr object = session().context().objects.find(instance);
            if (!object || session().context().model.place(instance).x != here) continue;
            check(PyList_Append(list.get(), to_python(hoc::Bridge::Taken{object}).get()));
        }
        return list;
    });
}

/// place(point process): (section, x), or None if it is not located.
PyObject* place(PyObject*, PyObject* object) {
    return guarded([&] {
        auto* process = object_in(object).as<hoc::PointProcess>();
        if (!process) raise(PyExc_TypeError, "expected a point process");
        if (!process->is_located()) return Held::share(Py_None);
        const auto where = session().context().model.place(process->instance());
        return made(Py_BuildValue("(Nd)", section_or_none(where.section).release(), where.x));
    });
}

/// distance(section, x, section, x): path length along the cables [um]; 1e20 if there is no path.
PyObject* distance(PyObject*, PyObject* args) {
    return guarded([&] {
        PyObject *a = nullptr, *b = nullptr;
        double a_x = 0, b_x = 0;
        if (!PyArg_ParseTuple(args, "OdOd", &a, &a_x, &b, &b_x)) throw Raised{};
        const double walked = hoc::path_distance({&cable_of(a), a_x}, {&cable_of(b), b_x});
        constexpr double no_way = 1e20;
        return made(PyFloat_FromDouble(walked < 0 ? no_way : walked));
    });
}

/// ranges_version(): changes with the length of a range variable.
PyObject* ranges_version(PyObject*, PyObject*) {
    return guarded([] { return made(PyLong_FromUnsignedLong(cables().ranges_version())); });
}

/// push(section): accesses the section until pop_section().
PyObject* push(PyObject*, PyObject* section) {
    return guarded([&] {
        session().context().interpreter.push_section(section_in(section));
        return Held::share(Py_None);
    });
}

PyMethodDef section_functions[] = {{"element_load", element_load, METH_VARARGS, nullptr},
                                   {"element_store", element_store, METH_VARARGS, nullptr},
                                   {"element_refer", element_refer, METH_VARARGS, nullptr},
                                   {"insert", insert, METH_VARARGS, nullptr},
                                   {"mechanisms", mechanisms, METH_O, nullptr},
                                   {"is_density", is_density, METH_O, nullptr},
                                   {"is_in_sections", is_in_sections, METH_O, nullptr},
                                   {"section_of", section_of_segment, METH_O, nullptr},
                                   {"connect", connect, METH_VARARGS, nullptr},
                                   {"link", link, METH_O, nullptr},
                                   {"children", children, METH_O, nullptr},
                                   {"subtree", subtree, METH_VARARGS, nullptr},
                                   {"sections", sections, METH_O, nullptr},
                                   {"accessed", accessed, METH_NOARGS, nullptr},
                                   {"distance", distance, METH_VARARGS, nullptr},
                                   {"push", push, METH_O, nullptr},
                                   {"ranges_version", ranges_version, METH_NOARGS, nullptr},
                                   {"located", located, METH_VARARGS, nullptr},
                                   {"place", place, METH_O, nullptr},
                                   {}};

}  // namespace

Held list_of(const std::vector<hoc::SectionPtr>& sections) {
    Held list = made(PyList_New(static_cast<Py_ssize_t>(sections.size())));
    for (std::size_t i = 0; i < sections.size(); ++i) {
        check(PyList_SetItem(list.get(), static_cast<Py_ssize_t>(i), section_object(sections[i]).release()));
    }
    return list;
}

void bind_sections(PyObject* module) {
    check(PyModule_AddFunctions(module, section_functions));
}

}  // namespace ranvier::bindings
