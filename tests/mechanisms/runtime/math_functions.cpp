// Compiled several times, with RANVIER_TEST_MATH as the name of the table.
#include "tests/mechanisms/runtime/math_functions.hpp"

#include "mechanisms/runtime/math_vector.h"

namespace {

#define LOOP(name, expression)                                                                               \
    void name(const double* __restrict x, const double* __restrict y, double* __restrict r, std::size_t n) { \
        (void)y;                                                                                             \
        for (std::size_t i = 0; i < n; ++i) r[i] = expression;                                               \
    }
LOOP(exp_of, rv_exp(x[i]))
LOOP(expm1_of, rv_expm1(x[i]))
LOOP(exprelr_of, rv_exprelr(x[i]))
LOOP(log_of, rv_log(x[i]))
LOOP(log10_of, rv_log10(x[i]))
LOOP(sinh_of, rv_sinh(x[i]))
LOOP(cosh_of, rv_cosh(x[i]))
LOOP(tanh_of, rv_tanh(x[i]))
LOOP(pow_of, rv_pow(x[i], y[i]))
#undef LOOP

}  // namespace

namespace ranvier::test {
extern const MathFunctions RANVIER_TEST_MATH;
const MathFunctions RANVIER_TEST_MATH = {
    {exp_of, expm1_of, exprelr_of, log_of, log10_of, sinh_of, cosh_of, tanh_of, pow_of}};
}  // namespace ranvier::test
