#include "hoc_like/library/data/vector/fourier.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

namespace ranvier::hoc {
namespace {

std::vector<double> numbers(std::size_t n) {
    std::vector<double> x(n);
    for (std::size_t i = 0; i < n; ++i) x[i] = std::sin(1.7 * static_cast<double>(i * i)) + 0.1;
    return x;
}

TEST(Fourier, EqualsTheSumThatDefinesIt) {
    for (const std::size_t n : {1U, 2U, 4U, 16U, 64U}) {
        const std::vector<double> x = numbers(n);
        std::vector<double> z = x;
        transform_real(z);
        for (std::size_t k = 0; k <= n / 2 && k < n; ++k) {
            double re = 0, im = 0;
            for (std::size_t j = 0; j < n; ++j) {
                const double angle = -2 * M_PI * static_cast<double>(j * k) / static_cast<double>(n);
                re += x[j] * std::cos(angle);
                im += x[j] * std::sin(angle);
            }
            EXPECT_NEAR(z[k], re, 1e-12 * static_cast<double>(n));
            if (k > 0 && 2 * k != n) {
                EXPECT_NEAR(z[n - k], im, 1e-12 * static_cast<double>(n));
            }
        }
    }
}

TEST(Fourier, InverseGivesTheNumbersBack) {
    const std::vector<double> x = numbers(256);
    std::vector<double> z = x;
    transform_real(z);
    transform_half_complex(z);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(z[i], x[i], 1e-13);
}

TEST(Fourier, ConvolvesAsTheDoubleSumDoes) {
    const std::vector<double> x = numbers(32), response{0.5, 0.2, 0.1, 0.05, 0.3};  // times 0, 1, 2, -2, -1
    const std::vector<double> y = convolve(x, response, false);
    const int offsets[] = {0, 1, 2, -2, -1};
    for (int i = 0; i < 32; ++i) {
        double sum = 0;
        for (std::size_t m = 0; m < 5; ++m)
            sum += response[m] * x[static_cast<std::size_t>((i - offsets[m] + 32) % 32)];
        EXPECT_NEAR(y[static_cast<std::size_t>(i)], sum, 1e-13);
    }
}

TEST(Fourier, DeconvolvesWhatItConvolved) {
    const std::vector<double> x = numbers(16), response{1.0, 0.3, 0.2};
    const std::vector<double> back = convolve(convolve(x, response, false), response, true);
    for (std::size_t i = 0; i < x.size(); ++i) EXPECT_NEAR(back[i], x[i], 1e-12);
}

TEST(Fourier, RefusesToDivideByASpectrumWithAZero) {
    EXPECT_THROW(convolve(numbers(4), {0.0}, true), std::runtime_error);
}

}  // namespace
}  // namespace ranvier::hoc
