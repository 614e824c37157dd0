#include "mechanisms/nmodl/codegen/print_kernels.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "mechanisms/nmodl/codegen/cpp_body.hpp"
#include "mechanisms/nmodl/codegen/iteration.hpp"
#include "mechanisms/nmodl/codegen/lane_passes.hpp"
#include "mechanisms/nmodl/passes/simplify.hpp"

namespace ranvier::nmodl {
namespace {

std::string ion_count(const Plan& plan) {
    return std::to_string(plan.program->neuron.ions.size());
}

/// RV_COLD before what does not run in every step.
std::string heat(const std::string& kernel) {
    static const std::set<std::string> cold = {"construct", "destruct", "before_initial", "initialize",
                                               "after_initial"};
    return cold.contains(kernel) ? "RV_COLD " : "";
}

/// A kernel of variable steps.
bool is_of_variable_steps(const std::string& kernel) {
    static const std::set<std::string> all = {"derivatives", "solve_derivatives", "concentrations"};
    return all.contains(kernel);
}

/// A loop over the instances of a kernel, or one of the two where the kernel has TABLEs.
struct Loop {
    std::string kernel, name;
    const Block* block = nullptr;
    DataFlow flow;
    TableUse tables = TableUse::Either;
    bool has_few = false;  ///< a further loop is faster where instances are few
};

/// The loops of a kernel. A loop that looks up in TABLEs does not touch what only their blocks use.
std::vector<Loop> loops_of(const Plan& plan, const std::string& kernel, const Block& block, const DataFlow& flow) {
    const bool has_choice =
        !plan.tables.empty() && flow.reads.contains("usetable") && !flow.writes.contains("usetable");
    if (!has_choice) return {{kernel, kernel, &block, flow, TableUse::Either}};
    std::vector<Loop> loops;
    for (const auto tables : {TableUse::Never, TableUse::Always}) {
        if (plan.only_looks_up && tables == TableUse::Never) continue;
        const auto name = kernel + (tables == TableUse::Always ? "_by_table" : "");
        auto own = plan.tables_vary ? flow : data_flow(*plan.program, block, tables);
        own.reads.insert("usetable");
        loops.push_back({kernel, name, &block, std::move(own), tables});
    }
    return loops;
}

/// The call of a loop: for contiguous or indexed compartments where loops are not in chunks.
std::string call_of(const Plan& plan, const InstanceAccess& access, const Loop& loop) {
    bool has_places = access.uses_node();
    for (int k = 0; k < static_cast<int>(plan.program->neuron.ions.size()); ++k) has_places |= access.uses_ion(k);
    const auto call = [&](const std::string& at) {
        const auto few = "in->count < RV_FEW ? loop_" + loop.name + "_of_few(in) : ";
        return (loop.has_few ? few : "") + "loop_" + loop.name + (access.in_chunks() ? "" : "<" + at + ">") + "(in)";
    };
    // Compiled once, for any compartments: what a second version costs the compiler its runs would not save.
    if (is_of_variable_steps(loop.kernel) || !heat(loop.kernel).empty()) return call("rv_indexed");
    if (!has_places || access.in_chunks()) return call("rv_range");
    return "rv_all_contiguous(in, " + ion_count(plan) + ") ? " + call("rv_range") + " : " + call("rv_indexed");
}

/// Entry point that picks the loop: the last of `calls` to look up in TABLEs if there are two.
void print_entry(const Plan& plan, const std::string& name, const std::vector<std::string>& calls, CppWriter& out) {
    out.line(heat(name) + "int " + name + "(rv_instances* in) {");
    if (calls.size() > 1) {
        const auto usetable = std::to_string(plan.global_of("usetable"));
        out.line("if (in->global[" + usetable + "] && in->tables) return " + calls.back() + ";");
    }
    out.line("return " + calls.front() + ";");
    out.line("}");
    out.blank();
}

void print_template(const InstanceAccess& access, CppWriter& out) {
    if (!access.in_chunks()) out.line("template <class At>");
}

void print_loop_start(const InstanceAccess& access, const Loop& loop, CppWriter& out) {
    print_template(access, out);
    out.line(heat(loop.kernel) + "int loop_" + loop.name + "(rv_instances* in) {");
    out.line("const int32_t count = in->count;");
    access.print_declarations(out);
}

/// What straight code calls the parts of the TABLEs that it looks up in.
void print_tables_used(const Plan& plan, const StraightCode& code, CppWriter& out) {
    std::set<std::string> used;
    for (const auto& definition : code.definitions) {
        for_each(std::as_const(*definition.value), [&](const Expression& e) { used.insert(e.text); });
    }
    const auto print = [&](const std::string& type, const std::string& name, const std::string& member) {
        if (used.contains(name)) out.line("const " + type + name + " = rv_tables->" + member + ";");
    };
    for (const auto* block : plan.tables) {
        for (const char* part : {"from", "scale"}) {
            print("double ", std::string("rv_table_") + part + "_" + block->name, block->name + "_" + part);
        }
        // Without restrict the loop's stores might change the table, and it could not gather from it.
        const auto print_values = [&](const std::string& name) {
            print("double* __restrict const ", "rv_table_" + block->name + "_" + name, block->name + "_" + name);
        };
        for (const auto& name : table_names(*block)) {
            const auto* symbol = plan.program->symbol(name);
            if (!symbol || symbol->length == 0) print_values(name);
            for (int k = 0; symbol && k < symbol->length; ++k) print_values(name + "_" + std::to_string(k));
        }
    }
}

void print_for(const InstanceAccess& access, CppWriter& out) {
    if (!access.is_sequential()) out.line("#pragma GCC ivdep");
    out.line(std::string("for (int32_t i = 0; i < ") + (access.in_chunks() ? "rv_lanes" : "count") + "; ++i) {");
}

/// What is solved, for messages.
std::string solve_text(const Plan& plan, const Block& block) {
    return cpp_string("SOLVE " + block.name + " of " + plan.program->neuron.name);
}

void print_invariants(const Plan& plan, const StraightCode& code, CppWriter& out) {
    CppBody body(plan, out);
    body.set_outside(true);
    for (const auto& [name, value] : code.invariants) {
        out.line("const double " + cpp_name(name) + " = " + body.expression(*value) + ";");
    }
}

void print_results(const Plan& plan, const StraightCode& code, CppWriter& out) {
    const CppBody body(plan, out);
    for (const auto& [name, value] : code.results) {
        out.line(body.expression(*variable_expression(name)) + " = " + body.expression(*value) + ";");
    }
}

/// Straight code as loops over a chunk, or as one over all instances. `finish` prints what follows the results.
class PassPrinter {
  public:
    /// Values from arrays: name and array.
    using Given = std::vector<std::pair<std::string, std::string>>;

    /// `keep`: as in cut_passes. `arrays`: name of those between loops.
    PassPrinter(const Plan& plan, const InstanceAccess& access, StraightCode& code,
                const std::vector<std::string>& keep, bool is_hot, CppWriter& out,
                const std::string& arrays = "rv_between", Given given = {})
        : plan_(plan),
          access_(access),
          code_(code),
          passes_(is_hot && access.in_chunks() ? LanePasses(plan, code, keep, arrays, "i", "rv_lanes", out)
                                               : LanePasses(plan, code, out)),
          given_(std::move(given)),
          out_(out) {}

    void print_arrays() const {
        if (!code_.failures.empty()) {
            out_.line("alignas(64) double rv_failures[" + std::to_string(code_.failures.size()) + "][RV_CHUNK];");
        }
        passes_.print_arrays("RV_CHUNK");
    }

    /// `is_scalar`: without vectors.
    template <class Finish>
    void print(Finish&& finish, bool is_scalar = false) const {
        for (const auto& pass : passes_.passes()) {
            print_for(access_, out_);
            if (is_scalar) out_.line("RV_SCALAR_LOOP;");
            access_.print_loads(out_);
            for (const auto& [name, array] : given_) {
                out_.line("const double " + cpp_name(name) + " = " + array + "[i];");
            }
            passes_.print_definitions(pass);
            if (passes_.is_last(pass)) {
                print_results(plan_, code_, out_);
                print_failed();
                finish();
            }
            out_.line("}");
            passes_.print_calls(pass);
        }
        print_failures();
    }

  private:
    void print_failed() const {
        const CppBody body(plan_, out_);
        for (std::size_t k = 0; k < code_.failures.size(); ++k) {
            out_.line("rv_failures[" + std::to_string(k) + "][i] = " + body.expression(*code_.failures[k].value) + ";");
        }
    }

    /// Ends the kernel if a solver found no solution for an instance.
    void print_failures() const {
        for (std::size_t k = 0; k < code_.failures.size(); ++k) {
            out_.line("if (rv_any_of(rv_failures[" + std::to_string(k) + "], rv_lanes)) return rv_lane_failed(in, " +
                      "rv_start, rv_failures[" + std::to_string(k) + "], " +
                      solve_text(plan_, *code_.failures[k].solver) + ");");
        }
    }

    const Plan& plan_;
    const InstanceAccess& access_;
    StraightCode& code_;
    const LanePasses passes_;
    const Given given_;
    CppWriter& out_;
};

/// The kernel's globals as its last instance will leave them, before the loop changes what they are made of.
void print_last_globals(const Plan& plan, InstanceAccess access, const Loop& loop, CppWriter& out) {
    const bool in_chunks = access.in_chunks();
    print_template(access, out);
    access.leave_chunks();
    out.line(heat(loop.kernel) + "RV_NOINLINE void last_" + loop.name + "(rv_instances* in) {");
    if (in_chunks) out.line("using At = rv_indexed;");
    out.line("const int32_t i = in->count - 1;");
    out.line("if (i < 0) return;");
    access.print_declarations(out);
    access.print_loads(out);
    CppBody(plan, out).statements(loop.block->body);
    access.print_global_stores(out);
    out.line("}");
    out.blank();
}

/// The kernel as straight code, reduced, if that is faster than its statements. Results are without the globals if
/// those are found apart.
std::optional<StraightCode> straight_kernel(const Plan& plan, const Loop& loop, const InstanceAccess& access) {
    const bool once = loop.kernel == "construct" || loop.kernel == "destruct";
    const bool looks_up = loop.flow.reads.contains("usetable") && loop.tables == TableUse::Either;
    const bool is_exact = plan.math == Math::libm;
    // Those of variable steps stay as the author wrote them, but for the library's exponentials, which cost most.
    const bool stays = is_of_variable_steps(loop.kernel) && !(is_exact && loop.kernel == "derivatives");
    if (once || looks_up || plan.tables_vary || stays) return std::nullopt;
    if (is_exact && !(access.in_chunks() && heat(loop.kernel).empty())) return std::nullopt;
    auto code = straighten(*plan.program, loop.block->body, loop.tables);
    if (!code || ((!code->failures.empty() || code->iteration) && !access.in_chunks())) return std::nullopt;
    std::erase_if(code->results, [&](const auto& result) { return !access.stores(base_of(result.first)); });
    if (is_exact || access.calls_solver()) {
        reduce_exactly(*plan.program, *code, loop.flow.writes);
    } else {
        reduce(*plan.program, *code, loop.flow.writes);
    }
    return code;
}

void print_loop_end(const InstanceAccess& access, CppWriter& out) {
    access.print_after_loop(out);
    out.line("return 0;");
    out.line("}");
    out.blank();
}

void print_statement_loop(const Plan& plan, const Loop& loop, const InstanceAccess& access, CppWriter& out) {
    print_loop_start(access, loop, out);
    print_for(access, out);
    access.print_loads(out);
    CppBody(plan, out).statements(loop.block->body);
    access.print_stores(out);
    out.line("}");
    print_loop_end(access, out);
}

void print_straight_loop(const Plan& plan, const Loop& loop, const InstanceAccess& access, StraightCode& code,
                         CppWriter& out) {
    const bool apart = access.finds_globals_apart();
    if (apart) print_last_globals(plan, access, loop, out);
    print_loop_start(access, loop, out);
    if (apart) out.line("last_" + loop.name + (access.in_chunks() ? "" : "<At>") + "(in);");
    print_tables_used(plan, code, out);
    print_invariants(plan, code, out);
    const PassPrinter passes(plan, access, code, {}, heat(loop.kernel).empty(), out);
    passes.print_arrays();
    if (access.in_chunks()) access.print_chunk_start(out);
    passes.print([&] { access.print_stores(out); });
    if (access.in_chunks()) access.print_chunk_end(out);
    print_loop_end(access, out);
}

/// One instance after the other, with the same bits: chunks of few instances would be mostly copies.
void print_loop_of_few(const Plan& plan, const Loop& loop, InstanceAccess access, StraightCode& code, CppWriter& out) {
    access.leave_chunks();
    out.line("int loop_" + loop.name + "_of_few(rv_instances* in) {");
    out.line("using At = rv_indexed;");
    out.line("const int32_t count = in->count;");
    const bool is_exact = plan.math == Math::libm;
    if (is_exact) access.set_globals_apart(false);
    access.print_declarations(out);
    if (access.finds_globals_apart()) out.line("last_" + loop.name + "(in);");
    if (!is_exact) {
        print_tables_used(plan, code, out);
        print_invariants(plan, code, out);
    }
    out.line("for (int32_t i = 0; i < count; ++i) {");
    out.line("RV_SCALAR_LOOP;");
    access.print_loads(out);
    if (is_exact) {
        CppBody(plan, out).statements(loop.block->body);
    } else {
        const LanePasses passes(plan, code, out);
        passes.print_definitions(passes.passes().front());
        print_results(plan, code, out);
    }
    access.print_stores(out);
    out.line("}");
    print_loop_end(access, out);
}

/// Straight code with an iteration: loops before it, the solver over the chunk, loops behind it.
void print_iterating_loop(const Plan& plan, const Loop& loop, const InstanceAccess& access, StraightCode& code,
                          CppWriter& out) {
    auto parts = split_iteration(*plan.program, code);
    const auto& iteration = *code.iteration;
    print_misses(plan, loop.name, iteration, parts, out);
    print_loop_start(access, loop, out);
    print_tables_used(plan, parts.before, out);
    print_tables_used(plan, parts.after, out);
    print_invariants(plan, parts.before, out);
    const auto at = [](const char* array, std::size_t k) { return array + ("[" + std::to_string(k) + "]"); };
    std::vector<std::string> keep;
    PassPrinter::Given given;
    for (const auto& start : iteration.starts) keep.push_back(start->text);
    for (std::size_t k = 0; k < parts.given.size(); ++k) {
        keep.push_back(parts.given[k].second->text);
        given.emplace_back(parts.given[k].first, at("rv_given", k));
    }
    for (std::size_t k = 0; k < iteration.unknowns.size(); ++k) {
        given.emplace_back(iteration.unknowns[k], at("rv_unknown", k));
    }
    const PassPrinter before(plan, access, parts.before, keep, true, out);
    const PassPrinter after(plan, access, parts.after, {}, true, out, "rv_between_after", given);
    before.print_arrays();
    after.print_arrays();
    const auto count = [](std::size_t n) { return std::to_string(std::max<std::size_t>(n, 1)); };
    out.line("alignas(64) double rv_given[" + count(parts.given.size()) + "][RV_CHUNK];");
    out.line("alignas(64) double rv_unknown[" + count(iteration.unknowns.size()) + "][RV_CHUNK];");
    access.print_chunk_start(out);
    before.print([&] {
        const CppBody body(plan, out);
        for (std::size_t k = 0; k < parts.given.size(); ++k) {
            out.line(at("rv_given", k) + "[i] = " + body.expression(*parts.given[k].second) + ";");
        }
        for (std::size_t k = 0; k < iteration.starts.size(); ++k) {
            out.line(at("rv_unknown", k) + "[i] = " + body.expression(*iteration.starts[k]) + ";");
        }
    });
    out.line("const int32_t rv_here = count - rv_start < RV_CHUNK ? count - rv_start : RV_CHUNK;");
    out.line("if (rv_newton_chunk<misses_" + loop.name + ">(in, rv_start, rv_here, rv_lanes, rv_given, rv_unknown, " +
             solve_text(plan, *iteration.solver) + ")) return 1;");
    after.print([&] { access.print_stores(out); });
    access.print_chunk_end(out);
    print_loop_end(access, out);
}

/// Prints a loop of a kernel; returns its call.
std::string print_loop(const Plan& plan, Loop loop, CppWriter& out) {
    const InstanceAccess plain(plan, loop.flow, true, loop.tables);
    InstanceAccess access = plain;
    if (access.fits_chunks()) access.set_chunks();
    // Not where a solver would have to run for them.
    access.set_globals_apart(access.has_last_globals() && plan.pointers.empty() && !access.calls_solver());
    if (auto code = straight_kernel(plan, loop, access)) {
        // Beside a TABLE, with which nearly all run, computing takes the compiler enough time as it is.
        const bool is_usual = loop.tables != TableUse::Never && !is_of_variable_steps(loop.kernel);
        loop.has_few = access.in_chunks() && heat(loop.kernel).empty() && !access.calls_solver() && is_usual;
        code->iteration ? print_iterating_loop(plan, loop, access, *code, out)
                        : print_straight_loop(plan, loop, access, *code, out);
        if (loop.has_few) print_loop_of_few(plan, loop, access, *code, out);
        return call_of(plan, access, loop);
    }
    print_statement_loop(plan, loop, plain, out);
    return call_of(plan, plain, loop);
}

void print_kernel(const Plan& plan, const Kernel& kernel, CppWriter& out) {
    std::vector<std::string> calls;
    for (const auto& loop : loops_of(plan, kernel.name, *kernel.block, kernel.flow)) {
        calls.push_back(print_loop(plan, loop, out));
    }
    print_entry(plan, kernel.name, calls, out);
}

class CurrentPrinter {
  public:
    CurrentPrinter(const Plan& plan, Loop loop, CppWriter& out) : plan_(plan), loop_(std::move(loop)), out_(out) {
        is_point_ = plan.program->neuron.kind == NeuronBlock::Kind::PointProcess;
        for (const auto& ion : plan.ions) {
            if (ion.is_current && ion.is_written) written_.push_back(&ion);
        }
    }

    /// Prints the loop; returns its call.
    std::string print() {
        auto flow = loop_.flow;
        flow.reads.insert("v");
        // What WRITE names is added also where BREAKPOINT does not assign it: the value that was READ.
        for (const auto* ion : written_) {
            if (!flow.uses(ion->symbol->name)) flow.reads.insert(ion->symbol->name);
        }
        InstanceAccess access(plan_, flow, true, loop_.tables);
        access.set_uses_node();
        for (const auto* ion : written_) access.set_uses_ion(ion->ion);
        const bool is_exact = plan_.math == Math::libm;
        // With the library's functions lanes gain where these are called for all of them at once.
        if (!is_exact || access.fits_chunks()) is_exact ? find_evaluations() : find_derivatives();
        if (!code_ || is_exact) print_evaluation();
        if (!code_ || !access.fits_chunks()) {
            print_loop(access, false, code_.has_value());
            return call_of(plan_, access, loop_);
        }
        print_loop(access, true, !is_exact);
        set_chunks(access);
        print_loop(access, false, true);
        loop_.has_few = true;
        return call_of(plan_, access, loop_);
    }

  private:
    /// `is_straight`: by code_.
    void print_loop(const InstanceAccess& access, bool is_few, bool is_straight) {
        if (!is_few) print_template(access, out_);
        out_.line("int loop_" + loop_.name + (is_few ? "_of_few" : "") + "(rv_instances* in) {");
        if (is_few) out_.line("using At = rv_indexed;");
        out_.line("const int32_t count = in->count;");
        access.print_declarations(out_);
        if (is_point_) print_sums();
        if (!access.in_chunks()) print_pointers();
        std::optional<PassPrinter> passes;
        if (is_straight) {
            print_invariants(plan_, *code_, out_);
            passes.emplace(plan_, access, *code_, std::vector<std::string>(), true, out_);
            passes->print_arrays();
        }
        if (access.in_chunks()) access.print_chunk_start(out_);
        const auto finish = [&] {
            is_point_ ? store_point(access) : store_density(access);
            access.print_stores(out_);
        };
        if (is_straight) {
            passes->print(
                [&] {
                    name_computed();
                    finish();
                },
                is_few);
        } else {
            print_for(access, out_);
            if (is_few) out_.line("RV_SCALAR_LOOP;");
            access.print_loads(out_);
            evaluate();
            finish();
            out_.line("}");
        }
        if (access.in_chunks()) access.print_chunk_end(out_);
        if (is_point_) scatter(access);
        print_loop_end(access, out_);
    }

    /// What NEURON's two evaluations do, as straight code.
    void find_evaluations() {
        if (plan_.current_flow.reads.contains("usetable")) return;
        code_ = straighten_currents(*plan_.program, *plan_.current, written_);
        if (!code_) return;
        std::erase_if(code_->results,
                      [&](const auto& result) { return !plan_.current_flow.writes.contains(base_of(result.first)); });
        reduce_exactly(*plan_.program, *code_, plan_.current_flow.writes);
    }

    /// With expressions that can be differentiated currents are computed once.
    void find_derivatives() {
        auto code = straighten(*plan_.program, plan_.current->body);
        if (!code || code->results.contains("v") || plan_.current_flow.reads.contains("usetable")) return;
        // What hands values from one evaluation to the next has to see both of NEURON's.
        const auto& flow = plan_.current_flow;
        if (std::ranges::any_of(flow.writes, [&](const auto& name) { return flow.reads.contains(name); })) return;
        const auto& names = plan_.program->neuron.currents;
        std::vector<ExpressionPtr> of;
        ExpressionPtr sum;
        for (const auto& name : names) {
            const auto found = code->results.find(name);
            if (found == code->results.end()) return;
            sum = sum ? make_binary("+", std::move(sum), clone(*found->second)) : clone(*found->second);
        }
        of.push_back(std::move(sum));
        for (const auto* ion : written_) {
            const auto found = code->results.find(ion->symbol->name);
            if (found == code->results.end()) return;
            of.push_back(clone(*found->second));
        }
        auto slopes = differentiate(*plan_.program, *code, of, "v");
        if (!slopes) return;
        const auto define = [&](ExpressionPtr value) {
            code->outputs.push_back(make_name(code->define(*plan_.program, "current", std::move(value))));
        };
        define(std::move(of.front()));
        for (auto& slope : *slopes) define(simplify(std::move(slope)));
        reduce(*plan_.program, *code, plan_.current_flow.writes);
        code_ = std::move(code);
    }

    /// The sum of currents as a function.
    void print_evaluation() {
        find_conductances();
        if (loop_.tables != TableUse::Always || plan_.only_looks_up) print_sum();  // of both loops
    }

    /// The sums that point processes scatter later.
    void print_sums() {
        out_.line("double* const all_rhs = in->scratch;");
        out_.line("double* const all_g = in->scratch + count;");
        for (std::size_t k = 0; k < written_.size(); ++k) {
            const auto& name = written_[k]->symbol->name;
            const auto column = std::to_string(2 + 2 * k);
            out_.line("double* const all_" + name + " = in->scratch + " + column + " * (int64_t)count;");
            out_.line("double* const all_d" + name + " = all_" + name + " + count;");
        }
    }

    void print_pointers() {
        out_.line(std::string("double* const rv_rhs = ") + (is_point_ ? "all_rhs;" : "in->rhs;"));
        out_.line(std::string("double* const rv_g = ") + (is_point_ ? "all_g;" : "in->d;"));
        for (const auto* ion : written_) {
            const auto n = std::to_string(ion->ion);
            const auto& name = ion->symbol->name;
            if (is_point_) {
                out_.line("double* const sum_" + name + " = all_" + name + ";");
                out_.line("double* const sum_d" + name + " = all_d" + name + ";");
            } else {
                out_.line("double* const ion_d" + name + " = in->ion[" + n + "].current_dv;");
            }
        }
    }

    /// The same as arrays of the chunks.
    void set_chunks(InstanceAccess& access) const {
        access.set_chunks();
        const auto add_sum = [&](const std::string& name, const std::string& all) {
            access.add_array(name, all, "nullptr", "0", true);
        };
        if (is_point_) {
            add_sum("rv_rhs", "all_rhs");
            add_sum("rv_g", "all_g");
            access.add_node_array("rv_area", "const_cast<double*>(in->area)", false);
        } else {
            access.add_node_array("rv_rhs", "in->rhs", true);
            access.add_node_array("rv_g", "in->d", true);
        }
        for (const auto* ion : written_) {
            const auto& name = ion->symbol->name;
            if (is_point_) {
                add_sum("sum_" + name, "all_" + name);
                add_sum("sum_d" + name, "all_d" + name);
            } else {
                access.add_ion_array("ion_" + name, "current", ion->ion, true);
                access.add_ion_array("ion_d" + name, "current_dv", ion->ion, true);
            }
        }
    }

    void name_computed() {
        const CppBody body(plan_, out_);
        const auto name = [&](const std::string& variable, std::size_t k) {
            out_.line("const double " + variable + " = " + body.expression(*code_->outputs[k]) + ";");
        };
        name("rhs", 0);
        name("g", 1);
        for (std::size_t k = 0; k < written_.size(); ++k) name("d" + written_[k]->symbol->name, 2 + k);
    }

    void find_conductances() {
        for_each_statement(plan_.current->body, [&](const Statement& s) {
            if (s.kind == StatementKind::Conductance) conductances_.push_back(&s);
        });
    }

    /// What CONDUCTANCE names, added up; those of one ion if `ion` is not "".
    std::string sum_of_conductances(const CppBody& body, const std::string& ion) const {
        std::string sum;
        for (const auto* s : conductances_) {
            if (!ion.empty() && (s->names.empty() || s->names[0] != ion)) continue;
            sum += (sum.empty() ? "" : " + ") + body.expression(*s->value[0]);
        }
        return sum.empty() ? "0.0" : sum;
    }

    void print_sum() {
        out_.line("/* BREAKPOINT: the sum of all currents. */");
        const char* slopes = conductances_.empty() ? "" : ", double* rv_slope";
        out_.line("static RV_ALWAYS_INLINE double sum_of_currents(Instance& rv, RV_UNUSED int rv_may_jump" +
                  std::string(slopes) + ") {");
        CppBody body(plan_, out_);
        body.statements(plan_.current->body);
        if (!conductances_.empty()) {
            out_.line("rv_slope[0] = " + sum_of_conductances(body, "") + ";");
            for (std::size_t k = 0; k < written_.size(); ++k) {
                const auto& ion = plan_.program->neuron.ions[static_cast<std::size_t>(written_[k]->ion)].name;
                out_.line("rv_slope[" + std::to_string(k + 1) + "] = " + sum_of_conductances(body, ion) + ";");
            }
        }
        std::string sum;
        for (const auto& name : plan_.program->neuron.currents) {
            sum += (sum.empty() ? "" : " + ") + std::string("rv.") + cpp_name(name);
        }
        out_.line("return " + sum + ";");
        out_.line("}");
        out_.blank();
    }

    /// rhs: the current; g: its derivative by v, from a second evaluation 0.001 mV above, as NEURON does it.
    void evaluate() {
        if (!conductances_.empty()) {
            out_.line("double rv_slope[" + std::to_string(written_.size() + 1) + "];");
            out_.line("double rhs = sum_of_currents(rv, 1, rv_slope);");
            out_.line("double g = rv_slope[0];");
            for (std::size_t k = 0; k < written_.size(); ++k) {
                out_.line("double d" + written_[k]->symbol->name + " = rv_slope[" + std::to_string(k + 1) + "];");
            }
            return;
        }
        out_.line("const double rv_here = rv.v;");
        out_.line("rv.v = rv_here + 0.001;");
        out_.line("double g = sum_of_currents(rv, 1);");
        for (const auto* ion : written_) {
            out_.line("double d" + ion->symbol->name + " = rv." + cpp_name(ion->symbol->name) + ";");
        }
        out_.line("rv.v = rv_here;");
        out_.line("double rhs = sum_of_currents(rv, 0);");
        out_.line("g = (g - rhs) / 0.001;");
        for (const auto* ion : written_) {
            const auto& name = ion->symbol->name;
            out_.line("d" + name + " = (d" + name + " - rv." + cpp_name(name) + ") / 0.001;");
        }
    }

    const char* sign_of_rhs() const { return plan_.is_electrode ? " += " : " -= "; }
    const char* sign_of_d() const { return plan_.is_electrode ? " -= " : " += "; }

    void store_density(const InstanceAccess& access) {
        for (const auto* ion : written_) {
            const auto& name = ion->symbol->name;
            const auto at = access.at_ion(ion->ion) + " += ";
            out_.line("ion_d" + name + at + "d" + name + ";");
            out_.line("ion_" + name + at + "rv." + cpp_name(name) + ";");
        }
        out_.line("rv_rhs" + access.at_node() + sign_of_rhs() + "rhs;");
        out_.line("rv_g" + access.at_node() + sign_of_d() + "g;");
    }

    /// Several point processes may share a compartment: contributions are first computed, then added one by one.
    void store_point(const InstanceAccess& access) {
        out_.line("const double area = rv_area" + access.at_node() + ";");
        for (const auto* ion : written_) {
            const auto& name = ion->symbol->name;
            out_.line("sum_d" + name + "[i] = d" + name + " * 1.e2 / area;");
            out_.line("sum_" + name + "[i] = rv." + cpp_name(name) + " * 1.e2 / area;");
        }
        out_.line("rv_rhs[i] = rhs * (1.e2 / area);");
        out_.line("rv_g[i] = g * (1.e2 / area);");
    }

    void scatter(const InstanceAccess& access) {
        if (access.in_chunks()) out_.line("const rv_indexed node(in->node, in->first_node);");
        out_.line("for (int32_t k = 0; k < count; ++k) {");
        out_.line(std::string("in->rhs[node(k)]") + sign_of_rhs() + "all_rhs[k];");
        out_.line(std::string("in->d[node(k)]") + sign_of_d() + "all_g[k];");
        out_.line("}");
        for (const auto* ion : written_) {
            const auto n = std::to_string(ion->ion);
            const auto& name = ion->symbol->name;
            out_.line("for (int32_t k = 0; k < count; ++k) {");
            out_.line("const int32_t at = rv_indexed(in->ion[" + n + "].index, in->ion[" + n + "].first)(k);");
            out_.line("in->ion[" + n + "].current_dv[at] += all_d" + name + "[k];");
            out_.line("in->ion[" + n + "].current[at] += all_" + name + "[k];");
            out_.line("}");
        }
    }

    const Plan& plan_;
    Loop loop_;
    CppWriter& out_;
    bool is_point_ = false;
    std::vector<const IonAccess*> written_;
    std::vector<const Statement*> conductances_;
    std::optional<StraightCode> code_;  // its outputs: the sum of currents, its slope, that of each ion's current
};

}  // namespace

void print_kernels(const Plan& plan, CppWriter& out) {
    for (const auto& kernel : plan.kernels) print_kernel(plan, kernel, out);
    if (!plan.current) return;
    std::vector<std::string> calls;
    for (const auto& loop : loops_of(plan, "current", *plan.current, plan.current_flow)) {
        calls.push_back(CurrentPrinter(plan, loop, out).print());
    }
    print_entry(plan, "current", calls, out);
}

}  // namespace ranvier::nmodl
