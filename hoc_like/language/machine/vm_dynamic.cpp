#include "hoc_like/language/interface/dynamic_native.hpp"
#include "hoc_like/language/machine/machine.hpp"

namespace ranvier::hoc {

namespace {

std::vector<double> numbers(const Value* first, int count) {
    std::vector<double> all;
    for (int i = 0; i < count; ++i) {
        if (first[i].tag != Tag::number)
            throw std::runtime_error{"an index must be a number, not " + describe(first[i])};
        all.push_back(first[i].number);
    }
    return all;
}

DynamicNative& state_of(Object& object) {
    return static_cast<DynamicNative&>(*object.native());
}

}  // namespace

bool Machine::is_dynamic(const Object& object) {
    const ClassDefinition* definition = class_of(object)->definition;
    return definition && definition->is_dynamic;
}

void Machine::dynamic_component(MemberSite& site, Object& object, Value* receiver) {
    DynamicNative& state = state_of(object);
    if (site.has_parentheses) {
        if (site.indices) fail(site.name + " takes [ ] or ( ), not both");
        if (receiver->tag == Tag::object_slot) *receiver = object_value(&object);
        const MethodDefinition method{site.name, {}, {}, [&](Call& call) { return state.call(call, site.name); }};
        call_native(method, object, site.arguments, receiver);
        return;
    }
    const ObjectPtr alive{&object};
    Result result = state.load(interpreter, site.name, numbers(receiver + 1, site.indices));
    drop_to(receiver);
    push_result(result);
}

// receiver [indices] value -> value
void Machine::set_dynamic_component(MemberSite& site, Object& object, Value* receiver, Assignment op) {
    if (site.has_parentheses) fail("cannot assign to " + site.name + "(...)");
    DynamicNative& state = state_of(object);
    const ObjectPtr alive{&object};
    const std::vector<double> indices = numbers(receiver + 1, site.indices);
    const Value& given = stack[-1];
    Result value = 0.;
    if (op != Assignment::set) {
        const Result old = state.load(interpreter, site.name, indices);
        if (given.tag != Tag::number || !std::holds_alternative<double>(old)) fail(site.name + " is not a number");
        value = combine_checked(std::get<double>(old), op, given.number);
    } else if (given.tag == Tag::number) {
        value = given.number;
    } else if (is_text(given)) {
        value = std::string(text_of(given));
    } else if (is_object(given)) {
        value = ObjectPtr{object_of(given)};
    } else {
        fail("cannot assign a value of this kind to " + site.name + ": " + describe(given));
    }
    state.store(site.name, indices, value);
    drop_to(receiver);
    push_result(value);
}

}  // namespace ranvier::hoc
