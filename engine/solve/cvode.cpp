#include "engine/solve/cvode.hpp"

#include <cvode/cvode.h>
#include <fmt/format.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>

#include "engine/solve/step_vector.hpp"
#include "engine/solve/sundials.hpp"

namespace ranvier::engine {

namespace {

using namespace sundials;

void check(int flag, const char* what) {
    if (flag < 0) throw std::runtime_error(fmt::format("CVODE: {} failed ({})", what, CVodeGetReturnFlagName(flag)));
}

class Cvode final : public StepMethod {
  public:
    Cvode(OdeSystem& system, std::span<const double> absolute_tolerances, const StepLimits& limits) : system_(system) {
        const auto n = static_cast<sunindextype>(absolute_tolerances.size());
        for (Vector* vector : {&y_, &tolerances_, &scratch_}) {
            vector->reset(made(N_VNew_Serial(n, context_.context)));
            use_fast_loops(vector->get());
            N_VConst(0., vector->get());
        }
        std::copy(absolute_tolerances.begin(), absolute_tolerances.end(), NV_DATA_S(tolerances_.get()));
        cvode_ = made(CVodeCreate(CV_BDF, context_.context));
        check(CVodeSetErrFile(cvode_, nullptr), "CVodeSetErrFile");
        check(CVodeInit(cvode_, evaluate, 0., y_.get()), "CVodeInit");
        check(CVodeSVtolerances(cvode_, limits.relative_tolerance, tolerances_.get()), "CVodeSVtolerances");
        check(CVodeSetUserData(cvode_, this), "CVodeSetUserData");
        check(CVodeSetMaxOrd(cvode_, std::clamp(limits.highest_order, 1, 5)), "CVodeSetMaxOrd");
        check(CVodeSetMaxStep(cvode_, limits.longest_step), "CVodeSetMaxStep");
        check(CVodeSetMinStep(cvode_, limits.shortest_step), "CVodeSetMinStep");
        if (limits.by_newton) {
            matrix_ = no_matrix(context_);
            linear_ = solver_of(context_, this, solve);
            check(CVodeSetLinearSolver(cvode_, linear_.get(), matrix_.get()), "CVodeSetLinearSolver");
            check(CVodeSetLinSysFn(cvode_, set_up), "CVodeSetLinSysFn");
            // Each solution is for the present gamma already.
            check(CVodeSetLinearSolutionScaling(cvode_, 0), "CVodeSetLinearSolutionScaling");
        } else {
            nonlinear_.reset(made(SUNNonlinSol_FixedPoint(y_.get(), 0, context_.context)));
            check(CVodeSetNonlinearSolver(cvode_, nonlinear_.get()), "CVodeSetNonlinearSolver");
        }
    }
    ~Cvode() override { CVodeFree(&cvode_); }
    Cvode(const Cvode&) = delete;
    Cvode& operator=(const Cvode&) = delete;

    std::span<double> y() override { return {NV_DATA_S(y_.get()), static_cast<std::size_t>(N_VGetLength(y_.get()))}; }

    void restart(double t_ms) override {
        check(CVodeReInit(cvode_, t_ms, y_.get()), "CVodeReInit");
        has_stepped_ = false;
        t_ = t_ms;
    }

    double step(double stop_ms) override {
        error_ = nullptr;
        check(CVodeSetStopTime(cvode_, stop_ms), "CVodeSetStopTime");
        double t = t_;
        const int flag = CVode(cvode_, stop_ms, y_.get(), &t, CV_ONE_STEP);
        if (error_) std::rethrow_exception(error_);
        if (flag < 0) fail(flag);
        t_ = t;
        has_stepped_ = true;
        return t;
    }

    void interpolate(double t_ms) override { check(CVodeGetDky(cvode_, t_ms, 0, y_.get()), "CVodeGetDky"); }

    double last_step() const override {
        double h = 0;
        if (has_stepped_) check(CVodeGetLastStep(cvode_, &h), "CVodeGetLastStep");
        return h;
    }
    int last_order() const override {
        int order = 0;
        check(CVodeGetLastOrder(cvode_, &order), "CVodeGetLastOrder");
        return order;
    }
    std::vector<double> error_weights() const override {
        check(CVodeGetErrWeights(cvode_, scratch_.get()), "CVodeGetErrWeights");
        return copy_of(scratch_.get());
    }
    std::vector<double> local_errors() const override {
        check(CVodeGetEstLocalErrors(cvode_, scratch_.get()), "CVodeGetEstLocalErrors");
        return copy_of(scratch_.get());
    }

  private:
    [[noreturn]] void fail(int flag) const {
        const char* why = flag == CV_ERR_FAILURE    ? "the error test fails even with the shortest step"
                          : flag == CV_CONV_FAILURE ? "Newton's iteration does not converge even with the shortest step"
                          : flag == CV_TOO_CLOSE    ? "the step would be too short for the precision of t"
                          : flag == CV_ILL_INPUT    ? "a tolerance or a state is no finite number"
                                                    : "CVODE gives up";
        std::size_t worst = 0;
        if (CVodeGetEstLocalErrors(cvode_, scratch_.get()) >= 0) worst = worst_state(scratch_.get(), tolerances_.get());
        throw StepFailure(fmt::format("{} ({})", why, CVodeGetReturnFlagName(flag)), t_, worst);
    }

    static int evaluate(double t, N_Vector y, N_Vector derivative, void* self) {
        auto& cvode = *static_cast<Cvode*>(self);
        return guarded(cvode.error_, [&] { cvode.system_.evaluate(t, NV_DATA_S(y), NV_DATA_S(derivative)); });
    }
    static int set_up(double, N_Vector, N_Vector, SUNMatrix, int, int* is_current, double, void*, N_Vector, N_Vector,
                      N_Vector) {
        *is_current = 1;
        return 0;
    }
    static int solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, double) {
        auto& cvode = *static_cast<Cvode*>(solver->content);
        double gamma = 0;
        if (CVodeGetCurrentGamma(cvode.cvode_, &gamma) < 0) return -1;
        N_VScale(1., b, x);
        return guarded(cvode.error_, [&] { cvode.system_.solve(gamma, NV_DATA_S(x)); });
    }

    OdeSystem& system_;
    Context context_;
    Vector y_, tolerances_, scratch_;
    Matrix matrix_;
    LinearSolver linear_;
    NonlinearSolver nonlinear_;
    void* cvode_ = nullptr;
    std::exception_ptr error_;
    bool has_stepped_ = false;
    double t_ = 0;
};

}  // namespace

std::unique_ptr<StepMethod> make_cvode(OdeSystem& system, std::span<const double> absolute_tolerances,
                                       const StepLimits& limits) {
    return std::make_unique<Cvode>(system, absolute_tolerances, limits);
}

}  // namespace ranvier::engine
