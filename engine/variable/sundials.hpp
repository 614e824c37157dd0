#pragma once

#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>

#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace ranvier::engine::sundials {

/// Deleters for SUNDIALS objects.
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

inline std::vector<double> copy_of(N_Vector v) {
    return {NV_DATA_S(v), NV_DATA_S(v) + N_VGetLength(v)};
}

/// Runs `call` within a callback from C, which no C++ exception may pass through: stores the exception and returns
/// failure.
template <class Call>
int guarded(std::exception_ptr& error, Call&& call) {
    try {
        call();
        return 0;
    } catch (...) {
        error = std::current_exception();
        return -1;
    }
}

/// A placeholder for the generic interface, which requires a matrix: the solver knows the equations and needs none.
inline Matrix no_matrix(const Context& context) {
    Matrix matrix(made(SUNMatNewEmpty(context.context)));
    matrix->ops->getid = [](SUNMatrix) { return SUNMATRIX_CUSTOM; };
    matrix->ops->zero = [](SUNMatrix) { return 0; };
    matrix->ops->destroy = [](SUNMatrix m) { SUNMatFreeEmpty(m); };
    return matrix;
}

/// A direct solver with only a `solve` function, which finds `content` in its solver argument.
inline LinearSolver solver_of(const Context& context, void* content,
                              int (*solve)(SUNLinearSolver, SUNMatrix, N_Vector, N_Vector, double)) {
    LinearSolver solver(made(SUNLinSolNewEmpty(context.context)));
    solver->content = content;
    solver->ops->gettype = [](SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; };
    solver->ops->getid = [](SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; };
    solver->ops->initialize = [](SUNLinearSolver) { return 0; };
    solver->ops->setup = [](SUNLinearSolver, SUNMatrix) { return 0; };
    solver->ops->solve = solve;
    solver->ops->free = [](SUNLinearSolver s) {
        s->content = nullptr;
        SUNLinSolFreeEmpty(s);
        return 0;
    };
    return solver;
}

/// The state with the largest error relative to its tolerance, or whose error is NaN.
inline std::size_t worst_state(N_Vector errors, N_Vector tolerances) {
    std::size_t at = 0;
    double most = -1;
    for (sunindextype k = 0; k < N_VGetLength(errors); ++k) {
        const double error = NV_DATA_S(errors)[k];
        const double weighed = std::isfinite(error) ? std::fabs(error) / NV_DATA_S(tolerances)[k]
                                                    : std::numeric_limits<double>::infinity();
        if (weighed > most) {
            most = weighed;
            at = static_cast<std::size_t>(k);
        }
    }
    return at;
}

}  // namespace ranvier::engine::sundials
