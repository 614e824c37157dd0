#pragma once

#include <span>
#include <vector>

#include "engine/run/variable_settings.hpp"
#include "engine/solve/block.hpp"
#include "engine/variable/step_method.hpp"

namespace ranvier::engine {

/// The limits of steps with these settings. Throws std::invalid_argument if the shortest step is above the longest.
StepLimits step_limits(const VariableSettings& settings);

/// The absolute tolerance of each state: a script's factor for its variable, or else that of its mechanism, times
/// VariableSettings::absolute_tolerance.
std::vector<double> absolute_tolerances(std::span<const OdeState> states, const VariableSettings& settings);

}  // namespace ranvier::engine
