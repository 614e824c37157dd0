#include "hoc_like/language/object.hpp"

#include <charconv>

#include "hoc_like/language/symbols.hpp"

namespace ranvier::hoc {

const std::string& Object::class_name() const {
    return class_info().name;
}

std::string Object::name() const {
    const std::string& of = class_name();
    char number[24];
    number[0] = '[';
    char* end = std::to_chars(number + 1, number + sizeof number - 1, index()).ptr;
    *end++ = ']';
    std::string text;
    text.reserve(of.size() + static_cast<std::size_t>(end - number));
    text.append(of).append(number, end);
    return text;
}

}  // namespace ranvier::hoc
