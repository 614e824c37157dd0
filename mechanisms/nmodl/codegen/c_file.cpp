#include "mechanisms/nmodl/codegen/c_file.hpp"

#include <algorithm>
#include <regex>

#include "mechanisms/nmodl/codegen/c_body.hpp"
#include "mechanisms/nmodl/codegen/describe.hpp"
#include "mechanisms/nmodl/codegen/long_code.hpp"
#include "mechanisms/nmodl/codegen/neuron_threads.hpp"
#include "mechanisms/nmodl/codegen/print_solvers.hpp"
#include "mechanisms/nmodl/codegen/recursion.hpp"
#include "mechanisms/nmodl/passes/check_indices.hpp"
#include "mechanisms/nmodl/passes/variable_steps.hpp"

namespace ranvier::nmodl {
namespace {

bool is_nothing(const Plan& plan) {
    return plan.program->neuron.kind == NeuronBlock::Kind::Nothing;
}

bool is_callable(const Block& block) {
    return block.kind == BlockKind::Procedure || block.kind == BlockKind::Function ||
           block.kind == BlockKind::FunctionTable;
}

class CFile {
  public:
    CFile(const Plan& plan, const std::string& exported, CppWriter& out)
        : plan_(plan), program_(*plan.program), exported_(exported), out_(out) {}

    void print() {
        variables();
        declarations();
        in_order();
        kernels();
        diffusion();
        forget_macros();
        print_c_entries(plan_, out_);
    }

  private:
    void define(const std::string& name, const std::string& text) {
        macros_.push_back(name);
        out_.line("#define " + name + " " + text);
    }

    std::string field(int column) const { return "(_rv_field[" + std::to_string(column) + "][_rv_row])"; }

    void variables() {
        globals();
        if (can_fail(program_)) out_.line("static int32_t _rv_failed;");
        if (has_recursion(program_))
            out_.line("static const void* _rv_bottom; /* of the stack, at the engine's call */");
        for (const auto& symbol : program_.symbols) {
            const auto& name = symbol.name;
            switch (symbol.storage) {
                case Storage::Constant:
                    out_.line("static RV_UNUSED double " + name + " = " + cpp_number(symbol.value) + ";");
                    break;
                case Storage::Built:
                    if (name == "area" || name == "diam") define(name, "(_rv_" + name + "())");
                    if (name == "secondorder") define(name, "(_rv_second_order())");
                    break;
                default:
                    break;
            }
        }
        for (const auto& column : plan_.columns) {
            const auto& symbol = *column.symbol;
            if (symbol.length == 0) {
                define(symbol.name, field(column.first));
            } else if (!plan_.arrays_in_place.contains(symbol.name)) {
                out_.line("static double _rv_array_" + symbol.name + "[" + std::to_string(symbol.length) + "];");
                define(symbol.name, "_rv_array_" + symbol.name);
            }
        }
        for (const auto& [symbol, first] : plan_.derivatives) {
            const auto at = [&](int k) { return "(_rv_in->derivative[" + std::to_string(k) + "][_rv_i])"; };
            if (symbol->length == 0) {
                define(symbol->name, at(first));
            } else {
                out_.line("static double _rv_array_" + symbol->name + "[" + std::to_string(symbol->length) + "];");
                define(symbol->name, "_rv_array_" + symbol->name);
            }
        }
        for (const auto& ion : plan_.ions) {
            const auto columns = "_rv_in->ion[" + std::to_string(ion.ion) + "]";
            define("_ion_" + ion.symbol->name,
                   "(" + columns + "." + ion.column + "[_rv_ion_index(" + std::to_string(ion.ion) + ")])");
        }
        for (std::size_t k = 0; k < plan_.pointers.size(); ++k) {
            const auto& name = plan_.pointers[k]->name;
            if (program_.is_linked && name == "rv_own") continue;
            define("_p_" + name, program_.is_linked
                                     ? "(((struct rv_point*)_p)->slots[" + std::to_string(2 + k) + "].pval)"
                                     : "(_rv_in->pointer[" + std::to_string(k) + "][_rv_i])");
            define(name, "(*_p_" + name + ")");
        }
        for (std::size_t k = 0; k < plan_.randoms.size(); ++k) {
            define(plan_.randoms[k]->name, "(*_rv_random_of(" + std::to_string(k) + "))");
        }
        for (const auto& external : program_.neuron.externals) {
            const auto kept = "_rv_external_" + external.name;
            out_.line("static double* " + kept + ";");
            define(external.name,
                   "(*(" + kept + " ? " + kept + " : (" + kept + " = rv_external(\"" + external.name + "\"))))");
        }
    }

    /// One array for the engine, and a C variable for each part of that array.
    void globals() {
        if (plan_.globals.empty()) return;
        int total = 0;
        for (const auto& global : plan_.globals) total = global.first + std::max(global.symbol->length, 1);
        out_.line("static double _rv_globals[" + std::to_string(total) + "] __asm__(\"" + storage() +
                  "\") __attribute__((used, aligned(8)));");
        for (const auto& global : plan_.globals) {
            const auto& symbol = *global.symbol;
            const auto made = c_global(plan_, symbol);
            const auto length = symbol.length > 0 ? "[" + std::to_string(symbol.length) + "]" : "";
            out_.line("__asm__(\".globl " + made + "\\n.hidden " + made + "\\n.set " + made + ", " + storage() + " + " +
                      std::to_string(global.first * 8) + "\");");
            out_.line("RV_C_API double " + made + length + " __attribute__((visibility(\"hidden\")));");
            if (made != symbol.name) define(symbol.name, made);
        }
    }

    std::string storage() const { return "rv_globals_of_" + exported_; }

    void declarations() {
        const bool threads = has_thread_arguments(program_);
        out_.line(std::string("#define _threadargsproto_") +
                  (threads ? " rv_param *_p, Datum *_ppvar, Datum *_thread, NrnThread *_nt" : ""));
        out_.line(std::string("#define _threadargs_") + (threads ? " _p, _ppvar, _thread, _nt" : ""));
        out_.line(std::string("#define _threadargscomma_") + (threads ? " _p, _ppvar, _thread, _nt," : ""));
        out_.line(std::string("#define _threadargsprotocomma_") + (threads ? " _threadargsproto_," : ""));
        for (const auto& block : program_.blocks) {
            if (!is_callable(block) || is_made_from_solve(block)) continue;
            const auto made = c_function(plan_, block);
            if (made != block.name) define(block.name, made);
            if (table_of(block)) define("_n_" + block.name, made);  // NEURON's name of the lookup function
            out_.line(c_signature(plan_, block) + ";");
            if (!table_of(block)) continue;
            auto signature = c_signature(plan_, block);
            signature.replace(signature.find(made), made.size(), "_f_" + block.name);
            out_.line("static " + signature + ";");
        }
        if (const auto* initial = program_.block(BlockKind::Initial); initial && !initial->body.empty()) {
            out_.line("static void initmodel(_threadargsproto_);");
        }
        out_.blank();
    }

    /// VERBATIM outside of any block, functions and NET_RECEIVE, in the order of the file.
    void in_order() {
        std::size_t next = 0;
        const auto verbatims = [&](std::size_t before) {
            for (;
                 next < program_.verbatims.size() && static_cast<std::size_t>(program_.verbatims[next].count) <= before;
                 ++next) {
                print_verbatim(program_.verbatims[next].name, program_.verbatims[next].where, out_);
            }
        };
        for (std::size_t k = 0; k < program_.blocks.size(); ++k) {
            verbatims(k);
            const auto& block = program_.blocks[k];
            if (has_solver(block)) {
                print_c_solver(plan_, block, out_);
            } else if (block.kind == BlockKind::FunctionTable) {
                print_c_function_table(plan_, block, out_);
            } else if (is_callable(block) && !is_made_from_solve(block)) {
                function(block);
            }
            if (block.kind == BlockKind::NetReceive) net_receive(block);
        }
        verbatims(program_.blocks.size());
    }

    void function(const Block& block) {
        auto signature = c_signature(plan_, block);
        if (table_of(block)) {
            const auto made = c_function(plan_, block);
            signature.replace(signature.find(made), made.size(), "_f_" + block.name);
            signature = "static " + signature;
        }
        out_.line(signature + " {");
        const bool is_function = block.kind == BlockKind::Function;
        if (is_function) out_.line("double _l" + block.name + " = 0.0;");
        const bool recursive = is_recursive(program_, block);
        if (recursive) {
            out_.line("if (!_rv_failed) _rv_failed = rv_is_too_deep(_rv_in, _rv_i, \"" + block.name + " of " +
                      program_.neuron.name + "\", _rv_bottom, __builtin_frame_address(0));");
            out_.line("if (_rv_failed) return 0;");
        }
        CBody(plan_, out_).statements(block.body);
        if (recursive) out_.line("RV_NOT_LAST;");
        out_.line(is_function ? "return _l" + block.name + ";" : "return 0;");
        out_.line("}");
        out_.blank();
        if (table_of(block)) print_c_table(plan_, block, out_);
    }

    std::string net_signature(const std::string& name) const {
        const std::string point = program_.is_linked ? "_pnt" : "_point";
        return "static void " + name + "(Point_process* " + point + ", double* _args, double _lflag) {";
    }

    void net_receive(const Block& block) {
        CBody body(plan_, out_);
        out_.line(net_signature("_net_receive"));
        if (!plan_.weights.empty()) {
            out_.line("double _rv_none[" + std::to_string(plan_.weights.size()) + "] = {0};");
            body.set_weights(block.arguments, "rv_arguments(_rv_in, _rv_now, _args, _rv_none)");
        }
        if (!plan_.watches.empty()) out_.line("int32_t _rv_first_watch = 1;");
        body.statements(block.body);
        out_.line("}");
        if (!plan_.net_initial.empty()) {
            out_.line(net_signature("_net_init"));
            body.set_weights(block.arguments, "_args");
            Statements locals;
            for (const auto& statement : block.body) {
                if (statement->kind == StatementKind::Local) locals.push_back(clone(*statement));
            }
            body.statements(locals);
            body.statements(plan_.net_initial.front()->body);
            out_.line("}");
        }
        for (std::size_t k = 0; k < plan_.watches.size(); ++k) {
            const auto& watch = *plan_.watches[k];
            const auto difference =
                "(" + body.expression(*watch.value[0]) + ") - (" + body.expression(*watch.value[1]) + ")";
            out_.line("static double _watch_" + std::to_string(k) + "(void) {");
            out_.line("return " + (watch.op == "<" ? "-(" + difference + ")" : difference) + ";");
            out_.line("}");
        }
        out_.blank();
    }

    void kernels() {
        for (const auto& kernel : plan_.kernels) {
            CBody body(plan_, out_);
            LongCode code(kernel.block->body,
                          {"_rv_long_" + kernel.name, "_threadargsprotocomma_ ", "_threadargscomma_ ", {}}, body, out_);
            code.print_functions();
            if (kernel.name == "advance") {
                out_.line("static void _rv_body_advance(_threadargsproto_) {");
            } else if (kernel.name == "initialize") {
                out_.line("static void initmodel(_threadargsproto_) {");
            } else {
                out_.line("static void _rv_body_" + kernel.name + "(_threadargsproto_) {");
            }
            code.print_statements();
            out_.line("}");
            out_.blank();
        }
        if (!plan_.current) return;
        out_.line("static int rv_may_jump RV_UNUSED;");
        if (has_conductances(plan_)) {
            const auto count = std::to_string(program_.neuron.ions.size() + 1);
            out_.line("static double _rv_slope[" + count + "];");
        }
        out_.line("static double _rv_current(_threadargsprotocomma_ double _lv) {");
        out_.line("double _current = 0.0;");
        out_.line("v = _lv;");
        CBody(plan_, out_).statements(plan_.current->body);
        for (const auto& name : program_.neuron.currents) out_.line("_current += " + name + ";");
        slopes();
        out_.line("return _current;");
        out_.line("}");
        out_.blank();
    }

    /// LONGITUDINAL_DIFFUSION number _rv_which, for the current instance.
    void diffusion() {
        if (program_.diffusions.empty()) return;
        const CBody body(plan_, out_);
        out_.line("static void _rv_body_diffusion(int _rv_which, double* _rv_conductance, double* _rv_volume) {");
        for (std::size_t k = 0; k < program_.diffusions.size(); ++k) {
            out_.line("if (_rv_which == " + std::to_string(k) + ") {");
            out_.line("*_rv_conductance = " + body.expression(*program_.diffusions[k].conductance) + ";");
            out_.line("*_rv_volume = " + body.expression(*program_.diffusions[k].volume) + ";");
            out_.line("}");
        }
        out_.line("}");
        out_.blank();
    }

    /// The sums of CONDUCTANCE: the derivatives of the total current and of each ion's current.
    void slopes() {
        if (!has_conductances(plan_)) return;
        const CBody body(plan_, out_);
        for (std::size_t k = 0; k <= program_.neuron.ions.size(); ++k) {
            std::string sum;
            for_each_statement(plan_.current->body, [&](const Statement& s) {
                if (s.kind != StatementKind::Conductance) return;
                if (k > 0 && (s.names.empty() || s.names[0] != program_.neuron.ions[k - 1].name)) return;
                sum += (sum.empty() ? "" : " + ") + body.expression(*s.value[0]);
            });
            out_.line("_rv_slope[" + std::to_string(k) + "] = " + (sum.empty() ? "0.0" : sum) + ";");
        }
    }

    /// Undefines the macros: the entry points use names of abi.h, which the author's names may hide.
    void forget_macros() {
        static const std::regex defined(R"((?:^|\n)[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*))");
        const auto look = [&](const std::string& text) {
            for (std::sregex_iterator at(text.begin(), text.end(), defined), end; at != end; ++at) {
                macros_.push_back((*at)[1]);
            }
        };
        for (const auto& verbatim : program_.verbatims) look(verbatim.name);
        for (const auto& block : program_.blocks) {
            for_each_statement(block.body, [&](const Statement& s) {
                if (s.kind == StatementKind::Verbatim) look(s.name);
            });
        }
        for (const char* name : {"t", "dt", "exp", "net_send", "net_move", "net_event", "getarg", "gargstr"}) {
            macros_.emplace_back(name);
        }
        for (const auto& name : macros_) out_.line("#undef " + name);
        out_.blank();
    }

    const Plan& plan_;
    const Program& program_;
    std::string exported_;
    CppWriter& out_;
    std::vector<std::string> macros_;
};

/// Replaces each placeholder after VERBATIM by a #line directive with the number of the next line.
std::string with_lines(const std::string& text, const std::string& source) {
    std::string made;
    int line = 1;
    for (std::size_t at = 0; at < text.size(); ++line) {
        auto end = text.find('\n', at);
        if (end == std::string::npos) end = text.size();
        const auto one = text.substr(at, end - at);
        made += one == back_to_generated ? "#line " + std::to_string(line + 1) + " " + cpp_string(source) : one;
        made += "\n";
        at = end + 1;
    }
    return made;
}

}  // namespace

bool has_conductances(const Plan& plan) {
    bool found = false;
    for_each_statement(plan.current->body,
                       [&](const Statement& s) { found = found || s.kind == StatementKind::Conductance; });
    return found;
}

std::string c_function(const Plan& plan, const Block& block) {
    return is_nothing(plan) ? block.name : block.name + "_" + plan.program->neuron.name;
}

std::string c_signature(const Plan& plan, const Block& block) {
    std::string arguments = has_thread_arguments(*plan.program) && !block.is_solved ? "_threadargsproto_" : "";
    for (const auto& argument : block.arguments) {
        arguments += (arguments.empty() ? "double " : ", double ") + argument.name;
    }
    return (block.kind == BlockKind::Procedure ? "int " : "double ") + c_function(plan, block) + "(" + arguments + ")";
}

std::string c_global(const Plan& plan, const Symbol& symbol) {
    if (!is_nothing(plan)) return symbol.name + "_" + plan.program->neuron.name;
    return symbol.is_visible ? symbol.name : "_z" + symbol.name;
}

std::string generate_c(const Program& program, const GenerateOptions& options) {
    const auto plan = make_plan(program, Math::libm);
    CppWriter out;
    out.line(cpp_comment(program.neuron.name + ", made from " + program.path + " by ranvier-nmodl, as C."));
    if (program.is_linked) out.line("#define RV_LINKED 1");
    // These headers come before t and dt become macros.
    if (!plan.function_tables.empty()) out.line("#include \"mechanisms/runtime/function_table.h\"");
    const auto keeps_history = [](const Symbol& s) { return s.name.starts_with("rv_lag_"); };
    if (std::ranges::any_of(program.symbols, keeps_history)) out.line("#include \"mechanisms/runtime/lag.h\"");
    if (has_solvers(program)) out.line("#include \"mechanisms/runtime/solvers.h\"");
    if (has_recursion(program)) out.line("#include \"mechanisms/runtime/recursion.h\"");
    if (has_checked_index(program)) out.line("#include \"mechanisms/runtime/indices.h\"");
    out.line("#include \"mechanisms/runtime/verbatim.h\"");
    if (!plan.randoms.empty()) out.line("#include \"mechanisms/runtime/random.h\"");
    out.blank();
    CFile(plan, options.symbol, out).print();
    print_description(plan, options.symbol, out);
    return with_lines(out.text(), options.source.empty() ? program.neuron.name + ".c" : options.source);
}

}  // namespace ranvier::nmodl
