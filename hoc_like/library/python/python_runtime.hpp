#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ranvier::hoc::python {

/// CPython inside the process, found and loaded when first used: the shared library that NRN_PYLIB names, or that of
/// the interpreter NRN_PYTHONEXE, or of `python3`; or that of this process. Uses only the stable ABI, so any version
/// from 3.8 on works.
///
/// Use it from one thread only. Functions throw std::runtime_error if there is no Python, or with the exception's type
/// and text when Python raises one.

/// A reference to a Python object.
class Handle {
  public:
    Handle() = default;
    /// Takes over one reference count.
    static Handle take(void* object) { return Handle{object}; }
    Handle(const Handle& other);
    Handle(Handle&& other) noexcept : object_{other.object_} { other.object_ = nullptr; }
    Handle& operator=(Handle other) noexcept;
    ~Handle();
    void* get() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }

  private:
    explicit Handle(void* object) : object_{object} {}
    void* object_ = nullptr;
};

/// The modules that Python finds once loaded: _ranvier in a shared library, and the folder of the packages that use it.
struct OfferedModule {
    std::string library;
    std::string folder;
    /// Called with the library's dlopen handle before the module is used.
    std::function<void(void* library)> loaded;
};
void offer_module(OfferedModule module);
/// Sets the `python3` whose library to load, by name or path, instead of $NRN_PYTHONEXE's; call it before Python is
/// loaded.
void choose_interpreter(std::string command);

/// Runs a file or, where `file` is empty, statements in the module __main__, with `arguments` as sys.argv. False, with
/// the traceback on stderr, if they raise an exception; SystemExit is thrown as Quit.
bool run_script(const std::string& file, const std::string& statements, const std::vector<std::string>& arguments);

/// Runs statements in the module __main__; false, with the traceback on stderr, if they raise an exception.
bool run(const std::string& statements);

Handle main_module();
Handle attribute(const Handle& of, const std::string& name);
void set_attribute(const Handle& of, const std::string& name, const Handle& value);
Handle item(const Handle& of, const Handle& key);
void set_item(const Handle& of, const Handle& key, const Handle& value);
Handle call(const Handle& function, std::span<const Handle> arguments);

Handle none();
bool is_none(const Handle& object);
Handle from_number(double value);
/// An int, truncated to a whole number.
Handle from_index(double value);
Handle from_text(std::string_view text);
/// nullopt if it is not a number (an array of several, a list, ...).
std::optional<double> to_number(const Handle& object);
/// nullopt if it is not a str.
std::optional<std::string> to_text(const Handle& object);
/// str(object)
std::string describe(const Handle& object);

}  // namespace ranvier::hoc::python
