#include "mechanisms/nmodl/codegen/print_kernels.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "mechanisms/nmodl/codegen/cpp_body.hpp"
#include "mechanisms/nmodl/codegen/cut_passes.hpp"
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

/// A kernel of variable steps. Compiled once, for indexed compartments: the compiler's time would be that of the
/// kernels of fixed steps again.
bool is_of_variable_steps(const std::string& kernel) {
    static const std::set<std::string> all = {"derivatives", "solve_derivatives", "concentrations"};
    return all.contains(kernel);
}

/// Entry point that picks the loop: for contiguous or indexed compartments where loops are not in chunks, with the
/// TABLE (that of `tabulated`) or without (that of `access`).
void print_entry(const Plan& plan, const InstanceAccess& tabulated, const InstanceAccess& access,
                 const std::string& name, CppWriter& out) {
    const auto choose = [&](const InstanceAccess& of, const std::string& more) {
        bool has_places = of.uses_node();
        for (int k = 0; k < static_cast<int>(plan.program->neuron.ions.size()); ++k) has_places |= of.uses_ion(k);
        const auto call = [&](const std::string& at) {
            const auto arguments = of.in_chunks() ? more : at + (more.empty() ? "" : ", ") + more;
            return "loop_" + name + (arguments.empty() ? "" : "<" + arguments + ">") + "(in)";
        };
        if (is_of_variable_steps(name)) return call("rv_indexed");
        if (!has_places || of.in_chunks()) return call("rv_range");
        return "rv_all_contiguous(in, " + ion_count(plan) + ") ? " + call("rv_range") + " : " + call("rv_indexed");
    };
    out.line(heat(name) + "int " + name + "(rv_instances* in) {");
    if (access.has_table_choice()) {
        const auto usetable = std::to_string(plan.global_of("usetable"));
        out.line("if (in->global[" + usetable + "] && in->tables) return " + choose(tabulated, "true") + ";");
        out.line("return " + choose(access, "false") + ";");
    } else {
        out.line("return " + choose(access, "") + ";");
    }
    out.line("}");
    out.blank();
}

void print_template(const InstanceAccess& access, CppWriter& out) {
    const std::string at = access.in_chunks() ? "" : "class At";
    const std::string table = access.has_table_choice() ? "bool UseTable" : "";
    if (at.empty() && table.empty()) return;
    out.line("template <" + at + (at.empty() || table.empty() ? "" : ", ") + table + ">");
}

void print_loop_start(const InstanceAccess& access, const std::string& name, CppWriter& out) {
    print_template(access, out);
    out.line(heat(name) + "int loop_" + name + "(rv_instances* in) {");
    out.line("const int32_t count = in->count;");
    access.print_declarations(out);
}

void print_for(const InstanceAccess& access, CppWriter& out) {
    if (!access.is_sequential()) out.line("#pragma GCC ivdep");
    out.line(std::string("for (int32_t i = 0; i < ") + (access.in_chunks() ? "rv_lanes" : "count") + "; ++i) {");
}

void print_invariants(const Plan& plan, const StraightCode& code, CppWriter& out) {
    CppBody body(plan, out);
    body.set_outside(true);
    for (const auto& [name, value] : code.invariants) {
        out.line("const double " + cpp_name(name) + " = " + body.expression(*value) + ";");
    }
}

/// Straight code as loops over a chunk, or as one over all instances. `finish` prints what follows the results.
class PassPrinter {
  public:
    /// `keep`: as in cut_passes.
    PassPrinter(const Plan& plan, const InstanceAccess& access, StraightCode& code,
                const std::vector<std::string>& keep, bool is_hot, CppWriter& out)
        : plan_(plan), access_(access), code_(code), out_(out) {
        if (is_hot && access.in_chunks()) {
            const auto how = plan.math == Math::libm ? Exponentials::BetweenLoops : Exponentials::InLoops;
            passes_ = cut_passes(*plan.program, code, keep, how);
        } else {
            passes_.emplace_back();
            for (const auto& definition : code.definitions) passes_.front().definitions.push_back(&definition);
        }
        for (const auto& pass : passes_) {
            for (const auto& name : pass.handed) number_.emplace(name, number_.size());
            for (const auto* exponential : pass.exponentials) number_.emplace(exponential->name, number_.size());
        }
    }

    void print_arrays() const {
        if (number_.empty()) return;
        out_.line("alignas(64) double rv_between[" + std::to_string(number_.size()) + "][RV_CHUNK];");
    }

    template <class Finish>
    void print(Finish&& finish) const {
        for (const auto& pass : passes_) {
            print_for(access_, out_);
            access_.print_loads(out_);
            print_definitions(pass);
            if (&pass == &passes_.back()) {
                print_results();
                finish();
            }
            out_.line("}");
            for (const auto* exponential : pass.exponentials) {
                out_.line("rv_libm_exp_lanes(" + between(exponential->name) + ", rv_lanes);");
            }
        }
    }

  private:
    std::string between(const std::string& name) const {
        return "rv_between[" + std::to_string(number_.at(name)) + "]";
    }

    void print_definitions(const LoopPass& pass) const {
        const CppBody body(plan_, out_);
        for (const auto& name : pass.taken)
            out_.line("const double " + cpp_name(name) + " = " + between(name) + "[i];");
        for (const auto* definition : pass.definitions) {
            out_.line("const double " + cpp_name(definition->name) + " = " + body.expression(*definition->value) + ";");
        }
        for (const auto& name : pass.handed) out_.line(between(name) + "[i] = " + cpp_name(name) + ";");
        for (const auto* exponential : pass.exponentials) {
            out_.line(between(exponential->name) + "[i] = " + body.expression(*exponential->value->operands[0]) + ";");
        }
    }

    void print_results() const {
        const CppBody body(plan_, out_);
        for (const auto& [name, value] : code_.results) {
            out_.line("rv." + cpp_name(name) + " = " + body.expression(*value) + ";");
        }
    }

    const Plan& plan_;
    const InstanceAccess& access_;
    StraightCode& code_;
    CppWriter& out_;
    std::vector<LoopPass> passes_;
    std::map<std::string, std::size_t> number_;
};

/// The kernel's globals as its last instance will leave them, before the loop changes what they are made of.
void print_last_globals(const Plan& plan, InstanceAccess access, const Kernel& kernel, CppWriter& out) {
    const bool in_chunks = access.in_chunks();
    print_template(access, out);
    access.leave_chunks();
    out.line(heat(kernel.name) + "RV_NOINLINE void last_" + kernel.name + "(rv_instances* in) {");
    if (in_chunks) out.line("using At = rv_indexed;");
    out.line("const int32_t i = in->count - 1;");
    out.line("if (i < 0) return;");
    access.print_declarations(out);
    access.print_loads(out);
    CppBody(plan, out).statements(kernel.block->body);
    access.print_global_stores(out);
    out.line("}");
    out.blank();
}

/// Whether loops over it become vectors when exponentials are computed apart. If not, the author's branches are faster.
bool has_vectors(const StraightCode& code) {
    static const std::set<std::string> inlined = {"exp", "fabs", "sqrt"};
    bool possible = true;
    for (const auto& definition : code.definitions) {
        for_each(std::as_const(*definition.value), [&](const Expression& e) {
            possible &= e.kind != ExpressionKind::Call || inlined.contains(e.text);
            possible &= e.kind != ExpressionKind::Binary || (e.text != "^" && e.text != "%");
        });
    }
    return possible;
}

/// The kernel as straight code, reduced, if that is faster than its statements. Results are without the globals if
/// those are found apart.
std::optional<StraightCode> straight_kernel(const Plan& plan, const Kernel& kernel, const InstanceAccess& access) {
    const bool once = kernel.name == "construct" || kernel.name == "destruct";
    const bool looks_up = kernel.flow.reads.contains("usetable") && !access.has_table_choice();
    const bool is_exact = plan.math == Math::libm;
    // Those of variable steps stay as the author wrote them, but for the library's exponentials, which cost most.
    const bool stays = is_of_variable_steps(kernel.name) && !(is_exact && kernel.name == "derivatives");
    if (once || looks_up || plan.tables_vary || stays) return std::nullopt;
    if (is_exact && !(access.in_chunks() && heat(kernel.name).empty())) return std::nullopt;
    auto code = straighten(*plan.program, kernel.block->body);
    if (!code) return code;
    if (access.finds_globals_apart()) {
        std::erase_if(code->results, [&](const auto& result) {
            return plan.program->symbol(result.first)->storage == Storage::Global;
        });
    }
    if (!is_exact) {
        reduce(*plan.program, *code, {}, kernel.flow.writes);
        return code;
    }
    reduce_exactly(*plan.program, *code, kernel.flow.writes);
    if (!has_vectors(*code)) return std::nullopt;
    return code;
}

void print_loop_end(const InstanceAccess& access, CppWriter& out) {
    access.print_after_loop(out);
    out.line("return 0;");
    out.line("}");
    out.blank();
}

void print_statements(const Plan& plan, const Kernel& kernel, const InstanceAccess& access, CppWriter& out) {
    print_for(access, out);
    access.print_loads(out);
    CppBody(plan, out).statements(kernel.block->body);
    access.print_stores(out);
    out.line("}");
}

void print_statement_loop(const Plan& plan, const Kernel& kernel, const InstanceAccess& access, CppWriter& out) {
    print_loop_start(access, kernel.name, out);
    print_statements(plan, kernel, access, out);
    print_loop_end(access, out);
}

/// `with_table`: also the loop that takes values from the TABLE, for UseTable.
void print_straight_loop(const Plan& plan, const Kernel& kernel, const InstanceAccess& access, StraightCode& code,
                         bool with_table, CppWriter& out) {
    const bool apart = access.finds_globals_apart();
    if (apart) print_last_globals(plan, access, kernel, out);
    print_loop_start(access, kernel.name, out);
    if (apart) {
        const std::string at = access.in_chunks() ? "" : "At";
        const std::string table = access.has_table_choice() ? "UseTable" : "";
        const auto arguments = at + (at.empty() || table.empty() ? "" : ", ") + table;
        out.line("last_" + kernel.name + (arguments.empty() ? "" : "<" + arguments + ">") + "(in);");
    }
    print_invariants(plan, code, out);
    const PassPrinter passes(plan, access, code, {}, heat(kernel.name).empty(), out);
    passes.print_arrays();
    if (access.in_chunks()) access.print_chunk_start(out);
    if (with_table) {
        out.line("if constexpr (UseTable) {");
        print_statements(plan, kernel, access, out);
        out.line("} else {");
    }
    passes.print([&] { access.print_stores(out); });
    if (with_table) out.line("}");
    if (access.in_chunks()) access.print_chunk_end(out);
    print_loop_end(access, out);
}

void print_kernel(const Plan& plan, const Kernel& kernel, CppWriter& out) {
    const InstanceAccess plain(plan, kernel.flow, true);
    InstanceAccess access = plain;
    if (access.fits_chunks()) access.set_chunks();
    access.set_globals_apart(access.has_last_globals() && plan.pointers.empty());
    auto code = straight_kernel(plan, kernel, access);
    if (!code) {
        print_statement_loop(plan, kernel, plain, out);
        print_entry(plan, plain, plain, kernel.name, out);
        return;
    }
    // With libm exponentials beside a TABLE are the library's, in a loop of its own, not of chunks.
    const bool table_apart = plan.math == Math::libm && access.has_table_choice();
    if (table_apart) print_statement_loop(plan, kernel, plain, out);
    print_straight_loop(plan, kernel, access, *code, access.has_table_choice() && !table_apart, out);
    print_entry(plan, table_apart ? plain : access, access, kernel.name, out);
}

class CurrentPrinter {
  public:
    CurrentPrinter(const Plan& plan, CppWriter& out) : plan_(plan), out_(out) {
        is_point_ = plan.program->neuron.kind == NeuronBlock::Kind::PointProcess;
        for (const auto& ion : plan.ions) {
            if (ion.is_current && ion.is_written) written_.push_back(&ion);
        }
    }

    void print() {
        if (plan_.math == Math::vector) find_derivatives();
        if (!code_) find_conductances();
        if (!code_) print_sum();
        auto flow = plan_.current_flow;
        flow.reads.insert("v");
        // What WRITE names is added also where BREAKPOINT does not assign it: the value that was READ.
        for (const auto* ion : written_) {
            if (!flow.uses(ion->symbol->name)) flow.reads.insert(ion->symbol->name);
        }
        InstanceAccess access(plan_, flow, true);
        access.set_uses_node();
        for (const auto* ion : written_) access.set_uses_ion(ion->ion);
        if (code_ && access.fits_chunks()) set_chunks(access);
        print_loop_start(access, "current", out_);
        if (is_point_) print_sums();
        if (!access.in_chunks()) print_pointers();
        std::optional<PassPrinter> passes;
        if (code_) {
            print_invariants(plan_, *code_, out_);
            passes.emplace(plan_, access, *code_, computed_, true, out_);
            passes->print_arrays();
        }
        if (access.in_chunks()) access.print_chunk_start(out_);
        const auto finish = [&] {
            is_point_ ? store_point(access) : store_density(access);
            access.print_stores(out_);
        };
        if (code_) {
            passes->print([&] {
                name_computed();
                finish();
            });
        } else {
            print_for(access, out_);
            access.print_loads(out_);
            evaluate();
            finish();
            out_.line("}");
        }
        if (access.in_chunks()) access.print_chunk_end(out_);
        if (is_point_) scatter(access);
        print_loop_end(access, out_);
        print_entry(plan_, access, access, "current", out_);
    }

  private:
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
        std::vector<std::string> keep;
        const auto define = [&](ExpressionPtr value) {
            keep.push_back(code->define(*plan_.program, "current", std::move(value)));
        };
        define(std::move(of.front()));
        for (auto& slope : *slopes) define(simplify(std::move(slope)));
        reduce(*plan_.program, *code, keep, plan_.current_flow.writes);
        computed_ = keep;
        code_ = std::move(code);
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
        out_.line("const double rhs = " + computed_[0] + ";");
        out_.line("const double g = " + computed_[1] + ";");
        for (std::size_t k = 0; k < written_.size(); ++k) {
            out_.line("const double d" + written_[k]->symbol->name + " = " + computed_[2 + k] + ";");
        }
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
    CppWriter& out_;
    bool is_point_ = false;
    std::vector<const IonAccess*> written_;
    std::vector<const Statement*> conductances_;
    std::optional<StraightCode> code_;   // if currents can be differentiated
    std::vector<std::string> computed_;  // names in it: the sum of currents, its derivative, that of each ion's current
};

}  // namespace

void print_kernels(const Plan& plan, CppWriter& out) {
    for (const auto& kernel : plan.kernels) print_kernel(plan, kernel, out);
    if (plan.current) CurrentPrinter(plan, out).print();
}

}  // namespace ranvier::nmodl
