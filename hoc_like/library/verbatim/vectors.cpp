// VERBATIM's Vectors, Lists and objects.
#include <algorithm>
#include <stdexcept>
#include <string>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/object_access.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/list.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/verbatim/api.hpp"

using ranvier::hoc::ListObject;
using ranvier::hoc::ObjectPtr;
using ranvier::hoc::VectorHandle;
using ranvier::hoc::VectorObject;
using ranvier::hoc::VerbatimContext;

namespace {

VectorObject::Values& values_of(void* handle) {
    if (!handle) throw std::runtime_error("VERBATIM: null Vector handle");
    return *static_cast<VectorHandle*>(handle)->values;
}

ListObject& list_of(Object* object) {
    auto* list = VerbatimContext::object_of(object).as<ListObject>();
    if (!list) throw std::runtime_error("VERBATIM: expected a List, got an object of another class");
    return *list;
}

}  // namespace

RV_EXPORT void* vector_arg(int i) {
    auto& context = VerbatimContext::current();
    auto& call = context.call();
    return context.vectors().handle_of(call.native<VectorObject>(i - 1), call.object_or_null(i - 1));
}

/// For counting references: hoc_obj_ref(*vector_pobj(v)). Null for a Vector that was made by C code or deleted.
RV_EXPORT Object** vector_pobj(void* vector) {
    if (!vector) throw std::runtime_error("vector_pobj: null Vector");
    auto& handle = *static_cast<VectorHandle*>(vector);
    const bool has_gone = handle.is_own || handle.values.use_count() == 1;
    handle.proxy = has_gone ? nullptr : VerbatimContext::current().proxy(ObjectPtr{handle.owner});
    return &handle.proxy;
}

RV_EXPORT int is_vector_arg(int i) {
    auto& context = VerbatimContext::current();
    if (!context.has_call() || !context.call().is_object(i - 1)) return 0;
    return context.call().object(i - 1).as<VectorObject>() != nullptr;
}

RV_EXPORT int vector_instance_px(void* handle, double** elements) {
    auto& values = values_of(handle);
    *elements = values.data();
    return static_cast<int>(values.size());
}

RV_EXPORT int vector_arg_px(int i, double** elements) {
    return vector_instance_px(vector_arg(i), elements);
}

RV_EXPORT int vector_capacity(void* handle) {
    return static_cast<int>(values_of(handle).size());
}

RV_EXPORT int vector_buffer_size(void* handle) {
    return static_cast<int>(values_of(handle).capacity());
}

RV_EXPORT void vector_resize(void* handle, int size) {
    values_of(handle).resize(static_cast<std::size_t>(size));
}

RV_EXPORT void vector_append(void* handle, double value) {
    values_of(handle).push_back(value);
}

RV_EXPORT double* vector_vec(void* handle) {
    return values_of(handle).data();
}

RV_EXPORT void* vector_new1(int size) {
    return VerbatimContext::current().vectors().make(static_cast<std::size_t>(size));
}

RV_EXPORT void* vector_new0(void) {
    return vector_new1(0);
}

RV_EXPORT void* vector_new(int size, Object* object) {
    if (object)
        throw std::runtime_error("vector_new: the object must be null; a Vector cannot be put into an existing object");
    return vector_new1(size);
}

RV_EXPORT void* vector_new2(void* of) {
    void* made = vector_new0();
    values_of(made) = values_of(of);
    return made;
}

RV_EXPORT char* vector_get_label(void* handle) {
    const auto& of = *static_cast<VectorHandle*>(handle);
    static std::string label;  // valid until the next call
    const auto* script = VerbatimContext::object_of(*vector_pobj(handle)).as<VectorObject>();
    label = script ? script->label() : of.label;
    return label.empty() ? nullptr : label.data();
}

RV_EXPORT void vector_set_label(void* handle, char* label) {
    auto& of = *static_cast<VectorHandle*>(handle);
    auto* script = VerbatimContext::object_of(*vector_pobj(handle)).as<VectorObject>();
    if (script) script->set_label(label ? label : "");
    of.label = label ? label : "";
}

/// Sorts indices by the values they refer to. The order of equal values is that of std::sort, as in NEURON 9.
RV_EXPORT int nrn_mlh_gsort(double* values, int* indices, int count, int (*compare)(double, double)) {
    std::sort(indices, indices + count, [&](int a, int b) { return compare(values[a], values[b]) < 0; });
    return 1;
}

RV_EXPORT void vector_delete(void* handle) {
    if (handle) VerbatimContext::current().vectors().drop(*static_cast<VectorHandle*>(handle));
}

RV_EXPORT void install_vector_method(const char* name, double (*method)(void*)) {
    auto& context = VerbatimContext::current();
    const auto call = [&context, method](ranvier::hoc::Call& arguments) -> ranvier::hoc::Result {
        ranvier::hoc::CallingFrame frame{context, arguments};
        const double value = method(context.vectors().handle_of(arguments.self_as<VectorObject>(), arguments.self()));
        frame.finish();
        return value;
    };
    context.base().interpreter.add_method(VectorObject::class_name, {name, std::string("vec.") + name + "(...)",
                                                                     "Added by VERBATIM code of a .mod file.", call});
}

RV_EXPORT int ivoc_list_count(Object* object) {
    return static_cast<int>(list_of(object).size());
}

RV_EXPORT Object* ivoc_list_item(Object* object, int i) {
    const ObjectPtr item = i < 0 ? ObjectPtr{} : list_of(object).object(static_cast<std::size_t>(i));
    return item ? VerbatimContext::current().proxy(item) : nullptr;
}

RV_EXPORT char* hoc_object_name(Object* object) {
    static std::string name;  // as in NEURON, valid until the next call
    const ObjectPtr of = VerbatimContext::object_of(object);
    name = of ? of->name() : "NULLobject";
    return name.data();
}

RV_EXPORT char* hoc_object_pathname(Object* object) {
    return hoc_object_name(object);
}

RV_EXPORT int is_obj_type(Object* object, const char* class_name) {
    const ObjectPtr of = VerbatimContext::object_of(object);
    return of && of->class_name() == class_name;
}

RV_EXPORT void check_obj_type(Object* object, const char* class_name) {
    if (is_obj_type(object, class_name)) return;
    throw std::runtime_error(std::string(hoc_object_name(object)) + " is not a " + class_name);
}

RV_EXPORT void hoc_obj_ref(Object* object) {
    if (!object) return;
    ranvier::hoc::ObjectAccess::retain(static_cast<ranvier::hoc::Object*>(object->of_engine));
}

RV_EXPORT void hoc_obj_unref(Object* object) {
    if (object) ranvier::hoc::ObjectAccess::release(static_cast<ranvier::hoc::Object*>(object->of_engine));
}

RV_EXPORT void hoc_dec_refcount(Object** object) {
    hoc_obj_unref(*object);
    *object = nullptr;
}

namespace ranvier::hoc {
void keep_verbatim_vectors() {}
}  // namespace ranvier::hoc
