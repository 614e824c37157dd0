#include "mechanisms/nmodl/codegen/print_kernels.hpp"

#include <set>

#include "mechanisms/nmodl/codegen/straight_code.hpp"
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

/// Entry point that picks the loop for contiguous or indexed compartments, with tables or without.
void print_entry(const Plan& plan, const InstanceAccess& access, const std::string& name, CppWriter& out) {
    bool has_places = access.uses_node();
    for (int k = 0; k < static_cast<int>(plan.program->neuron.ions.size()); ++k) has_places |= access.uses_ion(k);
    const auto choose = [&](const std::string& more) {
        const auto call = [&](const char* at) { return "loop_" + name + "<" + at + more + ">(in)"; };
        if (!has_places) return call("rv_range");
        return "rv_all_contiguous(in, " + ion_count(plan) + ") ? " + call("rv_range") + " : " + call("rv_indexed");
    };
    out.line(heat(name) + "int " + name + "(rv_instances* in) {");
    if (access.has_table_choice()) {
        const auto usetable = std::to_string(plan.global_of("usetable"));
        out.line("if (in->global[" + usetable + "] && in->tables) return " + choose(", true") + ";");
        out.line("return " + choose(", false") + ";");
    } else {
        out.line("return " + choose("") + ";");
    }
    out.line("}");
    out.blank();
}

void print_loop_start(const InstanceAccess& access, const std::string& name, CppWriter& out) {
    out.line(access.has_table_choice() ? "template <class At, bool UseTable>" : "template <class At>");
    out.line(heat(name) + "int loop_" + name + "(rv_instances* in) {");
    out.line("const int32_t count = in->count;");
    access.print_declarations(out);
}

void print_for(const InstanceAccess& access, CppWriter& out) {
    if (!access.is_sequential()) out.line("#pragma GCC ivdep");
    out.line("for (int32_t i = 0; i < count; ++i) {");
}

void print_invariants(const Plan& plan, const StraightCode& code, CppWriter& out) {
    CppBody body(plan, out);
    body.set_outside(true);
    for (const auto& [name, value] : code.invariants) {
        out.line("const double " + cpp_name(name) + " = " + body.expression(*value) + ";");
    }
}

void print_straight(const Plan& plan, const StraightCode& code, CppWriter& out) {
    const CppBody body(plan, out);
    for (const auto& [name, value] : code.definitions) {
        out.line("const double " + cpp_name(name) + " = " + body.expression(*value) + ";");
    }
    for (const auto& [name, value] : code.results) {
        out.line("rv." + cpp_name(name) + " = " + body.expression(*value) + ";");
    }
}

/// The kernel's globals as its last instance will leave them, before the loop changes what they are made of.
void print_last_globals(const Plan& plan, const InstanceAccess& access, const Kernel& kernel, CppWriter& out) {
    out.line(access.has_table_choice() ? "template <class At, bool UseTable>" : "template <class At>");
    out.line(heat(kernel.name) + "RV_NOINLINE void last_" + kernel.name + "(rv_instances* in) {");
    out.line("const int32_t i = in->count - 1;");
    out.line("if (i < 0) return;");
    access.print_declarations(out);
    access.print_loads(out);
    CppBody(plan, out).statements(kernel.block->body);
    access.print_global_stores(out);
    out.line("}");
    out.blank();
}

std::optional<StraightCode> straight_kernel(const Plan& plan, const Kernel& kernel, const InstanceAccess& access) {
    const bool once = kernel.name == "construct" || kernel.name == "destruct";
    const bool looks_up = kernel.flow.reads.contains("usetable") && !access.has_table_choice();
    if (plan.math != Math::vector || once || looks_up || plan.tables_vary) return std::nullopt;
    return straighten(*plan.program, kernel.block->body);
}

void print_kernel(const Plan& plan, const Kernel& kernel, CppWriter& out) {
    InstanceAccess access(plan, kernel.flow, true);
    auto code = straight_kernel(plan, kernel, access);
    const bool apart = code && access.has_last_globals() && plan.pointers.empty();
    if (apart) {
        access.set_globals_apart();
        print_last_globals(plan, access, kernel, out);
        std::erase_if(code->results, [&](const auto& result) {
            return plan.program->symbol(result.first)->storage == Storage::Global;
        });
    }
    print_loop_start(access, kernel.name, out);
    if (apart) out.line("last_" + kernel.name + (access.has_table_choice() ? "<At, UseTable>" : "<At>") + "(in);");
    if (code) {
        reduce(*plan.program, *code, {}, kernel.flow.writes);
        print_invariants(plan, *code, out);
    }
    print_for(access, out);
    access.print_loads(out);
    const bool choice = code && access.has_table_choice();
    if (choice) out.line("if constexpr (UseTable) {");
    if (!code || choice) CppBody(plan, out).statements(kernel.block->body);
    if (choice) out.line("} else {");
    if (code) print_straight(plan, *code, out);
    if (choice) out.line("}");
    access.print_stores(out);
    out.line("}");
    access.print_after_loop(out);
    out.line("return 0;");
    out.line("}");
    out.blank();
    print_entry(plan, access, kernel.name, out);
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
        InstanceAccess access(plan_, flow, true);
        access.set_uses_node();
        for (const auto* ion : written_) access.set_uses_ion(ion->ion);
        print_loop_start(access, "current", out_);
        for (const auto* ion : written_) {
            const auto n = std::to_string(ion->ion);
            if (!flow.uses(ion->symbol->name)) continue;
            out_.line("double* const ion_d" + ion->symbol->name + " = in->ion[" + n + "].current_dv;");
        }
        if (is_point_) {
            out_.line("double* const rv_rhs = in->scratch;");
            out_.line("double* const rv_g = in->scratch + count;");
            for (std::size_t k = 0; k < written_.size(); ++k) {
                const auto& name = written_[k]->symbol->name;
                const auto column = std::to_string(2 + 2 * k);
                out_.line("double* const sum_" + name + " = in->scratch + " + column + " * (int64_t)count;");
                out_.line("double* const sum_d" + name + " = sum_" + name + " + count;");
            }
        } else {
            out_.line("double* const rv_rhs = in->rhs;");
            out_.line("double* const rv_g = in->d;");
        }
        if (code_) print_invariants(plan_, *code_, out_);
        print_for(access, out_);
        access.print_loads(out_);
        code_ ? evaluate_with_derivatives() : evaluate();
        is_point_ ? store_point() : store_density();
        access.print_stores(out_);
        out_.line("}");
        if (is_point_) scatter();
        access.print_after_loop(out_);
        out_.line("return 0;");
        out_.line("}");
        out_.blank();
        print_entry(plan_, access, "current", out_);
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

    void evaluate_with_derivatives() {
        print_straight(plan_, *code_, out_);
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
        out_.line("const double rv_at = rv.v;");
        out_.line("rv.v = rv_at + 0.001;");
        out_.line("double g = sum_of_currents(rv, 1);");
        for (const auto* ion : written_) {
            out_.line("double d" + ion->symbol->name + " = rv." + cpp_name(ion->symbol->name) + ";");
        }
        out_.line("rv.v = rv_at;");
        out_.line("double rhs = sum_of_currents(rv, 0);");
        out_.line("g = (g - rhs) / 0.001;");
        for (const auto* ion : written_) {
            const auto& name = ion->symbol->name;
            out_.line("d" + name + " = (d" + name + " - rv." + cpp_name(name) + ") / 0.001;");
        }
    }

    const char* sign_of_rhs() const { return plan_.is_electrode ? " += " : " -= "; }
    const char* sign_of_d() const { return plan_.is_electrode ? " -= " : " += "; }

    void store_density() {
        for (const auto* ion : written_) {
            const auto& name = ion->symbol->name;
            const auto at = "[of_ion" + std::to_string(ion->ion) + "(i)] += ";
            out_.line("ion_d" + name + at + "d" + name + ";");
            out_.line("ion_" + name + at + "rv." + cpp_name(name) + ";");
        }
        out_.line(std::string("rv_rhs[node(i)]") + sign_of_rhs() + "rhs;");
        out_.line(std::string("rv_g[node(i)]") + sign_of_d() + "g;");
    }

    /// Several point processes may share a compartment: contributions are first computed, then added one by one.
    void store_point() {
        out_.line("const double area = in->area[node(i)];");
        for (const auto* ion : written_) {
            const auto& name = ion->symbol->name;
            out_.line("sum_d" + name + "[i] = d" + name + " * 1.e2 / area;");
            out_.line("sum_" + name + "[i] = rv." + cpp_name(name) + " * 1.e2 / area;");
        }
        out_.line("rv_rhs[i] = rhs * (1.e2 / area);");
        out_.line("rv_g[i] = g * (1.e2 / area);");
    }

    void scatter() {
        out_.line("for (int32_t i = 0; i < count; ++i) {");
        out_.line(std::string("in->rhs[node(i)]") + sign_of_rhs() + "rv_rhs[i];");
        out_.line(std::string("in->d[node(i)]") + sign_of_d() + "rv_g[i];");
        for (const auto* ion : written_) {
            const auto& name = ion->symbol->name;
            const auto at = "[of_ion" + std::to_string(ion->ion) + "(i)] += ";
            out_.line("ion_d" + name + at + "sum_d" + name + "[i];");
            out_.line("ion_" + name + at + "sum_" + name + "[i];");
        }
        out_.line("}");
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
