#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/interface/number_ref.hpp"
#include "hoc_like/language/interface/object_access.hpp"
#include "hoc_like/language/interface/section_object.hpp"

namespace ranvier::hoc {

struct LoopState {
    std::vector<SectionPtr> sections;
    std::vector<double> positions;
    std::size_t next = 0;
    std::uint32_t depth = 0;  ///< height of the section stack at the start of the loop
};

enum class Tag : std::uint8_t {
    number,
    object_slot,    ///< Object**: an objref passed by reference
    constant_text,  ///< const std::string* into a Code
    text_slot,      ///< std::string*: a strdef passed by reference
    place,          ///< double* of a loop variable
    // The following own their targets.
    object,     ///< counted
    text,       ///< owned std::string
    reference,  ///< owned NumberRefPtr
    section,    ///< counted; may be null
    loop,       ///< owned LoopState
};

/// An entry of the machine's stack: sixteen bytes, interpreted according to `tag`. Copied as raw words; only `drop`
/// frees an owned target.
struct Value {
    Tag tag;
    union {
        double number;
        Object* object;
        Object** object_slot;
        std::string* text;
        const std::string* constant_text;
        NumberRefPtr* reference;
        SectionObject* section;
        double* place;
        LoopState* loop;
    };
};

inline bool is_owner(const Value& value) {
    return value.tag >= Tag::object;
}
/// Frees the target that the value owns and makes the value a number.
void drop_owned(Value& value);
inline void drop(Value& value) {
    if (!is_owner(value)) return;
    if (value.tag == Tag::object) {
        value.tag = Tag::number;
        ObjectAccess::release_quietly(value.object);
    } else {
        drop_owned(value);
    }
}

/// The largest whole number <= x, for |x| < 9e18. (On baseline x86-64, std::floor calls the C library.)
inline long long floor_of(double x) {
    const auto whole = static_cast<long long>(x);
    return whole - (static_cast<double>(whole) > x ? 1 : 0);
}

inline Value number_value(double number) {
    Value value;
    value.tag = Tag::number;
    value.number = number;
    return value;
}
/// A strdef or an objref by reference.
inline Value text_place(std::string* strdef) {
    Value value;
    value.tag = Tag::text_slot;
    value.text = strdef;
    return value;
}
inline Value object_place(Object** objref) {
    Value value;
    value.tag = Tag::object_slot;
    value.object_slot = objref;
    return value;
}
Value text_value(std::string text);
/// The value owns the loop.
Value loop_value(std::unique_ptr<LoopState> loop);
/// The value holds a counted reference to the object.
Value object_value(Object* object);
Value reference_value(NumberRefPtr reference);
Value section_value(const SectionPtr& section);

inline bool is_text(const Value& v) {
    return v.tag == Tag::text || v.tag == Tag::constant_text || v.tag == Tag::text_slot;
}
inline bool is_object(const Value& v) {
    return v.tag == Tag::object || v.tag == Tag::object_slot;
}
inline const std::string& text_of(const Value& v) {
    return *v.constant_text;
}
inline Object* object_of(const Value& v) {
    return v.tag == Tag::object ? v.object : *v.object_slot;
}
/// "a number", "a string", "an object Vector[0]": for messages.
std::string describe(const Value& value);

}  // namespace ranvier::hoc
