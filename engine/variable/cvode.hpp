#pragma once

#include <memory>
#include <span>

#include "engine/variable/step_method.hpp"

namespace ranvier::engine {

/// Ordinary differential equations y' = f(t, y), with the solver for linear equations in their Jacobian J that implicit
/// steps need.
class OdeSystem {
  public:
    virtual ~OdeSystem() = default;
    /// Sets derivative = f(t, y) [1/ms]; if it is null, computes only the values that follow from y.
    virtual void evaluate(double t_ms, const double* y, double* derivative) = 0;
    /// Replaces x by (1 - gamma*J)^-1 x, with J at or near the last evaluation.
    virtual void solve(double gamma_ms, double* x) = 0;
};

/// Backward differentiation formulas of variable step and order: CVODE of SUNDIALS (Hindmarsh et al. 2005, ACM Trans.
/// Math. Softw. 31:363-396), whose Newton iteration gets its linear solver from the system. `system` must outlive it.
std::unique_ptr<StepMethod> make_cvode(OdeSystem& system, std::span<const double> absolute_tolerances,
                                       const StepLimits& limits);

}  // namespace ranvier::engine
