#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "hoc_like/language/interface/cable_host.hpp"
#include "hoc_like/language/interface/error.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// The destination of a script's output.
struct Streams {
    /// Receives the output of print, printf, ...; the program chooses its target (rank 0's stdout, a log).
    std::function<void(std::string_view)> out;
};

/// The sizes of an interpreter's stacks, allocated when it is made.
struct StackSizes {
    int frames = 8000;     ///< maximum depth of calls
    int values = 1 << 20;  ///< arguments, locals and intermediate results of all calls, 16 bytes each; at least 1000
};

/// An argument for a call from C++ into a script.
using Argument = std::variant<double, std::string, ObjectPtr, NumberRefPtr>;

/// Runs a statement that stands for a function of another language, which it keeps.
using HeldStatement = std::shared_ptr<const std::function<void()>>;

/// The hoc interpreter: compiles and runs statements as they are read.
///
/// 1. Holds all state of the language; two interpreters in one process are independent.
/// 2. Knows nothing about nerve cells: CableHost implements cable syntax, and the Registry provides names.
/// 3. After a ScriptError, the interpreter can run the next statement: its stacks are as before the failed statement.
class Interpreter {
  public:
    Interpreter(Registry& registry, CableHost& cables, Streams streams, StackSizes sizes = {});
    ~Interpreter();
    Interpreter(const Interpreter&) = delete;
    Interpreter& operator=(const Interpreter&) = delete;

    /// The text of a file. Throws std::system_error if it cannot be read.
    static std::string text_of_file(const std::string& path);
    /// Those of HOC_LIBRARY_PATH, in which load_file and xopen look for files.
    static std::vector<std::string> library_folders();
    /// Runs a file from its beginning, statement by statement (as NEURON does: a statement runs before the next one is
    /// read). Throws ScriptError; std::system_error if the file cannot be read.
    void run_file(const std::string& path);
    /// The same with the file's text. Within a procedure, names are those of `object`; null: of the top level.
    void run_file(const std::string& path, std::string_view text, const ObjectPtr& object = {});
    /// Runs text; `name` replaces the file's name in messages.
    void run_text(std::string_view text, const std::string& name, const ObjectPtr& object = {});
    /// Adds a function that is called with each text before it runs: of a file, or as given to run_text. Null removes
    /// all such functions.
    void on_text(std::function<void(const std::string& name, std::string_view text)> call);
    /// What a statement that will run later stands for, as long as the result exists; null if it is hoc.
    HeldStatement hold(std::string_view statement) const;
    void set_statement_holder(std::function<HeldStatement(std::string_view statement)> holder);
    /// The text after the running statement in its file, which fscan reads in session files; nullopt if no file is
    /// being run. Valid until the next statement.
    std::optional<std::string_view> rest_of_file();
    /// Marks the first `characters` of rest_of_file() as data; statements continue after them.
    void skip_rest_of_file(std::size_t characters);
    /// hoc's load_file: searches the current folder and the library path, loads once unless `again`; true if found.
    bool load_file(const std::string& name, bool again = false);
    /// Runs a text of the built-in library; false if no text has that name.
    bool run_library_text(const std::string& name);
    /// Sets the texts inside the program that load_file searches after the current folder and the library path.
    void set_library(std::function<std::optional<std::string>(std::string_view name)> text_of,
                     std::vector<std::string> names = {});
    /// The first of the library's `names` whose text `accepts` returns true for.
    std::optional<std::string> library_file(const std::function<bool(std::string_view text)>& accepts);

    /// execute("stmt", object): runs statements, in the scope of an object if given. Compiled texts are kept.
    void execute(std::string_view statement, const ObjectPtr& scope = {});
    /// Like execute, for lines of a script, which may define procedures and print values; errors quote `shown`.
    void execute_text(std::string_view text, const ObjectPtr& scope, std::string_view shown);
    /// Calls a proc or func of the top level or of `scope`, or a built-in function, by name. Returns its value (0 for a
    /// proc).
    double call(std::string_view name, std::span<const Argument> arguments, const ObjectPtr& scope = {});
    bool is_callable(std::string_view name, const ObjectPtr& scope = {}) const;

    // Top-level variables by name, for the command line (-c), built-ins and tests.
    std::optional<double> number(std::string_view name) const;
    void set_number(std::string_view name, double value);  ///< creates it if new
    std::optional<std::string> string(std::string_view name) const;
    std::optional<ObjectPtr> object(std::string_view name) const;
    /// The reference `&expression`, for any expression that `&` accepts ("x", "Cell[0].soma.v(0.5)"); throws
    /// ScriptError.
    NumberRefPtr reference(std::string_view expression, const ObjectPtr& scope = {});
    /// The kind of a name, numbered like the results of hoc's name_declared (0: unknown, 1: function, proc, ...).
    /// `detailed` distinguishes arrays and section variables from other numbers.
    int name_declared(std::string_view name, bool detailed = false) const;

    /// Makes an object of a built-in class from existing state (for methods that return objects).
    ObjectPtr make(std::string_view class_name, std::unique_ptr<Native> state);
    /// A built-in class, for make_pooled; throws std::logic_error if no class has that name.
    ClassInfo& built_in_class(std::string_view class_name);
    /// A complete template written in hoc; null if no template has that name.
    const ClassInfo* template_named(std::string_view name) const;
    /// Adds a native state and methods to all objects of the template `definition.name` that are created from now on.
    void give_native_state(ClassDefinition definition);
    /// Makes an object of a pooled class, in the state in which PooledClass::place leaves it.
    ObjectPtr make_pooled(ClassInfo& pooled_class);
    /// Adds a method to a built-in class, even after scripts have been compiled; replaces a method of the same name.
    void add_method(std::string_view class_name, MethodDefinition method);
    /// `new Class(arguments)`, for a template or a built-in class. Passes on exceptions of the constructor.
    ObjectPtr create(std::string_view class_name, std::span<const Argument> arguments);
    /// All living objects of a class or template, oldest first (List("Template"), allobjects).
    std::vector<ObjectPtr> instances(std::string_view class_name) const;
    /// Changes whenever `instances` does.
    std::uint64_t instances_version(std::string_view class_name) const;
    /// Makes `object.name` refer to a number or another object (both null: removes it). Throws std::runtime_error if
    /// the object already has such a member.
    void set_alias(const ObjectPtr& object, const std::string& name, NumberRefPtr number, ObjectPtr other);
    void clear_aliases(const ObjectPtr& object);
    std::vector<std::string> aliases(const ObjectPtr& object) const;
    /// Whether a class or template of that name exists.
    bool is_class(std::string_view name) const;

    // The section stack.
    SectionPtr section_or_null() const;
    void push_section(SectionPtr section);
    void pop_section();
    /// `access`: replaces the bottom of the stack.
    void access_section(SectionPtr section);
    /// The section that scripts created under a name: "soma", "dend[3]", "Cell[0].soma"; null if there is none.
    SectionPtr section_named(std::string_view name) const;

    /// Assigns sections to a top-level name: `name`, or name[0], name[1], ... for an array. Destroys the sections that
    /// had the name. Throws std::runtime_error if the name is already used for something else.
    void name_sections(const std::string& name, std::vector<SectionPtr> sections, bool is_array);
    /// Replaces the section of a top-level name by `instead` (a section that does not exist).
    void unname_section(const SectionPtr& section, const SectionPtr& instead);

    /// `object_push` and `object_pop`: set the scope in which the following top-level statements run.
    void push_object(const ObjectPtr& object);
    void pop_object();
    /// Ends the running statement with an Interruption, at its next call or backward jump. May be called from a signal
    /// handler or another thread.
    void interrupt();
    /// Withdraws an interrupt that has not taken effect yet.
    void forget_interrupt();
    /// Interrupts a run after this many backward jumps and calls; 0: no limit. For fuzzing.
    void set_step_limit(long long steps);
    /// The maximum depth of calls (NEURON's -NFRAME); initially 8000.
    void set_frame_limit(int frames);
    /// All names that a script can use now, for completion and suggestions.
    std::vector<std::string> names() const;

    /// The object whose template code is running, or null; hoc's `this`.
    ObjectPtr current_object() const;
    /// The position of the running statement, "file:line:column"; empty if nothing runs.
    std::string location() const;
    /// The running statement with its place, "file:line: text of the line"; empty if nothing runs.
    std::string running_line() const;
    void print(std::string_view text);
    Registry& registry();
    CableHost& cables();

  private:
    friend class Bridge;
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace ranvier::hoc
