#include <algorithm>

#include "mechanisms/nmodl/codegen/c_body.hpp"
#include "mechanisms/nmodl/codegen/neuron_threads.hpp"
#include "mechanisms/nmodl/codegen/print_solvers.hpp"
#include "mechanisms/nmodl/codegen/recursion.hpp"

namespace ranvier::nmodl {
namespace {

class CEntries {
  public:
    CEntries(const Plan& plan, CppWriter& out) : plan_(plan), out_(out) {
        threads_ = has_thread_arguments(*plan.program) ? "_p, _ppvar, _thread, _nt" : "";
        is_point_ = plan.program->neuron.kind == NeuronBlock::Kind::PointProcess;
        is_placed_ = is_point_ || plan.program->neuron.kind == NeuronBlock::Kind::Density;
    }

    void print() {
        scope();
        ions();
        for (const auto& kernel : plan_.kernels) loop(kernel);
        if (plan_.current) current();
        if (plan_.net_receive) net_receive();
        if (plan_.program->is_linked && !plan_.net_receive) {
            out_.line("static void _rv_receive_from(Point_process* point, double* weight, double flag) {}");
        }
        for (const auto* block : plan_.functions) callable(*block);
        if (!plan_.program->diffusions.empty()) diffusion();
    }

  private:
    static std::string text(int number) { return std::to_string(number); }
    std::string column(const Symbol& symbol) const {
        return "_rv_field[" + text(plan_.column_of(symbol.name)) + "][_rv_row]";
    }

    /// Copies an array between the C array and the columns of its elements, of which `first` is the first.
    void array(bool fetch, const Symbol& symbol, const std::string& columns, int first, const std::string& row) {
        if (symbol.length == 0 || plan_.arrays_in_place.contains(symbol.name)) return;
        const auto local = "_rv_array_" + symbol.name + "[_rv_k]";
        const auto kept = columns + "[" + text(first) + " + _rv_k][" + row + "]";
        out_.line("for (_rv_k = 0; _rv_k < " + text(symbol.length) + "; ++_rv_k) " +
                  (fetch ? local + " = " + kept : kept + " = " + local) + ";");
    }

    void arrays(bool fetch) {
        out_.line("int32_t _rv_k RV_UNUSED;");
        for (const auto& [symbol, first] : plan_.columns) array(fetch, *symbol, "_rv_field", first, "_rv_row");
        if (plan_.derivatives.empty()) return;
        out_.line("if (_rv_in->derivative) {");
        for (const auto& [symbol, first] : plan_.derivatives) {
            array(fetch, *symbol, "_rv_in->derivative", first, "_rv_i");
        }
        out_.line("}");
    }

    /// The current instance; restored even if an error unwinds through the C code.
    void scope() {
        out_.line("static RV_UNUSED void _rv_fetch(void) {");
        arrays(true);
        out_.line("}");
        out_.line("static RV_UNUSED void _rv_flush(void) {");
        arrays(false);
        out_.line("}");
        const int total = std::max<int>(
            1,
            plan_.columns.empty() ? 1 : plan_.columns.back().first + std::max(plan_.columns.back().symbol->length, 1));
        const int pointers = std::max<int>(1, static_cast<int>(plan_.pointers.size()));
        out_.line("/* Used in place of an instance by functions that are called without one. */");
        out_.line("static double _rv_nowhere[" + text(total) + "], *_rv_nowhere_fields[" + text(total) + "];");
        out_.line("static double *_rv_no_pointer[" + text(pointers) + "], **_rv_no_pointers[" + text(pointers) + "];");
        if (plan_.program->is_linked) linked_places(total);
        out_.line("static void _rv_leave(struct _rv_scope* outer) {");
        if (plan_.program->is_linked) out_.line("_rv_give_pointers();");
        out_.line("if (_rv_field) _rv_flush();");
        out_.line("_rv_in = outer->in;");
        out_.line("_rv_i = outer->i;");
        out_.line("_rv_field = outer->field;");
        out_.line("v = outer->v;");
        out_.line("_p = outer->p;");
        out_.line("_ppvar = outer->ppvar;");
        out_.line("_rv_thread._t = outer->time;");
        out_.line("_rv_thread._dt = outer->step;");
        out_.line("if (_rv_field) _rv_fetch();");
        out_.line("}");
        out_.line("static struct _rv_scope _rv_enter(const rv_instances* in, int32_t i) {");
        out_.line("struct _rv_scope outer;");
        out_.line("outer.in = _rv_in;");
        out_.line("outer.i = _rv_i;");
        out_.line("outer.field = _rv_field;");
        out_.line("outer.v = v;");
        out_.line("outer.p = _p;");
        out_.line("outer.ppvar = _ppvar;");
        out_.line("outer.time = _rv_thread._t;");
        out_.line("outer.step = _rv_thread._dt;");
        if (has_recursion(*plan_.program)) out_.line("if (!_rv_field) _rv_bottom = __builtin_frame_address(0);");
        out_.line("if (_rv_field) _rv_flush();");
        out_.line("_rv_in = in;");
        out_.line("_rv_i = i;");
        out_.line("_rv_field = in->field;");
        if (plan_.program->is_linked) out_.line("if (i >= 0) _rv_take_place(in, i);");
        out_.line("if (i < 0) {");
        out_.line("static rv_instances nowhere;");
        out_.line("int32_t k;");
        out_.line("nowhere = *in;");
        out_.line("for (k = 0; k < " + text(total) + "; ++k) _rv_nowhere_fields[k] = &_rv_nowhere[k];");
        out_.line("for (k = 0; k < " + text(pointers) + "; ++k) _rv_no_pointers[k] = &_rv_no_pointer[k];");
        out_.line("nowhere.field = _rv_nowhere_fields;");
        out_.line("nowhere.derivative = 0;");
        out_.line("nowhere.pointer = _rv_no_pointers;");
        out_.line("_rv_in = &nowhere;");
        out_.line("_rv_i = 0;");
        out_.line("_rv_field = _rv_nowhere_fields;");
        if (plan_.program->is_linked) {
            out_.line("if (!_rv_nowhere_point) _rv_nowhere_point = rv_new_point(" + text(pointers) + ");");
            out_.line("_p = (rv_param*)_rv_nowhere_point;");
            out_.line("_ppvar = _rv_nowhere_point->slots;");
        }
        out_.line("}");
        if (is_placed_) out_.line("if (i >= 0 && in->v) v = in->v[in->node ? in->node[i] : in->first_node + i];");
        at_time_of_engine();
        if (plan_.program->reads_all_nodes) {
            const bool has_instances = plan_.program->neuron.kind != NeuronBlock::Kind::Nothing;
            out_.line(std::string("rv_find_nodes(&_rv_thread, ") + (has_instances ? "0" : "1") + ");");
        }
        out_.line("_rv_fetch();");
        out_.line("return outer;");
        out_.line("}");
        next_instance();
        out_.line("#define RV_ENTER(in, i) \\");
        out_.line("    struct _rv_scope _rv_outer __attribute__((cleanup(_rv_leave), unused)) = _rv_enter(in, i)");
        out_.blank();
    }

    void at_time_of_engine() {
        out_.line("_rv_thread._t = in->t;");
        out_.line("_rv_thread._dt = in->dt;");
        out_.line("celsius = in->celsius;");
    }

    /// Makes another instance the current one within a kernel.
    void next_instance() {
        out_.line("static RV_UNUSED inline void _rv_go_on(const rv_instances* in, int32_t i) {");
        if (plan_.program->is_linked) out_.line("_rv_give_pointers();");
        out_.line("_rv_flush();");
        out_.line("_rv_i = i;");
        if (plan_.program->is_linked) out_.line("_rv_take_place(in, i);");
        if (is_placed_) out_.line("if (in->v) v = in->v[in->node ? in->node[i] : in->first_node + i];");
        at_time_of_engine();
        out_.line("_rv_fetch();");
        out_.line("}");
    }

    /// The loop over instances; each becomes the current instance of the C code.
    void open_instances() {
        out_.line("int32_t i = 0;");
        out_.line("if (in->count < 1) return 0;");
        out_.line("RV_ENTER(in, 0);");
        out_.line("for (;; _rv_go_on(in, i)) {");
    }
    void close_instances() {
        out_.line("if (++i >= in->count) return 0;");
        out_.line("}");
    }

    /// The locations of instances and their POINTERs, for VERBATIM that accesses other instances.
    void linked_places(int columns) {
        const auto own = text(static_cast<int>(plan_.pointers.size()) - 1);  // which POINTER leads to the rv_point
        const auto name = "\"" + plan_.program->neuron.name + "\"";
        out_.line("static double* _rv_columns[" + text(columns) + "];");
        out_.line("static uint64_t _rv_version;");
        out_.line("static struct rv_point* _rv_nowhere_point;");
        out_.line("static void _rv_receive_from(Point_process* point, double* weight, double flag);");
        out_.line("static void _rv_give_pointers(void) {");
        out_.line("struct rv_point* here = _rv_in && _rv_field == _rv_columns");
        out_.line("    ? (struct rv_point*)_rv_in->pointer[" + own + "][_rv_i] : 0;");
        out_.line("int32_t k;");
        out_.line("for (k = 0; here && k < " + own + "; ++k) {");
        out_.line("if (here->slots[2 + k].pval == here->seen[k]) continue;");
        out_.line("_rv_in->pointer[k][_rv_i] = here->seen[k] = here->slots[2 + k].pval;");
        out_.line("}");
        out_.line("}");
        out_.line("static void _rv_take_place(const rv_instances* in, int32_t i) {");
        out_.line("struct rv_point* here = (struct rv_point*)in->pointer[" + own + "][i];");
        out_.line("int32_t k;");
        out_.line("if (!here) {");
        out_.line("here = rv_new_point(" + own + ");");
        out_.line("in->pointer[" + own + "][i] = (double*)here;");
        out_.line("_rv_version = 0;");
        out_.line("}");
        out_.line("here->receive = _rv_receive_from;");
        out_.line("if (_rv_version != rv_places_version() || _rv_columns[0] + here->row != in->field[0] + i) {");
        out_.line("rv_find_places(" + name + ", " + own + ", _rv_columns, " + text(columns) + ");");
        out_.line("_rv_version = rv_places_version();");
        out_.line("_rv_places = _rv_columns;");
        out_.line("}");
        out_.line("for (k = 0; k < " + own + "; ++k) {");
        out_.line("if (in->pointer[k][i] == here->seen[k]) continue;");
        out_.line("here->slots[2 + k].pval = here->seen[k] = in->pointer[k][i];");
        out_.line("}");
        out_.line("rv_points_time = &_rv_thread._t;");
        out_.line("_rv_field = _rv_columns;");
        out_.line("_p = (rv_param*)here;");
        out_.line("_ppvar = here->slots;");
        out_.line("}");
    }

    std::string ion_at(const IonAccess& ion, const char* member) const {
        const auto k = text(ion.ion);
        return "in->ion[" + k + "]." + member + "[in->ion[" + k + "].index ? in->ion[" + k + "].index[i] : in->ion[" +
               k + "].first + i]";
    }

    void ions() {
        out_.line("static RV_UNUSED void _rv_load_ions(rv_instances* in, int32_t i) {");
        for (const auto& ion : plan_.ions) {
            if (ion.is_read) out_.line(column(*ion.symbol) + " = " + ion_at(ion, ion.column) + ";");
        }
        out_.line("}");
        out_.line("static RV_UNUSED void _rv_store_ions(rv_instances* in, int32_t i) {");
        for (const auto& ion : plan_.ions) {
            if (ion.is_written && !ion.is_current) {
                out_.line(ion_at(ion, ion.column) + " = " + column(*ion.symbol) + ";");
            }
        }
        out_.line("}");
        out_.blank();
    }

    /// Returns 1 after a failure. The engine already has the message.
    void end_if_failed() {
        if (can_fail(*plan_.program)) out_.line("if (_rv_failed) return _rv_failed = 0, 1;");
    }

    void loop(const Kernel& kernel) {
        const bool once = kernel.name == "construct" || kernel.name == "destruct";
        out_.line("static int _rv_" + kernel.name + "(rv_instances* in) {");
        open_instances();
        if (!once) out_.line("_rv_load_ions(in, i);");
        out_.line((kernel.name == "initialize" ? std::string("initmodel") : "_rv_body_" + kernel.name) + "(" +
                  threads_ + ");");
        end_if_failed();
        if (!once) out_.line("_rv_store_ions(in, i);");
        close_instances();
        out_.line("}");
        out_.blank();
    }

    void numeric_derivative(const std::vector<const IonAccess*>& written, const std::string& above,
                            const std::string& here, const std::string& scale) {
        out_.line("rv_may_jump = 1;");
        out_.line("g = " + above + ";");
        for (const auto* ion : written) out_.line("d" + ion->symbol->name + " = " + column(*ion->symbol) + ";");
        out_.line("rv_may_jump = 0;");
        out_.line("rhs = " + here + ";");
        end_if_failed();
        for (const auto* ion : written) {
            const auto d = "d" + ion->symbol->name;
            out_.line(d + " = (" + d + " - " + column(*ion->symbol) + ") / 0.001;");
            out_.line(ion_at(*ion, "current_dv") + " += " + d + scale + ";");
        }
        out_.line("g = (g - rhs) / 0.001;");
    }

    /// In NEURON's order: an evaluation 0.001 mV above v gives the derivative; contributions are added one by one.
    void current() {
        const auto evaluate = [&](const std::string& at) {
            return "_rv_current(" + threads_ + (threads_.empty() ? "" : ", ") + at + ")";
        };
        std::vector<const IonAccess*> written;
        for (const auto& ion : plan_.ions) {
            if (ion.is_current && ion.is_written) written.push_back(&ion);
        }
        const std::string scale = is_point_ ? " * 1.e2 / in->area[node]" : "";
        out_.line("static int _rv_currents(rv_instances* in) {");
        open_instances();
        out_.line("const int32_t node = in->node ? in->node[i] : in->first_node + i;");
        out_.line("double at, g, rhs;");
        for (const auto* ion : written) out_.line("double d" + ion->symbol->name + ";");
        out_.line("_rv_load_ions(in, i);");
        out_.line("at = v;");
        if (has_conductances(plan_)) {
            out_.line("rv_may_jump = 1;");
            out_.line("rhs = " + evaluate("at") + ";");
            end_if_failed();
            out_.line("g = _rv_slope[0];");
            for (const auto* ion : written) {
                out_.line(ion_at(*ion, "current_dv") + " += _rv_slope[" + text(ion->ion + 1) + "]" + scale + ";");
            }
        } else {
            numeric_derivative(written, evaluate("at + 0.001"), evaluate("at"), scale);
        }
        for (const auto* ion : written) {
            out_.line(ion_at(*ion, "current") + " += " + column(*ion->symbol) + scale + ";");
        }
        out_.line("_rv_store_ions(in, i);");
        if (is_point_) {
            out_.line("g *= 1.e2 / in->area[node];");
            out_.line("rhs *= 1.e2 / in->area[node];");
        }
        out_.line(plan_.is_electrode ? "in->rhs[node] += rhs;" : "in->rhs[node] -= rhs;");
        out_.line(plan_.is_electrode ? "in->d[node] -= g;" : "in->d[node] += g;");
        close_instances();
        out_.line("}");
        out_.blank();
    }

    /// NET_RECEIVE may set the voltage.
    void store_voltage() {
        if (is_placed_) out_.line("if (in->v) in->v[in->node ? in->node[i] : in->first_node + i] = v;");
    }

    void net_receive() {
        out_.line("static int _rv_receive(rv_instances* in, int32_t i, double* weight, double flag) {");
        out_.line("RV_ENTER(in, i);");
        const std::string point = plan_.program->is_linked ? "(Point_process*)_p" : "0";
        out_.line("_net_receive(" + point + ", weight, flag);");
        store_voltage();
        end_if_failed();
        out_.line("return 0;");
        out_.line("}");
        if (plan_.program->is_linked) {
            out_.line("static void _rv_receive_from(Point_process* point, double* weight, double flag) {");
            out_.line("const rv_instances* in = _rv_in;");
            out_.line("const int32_t i = _rv_at(point);");
            out_.line("RV_ENTER(in, i);");
            out_.line("_net_receive(point, weight, flag);");
            store_voltage();
            out_.line("}");
        }
        if (!plan_.net_initial.empty()) {
            out_.line("static int _rv_net_initial(rv_instances* in, int32_t i, double* weight) {");
            out_.line("RV_ENTER(in, i);");
            out_.line("_net_init(" + point + ", weight, 0.0);");
            out_.line("return 0;");
            out_.line("}");
        }
        if (!plan_.watches.empty()) {
            out_.line("static double _rv_watch_value(rv_instances* in, int32_t i, int32_t which) {");
            out_.line("RV_ENTER(in, i);");
            out_.line("switch (which) {");
            for (std::size_t k = 0; k < plan_.watches.size(); ++k) {
                out_.line("case " + std::to_string(k) + ": return _watch_" + std::to_string(k) + "();");
            }
            out_.line("}");
            out_.line("return -1.0;");
            out_.line("}");
        }
        out_.blank();
    }

    void callable(const Block& block) {
        const auto count = std::to_string(block.arguments.size());
        const bool threads = !threads_.empty();
        out_.line("static int _rv_call_" + block.name +
                  "(const rv_instances* in, int32_t i, const double* arguments, int32_t count, double* result) {");
        out_.line("RV_ENTER(in, i);");
        std::string arguments = threads ? threads_ : "";
        for (std::size_t k = 0; k < block.arguments.size(); ++k) {
            arguments += (arguments.empty() ? "" : ", ") + ("arguments[" + std::to_string(k) + "]");
        }
        const auto call = c_function(plan_, block) + "(" + arguments + ")";
        if (block.kind != BlockKind::Procedure) {
            out_.line("*result = " + call + ";");
        } else {
            out_.line("*result = 1.0;");
            out_.line(call + ";");
        }
        end_if_failed();
        out_.line("return 0;");
        out_.line("}");
    }

    void diffusion() {
        const auto& all = plan_.program->diffusions;
        out_.line("static int _rv_diffusion(rv_instances* in, int32_t i, int32_t which, rv_diffusing* out) {");
        out_.line("RV_ENTER(in, i);");
        out_.line("_rv_load_ions(in, i);");
        for (std::size_t k = 0; k < all.size(); ++k) {
            out_.line("if (which == " + std::to_string(k) + ") out->state = " + address_of(plan_, *all[k].state) + ";");
        }
        out_.line("_rv_body_diffusion(which, &out->conductance, &out->volume);");
        out_.line("return 0;");
        out_.line("}");
    }

    const Plan& plan_;
    CppWriter& out_;
    std::string threads_;
    bool is_point_, is_placed_;
};

}  // namespace

void print_c_entries(const Plan& plan, CppWriter& out) {
    CEntries(plan, out).print();
}

}  // namespace ranvier::nmodl
