#include "exchange/strategy/sub_interval.hpp"

#include <stdexcept>

#include "exchange/error.hpp"

namespace ranvier::exchange {

Step steps_of_subinterval(Step steps_per_interval, int subintervals) {
    if (steps_per_interval < 1) throw std::invalid_argument("an exchange interval must have at least one step");
    if (steps_per_interval < subintervals) {
        throw ExchangeError(
            "two sub-intervals need an exchange interval of at least two steps, but this one has one: lower dt, raise "
            "the minimum delay between ranks, or use one sub-interval (isend:subintervals=1)");
    }
    return steps_per_interval / subintervals;
}

}  // namespace ranvier::exchange
