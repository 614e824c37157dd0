// Steps of variable length for equations with algebraic ones among them, against closed forms.
#include "engine/variable/ida.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ranvier::engine {
namespace {

/// y0' = -y0 + y1, 0 = y1 - cos t: y0 = (cos t + sin t)/2 from y0(0) = 1/2 on.
class Driven final : public DaeSystem {
  public:
    void residual(double t, const double* y, const double* rate, double* residual) override {
        residual[0] = rate[0] - (y[1] - y[0]);
        residual[1] = -(std::cos(t) - y[1]);
    }
    void solve_with(double cj, double* x) override { x[0] = (x[0] + x[1]) / (cj + 1); }
    void find_rates(double t, double* y, double* rate) override {
        y[1] = std::cos(t);
        rate[0] = y[1] - y[0];
        rate[1] = -std::sin(t);
    }
};

TEST(Ida, FollowsAlgebraicEquations) {
    Driven system;
    const double tolerances[] = {1e-6, 1e-6};
    const auto ida = make_ida(system, tolerances, {});
    ida->y()[0] = 0.5;
    ida->restart(0);
    int steps = 0;
    double t = 0;
    for (; t < 5; ++steps) t = ida->step(1e5);
    EXPECT_NEAR(ida->y()[0], (std::cos(t) + std::sin(t)) / 2, 1e-4);
    EXPECT_NEAR(ida->y()[1], std::cos(t), 1e-6);
    EXPECT_LT(steps, 500);
    const double middle = t - ida->last_step() / 2;
    ida->interpolate(middle);
    EXPECT_NEAR(ida->y()[0], (std::cos(middle) + std::sin(middle)) / 2, 1e-4);
}

}  // namespace
}  // namespace ranvier::engine
