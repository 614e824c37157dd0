#include "hoc_like/library/python/python_runtime.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <vector>

#include "engine/run/number_locale.hpp"
#include "hoc_like/language/interface/error.hpp"

namespace ranvier::hoc::python {

namespace {

using Object = void*;

/// The functions used from Python's stable ABI, under their original names.
struct Api {
    void (*Py_InitializeEx)(int);
    int (*PyRun_SimpleString)(const char*);
    int (*Py_IsInitialized)();
    Object _Py_NoneStruct;
    Object (*PyImport_AddModule)(const char*);
    Object (*PyImport_ImportModule)(const char*);
    Object (*PyObject_GetAttrString)(Object, const char*);
    int (*PyObject_SetAttrString)(Object, const char*, Object);
    Object (*PyObject_GetItem)(Object, Object);
    int (*PyObject_SetItem)(Object, Object, Object);
    Object (*PyObject_CallObject)(Object, Object);
    Object (*PyObject_Str)(Object);
    Object (*PyTuple_New)(std::ptrdiff_t);
    int (*PyTuple_SetItem)(Object, std::ptrdiff_t, Object);
    Object (*PyLong_FromLongLong)(long long);
    Object (*PyFloat_FromDouble)(double);
    double (*PyFloat_AsDouble)(Object);
    int (*PyNumber_Check)(Object);
    Object (*PyUnicode_FromStringAndSize)(const char*, std::ptrdiff_t);
    const char* (*PyUnicode_AsUTF8AndSize)(Object, std::ptrdiff_t*);
    Object (*PyErr_Occurred)();
    void (*PyErr_Clear)();
    void (*PyErr_Fetch)(Object*, Object*, Object*);
    void (*PyErr_NormalizeException)(Object*, Object*, Object*);
    void (*PyErr_Restore)(Object, Object, Object);
    void (*PyErr_Print)();
    int (*PyErr_CheckSignals)();
    int (*PyImport_AppendInittab)(const char*, Object (*)());
    void (*Py_SetProgramName)(const wchar_t*);
    wchar_t* (*Py_DecodeLocale)(const char*, std::size_t*);
    void (*Py_IncRef)(Object);
    void (*Py_DecRef)(Object);
};

/// The output of a command, without the final newline; empty if the command fails.
std::string answer(const std::string& command) {
    std::string text;
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe{popen(command.c_str(), "r"), pclose};
    if (!pipe) return text;
    char piece[512];
    while (const std::size_t n = std::fread(piece, 1, sizeof piece, pipe.get())) text.append(piece, n);
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    return text;
}

std::string hex(std::string_view text) {
    std::string digits;
    for (const char c : text) digits += fmt::format("{:02x}", static_cast<unsigned char>(c));
    return digits;
}

std::string shell_word(std::string_view text) {
    std::string all = "'";
    for (const char c : text) all += c == '\'' ? std::string{"'\\''"} : std::string{c};
    return all + "'";
}

OfferedModule& offered() {
    static OfferedModule module;
    return module;
}

std::string& asked_for() {
    static std::string command;
    return command;
}

std::string chosen_interpreter() {
    if (!asked_for().empty()) return asked_for();
    const char* chosen = std::getenv("NRN_PYTHONEXE");
    return chosen && *chosen ? chosen : "python3";
}

bool& turned_off() {
    static bool is_off = false;
    return is_off;
}

void* open_library() {
    if (is_off()) throw std::runtime_error("Python is not available, because of -nopython");
    if (dlsym(RTLD_DEFAULT, "Py_IsInitialized")) return RTLD_DEFAULT;  // this process is a Python interpreter
    constexpr int mode = RTLD_NOW | RTLD_GLOBAL;  // C modules look up Python's functions in the process
    if (const char* path = std::getenv("NRN_PYLIB"); path && *path) {
        if (void* library = dlopen(path, mode)) return library;
        throw std::runtime_error(fmt::format("NRN_PYLIB: {}", dlerror()));
    }
    const std::string interpreter = chosen_interpreter();
    const std::string path =
        answer(shell_word(interpreter) +
               " -c \"import sys; sys.path[:] = filter(None, sys.path);"  // not from the current folder
               "import sysconfig as s, os;"
               "print(os.path.join(s.get_config_var('LIBDIR'), s.get_config_var('INSTSONAME')))\""
               " 2>/dev/null");
    if (void* library = path.empty() ? nullptr : dlopen(path.c_str(), mode)) return library;
    const std::size_t slash = path.rfind('/');
    if (slash != std::string::npos) {
        if (void* library = dlopen(path.c_str() + slash + 1, mode)) return library;
    }
    throw std::runtime_error(
        fmt::format("Python's shared library was not found with '{}'; set NRN_PYLIB to its path", interpreter));
}

/// Skips a module that does not match this Python; importing the module then fails with a message.
void add_module(const Api& found) {
    const OfferedModule& module = offered();
    if (module.library.empty()) return;
    void* library = dlopen(module.library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    const auto make = reinterpret_cast<Object (*)()>(dlsym(library, "PyInit__ranvier"));
    if (!make) return;
    module.loaded(library);
    found.PyImport_AppendInittab("_ranvier", make);
}

/// Chooses encodings as the program `python3` does: UTF-8, too, where the locale is C. Not part of the stable ABI, so the
/// configuration is kept in memory that is large enough for any version.
void choose_encodings(void* library) {
    struct Status {
        int kind;
        const char *function, *message;
        int exit_code;
    };
    const auto fill = reinterpret_cast<void (*)(void*)>(dlsym(library, "PyPreConfig_InitPythonConfig"));
    const auto begin = reinterpret_cast<Status (*)(const void*)>(dlsym(library, "Py_PreInitialize"));
    if (!fill || !begin) return;
    alignas(std::max_align_t) char configuration[1024] = {};
    fill(configuration);
    begin(configuration);
}

void initialize(const Api& found, void* library) {
    const engine::NumberLocale users(
        engine::NumberLocale::Of::process);  // hoc's, in which numbers have a point, is ASCII
    add_module(found);
    choose_encodings(library);
    // Python locates its files from the program's name.
    const std::string program = answer("command -v " + shell_word(chosen_interpreter()));
    if (!program.empty()) found.Py_SetProgramName(found.Py_DecodeLocale(program.c_str(), nullptr));
    found.Py_InitializeEx(0);  // 0: Python installs no signal handlers
    if (offered().folder.empty()) return;
    // First: in an environment that holds NEURON's package, too, `neuron` is ours.
    const std::string quoted = "bytes.fromhex('" + hex(offered().folder) + "').decode()";
    found.PyRun_SimpleString(("import sys as _s; _s.path.insert(0, " + quoted + "); del _s").c_str());
}

const Api& api() {
    static const Api table = [] {
        void* library = open_library();
        Api found{};
        const auto bind = [&](auto& function, const char* name) {
            function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(dlsym(library, name));
            if (!function) throw std::runtime_error(fmt::format("Python's shared library has no {}", name));
        };
#define BIND(name) bind(found.name, #name)
        BIND(Py_InitializeEx);
        BIND(PyRun_SimpleString);
        BIND(Py_IsInitialized);
        BIND(_Py_NoneStruct);
        BIND(PyImport_AddModule);
        BIND(PyImport_ImportModule);
        BIND(PyObject_GetAttrString);
        BIND(PyObject_SetAttrString);
        BIND(PyObject_GetItem);
        BIND(PyObject_SetItem);
        BIND(PyObject_CallObject);
        BIND(PyObject_Str);
        BIND(PyTuple_New);
        BIND(PyTuple_SetItem);
        BIND(PyLong_FromLongLong);
        BIND(PyFloat_FromDouble);
        BIND(PyFloat_AsDouble);
        BIND(PyNumber_Check);
        BIND(PyUnicode_FromStringAndSize);
        BIND(PyUnicode_AsUTF8AndSize);
        BIND(PyErr_Occurred);
        BIND(PyErr_Clear);
        BIND(PyErr_Fetch);
        BIND(PyErr_NormalizeException);
        BIND(PyErr_Restore);
        BIND(PyErr_Print);
        BIND(PyErr_CheckSignals);
        BIND(PyImport_AppendInittab);
        BIND(Py_SetProgramName);
        BIND(Py_DecodeLocale);
        BIND(Py_IncRef);
        BIND(Py_DecRef);
#undef BIND
        if (!found.Py_IsInitialized()) initialize(found, library);
        return found;
    }();
    return table;
}

/// Throws Python's current exception.
[[noreturn]] void throw_raised() {
    Object type = nullptr, value = nullptr, trace = nullptr;
    api().PyErr_Fetch(&type, &value, &trace);
    api().PyErr_NormalizeException(&type, &value, &trace);
    const Handle held[] = {Handle::take(type), Handle::take(value), Handle::take(trace)};
    std::string name = "an exception";
    if (held[0]) {
        const Handle attribute = Handle::take(api().PyObject_GetAttrString(type, "__name__"));
        if (attribute) name = describe(attribute);
    }
    api().PyErr_Clear();
    throw std::runtime_error(fmt::format("Python: {}: {}", name, held[1] ? describe(held[1]) : std::string{}));
}

Handle made(Object object) {
    if (!object) throw_raised();
    return Handle::take(object);
}

void check(int status) {
    if (status != 0) throw_raised();
}

}  // namespace

Handle::Handle(const Handle& other) : object_{other.object_} {
    if (object_) api().Py_IncRef(object_);
}

Handle& Handle::operator=(Handle other) noexcept {
    std::swap(object_, other.object_);
    return *this;
}

Handle::~Handle() {
    if (object_) api().Py_DecRef(object_);
}

void offer_module(OfferedModule module) {
    offered() = std::move(module);
}

void choose_interpreter(std::string command) {
    asked_for() = std::move(command);
}

void turn_off() {
    turned_off() = true;
}

bool is_off() {
    return turned_off();
}

namespace {

/// Null if the function raised an exception, which stays set.
Handle call_or_null(const Handle& function, std::span<const Handle> arguments) {
    const Handle tuple = made(api().PyTuple_New(static_cast<std::ptrdiff_t>(arguments.size())));
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        api().Py_IncRef(arguments[i].get());  // the tuple takes over one count
        check(api().PyTuple_SetItem(tuple.get(), static_cast<std::ptrdiff_t>(i), arguments[i].get()));
    }
    const engine::NumberLocale numbers(engine::NumberLocale::Of::process);
    return Handle::take(api().PyObject_CallObject(function.get(), tuple.get()));
}

/// Keeps Python's output in order with ours.
void flush_output() {
    api().PyRun_SimpleString("import sys as _s; _s.stdout.flush(); del _s");
}

/// Clears the current exception; returns what Python would print for it.
std::string take_traceback() {
    Object type = nullptr, value = nullptr, trace = nullptr;
    api().PyErr_Fetch(&type, &value, &trace);
    api().PyErr_NormalizeException(&type, &value, &trace);
    const Handle held[] = {Handle::take(type), Handle::take(value), trace ? Handle::take(trace) : none()};
    const Handle module = made(api().PyImport_ImportModule("traceback"));
    const Handle lines = call_or_null(attribute(module, "format_exception"), held);
    const Handle joined[] = {lines};
    const Handle text = lines ? call_or_null(attribute(from_text(""), "join"), joined) : Handle{};
    api().PyErr_Clear();
    std::string all = text ? describe(text) : describe(held[1]);
    while (all.ends_with('\n')) all.pop_back();
    return all;
}

/// The exit status and message, if the exception raised is SystemExit, which is then cleared.
std::optional<Quit> exit_asked_for() {
    Object type = nullptr, value = nullptr, trace = nullptr;
    api().PyErr_Fetch(&type, &value, &trace);
    api().PyErr_NormalizeException(&type, &value, &trace);
    const Handle name = Handle::take(api().PyObject_GetAttrString(type, "__name__"));
    if (!name || describe(name) != "SystemExit") {
        api().PyErr_Restore(type, value, trace);
        return std::nullopt;
    }
    const Handle held[] = {Handle::take(type), Handle::take(value), Handle::take(trace)};
    const Handle code = Handle::take(api().PyObject_GetAttrString(value, "code"));
    if (is_none(code)) return Quit{};
    if (const auto status = to_number(code)) return Quit{static_cast<int>(*status), {}};
    return Quit{1, describe(code)};
}

/// Handles the exception that ended a script.
void pass_on_exception(Traceback traceback) {
    const bool prints = traceback == Traceback::print;
    if (const auto quit = exit_asked_for()) {
        flush_output();
        if (prints && !quit->message.empty()) std::fprintf(stderr, "%s\n", quit->message.c_str());
        throw *quit;
    }
    const std::string message = prints ? std::string() : take_traceback();
    if (prints) api().PyErr_Print();
    flush_output();
    if (!prints) throw std::runtime_error(message);
}

}  // namespace

bool run_script(const std::string& file, const std::string& statements, const std::vector<std::string>& arguments,
                Traceback traceback) {
    std::string list = "[";
    for (const std::string& each : arguments) list += "bytes.fromhex('" + hex(each) + "').decode(),";
    // Like python, search the script's folder (or the working folder) first.
    const std::string folder = file.empty() ? "''" : "os.path.dirname(os.path.abspath(sys.argv[0]))";
    const std::string prelude =
        "import os, sys\nsys.argv = " + list + "]\n" + "sys.path.insert(0, " + folder + ")\n" + "del os, sys\n";
    std::fflush(stdout);  // hoc's output precedes Python's
    api().PyRun_SimpleString(prelude.c_str());
    const Handle main = main_module();
    std::string text = statements;
    if (!file.empty()) {
        set_attribute(main, "__file__", from_text(file));
        std::ifstream in(file, std::ios::binary);
        if (!in) throw std::runtime_error("can't read " + file);
        text.assign(std::istreambuf_iterator<char>(in), {});
    }
    const Handle builtins = attribute(main, "__builtins__");
    const Handle words[] = {from_text(text), from_text(file.empty() ? "<string>" : file), from_text("exec")};
    const Handle code = call_or_null(attribute(builtins, "compile"), words);
    bool good = false;
    if (code) {
        const Handle given[] = {code, attribute(main, "__dict__")};
        good = static_cast<bool>(call_or_null(attribute(builtins, "exec"), given));
    }
    if (!good) pass_on_exception(traceback);
    flush_output();
    return good;
}

bool run(const std::string& statements) {
    const bool good = api().PyRun_SimpleString(statements.c_str()) == 0;
    flush_output();
    return good;
}

void heed_signals() {
    if (api().PyErr_CheckSignals() != 0) throw std::runtime_error("interrupted by a signal");
}

Handle main_module() {
    Object borrowed = api().PyImport_AddModule("__main__");
    if (!borrowed) throw_raised();
    api().Py_IncRef(borrowed);
    return Handle::take(borrowed);
}

Handle module_named(const std::string& name) {
    return made(api().PyImport_ImportModule(name.c_str()));
}

Handle attribute(const Handle& of, const std::string& name) {
    return made(api().PyObject_GetAttrString(of.get(), name.c_str()));
}

bool has_attribute(const Handle& of, const std::string& name) {
    const Handle found = Handle::take(api().PyObject_GetAttrString(of.get(), name.c_str()));
    if (!found) api().PyErr_Clear();
    return static_cast<bool>(found);
}

void set_attribute(const Handle& of, const std::string& name, const Handle& value) {
    check(api().PyObject_SetAttrString(of.get(), name.c_str(), value.get()));
}

Handle item(const Handle& of, const Handle& key) {
    return made(api().PyObject_GetItem(of.get(), key.get()));
}

void set_item(const Handle& of, const Handle& key, const Handle& value) {
    check(api().PyObject_SetItem(of.get(), key.get(), value.get()));
}

Handle call(const Handle& function, std::span<const Handle> arguments) {
    Handle result = call_or_null(function, arguments);
    if (!result) throw_raised();
    return result;
}

Handle none() {
    api().Py_IncRef(api()._Py_NoneStruct);
    return Handle::take(api()._Py_NoneStruct);
}

bool is_none(const Handle& object) {
    return object.get() == api()._Py_NoneStruct;
}

Handle from_number(double value) {
    return made(api().PyFloat_FromDouble(value));
}

Handle from_index(double value) {
    constexpr double rounding = 1e-11;
    return made(api().PyLong_FromLongLong(static_cast<long long>(std::floor(value + rounding))));
}

Handle from_text(std::string_view text) {
    return made(api().PyUnicode_FromStringAndSize(text.data(), static_cast<std::ptrdiff_t>(text.size())));
}

std::optional<double> to_number(const Handle& object) {
    if (!api().PyNumber_Check(object.get())) return std::nullopt;
    const double value = api().PyFloat_AsDouble(object.get());
    if (!api().PyErr_Occurred()) return value;
    api().PyErr_Clear();
    return std::nullopt;
}

std::optional<std::string> to_text(const Handle& object) {
    std::ptrdiff_t size = 0;
    const char* text = api().PyUnicode_AsUTF8AndSize(object.get(), &size);
    if (text) return std::string(text, static_cast<std::size_t>(size));
    api().PyErr_Clear();
    return std::nullopt;
}

std::string describe(const Handle& object) {
    const Handle text = Handle::take(api().PyObject_Str(object.get()));
    if (!text) api().PyErr_Clear();
    return text ? to_text(text).value_or("?") : "?";
}

std::string pickled(const Handle& object) {
    const Handle given[] = {object};
    const Handle bytes = call(attribute(module_named("pickle"), "dumps"), given);
    return describe(call(attribute(bytes, "hex"), {}));
}

Handle unpickled(const std::string& text) {
    const Handle digits[] = {from_text(text)};
    const Handle bytes = call(attribute(attribute(module_named("builtins"), "bytes"), "fromhex"), digits);
    const Handle given[] = {bytes};
    return call(attribute(module_named("pickle"), "loads"), given);
}

}  // namespace ranvier::hoc::python
