#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "hoc_like/language/interface/section_object.hpp"

namespace ranvier::hoc {

class Object;

/// Shared by references to a variable; tells them when the variable no longer exists.
struct Life {
    bool over = false;
    std::string where;  ///< position at which the variable was deleted, "file:line:column"; may be empty
    /// For messages: " (deleted at file:line:column)", or an empty string.
    std::string since() const { return where.empty() ? where : " (deleted at " + where + ")"; }
};
using LifePtr = std::shared_ptr<Life>;

/// Creates a Life on demand and ends it when destroyed. Most variables are never referenced.
class Mortal {
  public:
    Mortal() = default;
    Mortal(const Mortal&) = delete;
    Mortal& operator=(const Mortal&) = delete;
    ~Mortal() {
        if (life_) life_->over = true;
    }
    /// Records the position of the deletion; calls `place` only if a reference exists.
    template <class Place>
    void tell_where(Place place) {
        if (life_) life_->where = place();
    }
    const LifePtr& life() {
        if (!life_) life_ = std::make_shared<Life>();
        return life_;
    }

  private:
    LifePtr life_;
};

struct NumberArray {
    std::vector<int> shape;
    std::vector<double> data;
    Mortal mortal;
};
struct ObjectArray {
    std::vector<int> shape;
    std::vector<Object*> data;  ///< counted
};
/// Many templates have a single section: one element needs no extra memory.
using SectionPtrs = boost::container::small_vector<SectionPtr, 1>;

struct SectionArray {
    std::vector<int> shape;  ///< empty: a single section, not an array
    SectionPtrs data;
};

/// The storage of a variable: one word; the variable's Symbol determines which member is active.
union Slot {
    double number = 0;
    NumberArray* numbers;
    Object* object;
    ObjectArray* objects;
    std::string* string;
    SectionArray* sections;
};

/// The number of elements of an array with this shape; 1 without dimensions.
inline std::size_t elements_of(const std::vector<int>& shape) {
    std::size_t product = 1;
    for (const int size : shape) product *= static_cast<std::size_t>(size);
    return product;
}

}  // namespace ranvier::hoc
