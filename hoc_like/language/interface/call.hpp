#pragma once

#include <string>
#include <string_view>
#include <variant>

#include "hoc_like/language/interface/number_ref.hpp"
#include "hoc_like/language/interface/object.hpp"
#include "hoc_like/language/interface/section_object.hpp"

namespace ranvier::hoc {

class ClassInfo;
class Interpreter;
struct Machine;
struct Value;

/// What a built-in function returns: a number, a string or an object (null allowed).
using Result = std::variant<double, std::string, ObjectPtr>;

/// One call of a built-in function, method or constructor. Provides checked access to its arguments.
///
/// Argument numbers start at 0. Every accessor throws ScriptError, located at the call, if the argument is missing or
/// of another kind; the message names the function, the argument and the expected kind.
class Call {
  public:
    /// For the machine: `count` arguments start at `arguments`; `state` is the native state of `self`; `class_info` is
    /// the class of a method.
    Call(Machine& machine, Value* arguments, int count, std::string_view name, Object* self = nullptr,
         Native* state = nullptr, const ClassInfo* class_info = nullptr)
        : machine_{machine},
          arguments_{arguments},
          self_{self},
          state_{state},
          class_info_{class_info},
          name_{name},
          count_{count} {}
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    Interpreter& interpreter() const;
    /// The receiver of a method, or the object being constructed; null for functions.
    Object* self() const { return self_; }
    /// The name for messages: "Vector.resize", "sprint".
    std::string name() const;

    int size() const { return count_; }
    bool is_number(int i) const;  ///< false if argument i is missing; likewise for the functions below
    bool is_string(int i) const;
    bool is_object(int i) const;  ///< an object or NULLobject
    bool is_reference(int i) const;
    /// Whether argument i is an object that no variable holds: f(new Vector()).
    bool is_temporary_object(int i) const;

    double number(int i) const;
    double number_or(int i, double otherwise) const { return i < size() ? number(i) : otherwise; }
    /// A whole number within [low, high].
    long long integer(int i, long long low, long long high) const;
    std::string string(int i) const { return std::string{text(i)}; }
    /// Like string(), but without a copy; valid until the argument changes.
    std::string_view text(int i) const;
    std::string string_or(int i, std::string otherwise) const { return i < size() ? string(i) : otherwise; }
    ObjectPtr object(int i) const { return ObjectPtr{object_or_null(i)}; }
    /// Like object(), but not counted; valid while the argument holds the object.
    Object* object_or_null(int i) const;
    NumberRefPtr reference(int i) const;
    /// Assigns to the strdef / objref passed as argument i (hoc passes both by reference).
    void set_string(int i, std::string_view value) const;
    void set_object(int i, ObjectPtr value) const;

    /// The section accessed at the call; throws if there is none.
    SectionPtr section() const;
    /// Like section(), but returns null if there is none.
    SectionPtr section_or_null() const;

    /// Throws ScriptError located at the call.
    [[noreturn]] void fail(std::string message) const;

    /// The native state of argument i, which must be an object of the built-in class named T::class_name.
    template <class T>
    T& native(int i) const {
        Object* argument = object_or_null(i);
        auto* state = argument ? state_as<T>(argument->native()) : nullptr;
        if (!state) wrong_class(i, T::class_name);
        return *state;
    }
    template <class T>
    T& self_as() const {
        return static_cast<T&>(*state_);
    }

  private:
    bool has(int i) const { return i >= 0 && i < count_; }
    [[noreturn]] void wrong(int i, std::string_view expected) const;
    [[noreturn]] void wrong_class(int i, std::string_view expected) const;

    Machine& machine_;
    Value* arguments_;
    Object* self_;
    Native* state_;
    const ClassInfo* class_info_;
    std::string_view name_;
    int count_;
};

}  // namespace ranvier::hoc
