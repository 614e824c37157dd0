#pragma once

#include <memory>
#include <span>

#include "engine/variable/step_method.hpp"

namespace ranvier::engine {

/// Differential-algebraic equations C y' = f(t, y), where C may be singular.
class DaeSystem {
  public:
    virtual ~DaeSystem() = default;
    /// Computes residual = C y' - f(t, y).
    virtual void residual(double t_ms, const double* y, const double* rate, double* residual) = 0;
    /// Replaces x by (cj C - J)^-1 x, with J = df/dy at or near the last residual; cj [1/ms].
    virtual void solve_with(double cj, double* x) = 0;
    /// Computes y' at t, consistent with y; may move y to satisfy the algebraic equations.
    virtual void find_rates(double t_ms, double* y, double* rate) = 0;
};

/// IDA of SUNDIALS (Hindmarsh et al. 2005, ACM Trans. Math. Softw. 31:363-396), whose Newton iteration gets its linear
/// solver from the system. `system` must outlive it.
std::unique_ptr<StepMethod> make_ida(DaeSystem& system, std::span<const double> absolute_tolerances,
                                     const StepLimits& limits);

}  // namespace ranvier::engine
