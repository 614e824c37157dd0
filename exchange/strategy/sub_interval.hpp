#pragma once

#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// Number of steps in one of `subintervals` (1 or 2) equal parts of an exchange interval, rounded down. Throws
/// ExchangeError if the interval has too few steps, std::invalid_argument if it has none.
Step steps_of_subinterval(Step steps_per_interval, int subintervals);

}  // namespace ranvier::exchange
