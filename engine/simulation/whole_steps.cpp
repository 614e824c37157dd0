#include "engine/simulation/whole_steps.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace ranvier::engine {

void check_step(double dt) {
    if (dt > 0) return;
    throw std::invalid_argument(fmt::format("dt must be greater than 0 ms to advance by fixed steps, not {:g}", dt));
}

// psolve extends tstop a little and then counts whole steps; of three or fewer it takes one at a time while another one
// fits.
std::int64_t whole_steps(double t, double dt, double tstop) {
    const double extended = tstop * (1. + 1e-11);
    constexpr double most_steps = 0x1p53;
    const double wanted = (extended - t) / dt + 1e-9;
    if (wanted >= most_steps) {
        throw std::invalid_argument(fmt::format(
            "t = {:g} ms cannot be reached from {:g} ms by steps of dt = {:g} ms: beyond 2^53 steps, t would no "
            "longer change",
            tstop, t, dt));
    }
    auto steps = static_cast<std::int64_t>(wanted);
    if (steps <= 3) {
        steps = 0;
        for (double at = t; at <= extended - dt; ++steps) {
            at += .5 * dt;
            at += .5 * dt;
        }
    }
    return steps;
}

}  // namespace ranvier::engine
