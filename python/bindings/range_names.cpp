#include "python/bindings/range_names.hpp"

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "python/bindings/attributes.hpp"
#include "python/bindings/state.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

namespace ranvier::bindings {

bool RangeNames::is_current() {
    if (!state().session) return false;
    const unsigned now = state().session->context().cables.ranges_version();
    if (version_ != now) {
        version_ = now;
        ranges_.clear();
        of_mechanisms_.clear();
    }
    return true;
}

const hoc::RangeName* RangeNames::find(PyObject* name) {
    session();
    if (const auto* range = known(name)) return range;
    const auto range = session().context().cables.range_name(to_text(name));
    return range ? &ranges_.add(name, *range) : nullptr;
}

const engine::MechanismId* RangeNames::find_mechanism(PyObject* name) {
    if (const auto* mechanism = known_mechanism(name)) return mechanism;
    const auto mechanism = session().context().cables.find_mechanism(to_text(name));
    if (!mechanism || !session().context().model.mechanism(*mechanism).is_density()) return nullptr;
    return &mechanisms_.add(name, *mechanism);
}

const MechanismVariable* RangeNames::known_in(engine::MechanismId mechanism, PyObject* name) {
    return is_current() ? of_mechanisms_[mechanism].find(name) : nullptr;
}

const MechanismVariable* RangeNames::find_in(engine::MechanismId mechanism, PyObject* name) {
    if (const auto* variable = known_in(mechanism, name)) return variable;
    const std::string own = to_text(name), suffix = session().context().model.mechanism(mechanism).name();
    std::string full = own + '_' + suffix;
    auto range = session().context().cables.range_name(full);
    if (!range && suffix.ends_with("_ion")) range = session().context().cables.range_name(full = own);
    if (!range) return nullptr;
    return &of_mechanisms_[mechanism].add(name, {*range, interned(to_python(full).get())});
}

std::string not_inserted(const std::string& segment, const std::string& name) {
    return name + ", the mechanism does not exist at " + segment + "; insert it first";
}

void check_inserted(PyObject* section, PyObject* name, double x) {
    const auto variable = session().context().model.range_variable(to_text(name));
    if (!variable || variable->table == engine::compartment_table) return;
    if (cable_of(section).has(engine::MechanismId{variable->table})) return;
    const Held segment = made(PyObject_Str(segment_object(section, x).get()));
    raise(PyExc_AttributeError, not_inserted(to_text(segment.get()), to_text(name)).c_str());
}

namespace {

/// Runs `access`, whose errors mean that the holder has no such variable.
template <class Access>
auto accessed(PyObject* holder, PyObject* section, PyObject* name, double x, Access access) {
    try {
        return access();
    } catch (const hoc::Interruption&) {
        throw;
    } catch (const std::exception& error) {
        check_inserted(section, name, x);
        PyErr_Format(PyExc_AttributeError, "%S has no %U: %s", holder, name, error.what());
        throw Raised{};
    }
}

}  // namespace

Held load_range(PyObject* holder, PyObject* section, PyObject* name, const hoc::RangeName& range, double x) {
    hoc::SectionObject& cable = *section_in(section);
    if (range.length > 1) {
        const Held segment = segment_object(section, x);
        PyObject* const sets_all = holder == section ? Py_True : Py_False;
        return made(
            PyObject_CallFunction(state().range_array.get(), "OOiO", segment.get(), name, range.length, sets_all));
    }
    return accessed(holder, section, name, x, [&] {
        hoc::Cables& cables = state().session->context().cables;
        if (range.is_object) return to_python(hoc::Bridge::Taken{cables.load_object(cable, range.id, x)});
        return made(PyFloat_FromDouble(cables.load(cable, range.id, 0, x)));
    });
}

double to_range_value(PyObject* value, const char* error) {
    const double number = value ? PyFloat_AsDouble(value) : -1;
    if (value && !(number == -1 && PyErr_Occurred())) return number;
    PyErr_Clear();
    raise(PyExc_ValueError, error);
}

void store_range(PyObject* holder, PyObject* section, PyObject* name, const hoc::RangeName& range, const double* x,
                 PyObject* value) {
    hoc::SectionObject& cable = *section_in(section);
    if (range.length > 1) {
        PyErr_Format(PyExc_IndexError, x ? "%U needs an index for assignment" : "missing index: %U is an array", name);
        throw Raised{};
    }
    hoc::Cables& cables = state().session->context().cables;
    if (!value || (!PyFloat_Check(value) && !PyLong_Check(value))) check_inserted(section, name, x ? *x : 0.5);
    const bool is_of_mechanism = PyObject_TypeCheck(holder, state().mechanism_type);
    const double number = to_range_value(value, is_of_mechanism ? "must be a double" : "bad value");
    try {
        if (x) {
            cables.store(cable, range.id, 0, *x, number);
        } else {
            cables.store_all(cable, range.id, 0, number);
        }
    } catch (const std::exception&) {
        check_inserted(section, name, x ? *x : 0.5);
        throw;
    }
}

Held refer_range(PyObject* segment, PyObject* name) {
    const hoc::RangeName* range = state().ranges.find(name);
    if (!range || range->per_section) raise_missing(segment, name);
    auto& holder = segment_in(segment);
    if (range->length > 1) {
        const Held array = load_range(segment, holder.section, name, *range, holder.x);
        return made(PyObject_CallMethod(array.get(), "references", nullptr));
    }
    return accessed(segment, holder.section, name, holder.x, [&] {
        return to_python(session().context().cables.reference(*section_in(holder.section), range->id, 0, holder.x));
    });
}

bool is_special(PyObject* name) {
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(name, &size);
    return text && size > 1 && text[0] == '_' && text[1] == '_';
}

PyObject* referred_name(PyObject* name) {
    constexpr std::string_view prefix = "_ref_";
    static NameTable<Held>& names = *new NameTable<Held>;  // never destroyed: Python may be finalized earlier
    if (const Held* known = names.find(name)) return known->get();
    Py_ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(name, &size);
    if (!text) throw Raised{};
    const std::string_view all{text, static_cast<std::size_t>(size)};
    if (!all.starts_with(prefix)) return nullptr;
    return names.add(name, interned(to_python(std::string{all.substr(prefix.size())}).get())).get();
}

}  // namespace ranvier::bindings
