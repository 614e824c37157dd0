// VERBATIM calls scripts, and reads what they see: sections and a few variables of the process.
#include <cmath>
#include <stdexcept>
#include <string>

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/library/session.hpp"
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

RV_EXPORT Symbol* hoc_lookup(const char* name) {
    auto& context = VerbatimContext::current();
    auto& interpreter = context.session().interpreter();
    if (!interpreter.name_declared(name)) return nullptr;
    Symbol* symbol = context.symbol(name);
    if (interpreter.number(name)) symbol->u.pval = interpreter.reference(name)->address();
    return symbol;
}

/// Holds as long as the variable does.
RV_EXPORT double* hoc_val_pointer(const char* expression) {
    const auto place = VerbatimContext::current().session().interpreter().reference(expression);
    double* address = place->address();
    if (!address)
        throw std::runtime_error(place->describe() + " has no fixed place in memory that VERBATIM can point to");
    return address;
}

RV_EXPORT double hoc_call_func(Symbol* function, int count) {
    auto& context = VerbatimContext::current();
    if (!function) throw std::runtime_error("VERBATIM: hoc_call_func of a name that is not declared");
    if (count < 0 || static_cast<std::size_t>(count) > context.pushed.size()) {
        throw std::runtime_error("VERBATIM: hoc_call_func with fewer arguments pushed than counted");
    }
    const auto first = context.pushed.end() - count;
    const std::vector<Argument> arguments(first, context.pushed.end());
    context.pushed.erase(first, context.pushed.end());
    return context.session().interpreter().call(function->name, arguments);
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

/// &x of a place in C code's memory.
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
    VerbatimContext::current().session().interpreter().execute(statements);
    return 0;
}

RV_EXPORT double* rv_external(const char* name) {
    auto& context = VerbatimContext::current();
    for (const auto& type : context.session().model().mechanisms()) {
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

RV_EXPORT Section* chk_access(void) {
    const auto section = VerbatimContext::current().session().interpreter().section_or_null();
    if (!section) throw std::runtime_error("there is no accessed section");
    return reinterpret_cast<Section*>(section.get());
}

RV_EXPORT const char* secname(Section* section) {
    static std::string name;  // as NEURON: until the next call
    name = reinterpret_cast<ranvier::hoc::SectionObject*>(section)->name();
    return name.c_str();
}

/// Goldman-Hodgkin-Katz current per permeability, in NEURON's order [mA/cm2 / (cm/s)].
RV_EXPORT double nrn_ghk(double v, double inside, double outside, double charge) {
    constexpr double gas_constant = 8.31446261815324, faraday = 96485.3321233100141;
    const double celsius = VerbatimContext::current().session().model().celsius;
    const auto efun = [](double x) { return std::abs(x) < 1e-4 ? 1. - x / 2. : x / (std::exp(x) - 1.); };
    const double at = charge * v / (1000. * gas_constant * (celsius + 273.15) / faraday);
    const double out = outside * efun(at), in = inside * efun(-at);
    return .001 * charge * faraday * (in - out);
}

namespace ranvier::hoc {
void keep_verbatim_scripts() {}
}  // namespace ranvier::hoc
