#include "mechanisms/nmodl/codegen/describe.hpp"

#include <algorithm>

#include "mechanisms/nmodl/codegen/keeps_weights.hpp"
#include "mechanisms/nmodl/codegen/lane_kernels.hpp"
#include "mechanisms/nmodl/codegen/print_kernels.hpp"
#include "mechanisms/nmodl/codegen/receive_group.hpp"
#include "mechanisms/nmodl/codegen/repeatable.hpp"
#include "mechanisms/nmodl/passes/variable_steps.hpp"

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
        : plan_(plan), program_(*plan.program), exported_(exported), out_(out) {
        is_c_ = program_.is_c;
        in_lanes_ = kernels_in_lanes(plan);
        prefix_ = is_c_ ? "_rv_" : "";
    }

    void print() {
        fields();
        globals();
        ions();
        names("pointers", plan_.pointers);
        names("randoms", plan_.randoms);
        names("pasts", plan_.histories);
        functions();
        weights();
        forgettings();
        function_tables();
        ode_states();
        mechanism();
    }

  private:
    /// The head of an array. In C++ arrays are in a namespace; in C their names have a prefix, to avoid the author's
    /// names.
    std::string array(const char* type, const std::string& name) const {
        return std::string(is_c_ ? "static " : "") + "const " + type + " " + table(name) + "[] = {";
    }
    std::string table(const std::string& name) const { return (is_c_ ? "_rv_table_" : "") + name; }

    void fields() {
        if (plan_.columns.empty()) return;
        out_.line(array("rv_field", "fields"));
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
        out_.line(array("rv_global", "globals"));
        for (const auto& global : plan_.globals) {
            const auto& s = *global.symbol;
            out_.line("    {" + cpp_string(s.name) + ", " + cpp_string(s.units) + ", " +
                      std::to_string(std::max(s.length, 1)) + ", " +
                      (!s.is_visible               ? "0"
                       : s.role == Role::Parameter ? "3"
                                                   : "1") +
                      ", " + cpp_number(s.value) + ", " + limits(s) + "},");
        }
        out_.line("};");
    }

    void ions() {
        if (program_.neuron.ions.empty()) return;
        out_.line(array("rv_ion_use", "ions"));
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
        out_.line(array("char* const", list));
        for (const auto* symbol : symbols) out_.line("    " + cpp_string(symbol->name) + ",");
        out_.line("};");
    }

    void weights() {
        if (plan_.weights.empty()) return;
        out_.line(array("char* const", "weights"));
        for (const auto& name : plan_.weights) out_.line("    " + cpp_string(name) + ",");
        out_.line("};");
    }

    /// By HISTORY: which weight and which function say what is forgotten.
    void forgettings() {
        const auto& all = program_.neuron.forgettings;
        if (all.empty()) return;
        out_.line(array("rv_forgetting", "forgettings"));
        for (const auto* history : plan_.histories) {
            const auto found = std::ranges::find(all, history->name, &Forgetting::history);
            if (found == all.end()) {
                out_.line("    {-1, -1},");
                continue;
            }
            const auto seen = std::ranges::find(plan_.weights, found->seen.name) - plan_.weights.begin();
            const auto horizon = std::ranges::find(plan_.functions, found->horizon.name, &Block::name);
            out_.line("    {" + std::to_string(seen) + ", " + std::to_string(horizon - plan_.functions.begin()) + "},");
        }
        out_.line("};");
    }

    void functions() {
        if (plan_.functions.empty()) return;
        out_.line(array("rv_function", "functions"));
        for (const auto* block : plan_.functions) {
            out_.line("    {" + cpp_string(block->name) + ", " + std::to_string(block->arguments.size()) + ", " +
                      (block->kind != BlockKind::Procedure ? "1" : "0") + ", " + prefix_ + "call_" + block->name +
                      "},");
        }
        out_.line("};");
    }

    void function_tables() {
        if (plan_.function_tables.empty()) return;
        out_.line(array("rv_table_name", "function_tables"));
        for (const auto* block : plan_.function_tables) {
            out_.line("    {" + cpp_string(block->name) + ", " + std::to_string(block->arguments.size()) + "},");
        }
        out_.line("};");
    }

    /// In the order of rv_instances::derivative.
    void ode_states() {
        if (plan_.derivatives.empty()) return;
        out_.line(array("rv_ode_state", "ode_states"));
        for (const auto& derivative : plan_.derivatives) {
            if (derivative.symbol->name.starts_with(slope_prefix)) continue;
            const auto& state = *program_.symbol(derivative.symbol->name.substr(std::string(derivative_prefix).size()));
            const auto* ion = plan_.ion_access(state.name);
            for (int k = 0; k < std::max(state.length, 1); ++k) {
                const bool of_ion = ion && ion->is_written;
                const bool is_outside = of_ion && std::string(ion->column) == "outside";
                out_.line("    {" + std::to_string(of_ion ? -1 : plan_.column_of(state.name) + k) + ", " +
                          std::to_string(of_ion ? ion->ion : -1) + ", " + (is_outside ? "1" : "0") + ", " +
                          cpp_number(state.tolerance) + "},");
            }
        }
        out_.line("};");
    }

    bool calls(const char* name) const {
        const auto in = [&](const DataFlow& flow) { return flow.calls.contains(name); };
        if (plan_.net_receive && in(data_flow(program_, *plan_.net_receive))) return true;
        return std::any_of(plan_.kernels.begin(), plan_.kernels.end(), [&](const Kernel& k) { return in(k.flow); });
    }

    /// Whether NET_RECEIVE sends and moves no events when a NetCon's event arrives.
    bool only_takes_spikes() const {
        if (is_c_ || !plan_.net_receive || !plan_.watches.empty()) return false;
        const DataFlow flow = data_flow(program_, body_for_spikes(*plan_.net_receive));
        const auto calls = [&](const char* name) { return flow.calls.contains(name); };
        return !calls("net_send") && !calls("net_move") && !calls("net_event") && !calls("at_time");
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
        add(is_repeatable(plan_), "RV_IS_REPEATABLE");
        add(plan_.needs_one_thread, "RV_NEEDS_ONE_THREAD");
        add(plan_.order_matters, "RV_ORDER_MATTERS");
        add(keeps_weights(plan_), "RV_KEEPS_WEIGHTS");
        add(plan_.shares_globals, "RV_SHARES_GLOBALS");
        add(only_takes_spikes(), "RV_ONLY_TAKES_SPIKES");
        add(program_.reads_all_nodes, "RV_READS_ALL_NODES");
        add(program_.adds_events, "RV_ADDS_EVENTS");
        return text;
    }

    void mechanism() {
        const auto member = [&](const char* name, const std::string& value) {
            out_.line(std::string("    .") + name + " = " + value + ",");
        };
        const auto list = [&](const char* count_name, const char* name, std::size_t count) {
            member(count_name, std::to_string(count));
            member(name, count > 0 ? table(name) : "nullptr");
        };
        const auto kind = program_.neuron.kind;
        for (const auto& name : in_lanes_) {
            out_.line("RV_C_API __attribute__((visibility(\"hidden\"))) int " + lane_kernel(exported_, name) +
                      "(rv_instances*);");
        }
        if (is_c_) print_called_by_lanes(plan_, exported_, out_);
        out_.line(std::string(is_c_ ? "static " : "") + "const rv_mechanism " + table("mechanism") + " = {");
        member("abi_version", "RV_ABI_VERSION");
        // There may be several nameless mechanisms: the file name distinguishes them.
        const auto stem = program_.path.substr(program_.path.rfind('/') + 1);
        const auto shown = kind == NeuronBlock::Kind::Nothing ? "nothing:" + stem : program_.neuron.name;
        member("kind", kind == NeuronBlock::Kind::Nothing          ? "RV_NOTHING"
                       : kind == NeuronBlock::Kind::PointProcess   ? "RV_POINT_PROCESS"
                       : kind == NeuronBlock::Kind::ArtificialCell ? "RV_ARTIFICIAL_CELL"
                                                                   : "RV_DENSITY");
        member("name", cpp_string(shown));
        member("source", cpp_string(program_.path));
        member("flags", flags());
        list("field_count", "fields", plan_.columns.size());
        list("global_count", "globals", plan_.globals.size());
        list("ion_count", "ions", program_.neuron.ions.size());
        list("pointer_count", "pointers", plan_.pointers.size());
        list("random_count", "randoms", plan_.randoms.size());
        list("past_count", "pasts", plan_.histories.size());
        member("forgettings", program_.neuron.forgettings.empty() ? "nullptr" : table("forgettings"));
        list("function_count", "functions", plan_.functions.size());
        list("weight_count", "weights", plan_.weights.size());
        member("watch_count", std::to_string(plan_.watches.size()));
        std::size_t scratch = 0;
        if (plan_.current && kind == NeuronBlock::Kind::PointProcess) {
            scratch = 2;
            for (const auto& ion : plan_.ions) scratch += ion.is_current && ion.is_written ? 2 : 0;
        }
        member("scratch_columns", std::to_string(scratch));
        const bool tables = !plan_.tables.empty() && !is_c_;
        member("make_tables", tables ? "make_tables" : "nullptr");
        member("free_tables", tables ? "free_tables" : "nullptr");
        static const char* const kernels[] = {"construct",     "destruct",          "before_initial", "initialize",
                                              "after_initial", "before_breakpoint", "current",        "advance",
                                              "after_solve",   "before_step"};
        const auto describe_kernel = [&](const char* name) {
            bool exists = std::string(name) == "current" && plan_.current;
            for (const auto& kernel : plan_.kernels) exists |= kernel.name == name;
            if (std::string(name) == "advance" && plan_.has_split_step()) return member(name, "step");
            const bool is_current = is_c_ && std::string(name) == "current";
            if (in_lanes_.contains(name)) return member(name, lane_kernel(exported_, name));
            member(name, !exists ? "nullptr" : is_current ? "_rv_currents" : prefix_ + name);
        };
        for (const char* name : kernels) describe_kernel(name);
        member("net_receive", !plan_.net_receive ? "nullptr" : is_c_ ? "_rv_receive" : "net_receive");
        member("net_receive_group", is_c_ || !receives_groups(plan_) ? "nullptr" : "net_receive_group");
        member("net_initialize", plan_.net_initial.empty() ? "nullptr" : is_c_ ? "_rv_net_initial" : "net_initialize");
        if (is_c_ && !plan_.globals.empty()) member("global_storage", "_rv_globals");
        member("watch", plan_.watches.empty() ? "nullptr" : is_c_ ? "_rv_watch_value" : "watch");
        list("function_table_count", "function_tables", plan_.function_tables.size());
        member("diffusion_count", std::to_string(program_.diffusions.size()));
        member("diffusion", program_.diffusions.empty() ? "nullptr" : prefix_ + "diffusion");
        member("diffusions", is_c_ || !diffuses_together(plan_) ? "nullptr" : "diffusions");
        const auto& obstacle = program_.variable_steps.obstacle;
        member("ode_obstacle", obstacle.empty() ? "nullptr" : cpp_string(obstacle));
        std::size_t states = 0;
        for (const auto& derivative : plan_.derivatives) {
            if (derivative.symbol->name.starts_with(slope_prefix)) continue;
            states += static_cast<std::size_t>(std::max(derivative.symbol->length, 1));
        }
        list("ode_state_count", "ode_states", states);
        for (const char* name : {"derivatives", "solve_derivatives", "concentrations"}) describe_kernel(name);
        out_.line("};");
        out_.line((is_c_ ? "static const rv_mechanism* const " : "const rv_mechanism* const ") +
                  table("all_mechanisms") + "[] = {&" + table("mechanism") + "};");
        if (!is_c_) out_.line("}  // namespace");
        out_.blank();
        out_.line((is_c_ ? "RV_C_API" : "extern \"C\"") +
                  std::string(" __attribute__((visibility(\"default\"))) const rv_mechanism* const* ") + exported_ +
                  "(int32_t* count) {");
        out_.line("*count = 1;");
        out_.line("return " + table("all_mechanisms") + ";");
        out_.line("}");
    }

    const Plan& plan_;
    const Program& program_;
    std::string exported_;
    bool is_c_;
    std::set<std::string> in_lanes_;
    std::string prefix_;
    CppWriter& out_;
};

}  // namespace

void print_description(const Plan& plan, const std::string& exported, CppWriter& out) {
    Description(plan, exported, out).print();
}

}  // namespace ranvier::nmodl
