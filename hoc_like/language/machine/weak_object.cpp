#include "hoc_like/language/interface/weak_object.hpp"

#include "hoc_like/language/machine/machine.hpp"

namespace ranvier::hoc {

WeakObject::WeakObject(const ObjectPtr& object) {
    if (!object) return;
    ObjectAccess::set_watched(*object);
    std::shared_ptr<Object*>& cell = class_of(*object)->machine->watched[object.get()];
    if (!cell) cell = std::make_shared<Object*>(object.get());
    cell_ = cell;
}

}  // namespace ranvier::hoc
