#include "engine/solve/step_vector.hpp"

#include <cmath>
#include <cstdint>

#include "engine/solve/sundials.hpp"
#include "engine/solve/tree_lanes.hpp"

namespace ranvier::engine {

namespace {

using Length = sunindextype;

// Results may lie where an argument lies, but never elsewhere within it.
RANVIER_EACH_ISA void add(Length n, double a, const double* x, double b, const double* y, double* z) {
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = a * x[i] + b * y[i];
}
RANVIER_EACH_ISA void add_to(Length n, const double* x, double* z) {
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = z[i] + x[i];
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

// What is not finite makes the sum NaN.
RANVIER_EACH_ISA double invert_each(Length n, const double* y, double relative, const double* absolute, double* z) {
    double bad = 0;
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = 1. / (relative * std::fabs(y[i]) + absolute[i]);
    for (Length i = 0; i < n; ++i) bad += z[i] * 0.;
    return bad;
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

// SUNDIALS calls these some 30 times a step, and most cells have few states: what it takes to find the numbers counts.
double* at(N_Vector v) {
    return NV_DATA_S(v);
}
Length length(N_Vector v) {
    return NV_LENGTH_S(v);
}

void sum(double a, N_Vector x, double b, N_Vector y, N_Vector z) {
    if (a == 1 && b == 1 && x == z) return add_to(length(x), at(y), at(z));  // a column of the predictor
    add(length(x), a, at(x), b, at(y), at(z));
}

/// How a vector lies in memory; its numbers follow.
struct alignas(32) Header {
    _generic_N_Vector vector;
    _N_VectorContent_Serial content;
    StepVectors* home;
};

N_Vector clone(N_Vector v) {
    return reinterpret_cast<Header*>(v)->home->make();
}

/// The library's functions for serial vectors, with ours instead of those that steps need.
_generic_N_Vector_Ops functions_of_vectors() {
    const sundials::Context context;
    const sundials::Vector serial(sundials::made(N_VNew_Serial(1, context.context)));
    _generic_N_Vector_Ops ops = *serial->ops;
    ops.nvclone = clone;
    // For a column of a dense matrix: passes away at once, so it is the library's own.
    ops.nvcloneempty = [](N_Vector v) { return N_VNewEmpty_Serial(length(v), v->sunctx); };
    ops.nvdestroy = [](N_Vector) {};
    ops.nvlinearsum = sum;
    // The correction of all columns of a step's history.
    ops.nvscaleaddmulti = [](int count, double* a, N_Vector x, N_Vector* y, N_Vector* z) {
        for (int k = 0; k < count; ++k) add(length(x), a[k], at(x), 1., at(y[k]), at(z[k]));
        return 0;
    };
    ops.nvprod = [](N_Vector x, N_Vector y, N_Vector z) { multiply(length(x), at(x), at(y), at(z)); };
    ops.nvdiv = [](N_Vector x, N_Vector y, N_Vector z) { divide(length(x), at(x), at(y), at(z)); };
    ops.nvscale = [](double c, N_Vector x, N_Vector z) { scale(length(x), c, at(x), at(z)); };
    ops.nvconst = [](double c, N_Vector z) { set(length(z), c, at(z)); };
    ops.nvabs = [](N_Vector x, N_Vector z) { absolute(length(x), at(x), at(z)); };
    ops.nvinv = [](N_Vector x, N_Vector z) { invert(length(x), at(x), at(z)); };
    ops.nvaddconst = [](N_Vector x, double b, N_Vector z) { shift(length(x), at(x), b, at(z)); };
    ops.nvwrmsnorm = [](N_Vector x, N_Vector w) {
        const auto n = length(x);
        return std::sqrt(sum_of_squares(n, at(x), at(w)) / static_cast<double>(n));
    };
    return ops;
}

}  // namespace

StepVectors::StepVectors(sunindextype length, SUNContext context) : length_(length), context_(context) {}

StepVectors::~StepVectors() = default;

N_Vector StepVectors::make() {
    static _generic_N_Vector_Ops ops = functions_of_vectors();
    constexpr std::size_t per_page = 8, alignment = alignof(Header);
    const std::size_t numbers = (static_cast<std::size_t>(length_) * sizeof(double) + alignment - 1) / alignment;
    const std::size_t size = sizeof(Header) + numbers * alignment;
    if (left_ == 0) {
        pages_.push_back(std::make_unique<std::byte[]>(per_page * size + alignment));
        left_ = per_page;
    }
    void* first = pages_.back().get();
    std::size_t space = per_page * size + alignment;
    std::align(alignment, per_page * size, first, space);
    std::byte* const place = static_cast<std::byte*>(first) + (per_page - left_--) * size;
    auto* header = new (place) Header{};
    header->home = this;
    header->content = {length_, SUNFALSE, reinterpret_cast<double*>(place + sizeof(Header))};
    header->vector.content = &header->content;
    header->vector.ops = &ops;
    header->vector.sunctx = context_;
    return &header->vector;
}

bool invert_tolerances(N_Vector y, double relative, N_Vector absolute, N_Vector weights) {
    return invert_each(length(y), at(y), relative, at(absolute), at(weights)) == 0;
}

}  // namespace ranvier::engine
