#include "hoc_like/language/interface/decimal.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <limits>
#include <random>
#include <string>

namespace ranvier::hoc {
namespace {

std::string by_printf(double number, char letter, int precision) {
    const char format[] = {'%', '.', '*', letter, '\0'};
    char text[400];
    return {text, static_cast<std::size_t>(std::snprintf(text, sizeof text, format, precision, number))};
}

/// "" where write_decimal leaves the number to others.
std::string by_us(double number, char letter, int precision) {
    char text[64];
    const char* const end = write_decimal(text, number, letter, precision);
    return end ? std::string(static_cast<const char*>(text), end) : "";
}

/// Compares all letters and the precisions up to 20; returns how many texts write_decimal wrote itself.
int expect_as_printf(double number) {
    int written = 0;
    for (const char letter : {'e', 'f', 'g'}) {
        for (int precision = 0; precision <= 20; ++precision) {
            const std::string ours = by_us(number, letter, precision);
            if (ours.empty()) continue;
            ++written;
            EXPECT_EQ(ours, by_printf(number, letter, precision)) << letter << precision;
        }
    }
    return written;
}

TEST(Decimal, HasThePrintedDigitsOfRandomNumbers) {
    std::mt19937_64 generator(1);
    std::uniform_real_distribution<double> logarithm(-30, 20), fraction(-1, 1);
    int written = 0;
    for (int k = 0; k < 20000; ++k) {
        written += expect_as_printf(fraction(generator) * std::pow(10, logarithm(generator)));
        written += expect_as_printf(100 * fraction(generator));
    }
    EXPECT_GT(written, 1000000);
}

// Ties are exact in binary, and round to an even digit.
TEST(Decimal, RoundsTiesToEven) {
    for (int k = 1; k < 4000; ++k) {
        expect_as_printf(k / 2.);
        expect_as_printf(k / 64.);
        expect_as_printf(k * 0x1p-20);
    }
    EXPECT_EQ(by_us(0.5, 'f', 0), "0");
    EXPECT_EQ(by_us(2.5, 'g', 1), "2");
    EXPECT_EQ(by_us(3.5, 'g', 1), "4");
}

TEST(Decimal, ChangesTheNumberOfDigitsAtPowersOfTen) {
    for (int k = -27; k <= 17; ++k) {
        double at = std::pow(10, k);
        for (int step = 0; step < 20; ++step) at = std::nextafter(at, 0.);
        for (int step = 0; step < 40; ++step) {
            expect_as_printf(at);
            at = std::nextafter(at, 1e300);
        }
        for (const double near : {.99999949999, .9999995, .9999999999, .99995, 1.00000000005}) {
            expect_as_printf(near * std::pow(10, k));
        }
    }
    EXPECT_EQ(by_us(99.99999, 'g', 6), "100");
    EXPECT_EQ(by_us(0.00009999999, 'g', 3), "0.0001");
}

TEST(Decimal, WritesWhatScriptsPrint) {
    EXPECT_EQ(by_us(-64.99996969, 'g', 10), "-64.99996969");
    EXPECT_EQ(by_us(0.1, 'g', 10), "0.1");
    EXPECT_EQ(by_us(100, 'g', 6), "100");
    EXPECT_EQ(by_us(1.0 / 3, 'g', 17), "0.33333333333333331");
    EXPECT_EQ(by_us(2.0 / 3, 'f', 6), "0.666667");
    EXPECT_EQ(by_us(1.6e-19, 'e', 3), "1.600e-19");
    EXPECT_EQ(by_us(123456789, 'g', 6), "");
}

TEST(Decimal, LeavesOtherNumbersToOthers) {
    for (const double number : {0., -0., std::numeric_limits<double>::infinity(), std::nan(""), 1e300, -1e17, 1e-30,
                                std::numeric_limits<double>::denorm_min()}) {
        EXPECT_EQ(by_us(number, 'g', 6), "") << number;
    }
    EXPECT_EQ(by_us(1, 'g', 18), "");
    EXPECT_EQ(by_us(1, 'f', 28), "");
}

}  // namespace
}  // namespace ranvier::hoc
