#include "engine/solve/ida.hpp"

#include <fmt/format.h>
#include <ida/ida.h>

#include <algorithm>

#include "engine/solve/step_vector.hpp"
#include "engine/solve/sundials.hpp"

namespace ranvier::engine {

namespace {

using namespace sundials;

void check(int flag, const char* what) {
    if (flag < 0) throw std::runtime_error(fmt::format("IDA: {} failed ({})", what, IDAGetReturnFlagName(flag)));
}

class Ida final : public StepMethod {
  public:
    Ida(DaeSystem& system, std::span<const double> absolute_tolerances, const StepLimits& limits) : system_(system) {
        const auto n = static_cast<sunindextype>(absolute_tolerances.size());
        for (Vector* vector : {&y_, &rate_, &tolerances_, &scratch_}) {
            vector->reset(made(N_VNew_Serial(n, context_.context)));
            use_fast_loops(vector->get());
            N_VConst(0., vector->get());
        }
        std::copy(absolute_tolerances.begin(), absolute_tolerances.end(), NV_DATA_S(tolerances_.get()));
        ida_ = made(IDACreate(context_.context));
        check(IDASetErrFile(ida_, nullptr), "IDASetErrFile");
        check(IDAInit(ida_, residual, 0., y_.get(), rate_.get()), "IDAInit");
        check(IDASVtolerances(ida_, limits.relative_tolerance, tolerances_.get()), "IDASVtolerances");
        check(IDASetUserData(ida_, this), "IDASetUserData");
        check(IDASetMaxOrd(ida_, std::clamp(limits.highest_order, 1, 5)), "IDASetMaxOrd");
        check(IDASetMaxStep(ida_, limits.longest_step), "IDASetMaxStep");
        matrix_ = no_matrix(context_);
        linear_ = solver_of(context_, this, solve);
        check(IDASetLinearSolver(ida_, linear_.get(), matrix_.get()), "IDASetLinearSolver");
        check(IDASetJacFn(ida_, set_up), "IDASetJacFn");
        // Each solution is for the present cj already.
        check(IDASetLinearSolutionScaling(ida_, 0), "IDASetLinearSolutionScaling");
    }
    ~Ida() override { IDAFree(&ida_); }
    Ida(const Ida&) = delete;
    Ida& operator=(const Ida&) = delete;

    std::span<double> y() override { return {NV_DATA_S(y_.get()), static_cast<std::size_t>(N_VGetLength(y_.get()))}; }

    void restart(double t_ms) override {
        system_.find_rates(t_ms, NV_DATA_S(y_.get()), NV_DATA_S(rate_.get()));
        check(IDAReInit(ida_, t_ms, y_.get(), rate_.get()), "IDAReInit");
        has_stepped_ = false;
        t_ = t_ms;
    }

    double step(double stop_ms) override {
        error_ = nullptr;
        check(IDASetStopTime(ida_, stop_ms), "IDASetStopTime");
        double t = t_;
        const int flag = IDASolve(ida_, stop_ms, &t, y_.get(), rate_.get(), IDA_ONE_STEP);
        if (error_) std::rethrow_exception(error_);
        if (flag < 0) {
            const char* why = flag == IDA_ERR_FAIL ? "the error test fails even with the shortest step"
                              : flag == IDA_CONV_FAIL
                                  ? "Newton's iteration does not converge even with the shortest step"
                                  : "IDA gives up";
            std::size_t worst = 0;
            if (IDAGetEstLocalErrors(ida_, scratch_.get()) >= 0) worst = worst_state(scratch_.get(), tolerances_.get());
            throw StepFailure(fmt::format("{} ({})", why, IDAGetReturnFlagName(flag)), t_, worst);
        }
        t_ = t;
        has_stepped_ = true;
        return t;
    }

    void interpolate(double t_ms) override { check(IDAGetDky(ida_, t_ms, 0, y_.get()), "IDAGetDky"); }

    double last_step() const override {
        double h = 0;
        if (has_stepped_) check(IDAGetLastStep(ida_, &h), "IDAGetLastStep");
        return h;
    }
    int last_order() const override {
        int order = 0;
        check(IDAGetLastOrder(ida_, &order), "IDAGetLastOrder");
        return order;
    }
    std::vector<double> error_weights() const override {
        check(IDAGetErrWeights(ida_, scratch_.get()), "IDAGetErrWeights");
        return copy_of(scratch_.get());
    }
    std::vector<double> local_errors() const override {
        check(IDAGetEstLocalErrors(ida_, scratch_.get()), "IDAGetEstLocalErrors");
        return copy_of(scratch_.get());
    }

  private:
    static int residual(double t, N_Vector y, N_Vector rate, N_Vector r, void* self) {
        auto& ida = *static_cast<Ida*>(self);
        return guarded(ida.error_, [&] { ida.system_.residual(t, NV_DATA_S(y), NV_DATA_S(rate), NV_DATA_S(r)); });
    }
    static int set_up(double, double, N_Vector, N_Vector, N_Vector, SUNMatrix, void*, N_Vector, N_Vector, N_Vector) {
        return 0;
    }
    static int solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, double) {
        auto& ida = *static_cast<Ida*>(solver->content);
        double cj = 0;
        if (IDAGetCurrentCj(ida.ida_, &cj) < 0) return -1;
        N_VScale(1., b, x);
        return guarded(ida.error_, [&] { ida.system_.solve_with(cj, NV_DATA_S(x)); });
    }

    DaeSystem& system_;
    Context context_;
    Vector y_, rate_, tolerances_, scratch_;
    Matrix matrix_;
    LinearSolver linear_;
    void* ida_ = nullptr;
    std::exception_ptr error_;
    bool has_stepped_ = false;
    double t_ = 0;
};

}  // namespace

std::unique_ptr<StepMethod> make_ida(DaeSystem& system, std::span<const double> absolute_tolerances,
                                     const StepLimits& limits) {
    return std::make_unique<Ida>(system, absolute_tolerances, limits);
}

}  // namespace ranvier::engine
