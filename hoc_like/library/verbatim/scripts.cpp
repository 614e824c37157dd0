// VERBATIM's access to scripts: calls, names, and a few variables of the process.
#include <fmt/format.h>

#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/event_counts.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/script_run.hpp"
#include "hoc_like/library/verbatim/api.hpp"

using ranvier::hoc::Argument;
using ranvier::hoc::VerbatimContext;

extern "C" {
__attribute__((visibility("default"), used)) double hoc_epsilon = 1e-11;
__attribute__((visibility("default"), used)) int stoprun = 0;
__attribute__((visibility("default"), used)) int nrnmpi_myid = 0;
__attribute__((visibility("default"), used)) int nrnmpi_numprocs = 1;
__attribute__((visibility("default"), used)) int nrn_nthread = 1;
}

namespace {

/// The target of hoc_objectdata. It must not move, because C code takes its address before it looks up a name.
constexpr int most_names = 1 << 16;
Objectdata object_data[most_names];
int names_used = 0;

void find_number(Symbol& symbol, const std::string& name) {
    auto& interpreter = VerbatimContext::current().base().interpreter;
    if (interpreter.number(name)) symbol.u.pval = interpreter.reference(name)->address();
}

/// Sets the symbol's address to the first element of an array with contiguous elements.
void find_array(Symbol& symbol, const std::string& name) {
    constexpr int number_kind = 5, most_dimensions = 6;
    auto& interpreter = VerbatimContext::current().base().interpreter;
    if (symbol.u.pval || interpreter.name_declared(name) != number_kind) return;
    std::string element = name;
    for (int k = 0; k < most_dimensions && !symbol.u.pval; ++k) {
        element += "[0]";
        try {
            symbol.u.pval = interpreter.reference(element)->address();
        } catch (const ranvier::hoc::ScriptError&) {  // the array has more dimensions
        }
    }
}

char** copy_of(const Symbol& symbol, const std::string& text) {
    struct Text {
        std::string kept;
        char* place;
    };
    static std::map<const Symbol*, Text> texts;
    auto& made = texts[&symbol];
    made.kept = text;
    made.place = made.kept.data();
    return &made.place;
}

void find_object(Symbol& symbol, const std::string& name) {
    auto& context = VerbatimContext::current();
    const auto object = context.base().interpreter.object(name);
    if (!object) return;
    static std::map<const Symbol*, Object*> places;
    Object*& place = places[&symbol];
    place = *object ? context.proxy(*object) : nullptr;
    symbol.u.ppobj = &place;
}

}  // namespace

extern "C" {
__attribute__((visibility("default"), used)) Objectdata* hoc_objectdata = object_data;
__attribute__((visibility("default"), used)) Objectdata* hoc_top_level_data = object_data;
__attribute__((visibility("default"), used)) Symlist* hoc_symlist = nullptr;
__attribute__((visibility("default"), used)) Symlist* hoc_top_level_symlist = nullptr;
__attribute__((visibility("default"), used)) Symlist* hoc_built_in_symlist = nullptr;
}

RV_EXPORT Symbol* hoc_lookup(const char* name) {
    auto& context = VerbatimContext::current();
    if (!context.base().interpreter.name_declared(name)) return nullptr;
    Symbol* symbol = context.symbol(name);
    if (symbol->u.oboff == 0) {
        if (names_used + 1 == most_names) throw std::runtime_error("VERBATIM looks up too many names");
        symbol->u.oboff = ++names_used;
    }
    symbol->u.pval = nullptr;
    find_number(*symbol, name);
    find_array(*symbol, name);
    auto& data = object_data[symbol->u.oboff];
    if (symbol->u.pval) {
        data.pval = symbol->u.pval;
    } else if (const auto text = context.base().interpreter.string(name)) {
        data.ppstr = copy_of(*symbol, *text);
    } else {
        find_object(*symbol, name);
        data.pobj = static_cast<Object**>(symbol->u.ppobj);
    }
    return symbol;
}

RV_EXPORT Symbol* hoc_get_symbol(const char* name) {
    return hoc_lookup(name);
}

RV_EXPORT Symbol* hoc_table_lookup(const char* name, Symlist*) {
    return hoc_lookup(name);
}

/// The symbol's name is the text of the statement or expression, which is compiled when it runs.
RV_EXPORT Symbol* hoc_parse_stmt(const char* text, Symlist**) {
    return VerbatimContext::current().symbol(text);
}

RV_EXPORT void hoc_run_stmt(Symbol* statement) {
    VerbatimContext::current().base().interpreter.execute(statement->name);
}

RV_EXPORT Symbol* hoc_parse_expr(const char* text, Symlist**) {
    return VerbatimContext::current().symbol(text);
}

RV_EXPORT double hoc_run_expr(Symbol* expression) {
    auto& interpreter = VerbatimContext::current().base().interpreter;
    interpreter.execute(std::string("hoc_ac_ = ") + expression->name);
    return interpreter.number("hoc_ac_").value();
}

/// Frees nothing: symbols are kept as long as the program runs.
RV_EXPORT void hoc_free_list(Symlist** list) {
    *list = nullptr;
}

RV_EXPORT int hoc_obj_run(const char* statements, Object* object) {
    auto& context = VerbatimContext::current();
    context.base().interpreter.execute(statements, VerbatimContext::object_of(object));
    return 0;
}

/// Valid as long as the variable exists.
RV_EXPORT double* hoc_val_pointer(const char* expression) {
    const auto place = VerbatimContext::current().base().interpreter.reference(expression);
    double* address = place->address();
    if (!address) throw std::runtime_error(place->describe() + " has no fixed address that VERBATIM can use");
    return address;
}

namespace {

double call_pushed(Symbol* function, int count, const ranvier::hoc::ObjectPtr& scope) {
    auto& context = VerbatimContext::current();
    if (!function) throw std::runtime_error("VERBATIM: hoc_call_func of an undeclared name");
    if (count < 0 || static_cast<std::size_t>(count) > context.pushed.size()) {
        throw std::runtime_error("VERBATIM: hoc_call_func with more arguments than were pushed");
    }
    const auto first = context.pushed.end() - count;
    const std::vector<Argument> arguments(first, context.pushed.end());
    context.pushed.erase(first, context.pushed.end());
    return context.base().interpreter.call(function->name, arguments, scope);
}

}  // namespace

RV_EXPORT double hoc_call_func(Symbol* function, int count) {
    return call_pushed(function, count, {});
}

RV_EXPORT double hoc_call_objfunc(Symbol* function, int count, Object* object) {
    return call_pushed(function, count, VerbatimContext::object_of(object));
}

RV_EXPORT void hoc_pushx(double value) {
    VerbatimContext::current().pushed.emplace_back(value);
}

RV_EXPORT void hoc_pushstr(char** text) {
    VerbatimContext::current().pushed.emplace_back(std::string(*text));
}

RV_EXPORT void hoc_pushobj(Object** object) {
    VerbatimContext::current().pushed.emplace_back(VerbatimContext::object_of(*object));
}

namespace {

/// A reference to a number in C code's memory.
class CPlace final : public ranvier::hoc::NumberRef {
  public:
    explicit CPlace(double* place) : place_{place} {}
    double load() const override { return *place_; }
    void store(double value) override { *place_ = value; }
    double* address() const override { return place_; }
    std::string describe() const override { return "a number of VERBATIM code"; }

  private:
    double* place_;
};

}  // namespace

RV_EXPORT void hoc_pushpx(double* place) {
    VerbatimContext::current().pushed.emplace_back(ranvier::hoc::NumberRefPtr(std::make_shared<CPlace>(place)));
}

RV_EXPORT int hoc_oc(const char* statements) {
    VerbatimContext::current().base().interpreter.execute(statements);
    return 0;
}

RV_EXPORT int rv_cvode_active(void) {
    return VerbatimContext::current().base().simulation.variable_steps().are_taken();
}

/// Fills `counts` with the numbers of entries inserted, moved and removed; returns the number in the queue.
RV_EXPORT double nrn_event_queue_stats(double* counts) {
    const auto events = ranvier::engine::count_events(VerbatimContext::current().base().model);
    counts[0] = static_cast<double>(events.inserted);
    counts[1] = static_cast<double>(events.self_moved);
    counts[2] = static_cast<double>(events.delivered);
    return counts[0] - counts[2];
}

RV_EXPORT double* rv_coefficient(const char* name) {
    throw std::runtime_error(
        fmt::format("VERBATIM uses {}, a coefficient of the cable equation, which is not supported", name));
}
RV_EXPORT void clear_event_queue(void) {
    throw std::runtime_error("VERBATIM calls clear_event_queue, which Ranvier does not have");
}

RV_EXPORT void* nrn_ensure_model_data_are_sorted_opaque(void) {
    return nullptr;
}

RV_EXPORT void nrn_fixed_step(const void*) {
    auto& context = VerbatimContext::current();
    context.take_steps([&] { context.run().advance(); });
}

RV_EXPORT void nrn_fixed_step_group(const void*, int steps) {
    auto& context = VerbatimContext::current();
    context.take_steps([&] {
        for (int k = 0; k < steps; ++k) context.run().advance();
    });
}

/// Advances to `tstop_ms`; by one step if it is negative.
RV_EXPORT void cvode_fadvance(double tstop_ms) {
    auto& context = VerbatimContext::current();
    context.take_steps([&] {
        if (tstop_ms < 0) {
            context.run().advance();
        } else {
            context.run().advance_to(tstop_ms);
        }
    });
}

/// As in NEURON, assigns the state; the caller restarts whatever depends on it.
RV_EXPORT void state_discontinuity(int, double* state, double value) {
    *state = value;
}

RV_EXPORT double* rv_external(const char* name) {
    auto& context = VerbatimContext::current();
    for (const auto& type : context.base().model.mechanisms()) {
        if (type->is_replaced()) continue;
        const rv_mechanism* description = type->description();
        std::size_t at = 0;
        for (int k = 0; description && k < description->global_count; ++k) {
            const rv_global& global = description->globals[k];
            const std::string plain = global.name;
            if ((type->is_nothing() ? plain : plain + "_" + type->name()) == name) return &type->globals()[at];
            at += static_cast<std::size_t>(global.length);
        }
    }
    throw std::runtime_error(std::string("EXTERNAL ") + name + ": no mechanism has a GLOBAL of that name");
}

/// Goldman-Hodgkin-Katz current per permeability [mA/cm2 / (cm/s)], computed in NEURON's order.
RV_EXPORT double nrn_ghk(double v, double inside, double outside, double charge) {
    constexpr double gas_constant = 8.31446261815324, faraday = 96485.3321233100141;
    const double celsius = VerbatimContext::current().base().model.celsius;
    const auto efun = [](double x) { return std::abs(x) < 1e-4 ? 1. - x / 2. : x / (std::exp(x) - 1.); };
    const double at = charge * v / (1000. * gas_constant * (celsius + 273.15) / faraday);
    const double out = outside * efun(at), in = inside * efun(-at);
    return .001 * charge * faraday * (in - out);
}

namespace ranvier::hoc {
void keep_verbatim_scripts() {}
}  // namespace ranvier::hoc
