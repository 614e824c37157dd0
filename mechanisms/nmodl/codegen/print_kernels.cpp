#include "mechanisms/nmodl/codegen/print_kernels.hpp"

#include <algorithm>

#include "mechanisms/nmodl/codegen/cpp_body.hpp"
#include "mechanisms/nmodl/codegen/iteration.hpp"
#include "mechanisms/nmodl/codegen/lane_body.hpp"
#include "mechanisms/nmodl/codegen/long_code.hpp"
#include "mechanisms/nmodl/codegen/loop.hpp"
#include "mechanisms/nmodl/codegen/repeated_values.hpp"
#include "mechanisms/nmodl/codegen/wide_lanes.hpp"

namespace ranvier::nmodl {
namespace {

/// Prints code that computes the final values of the kernel's globals, which are their values in the last instance,
/// before the loop changes the operands.
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

/// The kernel as reduced straight code, if that is faster than its statements. The results exclude globals that are
/// computed by separate code.
std::optional<StraightCode> straight_kernel(const Plan& plan, const Loop& loop, const InstanceAccess& access) {
    const bool once = loop.kernel == "construct" || loop.kernel == "destruct";
    const bool looks_up = loop.flow.reads.contains("usetable") && loop.tables == TableUse::Either;
    const bool is_exact = plan.math == Math::libm;
    // Kernels of variable steps are not reduced, except for calls of the library's exp, which cost most.
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

/// Prints long code for RV_LANES instances at once: cut into functions for one, it would no longer be vectorized.
void print_long_lanes(const Loop& loop, const InstanceAccess& access, LongCode& code, CppWriter& out) {
    access.print_lanes("lanes_" + loop.name, out);
    code.print_functions();
    print_loop_start(access, loop, out);
    out.line("for (int32_t rv_start = 0; rv_start < count; rv_start += RV_LANES) {");
    out.line("const int32_t rv_here = count - rv_start < RV_LANES ? count - rv_start : RV_LANES;");
    out.line("lanes_" + loop.name + " rv;");
    access.print_lane_loads(out);
    code.print_statements();
    access.print_lane_stores(out);
    out.line("}");
    print_loop_end(access, out);
}

void print_statement_loop(const Plan& plan, const Loop& loop, InstanceAccess access, CppWriter& out) {
    const std::string name = "long_" + loop.name;
    LaneBody lanes(plan, out);
    LongCode in_lanes(loop.block->body, {name, "lanes_" + loop.name + "& rv, ", "rv, ", {}, true}, lanes, out);
    if (in_lanes.is_cut() || access.calls_solver()) access.set_copies_in_loops();
    CppBody body(plan, out);
    LongCode code(loop.block->body, {name, "Instance& rv, ", "rv, ", {}}, body, out);
    if (access.fits_lanes()) {
        if (in_lanes.is_cut()) return print_long_lanes(loop, access, in_lanes, out);
        body.write_out();
        code.stay_whole();
    }
    const bool is_wide = fits_wide_lanes(plan, loop, access);
    code.print_functions();
    if (is_wide) print_wide_functions(plan, loop, out);
    print_loop_start(access, loop, out);
    if (is_wide) print_wide_loop(plan, loop, out);
    print_for(access, out, is_wide ? "rv_done" : "0");
    access.print_loads(out);
    code.print_statements();
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
    auto repeated = access.in_chunks() ? RepeatedValues::take(plan, loop, code) : std::nullopt;
    const auto given = repeated ? repeated->given() : PassPrinter::Given{};
    const PassPrinter passes(plan, access, code, {}, heat(loop.kernel).empty(), out, "rv_between", given);
    passes.print_arrays();
    if (repeated) repeated->print_declarations(out);
    if (access.in_chunks()) access.print_chunk_start(out);
    if (repeated) repeated->print(plan, access, out);
    passes.print([&] { access.print_stores(out); });
    if (access.in_chunks()) access.print_chunk_end(out);
    print_loop_end(access, out);
    if (repeated) repeated->give_back(code);
}

/// Prints a loop over single instances that gives the same bits: chunks of few instances would be mostly copies.
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

/// Prints straight code with an iteration: loops before it, the solver for the chunk, loops after it.
void print_iterating_loop(const Plan& plan, const Loop& loop, const InstanceAccess& access, StraightCode& code,
                          CppWriter& out) {
    auto parts = split_iteration(*plan.program, code);
    const auto& iteration = *code.iteration;
    print_misses(plan, loop.name, iteration, parts, out);
    print_loop_start(access, loop, out);
    if (iteration.states > 0) out.line("if (count < RV_FEW_SCHEMES) return " + access.in_turn() + "(in);");
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
    const std::string method = iteration.states > 0 ? "rv_kinetic_chunk" : "rv_newton_chunk";
    out.line("if (" + method + "<misses_" + loop.name + ">(in, rv_start, rv_here, rv_lanes, rv_given, rv_unknown, " +
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
    // Not if computing the globals requires a solver.
    access.set_globals_apart(access.has_last_globals() && plan.pointers.empty() && !access.calls_solver());
    if (auto code = straight_kernel(plan, loop, access)) {
        // Most runs use the TABLE; a version without TABLE for few instances would only add compile time.
        const bool is_usual = loop.tables != TableUse::Never;
        loop.has_few = access.in_chunks() && heat(loop.kernel).empty() && !access.calls_solver() && is_usual;
        if (access.copies_targets() || (code->iteration && code->iteration->states > 0)) {
            Loop in_turn = loop;
            in_turn.name += "_in_turn";
            print_statement_loop(plan, in_turn, plain, out);
            access.set_in_turn("loop_" + in_turn.name + "<rv_indexed>");
        }
        code->iteration ? print_iterating_loop(plan, loop, access, *code, out)
                        : print_straight_loop(plan, loop, access, *code, out);
        if (loop.has_few) print_loop_of_few(plan, loop, access, *code, out);
        return call_of(plan, access, loop);
    }
    print_statement_loop(plan, loop, plain, out);
    return call_of(plan, plain, loop);
}

void print_each_loop(const Plan& plan, const Kernel& kernel, CppWriter& out) {
    std::vector<std::string> calls;
    for (const auto& loop : loops_of(plan, kernel.name, *kernel.block, kernel.flow)) {
        calls.push_back(print_loop(plan, loop, out));
    }
    print_entry(plan, kernel.name, calls, out);
}

/// Whether a loop of draws consists of `rv_draw_0 = random_poisson(r, mean)`.
const Expression* only_draw(const Kernel& kernel) {
    if (kernel.name != "draw" || kernel.block->body.size() != 1) return nullptr;
    const Expression& draw = *kernel.block->body.front()->value[1];
    return draw.text == "random_poisson" ? &draw : nullptr;
}

/// Prints draws for all instances at once: first the means, in the column of the results.
void print_draws_at_once(const Plan& plan, const Kernel& kernel, const Expression& draw, CppWriter& out) {
    const Expression& result = *kernel.block->body.front()->value[0];
    Statements mean;
    mean.push_back(make_assign(clone(result), clone(*draw.operands[1])));
    Block block;
    block.body = std::move(mean);
    const auto& stream = draw.operands[0]->text;
    const auto at = std::ranges::find(plan.randoms, stream, &Symbol::name) - plan.randoms.begin();
    const auto call = print_loop(plan, {"means", "means", &block, data_flow(*plan.program, block)}, out);
    out.line("int draw(rv_instances* in) {");
    out.line("if (" + call + ") return 1;");
    out.line("rv_random_poisson_each(in->random[" + std::to_string(at) + "], in->random_index, in->count, in->field[" +
             std::to_string(plan.column_of(result.text)) + "]);");
    out.line("return 0;");
    out.line("}");
    out.blank();
}

/// The step of an artificial cell (passes/split_cell_step.hpp).
void print_split_step(const Plan& plan, CppWriter& out) {
    out.line("int step(rv_instances* in) {");
    for (const char* part : {"draw", "advance", "fire"}) {
        if (plan.has_kernel(part)) out.line("if (" + std::string(part) + "(in)) return 1;");
    }
    out.line("return 0;");
    out.line("}");
    out.blank();
}

}  // namespace

void print_kernels(const Plan& plan, CppWriter& out) {
    for (const auto& kernel : plan.kernels) {
        const Expression* draw = only_draw(kernel);
        draw ? print_draws_at_once(plan, kernel, *draw, out) : print_each_loop(plan, kernel, out);
    }
    if (plan.has_split_step()) print_split_step(plan, out);
    if (plan.current) print_current(plan, out);
}

}  // namespace ranvier::nmodl
