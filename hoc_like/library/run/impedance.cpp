#include "engine/solve/impedance/impedance.hpp"
#include "engine/cell/section.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/impedance/complex_numbers.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

namespace {

class ImpedanceObject final : public Native {
  public:
    static constexpr std::string_view class_name = "Impedance";
    SectionPtr section;  // where the current is injected; null: not set
    double x = 0;
    double deltafac = 0.001;
    engine::ImpedanceSolution solution;
};

Result locate(Call& call) {
    auto& self = call.self_as<ImpedanceObject>();
    self.x = call.number(0);
    self.section = self.x >= 0 ? call.section() : nullptr;
    if (self.x > 1) fail(call, "the position must be between 0 and 1");
    return 0.;
}

Result compute(Call& call, const Context& context) {
    auto& self = call.self_as<ImpedanceObject>();
    if (!self.section) fail(call, "call loc(x) first, which sets where the current is injected");
    if (call.number_or(1, 0) != 0) {
        fail(call, "only compute(freq, 0) is supported, without the contribution of gating states");
    }
    context.simulation.compute_currents();
    context.model.solve_impedance(section_of(*self.section), self.x, call.number(0), self.solution);
    return 0.;
}

using Value = double (*)(engine::ImpedanceSolution& solution, std::uint32_t compartment);

MethodDefinition value(const char* name, const char* doc, Value of) {
    return {name, std::string(name) + "(x)", doc, [of](Call& call) -> Result {
                auto& self = call.self_as<ImpedanceObject>();
                if (!self.solution.is_computed()) fail(call, "call compute(freq) first");
                const std::uint32_t at = section_of(*call.section()).compartment_at(call.number(0));
                if (!self.solution.knows(at)) fail(call, "the section was created after compute(freq)");
                return of(self.solution, at);
            }};
}

}  // namespace

void register_impedance(Registry& registry, const Context& context) {
    ClassDefinition impedance;
    impedance.name = ImpedanceObject::class_name;
    impedance.signature = "Impedance()";
    impedance.doc = "Input and transfer impedances of the cells, linearized at their current state.";
    impedance.construct = [](Call&) { return std::make_unique<ImpedanceObject>(); };
    impedance.methods = {
        {"loc", "loc(x)", "Injects the current at x of the accessed section.", [](Call& call) { return locate(call); }},
        {"compute", "compute(freq[, 0])",
         "Computes impedances at a frequency [Hz], from conductances and capacitances.",
         [&context](Call& call) { return compute(call, context); }},
        {"deltafac", "deltafac([factor])",
         "Relative change of a state for numerical derivatives; not used by compute(freq, 0).",
         [](Call& call) -> Result {
             auto& self = call.self_as<ImpedanceObject>();
             if (call.size()) self.deltafac = call.number(0);
             return self.deltafac;
         }},
        value("transfer", "|v(x) / i(loc)| [megohm].",
              [](auto& solution, auto at) { return engine::magnitude(solution.transfer(at)); }),
        value("input", "|v(x) / i(x)| [megohm].",
              [](auto& solution, auto at) { return engine::magnitude(solution.input(at)); }),
        value("ratio", "|v(loc) / v(x)| for a current at x.",
              [](auto& solution, auto at) {
                  return engine::magnitude(engine::quotient(solution.transfer(at), solution.input(at)));
              }),
        value("transfer_phase", "Phase of v(x) / i(loc) [radian].",
              [](auto& solution, auto at) { return std::arg(solution.transfer(at)); }),
        value("input_phase", "Phase of v(x) / i(x) [radian].",
              [](auto& solution, auto at) { return std::arg(solution.input(at)); }),
    };
    registry.add(std::move(impedance));
}

}  // namespace ranvier::hoc
