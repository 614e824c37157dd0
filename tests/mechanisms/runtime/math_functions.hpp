#pragma once

#include <cstddef>

namespace ranvier::test {

/// The functions of math_vector.h over arrays, compiled once for each instruction set (math_functions.cpp).
struct MathFunctions {
    static constexpr int count = 9;
    static constexpr const char* names[count] = {"exp",  "expm1", "exprelr", "log", "log10",
                                                 "sinh", "cosh",  "tanh",    "pow"};
    using Function = void (*)(const double* x, const double* y, double* result, std::size_t n);
    Function functions[count];
};

extern const MathFunctions math_baseline, math_avx2, math_avx512, math_scalar;

}  // namespace ranvier::test
