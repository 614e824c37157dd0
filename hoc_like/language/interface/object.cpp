#include "hoc_like/language/interface/object.hpp"

#include <charconv>

#include "hoc_like/language/interface/class_info.hpp"

namespace ranvier::hoc {

const std::string& Object::class_name() const {
    return class_info().name;
}

std::string Object::name() const {
    std::string text;
    append_name(text, 0);
    return text;
}

void Object::append_name(std::string& text, std::size_t more) const {
    const ClassInfo& info = class_info();
    char number[24];
    number[0] = '[';
    char* end = std::to_chars(number + 1, number + sizeof number - 1, index()).ptr;
    *end++ = ']';
    text.reserve(text.size() + info.name.size() + static_cast<std::size_t>(end - number) + more);
    text.append(info.name).append(number, end);
}

}  // namespace ranvier::hoc
