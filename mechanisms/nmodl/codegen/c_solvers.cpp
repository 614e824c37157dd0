#include <algorithm>

#include "mechanisms/nmodl/codegen/c_body.hpp"
#include "mechanisms/nmodl/codegen/print_solvers.hpp"

namespace ranvier::nmodl {
namespace {

using Method = System::Method;

std::string count(std::size_t n) {
    return std::to_string(n);
}

/// A solved block as C: what print_solver prints, with the instance's macros in the place of `rv`.
class CSolver {
  public:
    CSolver(const Plan& plan, const Block& block, CppWriter& out)
        : plan_(plan), block_(block), system_(block.system), out_(out), body_(plan, out), name_(block.name) {}

    void print() {
        out_.line("static double _saved_of_" + name_ + "[" + count(std::max<std::size_t>(unknowns().size(), 1)) + "];");
        print_equations();
        if (system_.method == Method::Sparse) print_elimination();
        out_.line(c_signature(plan_, block_) + " {");
        out_.line("const int rv_steady = (int)rv_mode & 1;");
        out_.line("int rv_status = RV_SOLVED;");
        print_addresses("rv_x", unknowns());
        if (!system_.derivatives.empty()) {
            print_addresses("rv_derivative", system_.derivatives);
            print_addresses("rv_state", system_.states);
        }
        solve();
        if (!system_.derivatives.empty()) {
            out_.line("if (_rv_second_order() && rv_status == RV_SOLVED) rv_add_derivatives(" +
                      count(system_.states.size()) + ", rv_state, rv_derivative, dt);");
        }
        if (system_.method == Method::Runge) out_.line("_equations_of_" + name_ + "(0, 0);");
        out_.line("(void)rv_steady;");
        out_.line("if (rv_status != RV_SOLVED && !((int)rv_mode & 2)) {");
        out_.line("rv_solver_failed(_rv_in, _rv_i, \"SOLVE " + name_ + " of " + plan_.program->neuron.name +
                  "\", rv_status);");
        out_.line("_rv_failed = 1;");
        out_.line("}");
        out_.line("return rv_status;");
        out_.line("}");
        out_.blank();
    }

  private:
    const std::vector<ExpressionPtr>& unknowns() const {
        const bool by_equation = system_.method == Method::Euler || system_.method == Method::Runge;
        return by_equation ? system_.states : system_.unknowns;
    }
    std::string size() const { return count(unknowns().size()); }

    void print_addresses(const std::string& array, const std::vector<ExpressionPtr>& all) {
        std::string list;
        for (const auto& one : all) list += (list.empty() ? "&" : ", &") + body_.expression(*one);
        out_.line("double* " + array + "[] = {" + list + "};");
    }

    void print_equations() {
        const bool sparse = system_.method == Method::Sparse;
        const std::string arguments = sparse                             ? ", double* rv_rhs, double* rv_matrix"
                                      : system_.method == Method::Linear ? ", double* rv_matrix"
                                                                         : ", double* rv_value";
        out_.line("static void _equations_of_" + name_ + "(void* rv_self" + arguments + ") {");
        out_.line("double* const rv_saved = _saved_of_" + name_ + ";");
        body_.statements(block_.body);
        out_.line("(void)rv_saved;");
        out_.line("}");
    }

    void print_elimination() {
        out_.line("static int _eliminate_" + name_ + "(double* rv_rhs, double* rv_matrix) {");
        out_.line("double rv_singular = 0.0, rv_ratio = 0.0;");
        body_.statements(system_.elimination);
        out_.line("(void)rv_ratio;");
        out_.line("return rv_singular != 0.0 ? RV_SINGULAR : RV_SOLVED;");
        out_.line("}");
    }

    void solve() {
        switch (system_.method) {
            case Method::Sparse:
                sparse();
                break;
            case Method::Implicit:
                implicit();
                break;
            case Method::Newton:
                out_.line("double rv_space[RV_NEWTON_SPACE(" + size() + ")];");
                solve_by_newton();
                break;
            case Method::Linear:
                linear();
                break;
            case Method::Euler:
                out_.line("_equations_of_" + name_ + "(0, 0);");
                out_.line("rv_add_derivatives(" + size() + ", rv_state, rv_derivative, dt);");
                break;
            default:
                out_.line("double rv_space[2 * " + size() + "];");
                out_.line("rv_runge(" + size() + ", rv_x, rv_derivative, _equations_of_" + name_ +
                          ", 0, &t, dt, rv_space);");
        }
    }

    void sparse() {
        const auto slots = count(static_cast<std::size_t>(system_.slots));
        out_.line("double rv_space[" + size() + " + " + slots + "], rv_step;");
        // By place: the name of its member dt is a macro here.
        out_.line("rv_kinetic rv_scheme = {" + size() + ", " + slots + ", rv_x, _saved_of_" + name_ +
                  ", _equations_of_" + name_ + ", _eliminate_" + name_ + ", 0, &dt};");
        out_.line("int rv_k;");
        const std::string linear = system_.is_linear ? "1" : "0";
        out_.line("rv_status = rv_steady ? rv_kinetic_steady(&rv_scheme, " + linear +
                  ", rv_space) : rv_kinetic_step(&rv_scheme, " + linear + ", rv_space);");
        out_.line("if (_rv_second_order() && rv_status == RV_SOLVED) {");
        out_.line("rv_step = rv_steady ? 1e9 : dt;");
        out_.line("for (rv_k = 0; rv_k < " + size() + "; ++rv_k) {");
        out_.line("*rv_x[rv_k] += dt * ((*rv_x[rv_k] - _saved_of_" + name_ + "[rv_k]) / rv_step);");
        out_.line("}");
        out_.line("}");
    }

    void implicit() {
        out_.line("double rv_space[RV_NEWTON_SPACE(" + size() + ")];");
        out_.line("const double rv_dt = dt;");
        out_.line("if (rv_steady) dt = 1e-9;");
        for (std::size_t k = 0; k < system_.states.size(); ++k) {
            out_.line("_saved_of_" + name_ + "[" + count(k) + "] = " + body_.expression(*system_.states[k]) + ";");
        }
        solve_by_newton();
        out_.line("dt = rv_dt;");
    }

    void solve_by_newton() {
        out_.line("rv_status = rv_newton(" + size() + ", rv_x, _equations_of_" + name_ + ", 0, rv_space);");
    }

    void linear() {
        const auto width = size() + " * (" + size() + " + 1)";
        out_.line("double rv_space[" + width + "];");
        out_.line("int rv_row[" + size() + "], rv_k;");
        out_.line("for (rv_k = 0; rv_k < " + width + "; ++rv_k) rv_space[rv_k] = 0.0;");
        out_.line("_equations_of_" + name_ + "(0, rv_space);");
        out_.line("rv_status = rv_simultaneous(" + size() + ", rv_space, rv_x, rv_row);");
    }

    const Plan& plan_;
    const Block& block_;
    const System& system_;
    CppWriter& out_;
    CBody body_;
    std::string name_;
};

}  // namespace

void print_c_solver(const Plan& plan, const Block& block, CppWriter& out) {
    CSolver(plan, block, out).print();
}

void print_c_function_table(const Plan& plan, const Block& block, CppWriter& out) {
    const auto& all = plan.function_tables;
    const auto which = std::find(all.begin(), all.end(), &block) - all.begin();
    std::string list;
    for (const auto& argument : block.arguments) list += (list.empty() ? "" : ", ") + argument.name;
    out.line(c_signature(plan, block) + " {");
    out.line("double rv_x[" + count(block.arguments.size()) + "] = {" + list + "};");
    out.line("return rv_look_up(_rv_in, _rv_i, " + std::to_string(which) + ", \"" + block.name + "_" +
             plan.program->neuron.name + "\", " + count(block.arguments.size()) + ", rv_x, &_rv_failed);");
    out.line("}");
    out.blank();
}

}  // namespace ranvier::nmodl
