#pragma once

#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// Steps of one of `subintervals` (1 or 2) equal parts of an exchange interval, rounded down. Throws ExchangeError
/// where there are not enough steps, std::invalid_argument for an interval without any.
Step steps_of_subinterval(Step steps_per_interval, int subintervals);

}  // namespace ranvier::exchange
