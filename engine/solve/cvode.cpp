#include "engine/solve/cvode.hpp"

#include <cvode/cvode.h>
#include <fmt/format.h>
#include <nvector/nvector_serial.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include <algorithm>
#include <cmath>
#include <exception>
#include <new>

namespace ranvier::engine {

namespace {

/// Frees what SUNDIALS made.
struct Free {
    void operator()(N_Vector v) const { N_VDestroy(v); }
    void operator()(SUNMatrix m) const { SUNMatDestroy(m); }
    void operator()(SUNLinearSolver s) const { SUNLinSolFree(s); }
    void operator()(SUNNonlinearSolver s) const { SUNNonlinSolFree(s); }
};
using Vector = std::unique_ptr<std::remove_pointer_t<N_Vector>, Free>;
using Matrix = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, Free>;
using LinearSolver = std::unique_ptr<std::remove_pointer_t<SUNLinearSolver>, Free>;
using NonlinearSolver = std::unique_ptr<std::remove_pointer_t<SUNNonlinearSolver>, Free>;

struct Context {
    SUNContext context = nullptr;
    Context() {
        if (SUNContext_Create(nullptr, &context) != 0) throw std::bad_alloc();
    }
    ~Context() { SUNContext_Free(&context); }
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
};

template <class T>
T* made(T* pointer) {
    if (!pointer) throw std::bad_alloc();
    return pointer;
}

void check(int flag, const char* what) {
    if (flag < 0) throw std::runtime_error(fmt::format("CVODE: {} failed ({})", what, CVodeGetReturnFlagName(flag)));
}

}  // namespace

struct Cvode::Memory {
    explicit Memory(OdeSystem& equations) : system(equations) {}
    ~Memory() {
        if (cvode) CVodeFree(&cvode);
    }

    OdeSystem& system;
    Context context;
    Vector y, tolerances, scratch;
    Matrix matrix;
    LinearSolver linear;
    NonlinearSolver nonlinear;
    void* cvode = nullptr;
    std::exception_ptr error;  // of a callback: no C++ exception may pass through C
    bool has_stepped = false;
    double t = 0;

    template <class Call>
    int guarded(Call&& call) {
        try {
            call();
            return 0;
        } catch (...) {
            error = std::current_exception();
            return -1;
        }
    }

    static int evaluate(double t, N_Vector y, N_Vector derivative, void* self) {
        auto& m = *static_cast<Memory*>(self);
        return m.guarded([&] { m.system.evaluate(t, NV_DATA_S(y), NV_DATA_S(derivative)); });
    }

    // The generic interface asks for a matrix. There is none: `solve` knows the equations.
    static int set_up(double, N_Vector, N_Vector, SUNMatrix, int, int* is_current, double, void*, N_Vector, N_Vector,
                      N_Vector) {
        *is_current = 1;
        return 0;
    }
    static int solve(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector b, double) {
        auto& m = *static_cast<Memory*>(solver->content);
        double gamma = 0;
        if (CVodeGetCurrentGamma(m.cvode, &gamma) < 0) return -1;
        N_VScale(1., b, x);
        return m.guarded([&] { m.system.solve(gamma, NV_DATA_S(x)); });
    }

    void set_linear_solver() {
        matrix.reset(made(SUNMatNewEmpty(context.context)));
        matrix->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
        matrix->ops->destroy = [](SUNMatrix m) { SUNMatFreeEmpty(m); };
        linear.reset(made(SUNLinSolNewEmpty(context.context)));
        linear->content = this;
        linear->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
        linear->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
        linear->ops->initialize = [](SUNLinearSolver) { return 0; };
        linear->ops->setup = [](SUNLinearSolver, SUNMatrix) { return 0; };
        linear->ops->solve = solve;
        linear->ops->free = [](SUNLinearSolver s) {
            s->content = nullptr;
            SUNLinSolFreeEmpty(s);
            return 0;
        };
        check(CVodeSetLinearSolver(cvode, linear.get(), matrix.get()), "CVodeSetLinearSolver");
        check(CVodeSetLinSysFn(cvode, set_up), "CVodeSetLinSysFn");
        // Each solution is for the present gamma already.
        check(CVodeSetLinearSolutionScaling(cvode, 0), "CVodeSetLinearSolutionScaling");
    }

    std::size_t worst() {
        std::size_t at = 0;
        double most = -1;
        if (CVodeGetEstLocalErrors(cvode, scratch.get()) < 0) return at;
        const double* errors = NV_DATA_S(scratch.get());
        const double* tolerance = NV_DATA_S(tolerances.get());
        for (std::size_t k = 0; k < static_cast<std::size_t>(N_VGetLength(scratch.get())); ++k) {
            const double weighed = std::isfinite(errors[k]) ? std::fabs(errors[k]) / tolerance[k]
                                                            : std::numeric_limits<double>::infinity();
            if (weighed > most) {
                most = weighed;
                at = k;
            }
        }
        return at;
    }
};

Cvode::Cvode(OdeSystem& system, std::span<const double> absolute_tolerances, const StepLimits& limits)
    : memory_(std::make_unique<Memory>(system)) {
    Memory& m = *memory_;
    const auto n = static_cast<sunindextype>(absolute_tolerances.size());
    m.y.reset(made(N_VNew_Serial(n, m.context.context)));
    m.tolerances.reset(made(N_VNew_Serial(n, m.context.context)));
    m.scratch.reset(made(N_VNew_Serial(n, m.context.context)));
    std::copy(absolute_tolerances.begin(), absolute_tolerances.end(), NV_DATA_S(m.tolerances.get()));
    N_VConst(0., m.y.get());
    m.cvode = made(CVodeCreate(CV_BDF, m.context.context));
    check(CVodeSetErrFile(m.cvode, nullptr), "CVodeSetErrFile");
    check(CVodeInit(m.cvode, Memory::evaluate, 0., m.y.get()), "CVodeInit");
    check(CVodeSVtolerances(m.cvode, limits.relative_tolerance, m.tolerances.get()), "CVodeSVtolerances");
    check(CVodeSetUserData(m.cvode, &m), "CVodeSetUserData");
    check(CVodeSetMaxOrd(m.cvode, std::clamp(limits.highest_order, 1, 5)), "CVodeSetMaxOrd");
    check(CVodeSetMaxStep(m.cvode, limits.longest_step), "CVodeSetMaxStep");
    check(CVodeSetMinStep(m.cvode, limits.shortest_step), "CVodeSetMinStep");
    if (limits.by_newton) {
        m.set_linear_solver();
    } else {
        m.nonlinear.reset(made(SUNNonlinSol_FixedPoint(m.y.get(), 0, m.context.context)));
        check(CVodeSetNonlinearSolver(m.cvode, m.nonlinear.get()), "CVodeSetNonlinearSolver");
    }
}

Cvode::~Cvode() = default;

std::span<double> Cvode::y() {
    return {NV_DATA_S(memory_->y.get()), static_cast<std::size_t>(N_VGetLength(memory_->y.get()))};
}

void Cvode::restart(double t_ms) {
    check(CVodeReInit(memory_->cvode, t_ms, memory_->y.get()), "CVodeReInit");
    memory_->has_stepped = false;
    memory_->t = t_ms;
}

double Cvode::step(double stop_ms) {
    Memory& m = *memory_;
    m.error = nullptr;
    check(CVodeSetStopTime(m.cvode, stop_ms), "CVodeSetStopTime");
    double t = m.t;
    const int flag = CVode(m.cvode, stop_ms, m.y.get(), &t, CV_ONE_STEP);
    if (m.error) std::rethrow_exception(m.error);
    if (flag < 0) {
        const char* why = flag == CV_ERR_FAILURE    ? "the error test fails even with the shortest step"
                          : flag == CV_CONV_FAILURE ? "Newton's iteration does not converge even with the shortest step"
                          : flag == CV_TOO_CLOSE    ? "the step would be too short for the precision of t"
                          : flag == CV_ILL_INPUT    ? "a tolerance or a state is no finite number"
                                                    : "CVODE gives up";
        throw StepFailure(fmt::format("{} ({})", why, CVodeGetReturnFlagName(flag)), m.t, m.worst());
    }
    m.t = t;
    m.has_stepped = true;
    return t;
}

void Cvode::interpolate(double t_ms) {
    check(CVodeGetDky(memory_->cvode, t_ms, 0, memory_->y.get()), "CVodeGetDky");
}

double Cvode::last_step() const {
    double h = 0;
    if (memory_->has_stepped) check(CVodeGetLastStep(memory_->cvode, &h), "CVodeGetLastStep");
    return h;
}

int Cvode::last_order() const {
    int order = 0;
    check(CVodeGetLastOrder(memory_->cvode, &order), "CVodeGetLastOrder");
    return order;
}

std::vector<double> Cvode::error_weights() const {
    check(CVodeGetErrWeights(memory_->cvode, memory_->scratch.get()), "CVodeGetErrWeights");
    const double* values = NV_DATA_S(memory_->scratch.get());
    return {values, values + N_VGetLength(memory_->scratch.get())};
}

std::vector<double> Cvode::local_errors() const {
    check(CVodeGetEstLocalErrors(memory_->cvode, memory_->scratch.get()), "CVodeGetEstLocalErrors");
    const double* values = NV_DATA_S(memory_->scratch.get());
    return {values, values + N_VGetLength(memory_->scratch.get())};
}

}  // namespace ranvier::engine
