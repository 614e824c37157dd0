/* The mathematical functions that compiled mechanisms call: rv_libm_... for `--math libm`, rv_... for `--math vector`.
 *
 * C and C++; needs nothing but the C library. Everything is inline, because calls would prevent vectorization.
 */
#ifndef RANVIER_MECHANISMS_RUNTIME_MATH_H
#define RANVIER_MECHANISMS_RUNTIME_MATH_H

#include "mechanisms/runtime/math_libm.h"
#include "mechanisms/runtime/math_vector.h"

#endif
