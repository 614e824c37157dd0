#pragma once

#include <memory>

#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

/// Refers to an object, or to null, without keeping the object alive.
class WeakObject {
  public:
    WeakObject() = default;
    explicit WeakObject(const ObjectPtr& object);
    /// True if the object has been deleted.
    bool is_gone() const { return cell_ && !*cell_; }
    /// The object; null if it has been deleted or if this was made from null.
    ObjectPtr lock() const { return cell_ ? ObjectPtr{*cell_} : ObjectPtr{}; }

  private:
    std::shared_ptr<Object*> cell_;  // shared by all weak references to the object; holds null after its deletion
};

}  // namespace ranvier::hoc
