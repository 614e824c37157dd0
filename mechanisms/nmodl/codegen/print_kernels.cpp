#include "mechanisms/nmodl/codegen/print_kernels.hpp"

namespace ranvier::nmodl {
namespace {

std::string ion_count(const Plan& plan) {
    return std::to_string(plan.program->neuron.ions.size());
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
    out.line("int " + name + "(rv_instances* in) {");
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
    out.line("int loop_" + name + "(rv_instances* in) {");
    out.line("const int32_t count = in->count;");
    access.print_declarations(out);
}

void print_for(const InstanceAccess& access, CppWriter& out) {
    if (!access.is_sequential()) out.line("#pragma GCC ivdep");
    out.line("for (int32_t i = 0; i < count; ++i) {");
}

void print_kernel(const Plan& plan, const Kernel& kernel, CppWriter& out) {
    InstanceAccess access(plan, kernel.flow, true);
    print_loop_start(access, kernel.name, out);
    print_for(access, out);
    access.print_loads(out);
    CppBody(plan, out).statements(kernel.block->body);
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
        print_sum();
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
        print_for(access, out_);
        access.print_loads(out_);
        evaluate();
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
    void print_sum() {
        out_.line("/* BREAKPOINT: the sum of all currents. */");
        out_.line("static RV_ALWAYS_INLINE double sum_of_currents(Instance& rv) {");
        CppBody(plan_, out_).statements(plan_.current->body);
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
        out_.line("const double rv_at = rv.v;");
        out_.line("rv.v = rv_at + 0.001;");
        out_.line("double g = sum_of_currents(rv);");
        for (const auto* ion : written_) {
            out_.line("double d" + ion->symbol->name + " = rv." + cpp_name(ion->symbol->name) + ";");
        }
        out_.line("rv.v = rv_at;");
        out_.line("double rhs = sum_of_currents(rv);");
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
};

}  // namespace

void print_kernels(const Plan& plan, CppWriter& out) {
    for (const auto& kernel : plan.kernels) print_kernel(plan, kernel, out);
    if (plan.current) CurrentPrinter(plan, out).print();
}

}  // namespace ranvier::nmodl
