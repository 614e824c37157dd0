#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ranvier::hoc::python {

/// CPython inside this process, found and loaded on first use: the process itself if it is a Python interpreter, else
/// the shared library $NRN_PYLIB, else the library of the interpreter $NRN_PYTHONEXE or `python3`. Uses only the stable
/// ABI, so any version from 3.8 on works.
///
/// For use from one thread only. Functions throw std::runtime_error if Python cannot be loaded, or, with the type and
/// text of the exception, if Python raises one.

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

/// Modules made available to Python when it is loaded: _ranvier in a shared library, and the folder of the packages
/// that use it.
struct OfferedModule {
    std::string library;
    std::string folder;
    /// Called with the library's dlopen handle before the module is used.
    std::function<void(void* library)> loaded;
};
void offer_module(OfferedModule module);
/// Sets the interpreter (name or path) whose library is loaded, instead of $NRN_PYTHONEXE. Call it before Python is
/// loaded.
void choose_interpreter(std::string command);
/// Makes whatever needs Python throw std::runtime_error, except that is_off() tells scripts so.
void turn_off();
bool is_off();

/// What to do with the traceback of an exception that ends a script.
enum class Traceback { print, throw_it };

/// Runs a file or, if `file` is empty, statements in the module __main__, with `arguments` as sys.argv. If an exception
/// is raised, prints the traceback to stderr and returns false, or throws it as a std::runtime_error. SystemExit is
/// thrown as Quit; a status that is text is printed too, or becomes Quit::message.
bool run_script(const std::string& file, const std::string& statements, const std::vector<std::string>& arguments,
                Traceback traceback);

/// Runs statements in the module __main__. On an exception, prints the traceback to stderr and returns false.
bool run(const std::string& statements);

/// Calls Python's handlers of the signals that have arrived. Throws if one raises an exception, which stays raised: of
/// SIGINT, KeyboardInterrupt.
void heed_signals();

Handle main_module();
/// import name
Handle module_named(const std::string& name);
Handle attribute(const Handle& of, const std::string& name);
bool has_attribute(const Handle& of, const std::string& name);
void set_attribute(const Handle& of, const std::string& name, const Handle& value);
Handle item(const Handle& of, const Handle& key);
void set_item(const Handle& of, const Handle& key, const Handle& value);
Handle call(const Handle& function, std::span<const Handle> arguments);

Handle none();
bool is_none(const Handle& object);
Handle from_number(double value);
/// A Python int, truncated from a number.
Handle from_index(double value);
Handle from_text(std::string_view text);
/// nullopt if it is not a number (an array of several, a list, ...).
std::optional<double> to_number(const Handle& object);
/// nullopt if it is not a str.
std::optional<std::string> to_text(const Handle& object);
/// str(object)
std::string describe(const Handle& object);

/// The object as text that another process can read (module pickle), and back.
std::string pickled(const Handle& object);
Handle unpickled(const std::string& text);

}  // namespace ranvier::hoc::python
