// Diffusion of many states at once takes in each state the steps that it takes alone.
#include "engine/solve/diffusion_lanes.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <random>

namespace ranvier::engine {
namespace {

using Factors = DiffusionLanes::Factors;

struct State {
    std::vector<double> volume, conductance, concentration;
};

// One state's implicit step, written as the equations are: children after parents.
void step_alone(const std::vector<std::int32_t>& parents, const std::vector<Factors>& factors, State& state,
                double dt) {
    const std::size_t n = parents.size();
    std::vector<double> above(n), below(n), diagonal(n), rhs(n);
    for (std::size_t k = 0; k < n; ++k) {
        rhs[k] = state.concentration[k] / dt;
        diagonal[k] += 1. / dt;
        if (parents[k] < 0) continue;
        const auto up = static_cast<std::size_t>(parents[k]);
        const double between = (state.conductance[k] + state.conductance[up]) / 2.;
        above[k] = -factors[k].from_parent * between / state.volume[up];
        below[k] = -factors[k].to_parent * between / state.volume[k];
        diagonal[k] -= below[k];
        diagonal[up] -= above[k];
    }
    for (std::size_t k = n; k-- > 1;) {
        if (parents[k] < 0) continue;
        const auto up = static_cast<std::size_t>(parents[k]);
        const double ratio = above[k] / diagonal[k];
        diagonal[up] -= ratio * below[k];
        rhs[up] -= ratio * rhs[k];
    }
    for (std::size_t k = 0; k < n; ++k) {
        if (parents[k] >= 0) rhs[k] -= below[k] * rhs[static_cast<std::size_t>(parents[k])];
        rhs[k] /= diagonal[k];
    }
    state.concentration = rhs;
}

TEST(DiffusionLanes, TakesTheStepsOfOneStateAlone) {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> uniform(0.1, 2);
    for (const std::size_t count : {1, 3, 4, 9}) {
        const std::size_t n = 40;
        std::vector<std::int32_t> parents{-1};
        for (std::size_t k = 1; k < n; ++k) {
            const bool is_root = k % 17 == 0;
            parents.push_back(is_root ? -1 : static_cast<std::int32_t>(random() % 3 == 0 ? random() % k : k - 1));
        }
        DiffusionLanes lanes(parents, count);
        std::vector<State> states(count);
        for (State& state : states) {
            for (std::size_t k = 0; k < n; ++k) state.concentration.push_back(uniform(random));
        }
        for (int change = 0; change < 3; ++change) {
            std::vector<Factors> factors;
            for (std::size_t k = 0; k < n; ++k) factors.push_back({uniform(random), uniform(random)});
            for (State& state : states) {
                state.volume.clear();
                state.conductance.clear();
                for (std::size_t k = 0; k < n; ++k) {
                    state.volume.push_back(uniform(random));
                    state.conductance.push_back(uniform(random));
                }
            }
            lanes.set_coefficients(
                factors, [&](std::size_t s, std::size_t k) { return states[s].volume[k]; },
                [&](std::size_t s, std::size_t k) { return states[s].conductance[k]; });
            for (const double dt : {0.1, 0.1, 0.3, 0.1}) {
                for (std::size_t s = 0; s < count; ++s) {
                    for (std::size_t k = 0; k < n; ++k) lanes.concentration(s, k) = states[s].concentration[k];
                }
                lanes.step(dt);
                for (std::size_t s = 0; s < count; ++s) {
                    step_alone(parents, factors, states[s], dt);
                    for (std::size_t k = 0; k < n; ++k) {
                        ASSERT_EQ(std::bit_cast<std::uint64_t>(lanes.concentration(s, k)),
                                  std::bit_cast<std::uint64_t>(states[s].concentration[k]));
                    }
                }
            }
        }
    }
}

}  // namespace
}  // namespace ranvier::engine
