#include <stdexcept>

#include "hoc_like/language/interface/element_ref.hpp"
#include "python/bindings/hoc_object_type.hpp"
#include "python/bindings/type_tools.hpp"
#include "python/bindings/types.hpp"
#include "python/bindings/values.hpp"

namespace ranvier::bindings {

namespace {

void reference_destroy(PyObject* self) {
    using Place = ReferenceHolder::Place;
    cast<ReferenceHolder>(self)->place.~Place();
}

ReferenceHolder::Place& place_in(PyObject* self) {
    return cast<ReferenceHolder>(self)->place;
}

/// Calls `use` with the reference to an element of an array, for an index other than 0.
template <class Use>
auto with_element(hoc::NumberRef& number, Use use) {
    auto* element = dynamic_cast<hoc::ElementReference*>(&number);
    if (!element) raise(PyExc_IndexError, "a pointer to a single number has only index 0");
    try {
        return use(*element);
    } catch (const std::out_of_range& error) {
        raise(PyExc_IndexError, error.what());
    }
}

/// ref[0]; ref[i] of an element of an array
PyObject* reference_item(PyObject* self, PyObject* key) {
    return guarded_access([&]() -> Held {
        const double index = to_number(key);
        auto& place = place_in(self);
        if (auto* number = std::get_if<hoc::NumberRefPtr>(&place)) {
            if (index == 0) return made(PyFloat_FromDouble((*number)->load()));
            const auto offset = static_cast<long long>(index);
            return made(PyFloat_FromDouble(with_element(**number, [&](auto& each) { return each.load_at(offset); })));
        }
        if (index != 0) raise(PyExc_IndexError, "a reference has only index 0");
        if (auto* text = std::get_if<1>(&place)) return to_python(**text);
        return to_python(std::get<2>(place)->load());
    });
}

int reference_set_item(PyObject* self, PyObject* key, PyObject* value) {
    return guarded_status([&] {
        if (!value) raise(PyExc_TypeError, "a reference cannot be deleted");
        const double index = to_number(key);
        auto& place = place_in(self);
        if (auto* number = std::get_if<hoc::NumberRefPtr>(&place); number && index != 0) {
            const double given = to_number(value);
            with_element(**number, [&](auto& each) { each.store_at(static_cast<long long>(index), given); });
        } else if (index != 0) {
            raise(PyExc_IndexError, "a reference has only index 0");
        } else if (number) {
            (*number)->store(to_number(value));
        } else if (auto* text = std::get_if<1>(&place)) {
            **text = to_text(value);
        } else {
            const auto given = to_stored(value, hoc::Bridge::Kind::object);
            std::get<2>(place)->store(std::get<hoc::ObjectPtr>(given));
        }
    });
}

PyObject* reference_describe(PyObject* self) {
    return guarded([&] {
        const auto& place = place_in(self);
        if (const auto* text = std::get_if<1>(&place)) return to_python("<hoc ref str \"" + **text + "\">");
        if (const auto* object = std::get_if<2>(&place)) {
            const hoc::ObjectPtr of = (*object)->load();
            return to_python("<hoc ref value \"" + (of ? of->name() : std::string{"NULLobject"}) + "\">");
        }
        const auto& number = std::get<hoc::NumberRefPtr>(place);
        if (number->describe() != "a number") return to_python("<pointer to " + number->describe() + ">");
        return to_python("<hoc ref value " + std::to_string(number->load()) + ">");
    });
}

/// What a reference refers to; equal for references to the same variable.
const void* referred(PyObject* self) {
    const auto* number = std::get_if<hoc::NumberRefPtr>(&place_in(self));
    if (!number) return self;
    const double* address = (*number)->address();
    return address ? static_cast<const void*>(address) : number->get();
}

PyObject* reference_compare(PyObject* a, PyObject* b, int op) {
    return PyBool_FromLong(compared(referred(a), referred(b), op));
}
Py_hash_t reference_hash(PyObject* self) {
    return hash_of(referred(self));
}

constexpr Nature reference_nature{.describe = reference_describe,
                                  .compare = reference_compare,
                                  .hash = reference_hash,
                                  .item = reference_item,
                                  .set_item = reference_set_item,
                                  .destroy = reference_destroy};

}  // namespace

Held reference_object(ReferenceHolder::Place place) {
    PyObject* self = allocate_natural<ReferenceHolder>(reference_nature);
    new (&cast<ReferenceHolder>(self)->place) ReferenceHolder::Place(std::move(place));
    return Held::take(self);
}

bool is_reference(PyObject* object) {
    return nature_of(object) == &reference_nature;
}

}  // namespace ranvier::bindings
