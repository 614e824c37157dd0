#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/data/object_deque.hpp"

namespace ranvier::hoc {

/// hoc's List: objects in order, each kept alive; or, as List("Template"), a view of all living objects of a class.
class ListObject final : public Native {
  public:
    static constexpr std::string_view class_name = "List";

    ListObject() = default;
    /// A view of a class's living objects, except those hidden by hide().
    ListObject(Interpreter& interpreter, std::string of_class)
        : interpreter_{&interpreter}, class_{std::move(of_class)} {}

    bool is_view() const { return interpreter_ != nullptr; }
    /// The current objects.
    std::vector<ObjectPtr> objects() const;
    std::size_t size() const { return (is_view() ? living().size() : 0) + objects_.size(); }
    /// Object i, or null if there is none. Takes constant time; a view first collects its objects if they have changed.
    ObjectPtr object(std::size_t i) const;
    /// The stored objects, for lists that are not views.
    ObjectDeque& own() { return objects_; }
    void hide(const Object* object) {
        hidden_.push_back(object);
        living_version_ = 0;
    }

    long long selected = -1;

  private:
    ObjectDeque objects_;
    Interpreter* interpreter_ = nullptr;
    std::string class_;
    std::vector<const Object*> hidden_;
    /// The objects of a view, without those appended to it.
    const std::vector<Object*>& living() const;
    mutable std::vector<Object*> living_;  // valid while the version is the class's
    mutable std::uint64_t living_version_ = 0;
};

/// A new List object, for methods that return one.
ObjectPtr make_list(Interpreter& interpreter, std::vector<ObjectPtr> objects);

void register_list(Registry& registry);

}  // namespace ranvier::hoc
