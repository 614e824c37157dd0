#include "exchange/transport/patience.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <string_view>

#include "exchange/error.hpp"

namespace ranvier::exchange {

namespace {

constexpr const char* variable = "RANVIER_PATIENCE";
constexpr double least = 0.01, most = 1000;

double read_factor() {
    const char* text = std::getenv(variable);
    if (!text) return 1;
    const std::string_view word = text;
    double factor = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), factor);
    const bool is_number = error == std::errc{} && end == word.data() + word.size();
    if (is_number && factor >= least && factor <= most) return factor;
    throw ExchangeError(
        fmt::format("{} is '{}'; it must be a number from {} to {}, or not set", variable, word, least, most));
}

}  // namespace

double patience_factor() {
    static const double factor = read_factor();
    return factor;
}

std::chrono::microseconds patiently(std::chrono::microseconds wait) {
    return std::chrono::duration_cast<std::chrono::microseconds>(wait * patience_factor());
}

std::chrono::microseconds at_least(std::chrono::microseconds wait) {
    return std::max(wait, patiently(wait));
}

}  // namespace ranvier::exchange
