#include <cstdio>

#include "hoc_like/language/machine/machine.hpp"

// Calls from hoc into C++: access to the arguments on the stack through Call, and the calls themselves.

namespace ranvier::hoc {

Interpreter& Call::interpreter() const {
    return machine_.interpreter;
}

std::string Call::name() const {
    return class_info_ ? class_info_->name + "." + std::string{name_} : std::string{name_};
}

bool Call::is_number(int i) const {
    return has(i) && arguments_[i].tag == Tag::number;
}
bool Call::is_string(int i) const {
    return has(i) && is_text(arguments_[i]);
}
bool Call::is_object(int i) const {
    return has(i) && hoc::is_object(arguments_[i]);
}
bool Call::is_reference(int i) const {
    return has(i) && arguments_[i].tag == Tag::reference;
}
bool Call::is_temporary_object(int i) const {
    return has(i) && arguments_[i].tag == Tag::object;
}

double Call::number(int i) const {
    if (!is_number(i)) wrong(i, "a number");
    return arguments_[i].number;
}

long long Call::integer(int i, long long low, long long high) const {
    const double value = number(i);
    const double shifted = value + machine_.epsilon;
    if (!(shifted >= static_cast<double>(low) && shifted < static_cast<double>(high) + 1)) {
        char text[40];
        std::snprintf(text, sizeof text, "%.15g", value);
        fail(name() + ": argument " + std::to_string(i + 1) + " is " + text + ", but must be between " +
             std::to_string(low) + " and " + std::to_string(high));
    }
    return floor_of(shifted);
}

std::string_view Call::text(int i) const {
    if (!is_string(i)) wrong(i, "a string");
    return text_of(arguments_[i]);
}

Object* Call::object_or_null(int i) const {
    if (!is_object(i)) wrong(i, "an object");
    return object_of(arguments_[i]);
}

NumberRefPtr Call::reference(int i) const {
    if (!is_reference(i)) wrong(i, "a pointer to a number (&x, in Python _ref_x)");
    return *arguments_[i].reference;
}

void Call::set_string(int i, std::string_view value) const {
    if (!is_string(i)) wrong(i, "a strdef");
    if (arguments_[i].tag == Tag::constant_text) return;  // f(x, ""): the result is ignored
    *arguments_[i].text = value;
}

void Call::set_object(int i, ObjectPtr value) const {
    if (!is_object(i)) wrong(i, "an objref");
    if (arguments_[i].tag != Tag::object_slot) wrong(i, "an objref that can be changed");
    ObjectAccess::retain(value.get());
    ObjectAccess::release(std::exchange(*arguments_[i].object_slot, value.get()));
}

SectionPtr Call::section() const {
    machine_.accessed();
    return machine_.sections.back();
}

SectionPtr Call::section_or_null() const {
    return machine_.sections.empty() ? nullptr : machine_.sections.back();
}

void Call::fail(std::string message) const {
    throw std::runtime_error{message};
}

void Call::wrong(int i, std::string_view expected) const {
    const std::string who = name() + ": argument " + std::to_string(i + 1);
    if (!has(i)) fail(who + " is missing: " + std::string{expected} + " is expected");
    fail(who + " is " + hoc::describe(arguments_[i]) + ", but " + std::string{expected} + " is expected");
}

void Call::wrong_class(int i, std::string_view expected) const {
    wrong(i, "an object of the class " + std::string{expected});
}

namespace {

/// Counts the nesting of C++ calls by hoc while it exists.
class NativeDepth {
  public:
    explicit NativeDepth(Machine& machine) : machine_{machine}, caller_{machine.running} { ++machine.native_depth; }
    ~NativeDepth() { --machine_.native_depth; }
    NativeDepth(const NativeDepth&) = delete;
    NativeDepth& operator=(const NativeDepth&) = delete;
    void check(std::string_view name) const {
        if (machine_.running != caller_) machine_.fail(std::string{name} + " returned with calls still open");
    }

  private:
    Machine& machine_;
    const Frame* caller_;
};

Native* state_of(Object& object) {
    if (ObjectAccess::is_pooled(object)) return object.native();
    return static_cast<Instance&>(object).Instance::native();
}

}  // namespace

void Machine::call_native(const FunctionDefinition& function, int count) {
    Value* const arguments = stack - count;
    Call call{*this, arguments, count, function.name};
    const NativeDepth depth{*this};
    Result result = function.call(call);
    depth.check(function.name);
    drop_to(arguments);
    push_result(result);
}

void Machine::call_native(const MethodDefinition& method, Object& object, int count, Value* receiver) {
    Call call{*this, stack - count, count, method.name, &object, state_of(object), class_of(object)};
    const NativeDepth depth{*this};
    Result result = method.call(call);
    depth.check(method.name);
    drop_to(receiver);
    push_result(result);
}

double Machine::call_function(const FunctionDefinition& function, std::span<const Argument> arguments) {
    const auto count = static_cast<int>(arguments.size());
    check_room(count + 1);
    Value* const bottom = stack;
    push_arguments(arguments);
    drop_after_error(bottom, [&] { call_native(function, count); });
    return pop_number();
}

void Machine::construct_native(const ClassInfo& info, Object& object, int count, std::unique_ptr<Native>& made) {
    Call call{*this, stack - count, count, info.name, &object, state_of(object)};
    const NativeDepth depth{*this};
    if (info.pool) {
        info.definition->pooled.construct(call);
    } else {
        made = (info.native ? info.native : info.definition)->construct(call);
    }
    depth.check(info.name);
}

void Machine::push_result(Result& result) {
    if (const auto* number = std::get_if<double>(&result)) {
        push(number_value(*number));
    } else if (auto* text = std::get_if<std::string>(&result)) {
        push(text_value(std::move(*text)));
    } else {
        Value value;
        value.tag = Tag::object;
        value.object = std::get<ObjectPtr>(result).detach();
        push(value);
    }
}

}  // namespace ranvier::hoc
