#include <cmath>
#include <cstdio>

#include "hoc_like/language/interface/builtin_math.hpp"
#include "hoc_like/language/interface/format.hpp"
#include "hoc_like/language/machine/load_file.hpp"
#include "hoc_like/language/machine/machine.hpp"

// The functions of the language. A registry entry of the same name takes precedence.

namespace ranvier::hoc {
namespace {

// The frame of the procedure that called the built-in function.
Frame& caller(Machine& machine, const Call& call) {
    if (machine.frame_count() == 0 || !machine.frame().procedure())
        call.fail(std::string{call.name()} + " belongs in a procedure");
    return machine.frame();
}

int argument_type(Machine& machine, const Call& call) {
    const Frame& frame = caller(machine, call);
    const double number = call.number(0);
    if (!(number >= 1 && number <= frame.count)) return -1;
    switch (frame.arguments[static_cast<int>(number) - 1].tag) {
        case Tag::number:
            return 0;
        case Tag::object:
        case Tag::object_slot:
            return 1;
        case Tag::reference:
            return 3;
        default:
            return 2;
    }
}

void add_text_functions(Machine& machine, const auto& add) {
    add("printf", "printf(format, ...)", "Prints formatted text; returns the number of characters.",
        [&machine](Call& call) -> Result {
            TextBuffer text;
            format_arguments(call, 0, text);
            machine.streams.out(text.view());
            return static_cast<double>(text.size());
        });
    add("sprint", "sprint(strdef, format, ...)", "Writes formatted text to a strdef.",
        [text = TextBuffer{}](Call& call) mutable -> Result {
            text.clear();
            format_arguments(call, 1, text);
            call.set_string(0, text.view());
            return 1.0;
        });
    add("sscanf", "sscanf(string, format, &x, ...)", "Reads from a string; returns the number of values found.",
        [](Call& call) -> Result { return static_cast<double>(scan_arguments(call)); });
    add("strcmp", "strcmp(a, b)", "Compares strings: 0 if they are equal, negative if a sorts before b, else positive.",
        [](Call& call) -> Result { return static_cast<double>(call.text(0).compare(call.text(1))); });
    add("secname", "secname()", "The name of the accessed section.",
        [](Call& call) -> Result { return call.section()->script_name(); });
    add("sectionname", "sectionname(strdef)", "Writes the name of the accessed section into a strdef.",
        [](Call& call) -> Result {
            call.set_string(0, call.section()->script_name());
            return 1.0;
        });
}

Result execute(Call& call) {
    call.interpreter().execute(call.string(0), call.size() > 1 ? call.object(1) : ObjectPtr{});
    return 0.0;
}

Result execute_telling(Call& call) {
    try {
        const std::string text = call.string(0);
        const bool in_object = call.size() > 1 && call.is_object(1);
        call.interpreter().execute_text(text, in_object ? call.object(1) : ObjectPtr{}, text);
        return 1.0;
    } catch (const ScriptError& error) {
        const int last = call.size() - 1;
        const bool quiet = last > 0 && call.is_number(last) && call.number(last) == 0;
        if (!quiet) std::fputs(error.what(), stderr);
        return 0.0;
    }
}

Result load_file(Call& call) {
    Interpreter& hoc = call.interpreter();
    const int first = call.is_number(0) ? 1 : 0;
    const bool again = first == 1 && call.number(0) != 0;
    if (call.size() > first + 1 && hoc.name_declared(call.string(first + 1)) != 0) return 0.0;
    return hoc.load_file(call.string(first), again) ? 1.0 : 0.0;
}

void add_running(const auto& add) {
    add("execute", "execute(statement, [object])", "Runs a statement, in the scope of an object if given.", execute);
    add("execute1", "execute1(statement, [object], [show])",
        "Runs lines of hoc; returns 1, or 0 after an error, which is printed to stderr unless `show` is 0.",
        execute_telling);
    add("xopen", "xopen(file)", "Runs a file.", [](Call& call) -> Result {
        open_file(call.interpreter(), call.string(0));
        return 1.0;
    });
    add("load_file", "load_file([again], file, [name])",
        "Runs a file from the library path, once; returns 1 if the file was found.", load_file);
    add("quit", "quit([status])", "Ends the program.",
        [](Call& call) -> Result { throw Quit{static_cast<int>(call.number_or(0, 0)), {}, true}; });
    add("execerror", "execerror(message, more)", "Stops with an error.", [](Call& call) -> Result {
        throw std::runtime_error(call.string(0) + (call.size() > 1 && call.is_string(1) ? " " + call.string(1) : ""));
    });
}

void add_loading_by_name(const auto& add) {
    for (const auto& [name, keyword] :
         {std::pair{"load_proc", "proc"}, {"load_func", "func"}, {"load_template", "begintemplate"}}) {
        add(name, std::string{name} + "(name, ...)",
            std::string{"Loads the file in the library path that declares `"} + keyword +
                " name`, unless the name is already declared.",
            [keyword = std::string{keyword}](Call& call) -> Result {
                Interpreter& hoc = call.interpreter();
                for (int i = 0; i < call.size(); ++i) {
                    if (hoc.name_declared(call.string(i)) == 0) load_declaration(hoc, keyword, call.string(i));
                }
                return 1.0;
            });
    }
}

void add_arguments(Machine& machine, const auto& add) {
    add("numarg", "numarg()", "Number of arguments of the running procedure.",
        [&machine](Call& call) -> Result { return static_cast<double>(caller(machine, call).count); });
    add("argtype", "argtype(i)", "0 number, 1 object, 2 string, 3 pointer, -1 missing.",
        [&machine](Call& call) -> Result { return static_cast<double>(argument_type(machine, call)); });
}

void add_objects(Machine& machine, const auto& add) {
    add("name_declared", "name_declared(name, [scope])",
        "0 unknown, 2 objref, 3 section, 4 strdef, 5 number, 1 anything else; with 2 as scope 6 for an array of "
        "numbers, 8 "
        "for nseg, L, Ra, rallbranch.",
        [](Call& call) -> Result {
            const bool detailed = call.number_or(1, 0) == 2;
            return static_cast<double>(call.interpreter().name_declared(call.string(0), detailed));
        });
    add("object_id", "object_id(object, [1])",
        "A unique number for an object or, with 1, its index; for NULLobject 0 or, with 1, -1.",
        [](Call& call) -> Result {
            const ObjectPtr object = call.object(0);
            if (call.number_or(1, 0) == 1) return object ? static_cast<double>(object->index()) : -1.0;
            return static_cast<double>(reinterpret_cast<std::uintptr_t>(object.get()));
        });
    add("object_push", "object_push(object)", "Runs the following statements in the scope of the object.",
        [](Call& call) -> Result {
            call.interpreter().push_object(call.object(0));
            return 0.0;
        });
    add("object_pop", "object_pop()", "Ends the scope of the last object_push.", [](Call& call) -> Result {
        call.interpreter().pop_object();
        return 0.0;
    });
    add("allobjects", "allobjects([class])", "Prints all existing objects, or the objects of a class.",
        [&machine](Call& call) -> Result {
            const auto list = [&](const std::string& name) {
                for (const auto& object : machine.interpreter.instances(name)) {
                    machine.streams.out(object->name() + " with " +
                                        std::to_string(ObjectAccess::references(*object) - 1) + " refs\n");
                }
            };
            if (call.size() > 0 && call.is_string(0)) {
                list(call.string(0));
                return 0.0;
            }
            if (call.size() > 0) {
                const ObjectPtr object = call.object(0);
                return object ? static_cast<double>(ObjectAccess::references(*object) - 1) : 0.0;
            }
            for (const auto& [name, info] : machine.builtin_classes) list(name);
            for (const auto& info : machine.templates) list(info->name);
            return 0.0;
        });
}

// Called by `eqn` statements; see parse_equations.cpp.
Result take_equation(Equations& equations, Call& call) {
    if (call.is_number(0)) return equations.take(call.number(0) != 0, call.number(1)) ? 1. : 0.;
    const NumberRefPtr number = call.reference(0);
    if (call.size() > 1) {
        equations.choose_row(*number, call.number(1) != 0);
        return 0.;
    }
    equations.note(number->address());
    return number->load();
}

void add_equations(Machine& machine, const auto& add) {
    Equations& equations = machine.equations;
    add("eqinit", "eqinit([delta])",
        "Starts a new system of equations; difference quotients change unknowns by delta (0.001).",
        [&equations](Call& call) -> Result {
            equations.begin(call.number_or(0, equations.delta()));
            return 0.;
        });
    add("depvar", "depvar x, y[2], ...", "Statement: declares unknowns of the system of equations.",
        [&equations](Call& call) -> Result {
            equations.declare(call.reference(0));
            return 0.;
        });
    add("eqn", "eqn x:: left = right",
        "Statement: the equation of unknown x; `eqn x: left =` and `eqn x: = right` add terms to it.",
        [&equations](Call& call) { return take_equation(equations, call); });
    add("solve", "solve()",
        "A step of Newton's method; returns the sum of residuals and changes. Equations must then be given again.",
        [&equations](Call&) -> Result { return equations.solve(); });
    add("prmat", "prmat()", "Prints the pattern of the equations' matrix: a star for each entry.",
        [&machine](Call&) -> Result {
            machine.streams.out(machine.equations.picture());
            return 1.;
        });
}

}  // namespace

void Machine::add_builtins() {
    const auto add = [this](std::string name, std::string signature, std::string doc,
                            std::function<Result(Call&)> call) {
        // The registry entry also provides help and the reference page.
        if (!registry.has(name))
            registry.add(FunctionDefinition{std::move(name), std::move(signature), std::move(doc), std::move(call)});
    };
    add_text_functions(*this, add);
    add_running(add);
    add_loading_by_name(add);
    add_arguments(*this, add);
    add_objects(*this, add);
    add_equations(*this, add);
    add("atan2", "atan2(y, x)", "The angle of (x, y) [rad].",
        [](Call& call) -> Result { return std::atan2(call.number(0), call.number(1)); });
    const auto add_variable = [this](std::string name, double* address) {
        if (registry.has(name)) return;
        VariableDefinition variable;
        variable.name = std::move(name);
        variable.address = address;
        auto& kept = variables.emplace_back(std::move(variable));
        variable_index[kept.name] = &kept;
    };
    add_variable("float_epsilon", &epsilon);
    add_variable("hoc_ac_", &ac);
    for (const auto name : math_names()) {
        if (const double* value = find_constant(name)) add_variable(std::string{name}, &constants.emplace_back(*value));
    }
}

}  // namespace ranvier::hoc
