#pragma once

namespace ranvier::elementary {

// With the bits of glibc (2.28 to 2.42) on x86-64 with fused multiply-add, on every CPU. glibc's own differ on ARM: exp and pow
// where an argument lies about halfway between multiples of ln(2)/128, and erf and erfc, whose sums are fused there. To be compiled
// for a CPU with fused multiply-add, or the calls of fma take long. Rounding is to the nearest; errno and the floating-point
// exceptions are left alone.

/// e to the power of x: 0 below -745.13, infinity above 709.78. Error below 0.51 ulp.
double exp(double x);

/// x to the power of y, with the special cases of the C standard (F.10.4.4). Error below 0.53 ulp.
double pow(double x, double y);

// By expm1 and exp, as in fdlibm (Sun Microsystems, 1993). Errors below 2 ulp.
double sinh(double x);
double cosh(double x);

/// The error function and its complement, by the rational approximations of fdlibm's s_erf.c (Sun Microsystems, 1993): errors
/// below 1 ulp and, of erfc, 5 ulp.
double erf(double x);
double erfc(double x);

}  // namespace ranvier::elementary
