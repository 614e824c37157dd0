#include "engine/variable/step_vector.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "engine/storage/each_isa.hpp"
#include "engine/variable/sundials.hpp"

namespace ranvier::engine {

namespace {

using Length = sunindextype;

// SUNDIALS calls these some 30 times a step, and most cells have few states, so the cost of a call matters. A vector is
// padded with zeros to a whole number of registers, and loops that keep the padding zero run over it, too, so they have
// no remainder.
constexpr Length in_registers = 8;
constexpr Length padded(Length n) {
    return (n + (in_registers - 1)) & ~(in_registers - 1);
}

/// The memory layout of a vector; its elements follow.
struct alignas(64) Header {
    _generic_N_Vector vector;
    _N_VectorContent_Serial content;
    StepVectors* home;
};

double* at(N_Vector v) {
    return NV_DATA_S(v);
}
Length length(N_Vector v) {
    return NV_LENGTH_S(v);
}
// The column of a dense matrix is the library's vector, without padding.
bool is_padded(N_Vector v, N_Vector like) {
    return v->ops == like->ops;
}

// A result may be at the address of an argument, but must not overlap it otherwise.
RANVIER_EACH_ISA void sum(double a, N_Vector first, double b, N_Vector second, N_Vector to) {
    const double *x = at(first), *y = at(second);
    double* z = at(to);
    if (!is_padded(to, first)) {
        for (Length i = 0; i < length(to); ++i) z[i] = a * x[i] + b * y[i];
        return;
    }
    const Length n = padded(length(first));
    if (a == 1 && b == 1) {  // a column of the predictor
#pragma GCC ivdep
        for (Length i = 0; i < n; ++i) z[i] = x[i] + y[i];
        return;
    }
    if (a == -b) {  // a difference quotient, subject to cancellation: subtracts first, as in NEURON
#pragma GCC ivdep
        for (Length i = 0; i < n; ++i) z[i] = a * (x[i] - y[i]);
        return;
    }
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = a * x[i] + b * y[i];
}

// Corrects all columns of a step's history.
RANVIER_EACH_ISA int add_to_many(int count, double* a, N_Vector from, N_Vector* second, N_Vector* to) {
    const Length n = padded(length(from));
    const double* x = at(from);
    for (int k = 0; k < count; ++k) {
        const double* y = at(second[k]);
        double* z = at(to[k]);
#pragma GCC ivdep
        for (Length i = 0; i < n; ++i) z[i] = a[k] * x[i] + y[i];
    }
    return 0;
}

RANVIER_EACH_ISA void multiply(N_Vector first, N_Vector second, N_Vector to) {
    const Length n = padded(length(first));
    const double *x = at(first), *y = at(second);
    double* z = at(to);
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = x[i] * y[i];
}
RANVIER_EACH_ISA void scale(double c, N_Vector from, N_Vector to) {
    const Length n = padded(length(from));
    const double* x = at(from);
    double* z = at(to);
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = c * x[i];
}
// Scales a history's columns when the length of steps changes.
RANVIER_EACH_ISA int scale_many(int count, double* c, N_Vector* from, N_Vector* to) {
    for (int k = 0; k < count; ++k) {
        const Length n = padded(length(from[k]));
        const double* x = at(from[k]);
        double* z = at(to[k]);
#pragma GCC ivdep
        for (Length i = 0; i < n; ++i) z[i] = c[k] * x[i];
    }
    return 0;
}
RANVIER_EACH_ISA void absolute(N_Vector from, N_Vector to) {
    const Length n = padded(length(from));
    const double* x = at(from);
    double* z = at(to);
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = std::fabs(x[i]);
}

// These operations would leave nonzero padding.
RANVIER_EACH_ISA void divide(N_Vector first, N_Vector second, N_Vector to) {
    const double *x = at(first), *y = at(second);
    double* z = at(to);
#pragma GCC ivdep
    for (Length i = 0; i < length(first); ++i) z[i] = x[i] / y[i];
}
RANVIER_EACH_ISA void set(double c, N_Vector to) {
    double* z = at(to);
    for (Length i = 0; i < length(to); ++i) z[i] = c;
}
RANVIER_EACH_ISA void invert(N_Vector from, N_Vector to) {
    const double* x = at(from);
    double* z = at(to);
#pragma GCC ivdep
    for (Length i = 0; i < length(from); ++i) z[i] = 1. / x[i];
}
RANVIER_EACH_ISA void shift(N_Vector from, double b, N_Vector to) {
    const double* x = at(from);
    double* z = at(to);
#pragma GCC ivdep
    for (Length i = 0; i < length(from); ++i) z[i] = x[i] + b;
}

RANVIER_EACH_ISA void invert_each(Length n, const double* y, double relative, const double* absolute, double* z) {
#pragma GCC ivdep
    for (Length i = 0; i < n; ++i) z[i] = 1. / (relative * std::fabs(y[i]) + absolute[i]);
}

// Eight sums, in a fixed order; the padding adds nothing.
RANVIER_EACH_ISA double norm(N_Vector of, N_Vector weights) {
    const Length n = padded(length(of));
    const double *x = at(of), *w = at(weights);
    double sums[in_registers] = {};
    for (Length i = 0; i < n; i += in_registers) {
        for (Length k = 0; k < in_registers; ++k) sums[k] += (x[i + k] * w[i + k]) * (x[i + k] * w[i + k]);
    }
    const double all = ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
    return std::sqrt(all / static_cast<double>(length(of)));
}

N_Vector clone(N_Vector v) {
    return reinterpret_cast<Header*>(v)->home->make();
}

/// The library's functions for serial vectors, except that the functions that steps need are ours.
_generic_N_Vector_Ops functions_of_vectors() {
    const sundials::Context context;
    const sundials::Vector serial(sundials::made(N_VNew_Serial(1, context.context)));
    _generic_N_Vector_Ops ops = *serial->ops;
    ops.nvclone = clone;
    // For a column of a dense matrix: short-lived, so it is a vector of the library.
    ops.nvcloneempty = [](N_Vector v) { return N_VNewEmpty_Serial(length(v), v->sunctx); };
    ops.nvdestroy = [](N_Vector) {};
    ops.nvlinearsum = sum;
    ops.nvscaleaddmulti = add_to_many;
    ops.nvscalevectorarray = scale_many;
    ops.nvprod = multiply;
    ops.nvdiv = divide;
    ops.nvscale = scale;
    ops.nvconst = set;
    ops.nvabs = absolute;
    ops.nvinv = invert;
    ops.nvaddconst = shift;
    ops.nvwrmsnorm = norm;
    return ops;
}

}  // namespace

StepVectors::StepVectors(sunindextype length, SUNContext context) : length_(length), context_(context) {}

StepVectors::~StepVectors() = default;

N_Vector StepVectors::make() {
    static _generic_N_Vector_Ops ops = functions_of_vectors();
    constexpr std::size_t per_page = 8, alignment = alignof(Header);
    static_assert(in_registers * sizeof(double) % alignment == 0);
    const std::size_t size = sizeof(Header) + static_cast<std::size_t>(padded(length_)) * sizeof(double);
    if (left_ == 0) {
        page_bytes_ = per_page * size + alignment;
        pages_.push_back(std::make_unique<std::byte[]>(page_bytes_));
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

void StepVectors::list_memory(CacheLines& to) const {
    for (const auto& page : pages_) to.add(page.get(), page_bytes_);
}

bool is_finite(N_Vector v) {
    const double* x = at(v);
    double bad[in_registers] = {};
    for (Length i = 0; i < padded(length(v)); i += in_registers) {
        for (Length k = 0; k < in_registers; ++k) bad[k] += x[i + k] * 0.;
    }
    return ((bad[0] + bad[1]) + (bad[2] + bad[3])) + ((bad[4] + bad[5]) + (bad[6] + bad[7])) == 0;
}

void set_padding(double x, N_Vector v) {
    std::fill(at(v) + length(v), at(v) + padded(length(v)), x);
}

bool invert_tolerances(N_Vector y, double relative, N_Vector absolute, N_Vector weights) {
    invert_each(padded(length(y)), at(y), relative, at(absolute), at(weights));
    return is_finite(weights);
}

}  // namespace ranvier::engine
