#include "hoc_like/language/object.hpp"

#include "hoc_like/language/symbols.hpp"

namespace ranvier::hoc {

const std::string& Object::class_name() const {
    return class_info().name;
}

std::string Object::name() const {
    std::string text = class_name();
    text += '[';
    text += std::to_string(index());
    text += ']';
    return text;
}

}  // namespace ranvier::hoc
