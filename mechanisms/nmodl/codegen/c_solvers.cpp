#include <algorithm>

#include "mechanisms/nmodl/codegen/c_body.hpp"
#include "mechanisms/nmodl/codegen/print_solvers.hpp"

namespace ranvier::nmodl {

// Macros give access to the instance, so the values that a solver keeps are not passed to the equations.
void print_c_solver(const Plan& plan, const Block& block, CppWriter& out) {
    const std::string saved = "_saved_of_" + block.name;
    out.line("static double " + saved + "[" + numbers_to_keep(block) + "];");
    const SolverWords words{.signature = c_signature(plan, block),
                            .begin = {},
                            .equations = "_equations_of_",
                            .elimination = "_eliminate_",
                            .begin_equations = {"const double* const rv_saved = " + saved + ";"},
                            .self = "0",
                            .saved = saved,
                            .t = "t",
                            .dt = "dt",
                            .is_second_order = "_rv_second_order()",
                            .instance = "_rv_in, _rv_i",
                            .has_failed = "_rv_failed"};
    CBody body(plan, out);
    print_solver(plan, block, words, body, out);
    out.blank();
}

void print_c_function_table(const Plan& plan, const Block& block, CppWriter& out) {
    const auto& all = plan.function_tables;
    const auto which = std::find(all.begin(), all.end(), &block) - all.begin();
    std::string list;
    for (const auto& argument : block.arguments) list += (list.empty() ? "" : ", ") + argument.name;
    out.line(c_signature(plan, block) + " {");
    out.line("double rv_x[" + std::to_string(block.arguments.size()) + "] = {" + list + "};");
    out.line("return rv_look_up(_rv_in, _rv_i, " + std::to_string(which) + ", \"" + block.name + "_" +
             plan.program->neuron.name + "\", " + std::to_string(block.arguments.size()) + ", rv_x, &_rv_failed);");
    out.line("}");
    out.blank();
}

}  // namespace ranvier::nmodl
