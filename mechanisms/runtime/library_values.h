/* The C library's functions for many values at once. */
#ifndef RANVIER_MECHANISMS_RUNTIME_LIBRARY_VALUES_H
#define RANVIER_MECHANISMS_RUNTIME_LIBRARY_VALUES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* These functions give the bits of the process's C library. With AVX-512 they compute eight values at once if a sample
 * of some 20,000 arguments shows that the library gives the same bits; otherwise they call the library. Exported by the
 * program; null in other programs that load mechanisms. */

/* x[i] = rv_libm_exp(x[i]): exp, but 0 below -700, exp(700) above 700. */
__attribute__((weak, visibility("default"))) void rv_exp_values(double* x, int32_t count);

/* x[i] = pow(x[i], y[i]), or pow(x[i], *y) where the stride is 0 instead of 1. */
__attribute__((weak, visibility("default"))) void rv_pow_values(double* x, const double* y, int32_t stride,
                                                                int32_t count);

#ifdef __cplusplus
}

namespace ranvier::mechanisms {
/// Test the library and return whether eight values are computed at once. Calls of these functions make the linker
/// include the functions above, to which other code has only weak references.
bool choose_exp_values();
bool choose_pow_values();
}  // namespace ranvier::mechanisms
#endif
#endif
