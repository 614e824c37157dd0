#include "mechanisms/nmodl/codegen/generate.hpp"

#include <algorithm>

#include "mechanisms/nmodl/codegen/c_file.hpp"
#include "mechanisms/nmodl/codegen/describe.hpp"
#include "mechanisms/nmodl/codegen/print_functions.hpp"
#include "mechanisms/nmodl/codegen/print_kernels.hpp"
#include "mechanisms/nmodl/codegen/print_solvers.hpp"
#include "mechanisms/nmodl/codegen/recursion.hpp"
#include "mechanisms/nmodl/passes/check_indices.hpp"

namespace ranvier::nmodl {

std::string generate(const Program& program, const GenerateOptions& options) {
    return program.is_c ? generate_c(program, options) : generate_cpp(program, options);
}

std::string generate_cpp(const Program& program, const GenerateOptions& options) {
    const auto plan = make_plan(program, options.math);
    CppWriter out;
    out.line(cpp_comment(program.neuron.name + ", made from " + program.path + " by ranvier-nmodl" +
                         (options.math == Math::libm ? " --math libm" : " --math vector") + "."));
    out.line("#include <math.h>");
    out.blank();
    out.line("#include \"mechanisms/runtime/abi.h\"");
    out.line("#include \"mechanisms/runtime/generated.h\"");
    out.line("#include \"mechanisms/runtime/math.h\"");
    if (std::ranges::any_of(program.symbols, is_wide)) out.line("#include \"mechanisms/runtime/wide_lanes.h\"");
    if (!plan.function_tables.empty()) out.line("#include \"mechanisms/runtime/function_table.h\"");
    const auto& all = program.symbols;
    if (std::any_of(all.begin(), all.end(), [](const Symbol& s) { return s.name.starts_with("rv_lag_"); })) {
        out.line("#include \"mechanisms/runtime/lag.h\"");
    }
    if (has_solvers(program)) {
        out.line("#include \"mechanisms/runtime/solvers.h\"");
        out.line("#include \"mechanisms/runtime/lane_solvers.h\"");
    }
    if (has_recursion(program)) out.line("#include \"mechanisms/runtime/recursion.h\"");
    if (has_checked_index(program)) out.line("#include \"mechanisms/runtime/indices.h\"");
    if (!plan.randoms.empty()) out.line("#include \"mechanisms/runtime/random.h\"");
    if (!plan.histories.empty()) out.line("#include \"mechanisms/runtime/past.h\"");
    if (plan.has_kernel("draw")) out.line("#include \"mechanisms/runtime/random_lanes.h\"");
    out.blank();
    out.line("namespace {");
    out.blank();
    print_instance(plan, out);
    print_tables(plan, out);
    print_functions(plan, out);
    print_kernels(plan, out);
    print_single_calls(plan, out);
    print_description(plan, options.symbol, out);
    return out.text();
}

}  // namespace ranvier::nmodl
