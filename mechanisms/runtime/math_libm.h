/* `--math libm`: the C library's functions, with the limits and special cases of mechanisms in NEURON 9.0.2.
 *
 * The bits are those of the process's C library. None of these functions raises a hoc error: as in NEURON, a domain
 * error yields NaN.
 */
#ifndef RANVIER_MECHANISMS_RUNTIME_MATH_LIBM_H
#define RANVIER_MECHANISMS_RUNTIME_MATH_LIBM_H

#include <math.h>

#define RV_LIBM_INLINE static inline __attribute__((always_inline, unused))

/* exp, but 0 below -700 and exp(700) above 700, as in NEURON's mechanisms. */
RV_LIBM_INLINE double rv_libm_exp(double x) {
    return x < -700.0 ? 0.0 : exp(x > 700.0 ? 700.0 : x);
}

/* x/(exp(x) - 1); 1 where x is negligible compared with 1. */
RV_LIBM_INLINE double rv_libm_exprelr(double x) {
    return 1.0 + x == 1.0 ? 1.0 : x / (rv_libm_exp(x) - 1.0);
}

/* pow(x, 2.0) and pow(x, -1.0), as the compiler of NEURON's mechanisms replaces them: the bits differ from the
 * library's in one of 1,200 cases. */
RV_LIBM_INLINE double rv_libm_square(double x) {
    return x * x;
}
RV_LIBM_INLINE double rv_libm_inverse(double x) {
    return 1.0 / x;
}

/* clang-format off: one line per function */
RV_LIBM_INLINE double rv_libm_expm1(double x) {
    return expm1(x);
}
RV_LIBM_INLINE double rv_libm_log(double x) {
    return log(x);
}
RV_LIBM_INLINE double rv_libm_log10(double x) {
    return log10(x);
}
RV_LIBM_INLINE double rv_libm_pow(double x, double y) {
    return pow(x, y);
}
RV_LIBM_INLINE double rv_libm_sqrt(double x) {
    return sqrt(x);
}
RV_LIBM_INLINE double rv_libm_fabs(double x) {
    return fabs(x);
}
RV_LIBM_INLINE double rv_libm_sin(double x) {
    return sin(x);
}
RV_LIBM_INLINE double rv_libm_cos(double x) {
    return cos(x);
}
RV_LIBM_INLINE double rv_libm_tan(double x) {
    return tan(x);
}
RV_LIBM_INLINE double rv_libm_asin(double x) {
    return asin(x);
}
RV_LIBM_INLINE double rv_libm_acos(double x) {
    return acos(x);
}
RV_LIBM_INLINE double rv_libm_atan(double x) {
    return atan(x);
}
RV_LIBM_INLINE double rv_libm_atan2(double y, double x) {
    return atan2(y, x);
}
RV_LIBM_INLINE double rv_libm_sinh(double x) {
    return sinh(x);
}
RV_LIBM_INLINE double rv_libm_cosh(double x) {
    return cosh(x);
}
RV_LIBM_INLINE double rv_libm_tanh(double x) {
    return tanh(x);
}
RV_LIBM_INLINE double rv_libm_floor(double x) {
    return floor(x);
}
RV_LIBM_INLINE double rv_libm_ceil(double x) {
    return ceil(x);
}
RV_LIBM_INLINE double rv_libm_fmod(double x, double y) {
    return fmod(x, y);
}
RV_LIBM_INLINE double rv_libm_fmin(double x, double y) {
    return fmin(x, y);
}
RV_LIBM_INLINE double rv_libm_fmax(double x, double y) {
    return fmax(x, y);
}
/* clang-format on */

#endif
