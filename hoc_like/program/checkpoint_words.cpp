#include "hoc_like/program/checkpoint_words.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <stdexcept>

namespace ranvier::program {

void CheckpointWords::set_interval(const std::string& text) {
    double number = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    std::string unit(rest, end);
    unit.erase(0, unit.find_first_not_of(' '));
    every_ms = every_s = 0;
    if (unit.empty() || unit == "ms") every_ms = number;
    if (unit == "s") every_s = number;
    if (unit == "min") every_s = 60 * number;
    if (unit == "h") every_s = 3600 * number;
    const double interval = every_ms + every_s;
    if (error != std::errc{} || !(interval > 0) || !std::isfinite(interval)) {
        throw std::invalid_argument(fmt::format(
            "the interval between checkpoints must be a time of the model (10, 10ms) or of the clock (90s, 30min, 2h), "
            "not '{}'",
            text));
    }
}

}  // namespace ranvier::program
