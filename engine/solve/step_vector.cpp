#include "engine/solve/step_vector.hpp"

#include <cmath>
#include <cstdint>

#include "engine/solve/tree_lanes.hpp"

namespace ranvier::engine {

namespace {

using Length = sunindextype;

// Results may lie where an argument lies, but never elsewhere within it.
RANVIER_EACH_ISA void add(Length n, double a, const double* x, double b, const double* y, double* z) {
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = a * x[i] + b * y[i];
}
RANVIER_EACH_ISA void multiply(Length n, const double* x, const double* y, double* z) {
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = x[i] * y[i];
}
RANVIER_EACH_ISA void divide(Length n, const double* x, const double* y, double* z) {
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = x[i] / y[i];
}
RANVIER_EACH_ISA void scale(Length n, double c, const double* x, double* z) {
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = c * x[i];
}
RANVIER_EACH_ISA void set(Length n, double c, double* z) {
    for (Length i = 0; i < n; ++i) z[i] = c;
}
RANVIER_EACH_ISA void absolute(Length n, const double* x, double* z) {
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = std::fabs(x[i]);
}
RANVIER_EACH_ISA void invert(Length n, const double* x, double* z) {
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = 1. / x[i];
}
RANVIER_EACH_ISA void shift(Length n, const double* x, double b, double* z) {
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = x[i] + b;
}

// Eight sums, in a fixed order.
RANVIER_EACH_ISA double sum_of_squares(Length n, const double* x, const double* w) {
    constexpr Length lanes = 8;
    double sums[lanes] = {};
    Length i = 0;
    for (; i + lanes <= n; i += lanes) {
        for (Length k = 0; k < lanes; ++k) sums[k] += (x[i + k] * w[i + k]) * (x[i + k] * w[i + k]);
    }
    for (Length k = 0; i < n; ++i, ++k) sums[k] += (x[i] * w[i]) * (x[i] * w[i]);
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

double* at(N_Vector v) {
    return NV_DATA_S(v);
}

}  // namespace

void use_fast_loops(N_Vector vector) {
    const N_Vector_Ops ops = vector->ops;
    ops->nvlinearsum = [](double a, N_Vector x, double b, N_Vector y, N_Vector z) {
        add(N_VGetLength(x), a, at(x), b, at(y), at(z));
    };
    ops->nvprod = [](N_Vector x, N_Vector y, N_Vector z) { multiply(N_VGetLength(x), at(x), at(y), at(z)); };
    ops->nvdiv = [](N_Vector x, N_Vector y, N_Vector z) { divide(N_VGetLength(x), at(x), at(y), at(z)); };
    ops->nvscale = [](double c, N_Vector x, N_Vector z) { scale(N_VGetLength(x), c, at(x), at(z)); };
    ops->nvconst = [](double c, N_Vector z) { set(N_VGetLength(z), c, at(z)); };
    ops->nvabs = [](N_Vector x, N_Vector z) { absolute(N_VGetLength(x), at(x), at(z)); };
    ops->nvinv = [](N_Vector x, N_Vector z) { invert(N_VGetLength(x), at(x), at(z)); };
    ops->nvaddconst = [](N_Vector x, double b, N_Vector z) { shift(N_VGetLength(x), at(x), b, at(z)); };
    ops->nvwrmsnorm = [](N_Vector x, N_Vector w) {
        const auto n = N_VGetLength(x);
        return std::sqrt(sum_of_squares(n, at(x), at(w)) / static_cast<double>(n));
    };
}

}  // namespace ranvier::engine
