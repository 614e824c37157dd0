#include "mechanisms/nmodl/codegen/print_solvers.hpp"

#include <algorithm>

namespace ranvier::nmodl {
namespace {

using Method = System::Method;

class SolverPrinter {
  public:
    SolverPrinter(const Plan& plan, const Block& block, CppWriter& out)
        : plan_(plan), block_(block), system_(block.system), out_(out), body_(plan, out), name_(block.name) {}

    void print() {
        out_.line("struct system_" + name_ + " {");
        out_.line("Instance* rv;");
        out_.line("double saved[" + count(std::max<std::size_t>(unknowns().size(), 1)) + "];");
        out_.line("};");
        print_equations();
        if (system_.method == Method::Sparse) print_elimination();
        out_.line("static RV_UNUSED double fn_" + name_ + "(Instance& rv, double rv_mode) {");
        out_.line("struct system_" + name_ + " rv_system;");
        out_.line("const int rv_steady = (int)rv_mode & 1;");
        out_.line("int rv_status = RV_SOLVED;");
        out_.line("rv_system.rv = &rv;");
        print_addresses("rv_x", unknowns());
        if (!system_.derivatives.empty()) {
            print_addresses("rv_derivative", system_.derivatives);
            print_addresses("rv_state", system_.states);
        }
        switch (system_.method) {
            case Method::Sparse:
                sparse();
                break;
            case Method::Implicit:
                implicit();
                break;
            case Method::Newton:
                newton();
                break;
            case Method::Linear:
                linear();
                break;
            case Method::Euler:
                out_.line("equations_" + name_ + "(&rv_system, NULL);");
                out_.line("rv_add_derivatives(" + size() + ", rv_state, rv_derivative, rv.dt);");
                break;
            default:
                runge();
        }
        if (!system_.derivatives.empty()) {
            out_.line("if (rv.secondorder && rv_status == RV_SOLVED) rv_add_derivatives(" +
                      count(system_.states.size()) + ", rv_state, rv_derivative, rv.dt);");
        }
        // What the block assigns besides belongs to the end of the step.
        if (system_.method == Method::Runge) out_.line("equations_" + name_ + "(&rv_system, NULL);");
        out_.line("(void)rv_steady;");
        out_.line("(void)rv_x;");
        out_.line("if (rv_status != RV_SOLVED && !((int)rv_mode & 2)) {");
        out_.line("rv_solver_failed(rv.rv_in, rv.rv_i, \"SOLVE " + name_ + " of " + plan_.program->neuron.name +
                  "\", rv_status);");
        out_.line("rv.rv_failed = 1;");
        out_.line("}");
        out_.line("return (double)rv_status;");
        out_.line("}");
    }

  private:
    static std::string count(std::size_t n) { return std::to_string(n); }
    /// What the solver changes; for differential equations in their own order.
    const std::vector<ExpressionPtr>& unknowns() const {
        const bool by_equation = system_.method == Method::Euler || system_.method == Method::Runge;
        return by_equation ? system_.states : system_.unknowns;
    }
    std::string size() const { return count(unknowns().size()); }

    void print_addresses(const std::string& array, const std::vector<ExpressionPtr>& all) {
        std::string list;
        for (const auto& one : all) list += (list.empty() ? "&" : ", &") + body_.expression(*one);
        out_.line("double* const " + array + "[] = {" + list + "};");
    }

    void print_equations() {
        const bool sparse = system_.method == Method::Sparse;
        const std::string arguments = sparse                             ? ", double* rv_rhs, double* rv_matrix"
                                      : system_.method == Method::Linear ? ", double* rv_matrix"
                                                                         : ", double* rv_value";
        out_.line("static RV_UNUSED void equations_" + name_ + "(void* rv_self" + arguments + ") {");
        out_.line("Instance& rv = *((struct system_" + name_ + "*)rv_self)->rv;");
        out_.line("const double* const rv_saved = ((struct system_" + name_ + "*)rv_self)->saved;");
        body_.statements(block_.body);
        out_.line("(void)rv_saved;");
        if (!sparse) out_.line(system_.method == Method::Linear ? "(void)rv_matrix;" : "(void)rv_value;");
        out_.line("}");
    }

    void print_elimination() {
        out_.line("static RV_UNUSED int eliminate_" + name_ + "(double* rv_rhs, double* rv_matrix) {");
        out_.line("double rv_singular = 0.0, rv_ratio = 0.0;");
        body_.statements(system_.elimination);
        out_.line("(void)rv_ratio;");
        out_.line("return rv_singular != 0.0 ? RV_SINGULAR : RV_SOLVED;");
        out_.line("}");
    }

    void sparse() {
        const auto slots = count(static_cast<std::size_t>(system_.slots));
        out_.line("double rv_space[" + size() + " + " + slots + "];");
        out_.line("rv_kinetic rv_scheme;");
        const std::pair<const char*, std::string> members[] = {{"count", size()},
                                                               {"slots", slots},
                                                               {"state", "rv_x"},
                                                               {"saved", "rv_system.saved"},
                                                               {"equations", "equations_" + name_},
                                                               {"eliminate", "eliminate_" + name_},
                                                               {"self", "&rv_system"},
                                                               {"dt", "&rv.dt"}};
        for (const auto& [member, value] : members) out_.line("rv_scheme." + std::string(member) + " = " + value + ";");
        const std::string linear = system_.is_linear ? "1" : "0";
        out_.line("rv_status = rv_steady ? rv_kinetic_steady(&rv_scheme, " + linear +
                  ", rv_space) : rv_kinetic_step(&rv_scheme, " + linear + ", rv_space);");
        // The derivative that a second-order step goes on along is the mean one of the step.
        out_.line("if (rv.secondorder && rv_status == RV_SOLVED) {");
        out_.line("const double rv_step = rv_steady ? 1e9 : rv.dt;");
        out_.line("for (int rv_k = 0; rv_k < " + size() + "; ++rv_k) {");
        out_.line("*rv_x[rv_k] += rv.dt * ((*rv_x[rv_k] - rv_system.saved[rv_k]) / rv_step);");
        out_.line("}");
        out_.line("}");
    }

    void implicit() {
        out_.line("double rv_space[RV_NEWTON_SPACE(" + size() + ")];");
        out_.line("const double rv_dt = rv.dt;");
        out_.line("if (rv_steady) rv.dt = 1e-9;");
        for (std::size_t k = 0; k < system_.states.size(); ++k) {
            out_.line("rv_system.saved[" + count(k) + "] = " + body_.expression(*system_.states[k]) + ";");
        }
        solve_by_newton();
        out_.line("rv.dt = rv_dt;");
    }

    void newton() {
        out_.line("double rv_space[RV_NEWTON_SPACE(" + size() + ")];");
        solve_by_newton();
    }

    void solve_by_newton() {
        out_.line("rv_status = rv_newton(" + size() + ", rv_x, equations_" + name_ + ", &rv_system, rv_space);");
    }

    void linear() {
        const auto width = size() + " * (" + size() + " + 1)";
        out_.line("double rv_space[" + width + "];");
        out_.line("int rv_row[" + size() + "];");
        out_.line("for (int rv_k = 0; rv_k < " + width + "; ++rv_k) rv_space[rv_k] = 0.0;");
        out_.line("equations_" + name_ + "(&rv_system, rv_space);");
        out_.line("rv_status = rv_simultaneous(" + size() + ", rv_space, rv_x, rv_row);");
    }

    void runge() {
        out_.line("double rv_space[2 * " + size() + "];");
        out_.line("rv_runge(" + size() + ", rv_x, rv_derivative, equations_" + name_ +
                  ", &rv_system, &rv.t, rv.dt, rv_space);");
    }

    const Plan& plan_;
    const Block& block_;
    const System& system_;
    CppWriter& out_;
    CppBody body_;
    std::string name_;
};

}  // namespace

bool has_solver(const Block& block) {
    return block.system.method != Method::None;
}

bool has_solvers(const Program& program) {
    return std::any_of(program.blocks.begin(), program.blocks.end(), has_solver);
}

bool can_fail(const Program& program) {
    return std::any_of(program.blocks.begin(), program.blocks.end(),
                       [](const Block& block) { return has_solver(block) || block.kind == BlockKind::FunctionTable; });
}

void print_solver(const Plan& plan, const Block& block, CppWriter& out) {
    SolverPrinter(plan, block, out).print();
}

}  // namespace ranvier::nmodl
