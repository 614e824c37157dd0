#pragma once

#include <atomic>
#include <bit>
#include <deque>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hoc_like/language/compile/code.hpp"
#include "hoc_like/language/interface/class_info.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/machine/equations.hpp"
#include "hoc_like/language/machine/statement_cache.hpp"
#include "hoc_like/language/machine/value.hpp"
#include "hoc_like/language/syntax/names.hpp"

namespace ranvier::hoc {

class ElementReference;
class Parser;
struct Item;

/// The numbers of accessed sections and pinned objects.
struct Heights {
    std::uint32_t sections = 0;
    std::uint32_t pins = 0;
    /// Compares one word, at every return.
    bool operator==(const Heights& other) const {
        return std::bit_cast<std::uint64_t>(*this) == std::bit_cast<std::uint64_t>(other);
    }
};

/// A running procedure, statement, or statement of an iterator's loop.
///
/// On the stack, from `bottom` up: the receiver of a method or the object being made, the arguments, the locals, and
/// the values that instructions push. The result replaces all of these. A `for iterator()` has two frames: the
/// iterator's and, above it, one for the statement, which uses the variables of the frame that contains the `for`.
struct Frame {
    const Instruction* ip = nullptr;  ///< the next instruction, or the one that made the current call
    const Code* code = nullptr;
    Value* arguments = nullptr;
    Value* locals = nullptr;
    Value* bottom = nullptr;  ///< where the result is stored
    Instance* self = nullptr;
    Slot* members = nullptr;            ///< of self
    const Instruction* body = nullptr;  ///< of an iterator: the statement to repeat, from the frame below
    Frame* owner = nullptr;             ///< within an iterator, or in its statement: the iterator's frame
    Heights heights;                    ///< at the start of the frame
    std::int32_t count = 0;             ///< of arguments
    bool constructs = false;            ///< runs an init; the result is the object below `bottom`

    const Procedure* procedure() const { return code->procedure; }  ///< null for statements
    int offset() const;                                             ///< of `ip`, in the source
    Location location() const;
    bool is_iterator() const {
        return code->procedure && code->procedure->symbol->procedure_kind == ProcedureKind::iterator;
    }
};

/// `stop` was executed.
struct StopRun {};

/// Holds all state of an interpreter and runs its code.
///
/// The machine is a stack machine, like hoc's first implementation (Kernighan and Pike, The UNIX Programming
/// Environment, 1984, chapter 8). Each part has one or two files; all parts share the state below, which is private to
/// this folder.
///
/// - names (machine_names): implements Names for the parser: scopes, templates, built-in names; allocates variables
/// - texts (machine): parses, compiles and runs a text item by item; locates errors and lists their calls; destructor
/// - the loop (vm, dispatch_*.inc): runs instructions. Each jumps to the next (threaded code: Bell, CACM 16, 1973); the
///   most frequent pairs are one (superinstructions: Ertl and Gregg, J. Instruction-Level Parallelism 5, 2003)
/// - frames (frames.hpp, vm_frames): calls and returns, iterators, limits
/// - variables (vm_variables): arrays, arguments, strings and objrefs, pointers, declarations
/// - components (vm_components, vm_dynamic): `.name`. Each place of a script keeps what the name meant for the class of
///   the object seen last (inline caches: Deutsch and Schiffman, POPL 1984): MemberSite
/// - objects (vm_objects): creates and deletes objects by reference counting
/// - sections (vm_sections): accessed sections, range variables, loops over sections
/// - calls into C++ (native_call): arguments and results of built-in functions and methods
/// - the language's own functions (builtin_functions, equations, load_file): printf, execute, eqn, load_file, ...
/// - calls from outside (interpreter, bridge): implements interface/
///
/// 1. Values below `stack` are alive. The dispatch loop stores `stack` and the frame's `ip` before it calls other
///    functions: both are then valid after an error.
/// 2. `heights` counts `sections` and `pins`. A frame stores both counts when it begins; a return or an error truncates
///    the two stacks to these counts.
/// 3. Code contains the addresses of variables, definitions and procedures: none of them moves, and anything replaced
///    while code runs stays in `waiting` until nothing runs.
/// 4. `names_version` grows when the meaning of a name changes: texts compiled before that are compiled again.
/// 5. Errors are std::runtime_error without a location; `run` converts them to ScriptErrors located at the top frame's
///    `ip`.
struct Machine final : Names {
    Machine(Registry& registry_used, CableHost& cables_used, Streams streams_used, Interpreter& owner,
            StackSizes sizes);
    ~Machine() override;
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    // Names
    Scope& scope() override;
    Scope& top_scope() override { return top; }
    bool is_in_template() const override { return open_template_ != nullptr; }
    void begin_template(const std::string& name) override;
    void end_template(const std::string& name) override;
    void abandon_templates(const ClassInfo* open);
    bool is_builtin(std::string_view name) override;
    const FunctionDefinition* find_function(std::string_view name) override;
    const VariableDefinition* find_variable(std::string_view name) override;
    const CableHost& cable_host() const override { return cables; }
    Symbol* python_section(std::string_view name) override;
    ClassInfo* find_class(std::string_view name) override;
    std::vector<std::string> all_names();
    std::string suggestion(std::string_view name) override;
    void load_registry();
    void give_slot(Symbol& symbol, SymbolKind kind) override;
    void set_dimensions(Symbol& symbol, int dimensions) override;
    void make_procedure(Symbol& symbol, ProcedureKind kind) override;
    void outdate_code(Symbol& symbol);
    Slot& slot_of(const Symbol& symbol);
    void add_builtins();  // builtin_functions.cpp

    // Texts
    /// Statements may read the text after them (fscan, getstr). A text of one line that is one statement is compiled only once.
    void run_text(std::string_view text, const std::string& name);
    bool run_kept(std::string key, Parser& parser, const SourcePtr& source);
    void run_items(Parser& parser, const SourcePtr& source);
    void run_item(Item& item, const SourcePtr& source);
    void run_until_stop(const Code& code);
    /// Runs a text in the current scope. A single statement is compiled only once. `key` identifies text and scope.
    void execute(std::string key, const std::string& name, const std::string& text);
    void run_statement(const Code& code);
    void define(Symbol& symbol, Code code, std::vector<char> locals);
    void push_arguments(std::span<const Argument> arguments);
    /// Calls `work`; if it throws, drops all values from `bottom` up.
    void drop_after_error(Value* bottom, const std::function<void()>& work);
    /// Pops the result of a call from C++; 0 if it is not a number.
    double pop_number();
    ObjectPtr create_object(ClassInfo& info, std::span<const Argument> arguments);
    double call_symbol(Symbol& symbol, std::span<const Argument> arguments, Instance* self);
    void settle();  ///< after a top-level statement: frees deferred objects
    [[noreturn]] void fail(const std::string& message) const { throw std::runtime_error{message}; }
    [[noreturn]] void rethrow_located(const std::exception& error);
    std::string running_line() const;
    std::string trace() const;
    std::string location() const;    ///< of the running statement, "file:line:column"; empty if nothing runs
    void unwind(const Frame& last);  ///< drops all frames above `last`

    // The loop: runs the top frame until it returns.
    void run();  ///< calls dispatch and converts errors to ScriptErrors
    void dispatch();

    // Frames
    void push_section(SectionPtr section) {
        sections.push_back(std::move(section));
        ++heights.sections;
    }
    void pop_section() {
        sections.pop_back();
        --heights.sections;
    }
    void cut_sections(std::uint32_t height) {
        if (sections.size() <= height) return;
        sections.resize(height);
        heights.sections = height;
    }
    void pin(Object* counted) {
        pins.push_back(counted);
        ++heights.pins;
    }
    void unpin(std::uint32_t height);
    void cut_to(const Heights& heights);
    [[noreturn]] void not_callable(const Symbol& symbol);
    [[noreturn]] void not_defined_yet(const Symbol& symbol) const;
    /// Handles a func or obfunc that ends without a return: an error, unless its caller was compiled for a proc.
    void end_without_return(const Symbol& symbol) const;
    [[noreturn]] void stack_is_full() const;
    [[noreturn]] void too_many_frames() const;
    int host_index(const VariableDefinition& variable, double index);
    /// index + epsilon, whose whole part is the element's number. As in NEURON, an index from -1 to 0 stands for
    /// element 0; a warning says so once.
    double shifted_index(double index);
    void warn_of_negative_index(double index);
    Frame& push_frame(const Code& code, Instance* object);  ///< for a statement
    void enter(const Procedure& procedure, Instance* self, Value* bottom, int count);
    void push(Value value) { *stack++ = value; }
    Value pop() { return *--stack; }
    void drop_to(Value* bottom) {
        while (stack != bottom) drop(*--stack);
    }
    /// Replaces all values from `bottom` up by the result.
    void replace(Value* bottom, Value result) {
        drop_to(bottom);
        push(result);
    }
    void check_room(int need) const;
    void tick();  ///< at backward jumps: interrupts and step limits

    // Variables. These functions work on `stack`.
    void require_kind(const Symbol& symbol, SymbolKind kind) const;
    double* element(const Symbol& symbol, int count);
    Object** object_element(const Symbol& symbol, int count);
    std::size_t subscript(const Symbol& symbol, const std::vector<int>& shape, int count);
    Value load_unknown(const Symbol& symbol);
    int argument_number(int number);
    Value& argument(int number, const char* sigil);
    [[noreturn]] void not_a_number(int argument_number);
    void argument_text(int number);
    void argument_object(int number);
    NumberRef& argument_pointer(int number);
    struct Pointed {
        ElementReference* element = nullptr;
        long long offset = 0;
    };
    Pointed pointed_element(NumberRef& reference, int argument_number);
    void load_pointed(int number, int indices);
    void store_pointed(int number, int indices, Assignment op);
    void assign(bool keep);
    void assign_argument_text(int number);
    void equal_any(bool negate);
    void declare_numbers(Symbol& symbol, int count);
    void declare_objects(Symbol& symbol, int count);
    void declare_text(Symbol& symbol);
    void release_former(Symbol& symbol);
    std::vector<int> pop_shape(const Symbol& symbol, int count, double bytes_each);
    void delete_number(Symbol& symbol);
    void refer_symbol(const Symbol& symbol);
    void refer_local(int index, const std::string& name);
    void refer_element(const Symbol& symbol, int count);
    void refer_host(const VariableDefinition& variable);
    static double combine(double old, Assignment op, double value);
    double combine_checked(double old, Assignment op, double value);
    void read_number();
    void print_value(const Value& value);

    // Components of objects
    Object& receiver_of(const MemberSite& site, const Value& receiver) const;
    const RangeName& range_of(MemberSite& site);
    Slot& slot_in(const Symbol& symbol, Object& object) const;
    const Member& member_of(MemberSite& site, Object& object);
    /// This object's alias `.name`; null if there is none.
    const Alias* alias_of(const MemberSite& site, const Object& object) const;
    void component(MemberSite& site, bool by_reference);
    void section_component(MemberSite& site, Value* receiver);
    void check_subscripts(const MemberSite& site, const Value* receiver) const;
    int range_element(const MemberSite& site, const Value* receiver);
    void set_component(MemberSite& site, Assignment op);
    double assigned_number(const MemberSite& site, double old, Assignment op);
    void set_section_component(MemberSite& site, Value* receiver, Assignment op);
    void set_alias(const MemberSite& site, const Alias& alias, Value* receiver, Assignment op);
    void set_property(const MemberSite& site, const PropertyDefinition& property, Object& object, Value* receiver,
                      Assignment op);
    void set_text_property(const MemberSite& site, const StringPropertyDefinition& property, Object& object,
                           Value* receiver);
    void set_symbol(const MemberSite& site, const Symbol& symbol, Object& object, Value* receiver, Assignment op);
    void set_object(const MemberSite& site, const Symbol& symbol, Slot& slot, Value* receiver);
    std::size_t subscript_below_value(const MemberSite& site, const Symbol& symbol, const std::vector<int>& shape);
    void refer_component(MemberSite& site);
    NumberRefPtr section_reference(MemberSite& site, const Value* receiver);
    NumberRefPtr object_reference(MemberSite& site, Object& object);
    void symbol_component(MemberSite& site, Symbol& symbol, Instance& object, Value* receiver, bool by_reference);
    Value member_value(const MemberSite& site, const Symbol& symbol, Instance& object, int indices, bool by_reference);
    /// Whether the object resolves `.name` itself.
    static bool is_dynamic(const Object& object);
    void dynamic_component(MemberSite& site, Object& object, Value* receiver);
    void set_dynamic_component(MemberSite& site, Object& object, Value* receiver, Assignment op);
    void native_component(MemberSite& site, const Member& member, Object& object, Value* receiver);
    /// Starts a frame and returns true if `.name(...)` is a procedure written in hoc; otherwise makes the call.
    bool begin_component(MemberSite& site, bool by_reference);
    void iterate_component(MemberSite& site, const Instruction* body);
    /// Starts a frame and returns true if the template has an `init`; otherwise makes the object.
    bool new_object(ClassInfo& info, int count);
    void finish_object(const Value& made);
    Instance* make_instance(ClassInfo& info, std::size_t slots);
    static Object* make_pooled(ClassInfo& info);
    void forget_aliases(Object& object);
    void tell_watchers(Object& object);
    static Slot make_slot(SymbolKind kind);  ///< empty, with the memory that the kind needs
    static void free_slot(SymbolKind kind, Slot& slot);
    void fill_slots(ClassInfo& info, Instance& object);
    void free_slots(ClassInfo& info, Instance& object);
    void destroy(Object& object);
    void free_object(Object& object);
    void lost_reference(Object& object);
    void run_unref(Instance& object);
    void call_native(const FunctionDefinition& function, int count);
    void call_native(const MethodDefinition& method, Object& object, int count, Value* receiver);
    /// Calls a function from C++; returns its number, or 0 if the result is not a number.
    double call_function(const FunctionDefinition& function, std::span<const Argument> arguments);
    void construct_native(const ClassInfo& info, Object& object, int count, std::unique_ptr<Native>& made);
    void push_result(Result& result);  ///< moves from `result`
    void create_sections(const Symbol& symbol, Instance& object);
    Object& object_numbered(ClassInfo& info, double index);

    // Sections
    const SectionPtr& own_section(const Symbol& symbol, int indices);
    SectionPtr to_section(const Value& value) const;
    /// The accessed section. If there is none or it was deleted, accesses the first existing section.
    SectionObject& accessed() {
        if (sections.empty() || !sections.back() || !sections.back()->exists()) access_any();
        return *sections.back();
    }
    void access_any();
    void create(Symbol& symbol, int sizes);
    const SectionPtr& section_element(const Symbol& symbol, const SectionArray& array, int indices);
    void make_sections(const Symbol& symbol, SectionArray& array, Instance* owner);  ///< fills array.shape
    void connect(bool with_parent);
    void access();
    void load_range(int id, RangeAccess use);
    void load_range_object(int id, RangeAccess use);
    void store_range(int id, RangeAccess use);
    /// `cm *= 2`: changes the value of each segment, for v also at the ends; returns the last segment's.
    double change_all(SectionObject& section, int id, int element, const std::function<double(double old)>& changed);
    void taper(int id, RangeAccess use);
    void refer_range(int id, RangeAccess use);
    void begin_loop_over_all();
    void begin_loop_over_named();
    bool next_section();
    void begin_positions(bool with_mode);
    bool next_position();
    bool in_sections();
    void end_loop();
    void set_pointer_range(const std::string& name);
    void set_pointer_component(MemberSite& site);

    Registry& registry;
    CableHost& cables;
    Streams streams;
    Interpreter& interpreter;

    // Names: the top level, and definitions copied from the registry so far.
    Scope top{nullptr};
    Scope python_sections{nullptr};  ///< those that scripts have named
    std::deque<Slot> top_slots;
    std::map<std::string, std::unique_ptr<ClassInfo>, std::less<>> builtin_classes;
    std::vector<std::unique_ptr<ClassInfo>> templates;
    std::deque<FunctionDefinition> functions;
    std::deque<VariableDefinition> variables;
    std::unordered_map<std::string_view, FunctionDefinition*> function_index;
    std::unordered_map<std::string_view, VariableDefinition*> variable_index;
    std::size_t loaded_functions = 0;
    std::size_t loaded_variables = 0;
    std::size_t loaded_classes = 0;
    std::deque<MethodDefinition> added_methods;  ///< of built-in classes; addresses are stable
    std::deque<ClassDefinition> native_states;   ///< of templates; addresses are stable
    std::vector<ObjectPtr> scope_objects;        ///< of execute(.., object) and object_push; null: the top level
    std::uint64_t names_version = 0;             ///< grows when the meaning of a name changes

    // Texts
    StatementCache statements;  ///< by scope and text
    std::function<std::optional<std::string>(std::string_view)> library;
    std::vector<std::string> library_names;
    std::vector<std::string> loaded_files;
    std::vector<std::function<void(const std::string& name, std::string_view text)>> on_text;
    std::filesystem::path script_folder;  ///< of the script that the program was given last; empty: none
    std::vector<Parser*> files_read;      ///< parsers of the files that are running, innermost last; null: at its end
    std::vector<std::shared_ptr<void>> waiting;  ///< replaced code and arrays that may still be in use

    // The stack and its frames
    std::unique_ptr<Value[]> values;
    Value* values_end = nullptr;
    Value* stack = nullptr;
    Value* values_limit = nullptr;   ///< below values_end, with room for the pushes of one instruction
    std::vector<Frame> frame_store;  ///< the first is unused: every frame has one below it
    Frame* running = nullptr;        ///< the top frame
    Frame* frames_end = nullptr;
    int frame_limit = 0;
    int native_depth = 0;             ///< nesting of C++ calls by hoc and hoc calls by C++
    Heights heights;                  ///< of `sections` and `pins`
    std::atomic<int> wants_tick = 0;  ///< why to call `tick`: sum of the constants below; 0: no reason
    static constexpr int interrupted = 1;
    static constexpr int counts_steps = 2;
    long long steps_left = 0;

    // Sections and objects
    std::vector<SectionPtr> sections;                       ///< the last one is the accessed section
    bool is_accessed = false;                               ///< the first was set by `access` and is not popped
    std::vector<Object*> pins;                              ///< counted: objects whose members were passed by reference
    std::unordered_map<const Object*, AliasTable> aliases;  ///< of objects with aliases
    std::unordered_map<const Object*, std::shared_ptr<Object*>> watched;  ///< shared by an object's WeakObjects
    bool tearing_down = false;
    int destruction_depth = 0;
    std::vector<Object*> doomed;  ///< to be freed after the objects that held them

    // Numbers of the language
    Equations equations;
    double epsilon = 1e-11;  ///< float_epsilon
    bool has_warned_of_index = false;
    double ac = 0;  ///< hoc_ac_
    std::deque<double> constants;

    std::size_t frame_count() const { return static_cast<std::size_t>(running - frame_store.data()); }
    std::span<Frame> frames() { return {frame_store.data() + 1, frame_count()}; }  ///< outermost first
    std::span<const Frame> frames() const { return {frame_store.data() + 1, frame_count()}; }
    Frame& frame() { return *running; }
    Instance* self() { return frame_count() ? frame().self : scope_self(); }
    void set_frame_limit(int frames);  ///< only while nothing runs
    Instance* scope_self();

  private:
    void free_top_slot(Symbol& symbol);
    static void free_unfinished(ClassInfo& info);
    void free_remaining_objects();

    ClassInfo* open_template_ = nullptr;
    std::vector<ClassInfo*> outer_templates_;  ///< enclosing templates; a nested template is known everywhere
};

void show(Machine& machine, std::string_view text);

}  // namespace ranvier::hoc
