#include "mechanisms/nmodl/codegen/print_solvers.hpp"

#include <algorithm>

#include "mechanisms/nmodl/codegen/cpp_body.hpp"
#include "mechanisms/nmodl/codegen/follows_states.hpp"
#include "mechanisms/nmodl/codegen/iteration.hpp"
#include "mechanisms/nmodl/codegen/long_code.hpp"
#include "mechanisms/nmodl/codegen/recursion.hpp"
#include "mechanisms/nmodl/passes/check_indices.hpp"

namespace ranvier::nmodl {
namespace {

using Method = System::Method;

std::string count(std::size_t n) {
    return std::to_string(n);
}

/// The variables that the solver changes; for differential equations, in the order of the equations.
const std::vector<ExpressionPtr>& unknowns_of(const System& system) {
    const bool by_equation = system.method == Method::Euler || system.method == Method::Runge;
    return by_equation ? system.states : system.unknowns;
}

class SolverPrinter {
  public:
    SolverPrinter(const Plan& plan, const Block& block, const SolverWords& words, Body& body, CppWriter& out)
        : plan_(plan),
          block_(block),
          system_(block.system),
          words_(words),
          body_(body),
          out_(out),
          equations_(words.equations + block.name),
          elimination_(words.elimination + block.name),
          size_(count(unknowns_of(system_).size())),
          what_("SOLVE " + block.name + " of " + plan.program->neuron.name) {}

    /// Prints the solver; with `newton`, straight code with an iteration.
    void print(StraightCode* newton = nullptr) {
        std::optional<IterationParts> parts;
        if (newton) {
            parts = split_iteration(*plan_.program, *newton);
            print_misses(plan_, equations_, *newton->iteration, *parts, out_);
        } else {
            print_equations();
        }
        if (system_.method == Method::Sparse) print_elimination();
        out_.line(words_.signature + " {");
        for (const auto& line : words_.begin) out_.line(line);
        out_.line("const int rv_steady = (int)rv_mode & 1;");
        out_.line("int rv_status = RV_SOLVED;");
        print_addresses("rv_x", unknowns_of(system_));
        if (!system_.derivatives.empty()) {
            print_addresses("rv_derivative", system_.derivatives);
            print_addresses("rv_state", system_.states);
        }
        newton ? straight_newton(*newton->iteration, *parts) : solve();
        if (!system_.derivatives.empty()) {
            out_.line("if (" + words_.is_second_order + " && rv_status == RV_SOLVED) rv_add_derivatives(" +
                      count(system_.states.size()) + ", rv_state, rv_derivative, " + words_.dt + ");");
        }
        if (system_.method == Method::Sparse) go_on_unfinished();
        // Other assignments of the block take their values at the end of the step.
        if (system_.method == Method::Runge) evaluate("0");
        out_.line("(void)rv_steady;");
        out_.line("(void)rv_x;");
        out_.line("if (rv_status != RV_SOLVED && !((int)rv_mode & 2)) {");
        out_.line("rv_solver_failed(" + words_.instance + ", \"" + what_ + "\", rv_status);");
        out_.line(words_.has_failed + " = 1;");
        out_.line("}");
        out_.line("return rv_status;");
        out_.line("}");
    }

  private:
    void print_addresses(const std::string& array, const std::vector<ExpressionPtr>& all) {
        std::string list;
        for (const auto& one : all) list += (list.empty() ? "&" : ", &") + body_.expression(*one);
        out_.line("double* " + array + "[] = {" + list + "};");
    }

    void print_equations() {
        const bool sparse = system_.method == Method::Sparse;
        const std::string result = system_.method == Method::Linear ? "rv_matrix" : "rv_value";
        const auto parameters = "void* rv_self, double* " + (sparse ? "rv_rhs, double* rv_matrix" : result);
        const auto arguments = "rv_self, " + (sparse ? "rv_rhs, rv_matrix" : result);
        LongCode code(block_.body, {equations_, parameters + ", ", arguments + ", ", words_.begin_equations}, body_,
                      out_);
        code.print_functions();
        out_.line("static RV_UNUSED void " + equations_ + "(" + parameters + ") {");
        for (const auto& line : words_.begin_equations) out_.line(line);
        code.print_statements();
        out_.line("(void)rv_saved;");
        if (!sparse) out_.line("(void)" + result + ";");
        out_.line("}");
    }

    void print_elimination() {
        out_.line("static RV_UNUSED int " + elimination_ + "(double* rv_rhs, double* rv_matrix) {");
        out_.line("double rv_singular = 0.0, rv_ratio = 0.0;");
        body_.statements(system_.elimination);
        out_.line("(void)rv_ratio;");
        out_.line("return rv_singular != 0.0 ? RV_SINGULAR : RV_SOLVED;");
        out_.line("}");
    }

    void solve() {
        switch (system_.method) {
            case Method::Sparse:
                return sparse();
            case Method::Implicit:
                return implicit();
            case Method::Newton:
                return newton();
            case Method::Linear:
                return linear();
            case Method::Euler:
                evaluate("0");
                return out_.line("rv_add_derivatives(" + size_ + ", rv_state, rv_derivative, " + words_.dt + ");");
            default:
                return runge();
        }
    }

    /// As in NEURON, the run continues after the last iteration of a scheme. Statements of IFERROR still learn of it.
    void go_on_unfinished() {
        out_.line("if (rv_status == RV_NOT_CONVERGED && !((int)rv_mode & 2)) {");
        out_.line("rv_solver_unfinished(" + words_.instance + ", \"" + what_ + "\");");
        out_.line("rv_status = RV_SOLVED;");
        out_.line("}");
    }

    void evaluate(const std::string& result) { out_.line(equations_ + "(" + words_.self + ", " + result + ");"); }

    void sparse() {
        const auto slots = count(static_cast<std::size_t>(system_.slots));
        out_.line("double rv_space[" + size_ + " + " + slots + "], rv_step;");
        // Initialized by position, because the name of the member dt is a macro in C.
        out_.line("rv_kinetic rv_scheme = {" + size_ + ", " + slots + ", rv_x, " + words_.saved + ", " + equations_ +
                  ", " + elimination_ + ", " + words_.self + ", &" + words_.dt + ", " +
                  (follows_states(*plan_.program, block_) ? "1" : "0") + "};");
        out_.line("int rv_k;");
        const std::string linear = system_.is_linear ? "1" : "0";
        out_.line("rv_status = rv_steady ? rv_kinetic_steady(&rv_scheme, " + linear +
                  ", rv_space) : rv_kinetic_step(&rv_scheme, " + linear + ", rv_space);");
        // A second-order step extrapolates along the mean derivative of the step.
        out_.line("if (" + words_.is_second_order + " && rv_status != RV_SINGULAR) {");
        out_.line("rv_step = rv_steady ? 1e9 : " + words_.dt + ";");
        out_.line("for (rv_k = 0; rv_k < " + size_ + "; ++rv_k) {");
        out_.line("*rv_x[rv_k] += " + words_.dt + " * ((*rv_x[rv_k] - " + words_.saved + "[rv_k]) / rv_step);");
        out_.line("}");
        out_.line("}");
    }

    void implicit() {
        out_.line("const double rv_dt = " + words_.dt + ";");
        out_.line("if (rv_steady) " + words_.dt + " = 1e-9;");
        for (std::size_t k = 0; k < system_.states.size(); ++k) {
            out_.line(words_.saved + "[" + count(k) + "] = " + body_.expression(*system_.states[k]) + ";");
        }
        newton();
        out_.line(words_.dt + " = rv_dt;");
    }

    /// Newton's method with a struct of equations: only definitions that depend on a changed unknown are reevaluated.
    void straight_newton(const StraightCode::Iteration& iteration, IterationParts& parts) {
        const bool is_implicit = system_.method == Method::Implicit;
        const auto dt = words_.dt;
        if (is_implicit) out_.line("const double rv_dt = " + dt + ";");
        if (is_implicit) out_.line("if (rv_steady) " + dt + " = 1e-9;");
        const auto at = [](const char* array, std::size_t k) { return array + ("[" + count(k) + "][0]"); };
        print_straight(parts.before);
        out_.line("double rv_given[" + count(parts.given.size() + 1) + "][RV_CHUNK];");
        out_.line("misses_" + equations_ + "<1> rv_misses;");
        out_.line("rv_misses.rv_given = rv_given;");
        out_.line("rv_misses.rv_first = 0;");
        for (std::size_t k = 0; k < parts.given.size(); ++k) {
            out_.line(at("rv_given", k) + " = " + body_.expression(*parts.given[k].second) + ";");
        }
        for (std::size_t k = 0; k < iteration.starts.size(); ++k) {
            out_.line(at("rv_misses.x", k) + " = " + body_.expression(*iteration.starts[k]) + ";");
        }
        out_.line("int rv_lane;");
        out_.line("rv_status = rv_newton_lanes<1>(rv_misses, &rv_lane);");
        for (std::size_t k = 0; k < iteration.unknowns.size(); ++k) {
            out_.line("const double " + iteration.unknowns[k] + " = " + at("rv_misses.x", k) + ";");
        }
        print_straight(parts.after);
        for (const auto& [name, value] : parts.after.results) {
            out_.line(body_.expression(*variable_expression(name)) + " = " + body_.expression(*value) + ";");
        }
        if (is_implicit) out_.line(dt + " = rv_dt;");
    }

    void print_straight(const StraightCode& code) {
        for (const auto& [name, value] : code.definitions) {
            out_.line("const double " + name + " = " + body_.expression(*value) + ";");
        }
    }

    void newton() {
        out_.line("double rv_space[RV_NEWTON_SPACE(" + size_ + ")];");
        out_.line("rv_status = rv_newton(" + size_ + ", rv_x, " + equations_ + ", " + words_.self + ", rv_space);");
    }

    void linear() {
        const auto width = size_ + " * (" + size_ + " + 1)";
        out_.line("double rv_space[" + width + "];");
        out_.line("int rv_row[" + size_ + "], rv_k;");
        out_.line("for (rv_k = 0; rv_k < " + width + "; ++rv_k) rv_space[rv_k] = 0.0;");
        evaluate("rv_space");
        out_.line("rv_status = rv_simultaneous(" + size_ + ", rv_space, rv_x, rv_row);");
    }

    void runge() {
        out_.line("double rv_space[2 * " + size_ + "];");
        out_.line("rv_runge(" + size_ + ", rv_x, rv_derivative, " + equations_ + ", " + words_.self + ", &" + words_.t +
                  ", " + words_.dt + ", rv_space);");
    }

    const Plan& plan_;
    const Block& block_;
    const System& system_;
    const SolverWords& words_;
    Body& body_;
    CppWriter& out_;
    const std::string equations_, elimination_;  // functions
    const std::string size_;                     // number of unknowns
    const std::string what_;                     // the solved block, for messages
};

/// Prints the solver as straight code if possible; returns whether it did.
bool print_straight_solver(const Plan& plan, const Block& block, const SolverWords& words, Body& body, CppWriter& out) {
    auto code = straighten_newton(*plan.program, block);
    if (!code) return false;
    drop_repeated(*plan.program, *code);
    SolverPrinter(plan, block, words, body, out).print(&*code);
    return true;
}

}  // namespace

std::string numbers_to_keep(const Block& block) {
    return count(std::max<std::size_t>(unknowns_of(block.system).size(), 1));
}

void print_solver(const Plan& plan, const Block& block, const SolverWords& words, Body& body, CppWriter& out) {
    SolverPrinter(plan, block, words, body, out).print();
}

void print_cpp_solver(const Plan& plan, const Block& block, CppWriter& out) {
    const std::string system = "struct system_" + block.name;
    out.line(system + " {");
    out.line("Instance* rv;");
    out.line("double saved[" + numbers_to_keep(block) + "];");
    out.line("};");
    const SolverWords words{.signature = "static RV_UNUSED double fn_" + block.name + "(Instance& rv, double rv_mode)",
                            .begin = {system + " rv_system;", "rv_system.rv = &rv;"},
                            .equations = "equations_",
                            .elimination = "eliminate_",
                            .begin_equations = {"Instance& rv = *((" + system + "*)rv_self)->rv;",
                                                "const double* const rv_saved = ((" + system + "*)rv_self)->saved;"},
                            .self = "&rv_system",
                            .saved = "rv_system.saved",
                            .t = "rv.t",
                            .dt = "rv.dt",
                            .is_second_order = "rv.secondorder",
                            .instance = "rv.rv_in, rv.rv_i",
                            .has_failed = "rv.rv_failed"};
    CppBody body(plan, out);
    if (!print_straight_solver(plan, block, words, body, out)) print_solver(plan, block, words, body, out);
}

bool has_solver(const Block& block) {
    return block.system.method != Method::None;
}

bool has_lanes(const Block& block) {
    constexpr std::size_t most_unknowns = 16;
    const auto& system = block.system;
    const bool by_newton = system.method == Method::Implicit || system.method == Method::Newton;
    return system.method == Method::Euler || system.method == Method::Sparse ||
           (by_newton && system.unknowns.size() <= most_unknowns);
}

bool has_solvers(const Program& program) {
    return std::any_of(program.blocks.begin(), program.blocks.end(), has_solver);
}

bool can_fail(const Program& program, const Block& block) {
    return has_solver(block) || block.kind == BlockKind::FunctionTable || is_recursive(program, block) ||
           has_checked_index(block.body);
}

bool can_fail(const Program& program) {
    return std::ranges::any_of(program.blocks, [&](const Block& block) { return can_fail(program, block); });
}

}  // namespace ranvier::nmodl
