#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <vector>

namespace ranvier::engine {

/// Ordinary differential equations y' = f(t, y), with what an implicit step needs of their Jacobian J.
class OdeSystem {
  public:
    virtual ~OdeSystem() = default;
    /// derivative = f(t, y) [1/ms]; null: only what follows from y is to be computed.
    virtual void evaluate(double t_ms, const double* y, double* derivative) = 0;
    /// x becomes (1 - gamma*J)^-1 x, J at the last evaluation, or near it.
    virtual void solve(double gamma_ms, double* x) = 0;
};

/// How steps are chosen (docs: "CVode").
struct StepLimits {
    double relative_tolerance = 0;
    double longest_step = 1e9;  ///< [ms]
    double shortest_step = 0;   ///< [ms]; 0: none
    int highest_order = 5;      ///< of the backward differentiation formulas, 1 .. 5
    bool by_newton = true;      ///< else by functional iteration, for equations that are not stiff
};

/// A step was impossible.
class StepFailure : public std::runtime_error {
  public:
    StepFailure(const std::string& why, double t_ms, std::size_t worst)
        : std::runtime_error(why), t(t_ms), worst_state(worst) {}
    double t;                 ///< where it began [ms]
    std::size_t worst_state;  ///< the one with the largest weighted error
};

/// Integrates an OdeSystem by backward differentiation formulas of variable step and order: CVODE of SUNDIALS
/// (Hindmarsh et al. 2005, ACM Trans. Math. Softw. 31:363-396), whose Newton iteration gets its linear solver from the
/// system.
class Cvode {
  public:
    /// `system` outlives it. The step control weighs state k's error by 1/(rtol |y| + absolute_tolerances[k]).
    Cvode(OdeSystem& system, std::span<const double> absolute_tolerances, const StepLimits& limits);
    ~Cvode();
    Cvode(const Cvode&) = delete;
    Cvode& operator=(const Cvode&) = delete;

    /// The states, at the time of the last call of restart, step or interpolate.
    std::span<double> y();
    /// Forgets the past: the next step begins at t with y(), of order 1 and a length found anew.
    void restart(double t_ms);
    /// One step, not beyond `stop`; returns its end. Throws StepFailure; what `evaluate` throws comes through.
    double step(double stop_ms);
    /// y() becomes that at t, which lies within the last step.
    void interpolate(double t_ms);
    double last_step() const;  ///< length of the last step [ms]; 0 after restart
    int last_order() const;
    /// 1/(tolerance) of each state, and the estimated errors of the last step.
    std::vector<double> error_weights() const;
    std::vector<double> local_errors() const;

  private:
    struct Memory;
    std::unique_ptr<Memory> memory_;
};

}  // namespace ranvier::engine
