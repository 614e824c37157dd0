#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "mechanisms/runtime/elementary/elementary.hpp"

namespace ranvier::elementary {
namespace {

/// The polynomial with these coefficients, that of x^0 first, summed in pairs as glibc sums: (c0 + c1 x) + x^2 (c2 + c3 x) + ...
template <std::size_t n>
double polynomial(const double (&c)[n], double x) {
    const double x2 = x * x;
    double sum = c[0] + x * c[1], power = x2;
    for (std::size_t k = 2; k < n; k += 2) {
        sum += power * (k + 1 < n ? c[k] + x * c[k + 1] : c[k]);
        // x^4 is a square, x^6 = x^4 x^2, x^8 a square of x^4
        power = k == 2 ? x2 * x2 : k == 4 ? power * x2 : (x2 * x2) * (x2 * x2);
    }
    return sum;
}

/// (erf(x) - x)/x for |x| < 0.84375.
double near_zero(double x) {
    constexpr double p[] = {1.28379167095512558561e-01, -3.25042107247001499370e-01, -2.84817495755985104766e-02,
                            -5.77027029648944159157e-03, -2.37630166566501626084e-05};
    constexpr double q[] = {1,
                            3.97917223959155352819e-01,
                            6.50222499887672944485e-02,
                            5.08130628187576562776e-03,
                            1.32494738004321644526e-04,
                            -3.96022827877536812320e-06};
    const double z = x * x;
    return polynomial(p, z) / polynomial(q, z);
}

constexpr double at_one = 8.45062911510467529297e-01;  // erf(1) in single precision

/// erf(size) - at_one for 0.84375 <= size < 1.25.
double near_one(double size) {
    constexpr double p[] = {-2.36211856075265944077e-03, 4.14856118683748331666e-01,  -3.72207876035701323847e-01,
                            3.18346619901161753674e-01,  -1.10894694282396677476e-01, 3.54783043256182359371e-02,
                            -2.16637559486879084300e-03};
    constexpr double q[] = {1,
                            1.06420880400844228286e-01,
                            5.40397917702171048937e-01,
                            7.18286544141962662868e-02,
                            1.26171219808761642112e-01,
                            1.36370839120290507362e-02,
                            1.19844998467991074170e-02};
    const double s = size - 1;
    return polynomial(p, s) / polynomial(q, s);
}

/// log(size erfc(size)) + size^2 + 0.5625, for size >= 1.25, by s = 1/size^2.
double logarithm_of_tail(bool is_near, double s) {
    if (is_near) {
        constexpr double r[] = {-9.86494403484714822705e-03, -6.93858572707181764372e-01, -1.05586262253232909814e+01,
                                -6.23753324503260060396e+01, -1.62396669462573470355e+02, -1.84605092906711035994e+02,
                                -8.12874355063065934246e+01, -9.81432934416914548592e+00};
        constexpr double q[] = {1,
                                1.96512716674392571292e+01,
                                1.37657754143519042600e+02,
                                4.34565877475229228821e+02,
                                6.45387271733267880336e+02,
                                4.29008140027567833386e+02,
                                1.08635005541779435134e+02,
                                6.57024977031928170135e+00,
                                -6.04244152148580987438e-02};
        return polynomial(r, s) / polynomial(q, s);
    }
    constexpr double r[] = {-9.86494292470009928597e-03, -7.99283237680523006574e-01, -1.77579549177547519889e+01,
                            -1.60636384855821916062e+02, -6.37566443368389627722e+02, -1.02509513161107724954e+03,
                            -4.83519191608651397019e+02};
    constexpr double q[] = {1,
                            3.03380607434824582924e+01,
                            3.25792512996573918826e+02,
                            1.53672958608443695994e+03,
                            3.19985821950859553908e+03,
                            2.55305040643316442583e+03,
                            4.74528541206955367215e+02,
                            -2.24409524465858183362e+01};
    return polynomial(r, s) / polynomial(q, s);
}

/// erfc(size) for 1.25 <= size < 28, by other coefficients from `far` on. exp(-size^2) is that of the square of size's upper digits, which is exact, and of the rest.
double tail(double size, double far) {
    const double rest = logarithm_of_tail(size < far, 1 / (size * size));
    const double z = std::bit_cast<double>(std::bit_cast<std::uint64_t>(size) & ~std::uint64_t{0xffffffff});
    return exp(-z * z - 0.5625) * exp((z - size) * (z + size) + rest) / size;
}

}  // namespace

double erf(double x) {
    constexpr double slope = 1.28379167095512586316e-01;  // erf'(0) - 1
    const double size = std::fabs(x);
    if (x != x) return x;
    if (size < 0x1p-1022) return 0.0625 * (16 * x + (16 * slope) * x);
    if (size < 0x1p-28) return x + slope * x;
    if (size < 0.84375) return x + x * near_zero(x);
    if (size < 1.25) return x > 0 ? at_one + near_one(size) : -at_one - near_one(size);
    if (size >= 6) return std::copysign(1.0, x);
    const double rest = tail(size, 0x1.6db6ep+1);
    return x > 0 ? 1 - rest : rest - 1;
}

double erfc(double x) {
    const double size = std::fabs(x);
    if (x != x) return x;
    if (size < 0x1p-56) return 1 - x;
    if (size < 0.84375) {
        const double y = near_zero(x);
        if (x < 0.25) return 1 - (x + x * y);
        return 0.5 - (x - 0.5 + x * y);
    }
    if (size < 1.25) return x > 0 ? 1 - at_one - near_one(size) : 1 + (at_one + near_one(size));
    constexpr double far = 0x1.6db6dp+1;  // about 1/0.35; erf changes a little later
    if (x > 0) return size < 28 ? tail(size, far) : 0;
    return size < 6 ? 2 - tail(size, far) : 2;
}

}  // namespace ranvier::elementary
