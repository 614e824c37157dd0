#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/reference/library_texts.hpp"
#include "python/bindings/parts.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/values.hpp"

// What hoc's reference says about the names that are built in.

namespace ranvier::bindings {

namespace {

/// (name, kind, signature or None, text, units, dimensions) of a member of a class. The kind is "method", "number",
/// "constant" (a number that cannot be set), "text" or "section".
Held described(const std::string& name, const char* kind, const char* signature, const std::string& text,
               const std::string& units = "", int dimensions = 0) {
    return made(Py_BuildValue("(sszssi)", name.c_str(), kind, signature, text.c_str(), units.c_str(), dimensions));
}

Held members_of(const hoc::ClassDefinition& definition) {
    Held list = made(PyList_New(0));
    const auto append = [&](const Held& item) { check(PyList_Append(list.get(), item.get())); };
    for (const auto& each : definition.methods)
        append(described(each.name, "method", each.signature.c_str(), each.doc));
    for (const auto& each : definition.properties) {
        const char* kind = each.store ? "number" : "constant";
        append(described(each.name, kind, nullptr, each.doc, each.units, each.dimensions));
    }
    for (const auto& each : definition.strings) append(described(each.name, "text", nullptr, each.doc));
    for (const auto& each : definition.sections)
        append(described(each.name, "section", nullptr, each.doc, "", each.dimensions));
    return list;
}

/// documentation(name): (signature, text, units, members) of a function (members is None), a variable (signature and
/// members are None) or a class that is built in; of a procedure of the library (members is None); or None.
PyObject* documentation(PyObject*, PyObject* given) {
    return guarded([&]() -> Held {
        const std::string name = to_text(given);
        const hoc::Registry& registry = session().context().registry;
        for (const auto& each : registry.functions()) {
            if (each.name == name)
                return made(Py_BuildValue("(sssO)", each.signature.c_str(), each.doc.c_str(), "", Py_None));
        }
        for (const auto& each : registry.variables()) {
            if (each.name == name)
                return made(Py_BuildValue("(zssO)", nullptr, each.doc.c_str(), each.units.c_str(), Py_None));
        }
        for (const hoc::ClassDefinition* each : registry.classes()) {
            if (each->name != name) continue;
            const Held members = members_of(*each);
            return made(Py_BuildValue("(sssO)", each->signature.c_str(), each->doc.c_str(), "", members.get()));
        }
        if (const auto found = hoc::library_text(name); found && found->usage.ends_with(')'))
            return made(Py_BuildValue("(sssO)", found->usage.c_str(), found->doc.c_str(), "", Py_None));
        return Held::share(Py_None);
    });
}

/// library_file(name): the file of the library that defines a procedure, template or number; None if there is none.
PyObject* library_file(PyObject*, PyObject* given) {
    return guarded([&]() -> Held {
        const auto found = hoc::library_text(to_text(given));
        return found ? to_python(found->file) : Held::share(Py_None);
    });
}

/// documented(): the names that documentation knows.
PyObject* documented(PyObject*, PyObject*) {
    return guarded([] {
        const hoc::Registry& registry = session().context().registry;
        std::vector<std::string> names;
        for (const auto& each : registry.functions()) names.push_back(each.name);
        for (const auto& each : registry.variables()) names.push_back(each.name);
        for (const hoc::ClassDefinition* each : registry.classes()) names.push_back(each->name);
        return to_python(names);
    });
}

PyMethodDef documentation_functions[] = {{"documentation", documentation, METH_O, nullptr},
                                         {"library_file", library_file, METH_O, nullptr},
                                         {"documented", documented, METH_NOARGS, nullptr},
                                         {}};

}  // namespace

void bind_documentation(PyObject* module) {
    check(PyModule_AddFunctions(module, documentation_functions));
}

}  // namespace ranvier::bindings
