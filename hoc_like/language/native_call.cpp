#include <cmath>

#include "hoc_like/language/machine.hpp"

namespace ranvier::hoc {
namespace {

class NativeCall final : public Call {
  public:
    NativeCall(Machine& machine, Value* arguments, int count, Object* self, std::string_view class_name,
               std::string_view name)
        : machine_{machine}, arguments_{arguments}, count_{count}, self_{self}, class_name_{class_name}, name_{name} {}

    Interpreter& interpreter() const override { return machine_.interpreter; }
    Object* self() const override { return self_; }
    std::string_view name() const override {
        if (class_name_.empty()) return name_;
        if (full_name_.empty()) full_name_ = std::string{class_name_} + "." + std::string{name_};
        return full_name_;
    }
    int size() const override { return count_; }
    bool is_number(int i) const override { return has(i) && arguments_[i].tag == Tag::number; }
    bool is_string(int i) const override { return has(i) && is_text(arguments_[i]); }
    bool is_object(int i) const override { return has(i) && hoc::is_object(arguments_[i]); }
    bool is_reference(int i) const override { return has(i) && arguments_[i].tag == Tag::reference; }

    double number(int i) const override {
        if (!is_number(i)) wrong(i, "a number");
        return arguments_[i].number;
    }
    long long integer(int i, long long low, long long high) const override {
        const double value = number(i);
        const double shifted = value + machine_.epsilon;
        if (!(shifted >= static_cast<double>(low) && shifted < static_cast<double>(high) + 1)) {
            char text[40];
            std::snprintf(text, sizeof text, "%.15g", value);
            fail(std::string{name()} + ": argument " + std::to_string(i + 1) + " is " + text +
                 ", but must be between " + std::to_string(low) + " and " + std::to_string(high));
        }
        return floor_of(shifted);
    }
    std::string string(int i) const override {
        if (!is_string(i)) wrong(i, "a string");
        return text_of(arguments_[i]);
    }
    std::string_view text(int i) const override {
        if (!is_string(i)) wrong(i, "a string");
        return text_of(arguments_[i]);
    }
    ObjectPtr object(int i) const override {
        if (!is_object(i)) wrong(i, "an object");
        return ObjectPtr{object_of(arguments_[i])};
    }
    Object* object_or_null(int i) const override {
        if (!is_object(i)) wrong(i, "an object");
        return object_of(arguments_[i]);
    }
    NumberRefPtr reference(int i) const override {
        if (!is_reference(i)) wrong(i, "a pointer to a number (&x)");
        return *arguments_[i].reference;
    }
    void set_string(int i, std::string_view value) const override {
        if (!is_string(i)) wrong(i, "a strdef");
        if (arguments_[i].tag == Tag::constant_text) return;  // f(x, ""): the answer is not wanted
        *arguments_[i].text = value;
    }
    void set_object(int i, ObjectPtr value) const override {
        if (!is_object(i)) wrong(i, "an objref");
        if (arguments_[i].tag != Tag::object_slot) wrong(i, "an objref that can be changed");
        ObjectAccess::retain(value.get());
        ObjectAccess::release(std::exchange(*arguments_[i].object_slot, value.get()));
    }
    SectionPtr section() const override {
        machine_.accessed();
        return machine_.sections.back();
    }
    SectionPtr section_or_null() const override {
        return machine_.sections.empty() ? nullptr : machine_.sections.back();
    }
    [[noreturn]] void fail(std::string message) const override { throw std::runtime_error{message}; }

  private:
    bool has(int i) const { return i >= 0 && i < count_; }
    [[noreturn]] void wrong(int i, std::string_view expected) const {
        const std::string who = std::string{name()} + ": argument " + std::to_string(i + 1);
        if (!has(i)) fail(who + " is missing: " + std::string{expected} + " is expected");
        fail(who + " is " + hoc::describe(arguments_[i]) + ", but " + std::string{expected} + " is expected");
    }
    [[noreturn]] void wrong_class(int i, std::string_view expected) const override {
        wrong(i, "an object of the class " + std::string{expected});
    }

    Machine& machine_;
    Value* arguments_;
    int count_;
    Object* self_;
    std::string_view class_name_;
    std::string_view name_;
    mutable std::string full_name_;
};

}  // namespace

void Machine::call_native(const std::function<Result(Call&)>& function, std::string_view name, int count,
                          Object* object, std::string_view class_name, Value* bottom) {
    NativeCall call{*this, stack - count, count, object, class_name, name};
    const Frame* const caller = running;
    ++native_depth;
    struct Depth {
        int& depth;
        ~Depth() { --depth; }
    } leave{native_depth};
    Result result = function(call);
    if (running != caller) fail("the built-in function " + std::string{name} + " left calls open");
    drop_to(bottom);
    push_result(result);
}

double Machine::call_function(const FunctionDefinition& function, std::span<const Argument> arguments) {
    const auto count = static_cast<int>(arguments.size());
    check_room(count + 1);
    Value* const bottom = stack;
    push_arguments(arguments);
    try {
        call_native(function.call, function.name, count, nullptr, {}, bottom);
    } catch (...) {
        drop_to(bottom);
        throw;
    }
    Value result = pop();
    const double number = result.tag == Tag::number ? result.number : 0;
    drop(result);
    return number;
}

void Machine::construct_native(const ClassInfo& info, Object& object, int count, std::unique_ptr<Native>& made) {
    NativeCall call{*this, stack - count, count, &object, {}, info.name};
    const Frame* const caller = running;
    ++native_depth;
    struct Depth {
        int& depth;
        ~Depth() { --depth; }
    } leave{native_depth};
    if (info.pool) {
        info.definition->pooled.construct(call);
    } else {
        made = info.definition->construct(call);
    }
    if (running != caller) fail("the class " + info.name + " left calls open");
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
