#pragma once

#include <memory>

#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

/// Refers to an object without keeping it alive; may have been made from null.
class WeakObject {
  public:
    WeakObject() = default;
    explicit WeakObject(const ObjectPtr& object);
    /// True if it was made from an object that no longer exists.
    bool is_gone() const { return cell_ && !*cell_; }
    /// The object; null if it was deleted, or if there was none.
    ObjectPtr lock() const { return cell_ ? ObjectPtr{*cell_} : ObjectPtr{}; }

  private:
    std::shared_ptr<Object*> cell_;  // shared by all that refer to it; holds null from its end on
};

}  // namespace ranvier::hoc
