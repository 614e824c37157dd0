#include "hoc_like/library/run/impedance.hpp"

#include <optional>

#include "engine/cell/section.hpp"
#include "engine/solve/impedance.hpp"
#include "hoc_like/library/cable/cables.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

class ImpedanceObject final : public Native {
  public:
    static constexpr std::string_view class_name = "Impedance";
    SectionPtr section;  // where the current is injected; null: not set
    double x = 0;
    double deltafac = 0.001;
    std::optional<engine::ImpedanceSolution> solution;
};

Result locate(Call& call) {
    auto& self = call.self_as<ImpedanceObject>();
    self.x = call.number(0);
    self.section = self.x >= 0 ? call.section() : nullptr;
    if (self.x > 1) fail(call, "the position must be between 0 and 1");
    return 0.;
}

Result compute(Call& call, Session& session) {
    auto& self = call.self_as<ImpedanceObject>();
    if (!self.section) fail(call, "call loc(x) first, which sets where the current is injected");
    if (call.number_or(1, 0) != 0) {
        fail(call, "only compute(freq, 0) is supported, without the contribution of gating states");
    }
    session.simulation().compute_currents();
    self.solution = session.model().solve_impedance(section_of(*self.section), self.x, call.number(0));
    return 0.;
}

using Value = double (*)(std::complex<double> transfer, std::complex<double> input);

MethodDefinition value(const char* name, const char* doc, Value of) {
    return {name, std::string(name) + "(x)", doc, [of](Call& call) -> Result {
                const auto& self = call.self_as<ImpedanceObject>();
                if (!self.solution) fail(call, "call compute(freq) first");
                const std::uint32_t at = section_of(*call.section()).compartment_at(call.number(0));
                if (at >= self.solution->input.size()) fail(call, "the section was created after compute(freq)");
                return of(self.solution->transfer[at], self.solution->input[at]);
            }};
}

}  // namespace

void register_impedance(Registry& registry, Session& session) {
    ClassDefinition impedance;
    impedance.name = ImpedanceObject::class_name;
    impedance.signature = "Impedance()";
    impedance.doc = "Input and transfer impedances of the cells, linearized at their current state.";
    impedance.construct = [](Call&) { return std::make_unique<ImpedanceObject>(); };
    impedance.methods = {
        {"loc", "loc(x)", "Injects the current at x of the accessed section.", [](Call& call) { return locate(call); }},
        {"compute", "compute(freq[, 0])",
         "Computes impedances at a frequency [Hz], from conductances and capacitances.",
         [&session](Call& call) { return compute(call, session); }},
        {"deltafac", "deltafac([factor])",
         "Relative change of a state for numerical derivatives; not used by compute(freq, 0).",
         [](Call& call) -> Result {
             auto& self = call.self_as<ImpedanceObject>();
             if (call.size()) self.deltafac = call.number(0);
             return self.deltafac;
         }},
        value("transfer", "|v(x) / i(loc)| [megohm].",
              [](std::complex<double> t, std::complex<double>) { return std::abs(t); }),
        value("input", "|v(x) / i(x)| [megohm].",
              [](std::complex<double>, std::complex<double> i) { return std::abs(i); }),
        value("ratio", "|v(loc) / v(x)| for a current at x.",
              [](std::complex<double> t, std::complex<double> i) { return std::abs(t / i); }),
        value("transfer_phase", "Phase of v(x) / i(loc) [radian].",
              [](std::complex<double> t, std::complex<double>) { return std::arg(t); }),
        value("input_phase", "Phase of v(x) / i(x) [radian].",
              [](std::complex<double>, std::complex<double> i) { return std::arg(i); }),
    };
    registry.add(std::move(impedance));
}

}  // namespace ranvier::hoc
