#include "hoc_like/language/machine/value.hpp"

namespace ranvier::hoc {

void drop_owned(Value& value) {
    const Value old = value;
    value = number_value(0);
    switch (old.tag) {
        case Tag::object:
            ObjectAccess::release_quietly(old.object);
            break;
        case Tag::text:
            delete old.text;
            break;
        case Tag::reference:
            delete old.reference;
            break;
        case Tag::section:
            if (old.section) intrusive_ptr_release(old.section);
            break;
        case Tag::loop:
            delete old.loop;
            break;
        default:
            break;
    }
}

Value text_value(std::string text) {
    Value value;
    value.tag = Tag::text;
    value.text = new std::string{std::move(text)};
    return value;
}

Value object_value(Object* object) {
    Value value;
    value.tag = Tag::object;
    value.object = object;
    ObjectAccess::retain(object);
    return value;
}

Value reference_value(NumberRefPtr reference) {
    Value value;
    value.tag = Tag::reference;
    value.reference = new NumberRefPtr{std::move(reference)};
    return value;
}

Value section_value(const SectionPtr& section) {
    Value value;
    value.tag = Tag::section;
    value.section = SectionPtr{section}.detach();
    return value;
}

Value loop_value(std::unique_ptr<LoopState> loop) {
    Value value;
    value.tag = Tag::loop;
    value.loop = loop.release();
    return value;
}

std::string describe(const Value& value) {
    switch (value.tag) {
        case Tag::number:
            return "a number";
        case Tag::object:
        case Tag::object_slot:
            return object_of(value) ? "the object " + object_of(value)->name() : "NULLobject";
        case Tag::text:
        case Tag::constant_text:
        case Tag::text_slot:
            return "a string";
        case Tag::reference:
            return "a pointer to a number";
        case Tag::section:
            return "the section " + value.section->name();
        default:
            return "something else";
    }
}

}  // namespace ranvier::hoc
