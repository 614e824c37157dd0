#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/storage/cache_lines.hpp"

namespace ranvier::engine {

/// How Newton's iteration finds its direction.
enum class Jacobian {
    own,       ///< linear equations that the system solves itself
    dense,     ///< all derivatives, each by a difference
    diagonal,  ///< only those of each equation by its own state, all by one difference
};

/// Limits on the choice of steps (docs: "CVode").
struct StepLimits {
    double relative_tolerance = 0;
    double longest_step = 1e9;          ///< [ms]
    double shortest_step = 0;           ///< [ms], not above the longest; 0: none
    int highest_order = 5;              ///< of the backward differentiation formulas, 1 .. 5
    Jacobian jacobian = Jacobian::own;  ///< of ordinary differential equations
    bool by_newton = true;              ///< solves by Newton's iteration; otherwise by functional iteration, for
                                        ///< equations that are not stiff
};

/// A step failed.
class StepFailure : public std::runtime_error {
  public:
    StepFailure(const std::string& why, double t_ms, std::size_t worst)
        : std::runtime_error(why), t(t_ms), worst_state(worst) {}
    double t;                 ///< beginning of the step [ms]
    std::size_t worst_state;  ///< the state with the largest weighted error
};

/// Integrates a system by steps of variable length and order. The weight of state k's error is 1/(rtol |y| + absolute
/// tolerance of k).
class StepMethod {
  public:
    virtual ~StepMethod() = default;

    /// The states, at the time of the last call of restart, step or interpolate.
    virtual std::span<double> y() = 0;
    /// Discards the history: the next step starts at t with y(), at order 1 and with a new length.
    virtual void restart(double t_ms) = 0;
    /// One step, not beyond `stop`; returns its end. Throws StepFailure; exceptions of the system pass through.
    virtual double step(double stop_ms) = 0;
    /// y() becomes the solution at t, which must be within the last step.
    virtual void interpolate(double t_ms) = 0;
    virtual double last_step() const = 0;  ///< length of the last step [ms]; 0 after restart
    virtual int last_order() const = 0;
    /// The memory that a step uses.
    virtual void list_memory(CacheLines& to) const = 0;
    /// 1/(tolerance) of each state; the estimated errors of the last step.
    virtual std::vector<double> error_weights() const = 0;
    virtual std::vector<double> local_errors() const = 0;
};

}  // namespace ranvier::engine
