#include <algorithm>
#include <optional>

#include "mechanisms/nmodl/codegen/cpp_body.hpp"
#include "mechanisms/nmodl/codegen/loop.hpp"
#include "mechanisms/nmodl/passes/simplify.hpp"

namespace ranvier::nmodl {
namespace {

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
        // Currents in WRITE are added even if BREAKPOINT does not assign them: they have the values that were READ.
        for (const auto* ion : written_) {
            if (!flow.uses(ion->symbol->name)) flow.reads.insert(ion->symbol->name);
        }
        InstanceAccess access(plan_, flow, true, loop_.tables);
        access.set_uses_node();
        for (const auto* ion : written_) access.set_uses_ion(ion->ion);
        const bool is_exact = plan_.math == Math::libm;
        // With the library's functions, lanes are faster only if the functions are called for all lanes at once.
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
    /// `is_straight`: prints the straight code in code_.
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

    /// NEURON's two evaluations, as straight code.
    void find_evaluations() {
        if (plan_.current_flow.reads.contains("usetable")) return;
        code_ = straighten_currents(*plan_.program, *plan_.current, written_);
        if (!code_) return;
        std::erase_if(code_->results,
                      [&](const auto& result) { return !plan_.current_flow.writes.contains(base_of(result.first)); });
        reduce_exactly(*plan_.program, *code_, plan_.current_flow.writes);
    }

    /// If the expressions can be differentiated, currents are computed once.
    void find_derivatives() {
        auto code = straighten(*plan_.program, plan_.current->body);
        if (!code || code->results.contains("v") || plan_.current_flow.reads.contains("usetable")) return;
        // A block that passes values from one evaluation to the next needs both of NEURON's evaluations.
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

    /// Prints the sum of currents as a function.
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

    /// Adds these sums as arrays of the chunks.
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

    /// The sum of the conductances named by CONDUCTANCE; only those of one ion if `ion` is not "".
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

    /// rhs: the current; g: its derivative with respect to v, from an evaluation 0.001 mV above v, as in NEURON.
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
    std::optional<StraightCode> code_;  // outputs: the sum of currents, its slope, the slope of each ion's current
};
}  // namespace

void print_current(const Plan& plan, CppWriter& out) {
    std::vector<std::string> calls;
    for (const auto& loop : loops_of(plan, "current", *plan.current, plan.current_flow)) {
        calls.push_back(CurrentPrinter(plan, loop, out).print());
    }
    print_entry(plan, "current", calls, out);
}

}  // namespace ranvier::nmodl
