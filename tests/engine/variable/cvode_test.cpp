// Steps of variable length against closed forms.
#include "engine/variable/cvode.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ranvier::engine {
namespace {

/// y' = -k (y - cos t), stiff for large k: y follows cos t + sin(t)/k.
class Follower final : public OdeSystem {
  public:
    explicit Follower(double k) : rate_(k) {}
    void evaluate(double t, const double* y, double* derivative) override {
        if (derivative) derivative[0] = -rate_ * (y[0] - std::cos(t));
        ++evaluations;
    }
    void solve(double gamma, double* x) override { x[0] /= 1 + gamma * rate_; }
    int evaluations = 0;

  private:
    double rate_;
};

TEST(Cvode, StiffEquationsNeedFewSteps) {
    Follower system(1e4);
    const double tolerance = 1e-5;
    const auto cvode = make_cvode(system, {&tolerance, 1}, {});
    cvode->y()[0] = 0;
    cvode->restart(0);
    int steps = 0;
    double t = 0;
    for (; t < 10; ++steps) t = cvode->step(1e5);
    EXPECT_NEAR(cvode->y()[0], std::cos(t) + std::sin(t) / 1e4, 1e-3);
    EXPECT_LT(steps, 300);
    EXPECT_LT(system.evaluations, 2 * steps);
}

TEST(Cvode, InterpolatesWithinTheLastStep) {
    Follower system(1);
    const double tolerance = 1e-7;
    const auto cvode = make_cvode(system, {&tolerance, 1}, {});
    cvode->y()[0] = 0.5;
    cvode->restart(0);
    double t = 0;
    while (t < 3) t = cvode->step(1e5);
    const double middle = t - cvode->last_step() / 2;
    cvode->interpolate(middle);
    EXPECT_NEAR(cvode->y()[0], (std::cos(middle) + std::sin(middle)) / 2, 1e-5);
}

TEST(Cvode, DoesNotStepBeyondTheStop) {
    Follower system(1);
    const double tolerance = 1e-2;
    const auto cvode = make_cvode(system, {&tolerance, 1}, {});
    cvode->restart(0);
    double t = 0;
    for (int k = 0; k < 1000 && t < 2; ++k) t = cvode->step(2);
    EXPECT_DOUBLE_EQ(t, 2);
}

/// y' = y^2 with y(0) = 1 has no solution beyond 1.
class Exploding final : public OdeSystem {
  public:
    void evaluate(double, const double* y, double* derivative) override {
        at_ = y[1];
        if (derivative) derivative[0] = 0, derivative[1] = y[1] * y[1];
    }
    void solve(double gamma, double* x) override { x[1] /= 1 - gamma * 2 * at_; }

  private:
    double at_ = 1;
};

TEST(Cvode, NamesTheStateThatFails) {
    Exploding system;
    const double tolerances[] = {1e-6, 1e-6};
    const auto cvode = make_cvode(system, tolerances, {});
    cvode->y()[1] = 1;
    cvode->restart(0);
    try {
        for (double t = 0; t < 2;) t = cvode->step(1e5);
        FAIL();
    } catch (const StepFailure& failure) {
        EXPECT_EQ(failure.worst_state, 1u);
        EXPECT_NEAR(failure.t, 1, 1e-3);
    }
}

class Refusing final : public OdeSystem {
  public:
    void evaluate(double, const double*, double*) override { throw std::domain_error("no"); }
    void solve(double, double*) override {}
};

TEST(Cvode, HandsOnWhatTheEquationsThrow) {
    Refusing system;
    const double tolerance = 1e-3;
    const auto cvode = make_cvode(system, {&tolerance, 1}, {});
    cvode->restart(0);
    EXPECT_THROW(cvode->step(1), std::domain_error);
}

}  // namespace
}  // namespace ranvier::engine
