// exp, pow, sinh, cosh, erf and erfc of our own have the bits of glibc's on x86-64 with fused multiply-add, on every CPU.
#include "mechanisms/runtime/elementary/elementary.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace {

namespace elementary = ranvier::elementary;
using One = double (*)(double);
using Two = double (*)(double, double);

// Whether the C library of this machine is one whose bits ours have.
bool has_the_library() {
#if defined(__x86_64__) && defined(__GLIBC__)
    return __builtin_cpu_supports("fma") && __GLIBC_PREREQ(2, 28) && !__GLIBC_PREREQ(2, 43);
#else
    return false;
#endif
}

// A sequence of numbers of [0, 1), the same on every machine (Knuth's MMIX).
class Uniform {
  public:
    double operator()() {
        state_ = state_ * 6364136223846793005u + 1442695040888963407u;
        return static_cast<double>(state_ >> 11) * 0x1p-53;
    }

  private:
    std::uint64_t state_ = 1;
};

// Of all results in their order (Fowler, Noll and Vo's hash, with 64 bits instead of a byte a step).
class Digest {
  public:
    void add(double value) {
        const auto bits = std::isnan(value) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(value);
        hash_ = (hash_ ^ bits) * 1099511628211u;
        hash_ ^= hash_ >> 29;
    }
    std::uint64_t value() const { return hash_; }

  private:
    std::uint64_t hash_ = 14695981039346656037u;
};

bool same(double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b) || (std::isnan(a) && std::isnan(b));
}

// The digest of what `ours` gives for these arguments; where the library can tell, each result is the library's.
std::uint64_t digest_of(const std::vector<double>& arguments, const std::function<double(double)>& ours,
                        const std::function<double(double)>& library) {
    Digest digest;
    int differing = 0;
    const bool is_known = has_the_library();
    for (const double x : arguments) {
        const double y = ours(x);
        digest.add(y);
        if (!is_known || same(y, library(x))) continue;
        if (++differing <= 5) ADD_FAILURE() << std::hexfloat << x << ": " << y << ", not " << library(x);
    }
    EXPECT_EQ(differing, 0);
    return digest.value();
}

struct Case {
    std::string name;
    std::function<double(double)> ours, library;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all = {
        {"exp", elementary::exp, static_cast<One>(std::exp)},
        {"pow", [](double x) { return elementary::pow(2.718281828459045, x); },
         [](double x) { return std::pow(2.718281828459045, x); }},
        {"sinh", elementary::sinh, static_cast<One>(std::sinh)},
        {"cosh", elementary::cosh, static_cast<One>(std::cosh)},
        {"erf", elementary::erf, static_cast<One>(std::erf)},
        {"erfc", elementary::erfc, static_cast<One>(std::erfc)},
    };
    return all;
}

void expect_digests(const std::vector<double>& arguments, const std::vector<std::uint64_t>& expected) {
    for (std::size_t k = 0; k < cases().size(); ++k) {
        const auto& [name, ours, library] = cases()[k];
        SCOPED_TRACE(name);
        EXPECT_EQ(digest_of(arguments, ours, library), expected[k]);
    }
}

class Elementary : public testing::Test {
  protected:
    void SetUp() override {
#if defined(__x86_64__)
        if (!__builtin_cpu_supports("fma")) GTEST_SKIP() << "ours are compiled for fused multiply-add";
#endif
    }
};
using ElementaryPow = Elementary;

// Where an argument lies halfway between two multiples of ln(2)/128, one rounding or two decide to which it goes.
TEST_F(Elementary, AgreesWithin4UlpOfHalfPoints) {
    std::vector<double> arguments;
    for (int k = -90489; k <= 90488; ++k) {
        double x = (k + .5) * (0x1.62e42fefa39efp-1 / 128);
        if (std::fabs(x) >= 490) continue;
        for (int ulp = 0; ulp < 4; ++ulp) x = std::nextafter(x, -1e3);
        for (int ulp = -4; ulp <= 4; ++ulp, x = std::nextafter(x, 1e3)) arguments.push_back(x);
    }
    ASSERT_GT(arguments.size(), 1600000u);
    expect_digests(arguments, {0x0e6115e4a8344b17u, 0xb71eb978a30e9e15u, 0x2a880ff0f76b0f35u, 0x592c58541364ec59u,
                               0x25b5ca595df2961bu, 0x615884c77d77ef59u});
}

TEST_F(Elementary, AgreesForAllSizesOfArguments) {
    std::vector<double> arguments;
    Uniform uniform;
    for (const double range : {1100., 720., 30., 7., 3., 1., 1e-3, 1e-8, 1e-16, 1e-300}) {
        for (int i = 0; i < 100000; ++i) arguments.push_back(range * (2 * uniform() - 1));
    }
    expect_digests(arguments, {0xfea633c66835e982u, 0x5f8bb97aa8818212u, 0x742a10955cbb2ac9u, 0xec065b6dd18c5535u,
                               0x1af9b5d5b7cb1aa2u, 0x8b304d455d3bd2dcu});
}

// Between -745.13 and -708.39 the results are subnormal; near 709.78 they end.
TEST_F(Elementary, AgreesAtTheEndsOfTheRange) {
    std::vector<double> arguments;
    Uniform uniform;
    for (int i = 0; i < 200000; ++i) arguments.push_back(-700 - 46 * uniform());
    for (int i = 0; i < 200000; ++i) arguments.push_back(709 + 2 * uniform());
    for (int i = 0; i < 100000; ++i) arguments.push_back((i % 2 ? -1 : 1) * (25 + 3.5 * uniform()));
    expect_digests(arguments, {0x51e8c8ce98f31f38u, 0x7f18a712d6051c7du, 0xb0cda7292fc2e828u, 0xf8c4ccfd3e74207cu,
                               0x5deaa23d22eaf220u, 0xab60e0bb01221a87u});
}

TEST_F(Elementary, HasTheSpecialCases) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const std::vector<double> arguments = {0.,
                                           -0.,
                                           infinity,
                                           -infinity,
                                           std::nan(""),
                                           5e-324,
                                           -5e-324,
                                           1e-310,
                                           -1e-310,
                                           0x1p-54,
                                           -0x1p-55,
                                           0x1p-56,
                                           0x1p-28,
                                           1.,
                                           -1.,
                                           .25,
                                           .84375,
                                           -.84375,
                                           1.25,
                                           -1.25,
                                           0x1.6db6dp+1,
                                           0x1.6db6d8p+1,
                                           0x1.6db6ep+1,
                                           -0x1.6db6dp+1,
                                           6.,
                                           -6.,
                                           22.,
                                           -22.,
                                           28.,
                                           512.,
                                           -512.,
                                           0x1.62e42p+9,
                                           709.78271289338397,
                                           709.78271289338409,
                                           710.4758600739439,
                                           710.475860073944,
                                           711.,
                                           -745.13321910194111,
                                           -745.13321910194122,
                                           1e308,
                                           -1e308,
                                           0x1.62e43p-2};
    expect_digests(arguments, {0xe8de468e3703a140u, 0xec41e50458b63694u, 0x3a00d3852c573e7du, 0x7fa8a251dcc28864u,
                               0xcd0e1bb16f3b7912u, 0x9a954e3277e63a28u});
}

std::uint64_t digest_of_powers(const std::vector<double>& x, const std::vector<double>& y) {
    std::vector<double> pairs(x.size());
    for (std::size_t k = 0; k < pairs.size(); ++k) pairs[k] = static_cast<double>(k);
    const auto power_by = [&](Two pow) {
        return [&x, &y, pow](double k) { return pow(x[static_cast<std::size_t>(k)], y[static_cast<std::size_t>(k)]); };
    };
    return digest_of(pairs, power_by(elementary::pow), power_by(static_cast<Two>(std::pow)));
}

TEST_F(ElementaryPow, HasTheSpecialCases) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double special[] = {0.,        -0.,     1.,          -1.,         2.,           -2.,         .5,
                              -.5,       3.,      -3.,         1e300,       -1e300,       1e-300,      5e-324,
                              -5e-324,   1e-310,  0x1p53,      0x1p53 - 1,  -0x1p53 + 1,  0x1p63,      -0x1p63,
                              0x1p64,    0x1p-64, 0x1p-65,     0x1p-70,     -0x1p-70,     1e18,        infinity,
                              -infinity, 700.,    1 + 0x1p-52, 1 - 0x1p-53, -1 - 0x1p-52, std::nan("")};
    std::vector<double> x, y;
    for (const double a : special) {
        for (const double b : special) x.push_back(a), y.push_back(b);
    }
    EXPECT_EQ(digest_of_powers(x, y), 0x99f1602fc4abddbau);
}

TEST_F(ElementaryPow, AgreesForAllSizesOfArguments) {
    std::vector<double> x, y;
    Uniform uniform;
    for (const double log_range : {740., 100., 10., 1., 1e-3, 1e-9}) {
        for (const double range : {1e3, 20., 2., 1e-3, 1e-12}) {
            for (int i = 0; i < 40000; ++i) {
                x.push_back(elementary::exp(log_range * (2 * uniform() - 1)));
                y.push_back(i % 3 ? range * (2 * uniform() - 1) : std::floor(range * (2 * uniform() - 1)));
                if (i % 7 == 0) x.back() = -x.back();
            }
        }
    }
    EXPECT_EQ(digest_of_powers(x, y), 0x009c66f993761e08u);
}

}  // namespace
