/* The C library's exp for many values at once. */
#ifndef RANVIER_MECHANISMS_RUNTIME_EXP_VALUES_H
#define RANVIER_MECHANISMS_RUNTIME_EXP_VALUES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* x[i] = rv_libm_exp(x[i]): exp of the C library that the process runs with, 0 below -700, exp(700) above 700, to the
 * bit. With AVX-512 eight at once, if a sample of 20,000 arguments shows the library to compute as we do; else by calls
 * of it. Exported by the program; null in other programs that load mechanisms. */
__attribute__((weak, visibility("default"))) void rv_exp_values(double* x, int32_t count);

#ifdef __cplusplus
}

namespace ranvier::mechanisms {
/// Tries the library. Calling this makes the linker take rv_exp_values, which others only refer to weakly.
void choose_exp_values();
}  // namespace ranvier::mechanisms
#endif
#endif
