#include "engine/variable/cvode.hpp"

#include <cvode/cvode.h>
#include <cvode/cvode_diag.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <optional>

#include "engine/variable/step_vector.hpp"
#include "engine/variable/sundials_step.hpp"

namespace ranvier::engine {

namespace {

using namespace sundials;

class Cvode final : public SundialsStep {
  public:
    Cvode(OdeSystem& system, std::span<const double> absolute_tolerances, const StepLimits& limits)
        : SundialsStep(functions, absolute_tolerances, limits.relative_tolerance), system_(system) {
        memory_ = made(CVodeCreate(CV_BDF, context_.context));
        check(CVodeSetErrFile(memory_, nullptr), "CVodeSetErrFile");
        check(CVodeInit(memory_, evaluate, 0., y_), "CVodeInit");
        check(CVodeWFtolerances(memory_, weigh), "CVodeWFtolerances");
        check(CVodeSetUserData(memory_, static_cast<SundialsStep*>(this)), "CVodeSetUserData");
        check(CVodeSetMaxOrd(memory_, std::clamp(limits.highest_order, 1, 5)), "CVodeSetMaxOrd");
        check(CVodeSetMaxStep(memory_, limits.longest_step), "CVodeSetMaxStep");
        check(CVodeSetMinStep(memory_, limits.shortest_step), "CVodeSetMinStep");
        if (limits.by_newton) {
            choose_jacobian(limits.jacobian);
        } else {
            nonlinear_.reset(made(SUNNonlinSol_FixedPoint(y_, 0, context_.context)));
            check(CVodeSetNonlinearSolver(memory_, nonlinear_.get()), "CVodeSetNonlinearSolver");
        }
    }
    ~Cvode() override { CVodeFree(&memory_); }

    void restart(double t_ms) override {
        check(CVodeReInit(memory_, t_ms, y_), "CVodeReInit");
        stop_.reset();
        forget_steps(t_ms);
    }

    double step(double stop_ms) override {
        if (stop_ != stop_ms) check(CVodeSetStopTime(memory_, stop_ms), "CVodeSetStopTime");
        stop_ = stop_ms;
        double t = t_;
        const int flag = CVode(memory_, stop_ms, y_, &t, CV_ONE_STEP);
        if (flag == CV_TSTOP_RETURN) stop_.reset();  // the library has forgotten it
        take_step(flag, why(flag), t);
        return t;
    }

    /// 1 after a restart, as in NEURON, where the library has forgotten its last step.
    int last_order() const override { return std::max(1, SundialsStep::last_order()); }

  private:
    // The library requests weights in its own vector, or in another one when it bounds the first step. The bound in
    // NEURON's CVODE (of SUNDIALS 2) uses only absolute tolerances.
    static int weigh(N_Vector y, N_Vector weights, void* self) {
        auto& cvode = static_cast<Cvode&>(*static_cast<SundialsStep*>(self));
        if (!cvode.weights_) cvode.weights_ = weights;
        if (weights == cvode.weights_) return find_weights(y, weights, self);
        invert_tolerances(y, 0., cvode.tolerances_, weights);  // infinite for tolerance 0, and 0 again in the bound
        return 0;
    }

    static constexpr Functions functions{
        "CVODE",           CVodeGetReturnFlagName, CVodeGetDky,           CVodeGetLastStep,
        CVodeGetLastOrder, CVodeGetErrWeights,     CVodeGetEstLocalErrors};

    static const char* why(int flag) {
        return flag == CV_ERR_FAILURE    ? "the error test fails even with the shortest step"
               : flag == CV_CONV_FAILURE ? "Newton's iteration does not converge even with the shortest step"
               : flag == CV_TOO_CLOSE    ? "the step would be too short for the precision of t"
               : flag == CV_ILL_INPUT    ? "a tolerance or a state is not finite"
                                         : "CVODE failed";
    }

    void choose_jacobian(Jacobian jacobian) {
        if (jacobian == Jacobian::diagonal) return check(CVDiag(memory_), "CVDiag");
        if (jacobian == Jacobian::dense) {
            const sunindextype n = N_VGetLength(y_);
            matrix_.reset(made(SUNDenseMatrix(n, n, context_.context)));
            linear_.reset(made(SUNLinSol_Dense(y_, matrix_.get(), context_.context)));
            return check(CVodeSetLinearSolver(memory_, linear_.get(), matrix_.get()), "CVodeSetLinearSolver");
        }
        matrix_ = no_matrix(context_);
        linear_ = solver_of(context_, this, solve);
        check(CVodeSetLinearSolver(memory_, linear_.get(), matrix_.get()), "CVodeSetLinearSolver");
        check(CVodeSetLinSysFn(memory_, set_up), "CVodeSetLinSysFn");
        // Each solution already uses the current gamma.
        check(CVodeSetLinearSolutionScaling(memory_, 0), "CVodeSetLinearSolutionScaling");
    }

    static int evaluate(double t, N_Vector y, N_Vector derivative, void* self) {
        auto& cvode = static_cast<Cvode&>(*static_cast<SundialsStep*>(self));
        const int failed =
            guarded(cvode.error_, [&] { cvode.system_.evaluate(t, NV_DATA_S(y), NV_DATA_S(derivative)); });
        return failed ? failed : cvode.judge(derivative);
    }
    static int set_up(double, N_Vector, N_Vector, SUNMatrix, int, int* is_current, double, void*, N_Vector, N_Vector,
                      N_Vector) {
        *is_current = 1;
        return 0;
    }
    static int solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, double) {
        auto& cvode = *static_cast<Cvode*>(solver->content);
        double gamma = 0;
        if (CVodeGetCurrentGamma(cvode.memory_, &gamma) < 0) return -1;
        N_VScale(1., b, x);
        return guarded(cvode.error_, [&] { cvode.system_.solve(gamma, NV_DATA_S(x)); });
    }

    OdeSystem& system_;
    std::optional<double> stop_;  // as the library knows it [ms]
    N_Vector weights_ = nullptr;  // the library's own
    Matrix matrix_;
    LinearSolver linear_;
    NonlinearSolver nonlinear_;
};

}  // namespace

std::unique_ptr<StepMethod> make_cvode(OdeSystem& system, std::span<const double> absolute_tolerances,
                                       const StepLimits& limits) {
    return std::make_unique<Cvode>(system, absolute_tolerances, limits);
}

}  // namespace ranvier::engine
