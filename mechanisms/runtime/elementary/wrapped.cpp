// The names under which the linker finds our functions instead of the C library's (cmake/RanvierElementary.cmake). Programs export
// them to compiled mechanisms.
#include "mechanisms/runtime/elementary/elementary.hpp"

namespace elementary = ranvier::elementary;

extern "C" {

double __wrap_exp(double x) {
    return elementary::exp(x);
}
double __wrap_pow(double x, double y) {
    return elementary::pow(x, y);
}
double __wrap_sinh(double x) {
    return elementary::sinh(x);
}
double __wrap_cosh(double x) {
    return elementary::cosh(x);
}
double __wrap_erf(double x) {
    return elementary::erf(x);
}
double __wrap_erfc(double x) {
    return elementary::erfc(x);
}
}
