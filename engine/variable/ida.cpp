#include "engine/variable/ida.hpp"

#include <ida/ida.h>

#include <algorithm>

#include "engine/variable/sundials_step.hpp"

namespace ranvier::engine {

namespace {

using namespace sundials;

class Ida final : public SundialsStep {
  public:
    Ida(DaeSystem& system, std::span<const double> absolute_tolerances, const StepLimits& limits)
        : SundialsStep(functions, absolute_tolerances, limits.relative_tolerance),
          system_(system),
          rate_(vectors_.make()) {
        memory_ = made(IDACreate(context_.context));
        check(IDASetErrFile(memory_, nullptr), "IDASetErrFile");
        check(IDAInit(memory_, residual, 0., y_, rate_), "IDAInit");
        check(IDAWFtolerances(memory_, find_weights), "IDAWFtolerances");
        check(IDASetUserData(memory_, static_cast<SundialsStep*>(this)), "IDASetUserData");
        check(IDASetMaxOrd(memory_, std::clamp(limits.highest_order, 1, 5)), "IDASetMaxOrd");
        check(IDASetMaxStep(memory_, limits.longest_step), "IDASetMaxStep");
        check(IDASetMinStep(memory_, limits.shortest_step), "IDASetMinStep");
        // Each solution uses the current cj. IDA must know that: otherwise it discards its estimate of the convergence
        // rate of Newton's iteration whenever cj changes, and iterates once more.
        linear_ = solver_of(context_, this, solve);
        linear_->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_MATRIX_EMBEDDED; };
        check(IDASetLinearSolver(memory_, linear_.get(), nullptr), "IDASetLinearSolver");
    }
    ~Ida() override { IDAFree(&memory_); }

    void restart(double t_ms) override {
        system_.find_rates(t_ms, at(y_), at(rate_));
        check(IDAReInit(memory_, t_ms, y_, rate_), "IDAReInit");
        forget_steps(t_ms);
    }

    double step(double stop_ms) override {
        check(IDASetStopTime(memory_, stop_ms), "IDASetStopTime");
        double t = t_;
        const int flag = IDASolve(memory_, stop_ms, &t, y_, rate_, IDA_ONE_STEP);
        take_step(flag, why(flag), t);
        return t;
    }

  private:
    static constexpr Functions functions{"IDA",           IDAGetReturnFlagName, IDAGetDky,           IDAGetLastStep,
                                         IDAGetLastOrder, IDAGetErrWeights,     IDAGetEstLocalErrors};

    static const char* why(int flag) {
        return flag == IDA_ERR_FAIL    ? "the error test fails even with the shortest step"
               : flag == IDA_CONV_FAIL ? "Newton's iteration does not converge even with the shortest step"
                                       : "IDA failed";
    }

    static int residual(double t, N_Vector y, N_Vector rate, N_Vector r, void* self) {
        auto& ida = static_cast<Ida&>(*static_cast<SundialsStep*>(self));
        const int failed =
            guarded(ida.error_, [&] { ida.system_.residual(t, NV_DATA_S(y), NV_DATA_S(rate), NV_DATA_S(r)); });
        return failed ? failed : ida.judge(r);
    }
    static int solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, double) {
        auto& ida = *static_cast<Ida*>(solver->content);
        double cj = 0;
        if (IDAGetCurrentCj(ida.memory_, &cj) < 0) return -1;
        N_VScale(1., b, x);
        return guarded(ida.error_, [&] { ida.system_.solve_with(cj, NV_DATA_S(x)); });
    }

    DaeSystem& system_;
    N_Vector rate_;
    LinearSolver linear_;
};

}  // namespace

std::unique_ptr<StepMethod> make_ida(DaeSystem& system, std::span<const double> absolute_tolerances,
                                     const StepLimits& limits) {
    return std::make_unique<Ida>(system, absolute_tolerances, limits);
}

}  // namespace ranvier::engine
