#include "mechanisms/nmodl/codegen/generate.hpp"

#include <algorithm>

#include "mechanisms/nmodl/codegen/print_functions.hpp"
#include "mechanisms/nmodl/codegen/print_kernels.hpp"
#include "mechanisms/nmodl/codegen/print_solvers.hpp"

namespace ranvier::nmodl {
namespace {

const char* role_name(Role role) {
    return role == Role::Parameter ? "RV_PARAMETER" : role == Role::State ? "RV_STATE" : "RV_ASSIGNED";
}

std::string limits(const Symbol& symbol) {
    return cpp_number(symbol.low) + ", " + cpp_number(symbol.high);
}

class Description {
  public:
    Description(const Plan& plan, const std::string& exported, CppWriter& out)
        : plan_(plan), program_(*plan.program), exported_(exported), out_(out) {}

    void print() {
        fields();
        globals();
        ions();
        names("pointers", plan_.pointers);
        names("randoms", plan_.randoms);
        functions();
        weights();
        function_tables();
        mechanism();
    }

  private:
    void fields() {
        if (plan_.columns.empty()) return;
        out_.line("const rv_field fields[] = {");
        for (const auto& column : plan_.columns) {
            const auto& s = *column.symbol;
            out_.line("    {" + cpp_string(s.name) + ", " + cpp_string(s.units) + ", " + role_name(s.role) + ", " +
                      std::to_string(std::max(s.length, 1)) + ", " + (s.is_visible ? "1" : "0") + ", " +
                      cpp_number(s.value) + ", " + limits(s) + "},");
        }
        out_.line("};");
    }

    void globals() {
        if (plan_.globals.empty()) return;
        out_.line("const rv_global globals[] = {");
        for (const auto& global : plan_.globals) {
            const auto& s = *global.symbol;
            out_.line("    {" + cpp_string(s.name) + ", " + cpp_string(s.units) + ", " +
                      std::to_string(std::max(s.length, 1)) + ", " + (s.is_visible ? "1" : "0") + ", " +
                      cpp_number(s.value) + ", " + limits(s) + "},");
        }
        out_.line("};");
    }

    void ions() {
        if (program_.neuron.ions.empty()) return;
        out_.line("const rv_ion_use ions[] = {");
        for (const auto& ion : program_.neuron.ions) {
            const std::tuple<std::string, const char*, const char*> uses[] = {
                {"e" + ion.name, "RV_READS_EREV", "RV_WRITES_EREV"},
                {ion.name + "i", "RV_READS_INSIDE", "RV_WRITES_INSIDE"},
                {ion.name + "o", "RV_READS_OUTSIDE", "RV_WRITES_OUTSIDE"},
                {"i" + ion.name, "RV_READS_CURRENT", "RV_WRITES_CURRENT"}};
            std::string use;
            for (const auto& [name, reads, writes] : uses) {
                const auto add = [&, variable = name](const std::vector<std::string>& list, const char* flag) {
                    if (std::find(list.begin(), list.end(), variable) == list.end()) return;
                    use += (use.empty() ? "" : " | ") + std::string(flag);
                };
                add(ion.reads, reads);
                add(ion.writes, writes);
            }
            out_.line("    {" + cpp_string(ion.name) + ", " + (use.empty() ? "0" : use) + ", " +
                      (ion.valence ? "1, " + cpp_number(*ion.valence) : "0, 0.0") + "},");
        }
        out_.line("};");
    }

    void names(const char* list, const std::vector<const Symbol*>& symbols) {
        if (symbols.empty()) return;
        out_.line(std::string("const char* const ") + list + "[] = {");
        for (const auto* symbol : symbols) out_.line("    " + cpp_string(symbol->name) + ",");
        out_.line("};");
    }

    void weights() {
        if (plan_.weights.empty()) return;
        out_.line("const char* const weights[] = {");
        for (const auto& name : plan_.weights) out_.line("    " + cpp_string(name) + ",");
        out_.line("};");
    }

    void functions() {
        if (plan_.functions.empty()) return;
        out_.line("const rv_function functions[] = {");
        for (const auto* block : plan_.functions) {
            out_.line("    {" + cpp_string(block->name) + ", " + std::to_string(block->arguments.size()) + ", " +
                      (block->kind != BlockKind::Procedure ? "1" : "0") + ", call_" + block->name + "},");
        }
        out_.line("};");
    }

    void function_tables() {
        if (plan_.function_tables.empty()) return;
        out_.line("const rv_table_name function_tables[] = {");
        for (const auto* block : plan_.function_tables) {
            out_.line("    {" + cpp_string(block->name) + ", " + std::to_string(block->arguments.size()) + "},");
        }
        out_.line("};");
    }

    bool calls(const char* name) const {
        const auto in = [&](const DataFlow& flow) { return flow.calls.contains(name); };
        if (plan_.net_receive && in(data_flow(program_, *plan_.net_receive))) return true;
        return std::any_of(plan_.kernels.begin(), plan_.kernels.end(), [&](const Kernel& k) { return in(k.flow); });
    }

    std::string flags() const {
        std::string text = "0";
        const auto add = [&](bool holds, const char* flag) {
            if (holds) text += std::string(" | ") + flag;
        };
        add(plan_.is_threadsafe, "RV_IS_THREADSAFE");
        add(plan_.is_electrode, "RV_ELECTRODE_CURRENT");
        add(plan_.net_receive != nullptr, "RV_HAS_NET_RECEIVE");
        add(calls("net_event"), "RV_HAS_NET_EVENT");
        add(calls("net_send"), "RV_SELF_EVENTS");
        add(plan_.math == Math::vector, "RV_VECTOR_MATH");
        return text;
    }

    void mechanism() {
        const auto member = [&](const char* name, const std::string& value) {
            out_.line(std::string("    .") + name + " = " + value + ",");
        };
        const auto list = [&](const char* count_name, const char* name, std::size_t count) {
            member(count_name, std::to_string(count));
            member(name, count > 0 ? name : "nullptr");
        };
        const auto kind = program_.neuron.kind;
        out_.line("const rv_mechanism mechanism = {");
        member("abi_version", "RV_ABI_VERSION");
        member("kind", kind == NeuronBlock::Kind::PointProcess     ? "RV_POINT_PROCESS"
                       : kind == NeuronBlock::Kind::ArtificialCell ? "RV_ARTIFICIAL_CELL"
                                                                   : "RV_DENSITY");
        member("name", cpp_string(program_.neuron.name));
        member("source", cpp_string(program_.path));
        member("flags", flags());
        list("field_count", "fields", plan_.columns.size());
        list("global_count", "globals", plan_.globals.size());
        list("ion_count", "ions", program_.neuron.ions.size());
        list("pointer_count", "pointers", plan_.pointers.size());
        list("random_count", "randoms", plan_.randoms.size());
        list("function_count", "functions", plan_.functions.size());
        list("weight_count", "weights", plan_.weights.size());
        member("watch_count", std::to_string(plan_.watches.size()));
        std::size_t scratch = 0;
        if (plan_.current && kind == NeuronBlock::Kind::PointProcess) {
            scratch = 2;
            for (const auto& ion : plan_.ions) scratch += ion.is_current && ion.is_written ? 2 : 0;
        }
        member("scratch_columns", std::to_string(scratch));
        const bool tables = !plan_.tables.empty();
        member("make_tables", tables ? "make_tables" : "nullptr");
        member("free_tables", tables ? "free_tables" : "nullptr");
        static const char* const kernels[] = {"construct",     "destruct",          "before_initial", "initialize",
                                              "after_initial", "before_breakpoint", "current",        "advance",
                                              "after_solve",   "before_step"};
        for (const char* name : kernels) {
            bool exists = std::string(name) == "current" && plan_.current;
            for (const auto& kernel : plan_.kernels) exists |= kernel.name == name;
            member(name, exists ? name : "nullptr");
        }
        member("net_receive", plan_.net_receive ? "net_receive" : "nullptr");
        member("net_initialize", plan_.net_initial.empty() ? "nullptr" : "net_initialize");
        member("watch", plan_.watches.empty() ? "nullptr" : "watch");
        list("function_table_count", "function_tables", plan_.function_tables.size());
        member("diffusion_count", std::to_string(program_.diffusions.size()));
        member("diffusion", program_.diffusions.empty() ? "nullptr" : "diffusion");
        out_.line("};");
        out_.line("const rv_mechanism* const all_mechanisms[] = {&mechanism};");
        out_.line("}  // namespace");
        out_.blank();
        out_.line("extern \"C\" __attribute__((visibility(\"default\"))) const rv_mechanism* const* " + exported_ +
                  "(int32_t* count) {");
        out_.line("*count = 1;");
        out_.line("return all_mechanisms;");
        out_.line("}");
    }

    const Plan& plan_;
    const Program& program_;
    std::string exported_;
    CppWriter& out_;
};

}  // namespace

std::string generate_cpp(const Program& program, const GenerateOptions& options) {
    const auto plan = make_plan(program, options.math);
    CppWriter out;
    out.line("/* " + program.neuron.name + ", made from " + program.path + " by ranvier-nmodl" +
             (options.math == Math::libm ? " --math libm" : " --math vector") + ". */");
    out.line("#include <math.h>");
    out.blank();
    out.line("#include \"mechanisms/runtime/abi.h\"");
    out.line("#include \"mechanisms/runtime/generated.h\"");
    out.line("#include \"mechanisms/runtime/math.h\"");
    if (!plan.function_tables.empty()) out.line("#include \"mechanisms/runtime/function_table.h\"");
    const auto& all = program.symbols;
    if (std::any_of(all.begin(), all.end(), [](const Symbol& s) { return s.name.starts_with("rv_lag_"); })) {
        out.line("#include \"mechanisms/runtime/lag.h\"");
    }
    if (has_solvers(program)) out.line("#include \"mechanisms/runtime/solvers.h\"");
    if (!plan.randoms.empty()) out.line("#include \"mechanisms/runtime/random.h\"");
    out.blank();
    out.line("namespace {");
    out.blank();
    print_instance(plan, out);
    print_tables(plan, out);
    print_functions(plan, out);
    print_kernels(plan, out);
    print_single_calls(plan, out);
    Description(plan, options.symbol, out).print();
    return out.text();
}

}  // namespace ranvier::nmodl
