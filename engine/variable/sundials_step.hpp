#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/variable/step_method.hpp"
#include "engine/variable/step_vector.hpp"
#include "engine/variable/sundials.hpp"

namespace ranvier::engine {

/// The common part of CVODE and IDA: one state vector, functions of the same form with different names, and a linear
/// solver supplied by the system of equations.
class SundialsStep : public StepMethod {
  public:
    ~SundialsStep() override = default;
    SundialsStep(const SundialsStep&) = delete;
    SundialsStep& operator=(const SundialsStep&) = delete;

    std::span<double> y() override { return {at(y_), static_cast<std::size_t>(N_VGetLength(y_))}; }
    void interpolate(double t_ms) override;
    double last_step() const override { return last_step_; }
    int last_order() const override;
    void list_memory(CacheLines& to) const override;
    std::vector<double> error_weights() const override;
    std::vector<double> local_errors() const override;

  protected:
    /// The library's functions; names lack the library's prefix.
    struct Functions {
        const char* library;
        char* (*flag_name)(long);
        int (*value_at)(void*, double t, int derivative, N_Vector);
        int (*last_step)(void*, double*);
        int (*last_order)(void*, int*);
        int (*error_weights)(void*, N_Vector);
        int (*local_errors)(void*, N_Vector);
    };

    SundialsStep(const Functions& functions, std::span<const double> absolute_tolerances, double relative_tolerance);

    /// Computes the weights 1/(tolerance) of all states; called by the library before each step. `self` is the
    /// SundialsStep. Fails if a weight is not finite.
    static int find_weights(N_Vector y, N_Vector weights, void* self);

    static double* at(N_Vector vector) { return NV_DATA_S(vector); }
    /// Throws std::runtime_error with the library's name for the flag.
    void check(int flag, const char* what) const;
    /// Throws StepFailure for the step that began at t_.
    [[noreturn]] void fail(int flag, const std::string& why) const;
    /// The value that a callback for the equations returns to the library: 1 (try a shorter step) if a result is not
    /// finite.
    int judge(N_Vector results);
    /// To be called after each step: rethrows an exception of the system; throws for other failures.
    void take_step(int flag, const std::string& why, double t_ms);
    void forget_steps(double t_ms) {
        last_step_ = 0;
        stalls_ = 0;
        t_ = t_ms;
    }

    const Functions& functions_;
    sundials::Context context_;
    StepVectors vectors_;
    N_Vector y_, tolerances_, scratch_;
    void* memory_ = nullptr;  // the library's; the derived class frees it
    std::exception_ptr error_;
    double t_ = 0;

  private:
    double relative_tolerance_;
    double last_step_ = 0;
    std::optional<std::size_t> not_finite_;  // the equation with a non-finite result in the last step
    int stalls_ = 0;                         // consecutive steps without progress
};

}  // namespace ranvier::engine
