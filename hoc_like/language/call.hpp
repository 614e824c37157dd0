#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <variant>

#include "hoc_like/language/number_ref.hpp"
#include "hoc_like/language/object.hpp"

namespace ranvier::hoc {

class Interpreter;
class SectionObject;
using SectionPtr = std::shared_ptr<SectionObject>;

/// What a built-in function returns: a number, a string or an object (null allowed).
using Result = std::variant<double, std::string, ObjectPtr>;

/// One call of a built-in function, method or constructor: its arguments, with errors that a person can act on.
///
/// Argument numbers start at 0. Every accessor throws ScriptError, located at the call, if the argument is missing or
/// of another kind; the message names the function, the argument and what was expected.
class Call {
  public:
    virtual ~Call() = default;

    virtual Interpreter& interpreter() const = 0;
    /// The object a method was called on, or the one being made; null for functions.
    virtual Object* self() const = 0;
    /// The name as written: "Vector.resize", "sprint".
    virtual std::string_view name() const = 0;

    virtual int size() const = 0;
    virtual bool is_number(int i) const = 0;  ///< false also if there is no argument i, as below
    virtual bool is_string(int i) const = 0;
    virtual bool is_object(int i) const = 0;  ///< an object or NULLobject
    virtual bool is_reference(int i) const = 0;

    virtual double number(int i) const = 0;
    double number_or(int i, double otherwise) const { return i < size() ? number(i) : otherwise; }
    /// A whole number within [low, high].
    virtual long long integer(int i, long long low, long long high) const = 0;
    virtual std::string string(int i) const = 0;
    /// As string(), but without a copy: valid until the argument changes.
    virtual std::string_view text(int i) const = 0;
    std::string string_or(int i, std::string otherwise) const { return i < size() ? string(i) : otherwise; }
    virtual ObjectPtr object(int i) const = 0;
    /// As object(), not counted: valid while the argument holds it.
    virtual Object* object_or_null(int i) const = 0;
    virtual NumberRefPtr reference(int i) const = 0;
    /// Assigns to the strdef / objref passed as argument i (hoc passes both by reference).
    virtual void set_string(int i, std::string_view value) const = 0;
    virtual void set_object(int i, ObjectPtr value) const = 0;

    /// The section that is accessed at the call; throws if there is none.
    virtual SectionPtr section() const = 0;
    /// Like section(), null if there is none.
    virtual SectionPtr section_or_null() const = 0;

    /// Throws ScriptError located at the call.
    [[noreturn]] virtual void fail(std::string message) const = 0;

    /// The native state of argument i, which must be an object of the built-in class T (its T::class_name says which).
    template <class T>
    T& native(int i) const {
        Object* argument = object_or_null(i);
        auto* state = argument ? state_as<T>(argument->native()) : nullptr;
        if (!state) wrong_class(i, T::class_name);
        return *state;
    }
    template <class T>
    T& self_as() const {
        return static_cast<T&>(*self()->native());
    }

  private:
    [[noreturn]] virtual void wrong_class(int i, std::string_view expected) const = 0;
};

}  // namespace ranvier::hoc
