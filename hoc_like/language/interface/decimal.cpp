#include "hoc_like/language/interface/decimal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>

namespace ranvier::hoc {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int most_digits = 17, most_places = 27;  // 5^27 < 2^63
constexpr std::uint64_t too_large = ~std::uint64_t{0};

template <std::size_t n>
constexpr std::array<std::uint64_t, n> powers_of(std::uint64_t base) {
    std::array<std::uint64_t, n> all{1};
    for (std::size_t k = 1; k < n; ++k) all[k] = all[k - 1] * base;
    return all;
}
constexpr auto powers_of_5 = powers_of<most_places + 1>(5);
constexpr auto powers_of_10 = powers_of<most_digits + 2>(10);

/// A positive number: fraction 2^exponent.
struct Binary {
    std::uint64_t fraction;
    int exponent;
};

Binary binary_of(double number) {
    const auto bits = std::bit_cast<std::uint64_t>(number);
    const auto biased = static_cast<int>(bits >> 52 & 0x7ff);
    const std::uint64_t fraction = bits & ((std::uint64_t{1} << 52) - 1);
    return biased == 0 ? Binary{fraction, -1074} : Binary{fraction | std::uint64_t{1} << 52, biased - 1075};
}

/// x 10^places, rounded to the nearest integer, ties to even as in printf; too_large from 10^18 on. 0 <= places <= 27.
std::uint64_t scaled(Binary x, int places) {
    const Wide product = Wide{x.fraction} * powers_of_5[static_cast<std::size_t>(places)];  // times 2^-shift
    const int shift = -(x.exponent + places);
    if (shift <= 0) return shift > -6 && product >> 54 == 0 ? static_cast<std::uint64_t>(product) << -shift : too_large;
    if (shift > 126) return 0;  // less than 2^116/2^127
    const Wide whole = product >> shift, half = Wide{1} << (shift - 1), rest = product - (whole << shift);
    if (whole >= powers_of_10[most_digits + 1]) return too_large;
    const auto digits = static_cast<std::uint64_t>(whole);
    return digits + (rest > half || (rest == half && digits % 2 == 1) ? 1 : 0);
}

/// The digits of `value`, at least `least` of them.
char* write_digits(char* to, std::uint64_t value, int least) {
    char digits[24];
    char* const end = digits + sizeof digits;
    char* first = end;
    for (; value > 0 || end - first < least; value /= 10) *--first = static_cast<char>('0' + value % 10);
    return std::copy(first, end, to);
}

/// `value` 10^-places, with all these places.
char* write_fixed(char* to, std::uint64_t value, int places) {
    if (places == 0) return write_digits(to, value, 1);
    char* const end = write_digits(to, value, places + 1);
    char* const point = end - places;
    std::copy_backward(point, end, end + 1);
    *point = '.';
    return end + 1;
}

char* write_exponent(char* to, int exponent) {
    *to++ = 'e';
    *to++ = exponent < 0 ? '-' : '+';
    return write_digits(to, static_cast<std::uint64_t>(exponent < 0 ? -exponent : exponent), 2);
}

/// The first digits of a number, rounded, as an integer; the first digit counts 10^exponent.
struct Leading {
    std::uint64_t digits = too_large;
    int exponent = 0;
};

Leading leading_digits(Binary x, int count) {
    // floor(log10 x) or one less: 1233/4096 is a little less than log10(2) = 0.30103
    const int power_of_two = x.exponent + 63 - std::countl_zero(x.fraction);
    int exponent = power_of_two * 1233 >> 12;
    for (int attempt = 0; attempt < 3; ++attempt, ++exponent) {
        const int places = count - 1 - exponent;
        if (places < 0 || places > most_places) return {};
        const std::uint64_t digits = scaled(x, places);
        if (digits >= powers_of_10[static_cast<std::size_t>(count)]) continue;
        return digits >= powers_of_10[static_cast<std::size_t>(count - 1)] ? Leading{digits, exponent} : Leading{};
    }
    return {};
}

/// %g without its trailing zeros, or %e.
char* write_leading(char* to, Leading leading, int count, bool is_general) {
    auto [digits, exponent] = leading;
    const bool is_fixed = is_general && exponent >= -4 && exponent < count;
    int places = is_fixed ? count - 1 - exponent : count - 1;
    for (; is_general && places > 0 && digits % 10 == 0; --places) digits /= 10;
    char* const end = write_fixed(to, digits, places);
    return is_fixed ? end : write_exponent(end, exponent);
}

char* write_positive(char* to, double number, char letter, int precision) {
    const Binary x = binary_of(number);
    if (letter == 'f') {
        if (precision > most_places) return nullptr;
        const std::uint64_t value = scaled(x, precision);
        return value == too_large ? nullptr : write_fixed(to, value, precision);
    }
    const int count = letter == 'e' ? precision + 1 : std::max(precision, 1);
    if (count > most_digits) return nullptr;
    const Leading leading = leading_digits(x, count);
    return leading.digits == too_large ? nullptr : write_leading(to, leading, count, letter == 'g');
}

}  // namespace

char* write_decimal(char* to, double number, char letter, int precision) {
    constexpr double largest = 1e17, least = 1e-27;
    const double size = number < 0 ? -number : number;
    if (!(size >= least && size < largest)) return nullptr;
    if (number < 0) *to++ = '-';
    return write_positive(to, size, letter, precision);
}

}  // namespace ranvier::hoc
