#include "engine/variable/tolerances.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace ranvier::engine {

StepLimits step_limits(const VariableSettings& settings) {
    if (settings.shortest_step > settings.longest_step) {
        throw std::invalid_argument(fmt::format("cvode.minstep, {:g} ms, is above cvode.maxstep, {:g} ms",
                                                settings.shortest_step, settings.longest_step));
    }
    static_assert(static_cast<int>(Jacobian::dense) == 1 && static_cast<int>(Jacobian::diagonal) == 2);
    StepLimits limits;
    limits.relative_tolerance = settings.relative_tolerance;
    limits.longest_step = settings.longest_step;
    limits.shortest_step = settings.shortest_step;
    limits.highest_order = settings.highest_order;
    limits.by_newton = settings.stiff != 0;
    limits.jacobian = static_cast<Jacobian>(settings.jacobian);
    return limits;
}

std::vector<double> absolute_tolerances(std::span<const OdeState> states, const VariableSettings& settings) {
    std::vector<double> all;
    all.reserve(states.size());
    for (const OdeState& state : states) {
        const auto scale = settings.scales.find({state.variable.table, state.variable.column});
        // NEURON keeps factors in single precision; they make tolerances smaller, never larger.
        const double factor = static_cast<float>(scale != settings.scales.end() ? scale->second : state.tolerance);
        const bool is_smaller = factor != 0 && factor < 1;
        all.push_back(settings.absolute_tolerance * (is_smaller ? factor : 1.));
    }
    return all;
}

}  // namespace ranvier::engine
