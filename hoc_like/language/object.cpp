#include "hoc_like/language/object.hpp"

#include "hoc_like/language/symbols.hpp"

namespace ranvier::hoc {

const std::string& Object::class_name() const {
    return class_->name;
}

std::string Object::name() const {
    return class_->name + "[" + std::to_string(index_) + "]";
}

}  // namespace ranvier::hoc
