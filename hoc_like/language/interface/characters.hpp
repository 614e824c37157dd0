#pragma once

namespace ranvier::hoc {

/// Whether `c` is an ASCII digit, independent of the locale.
inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace ranvier::hoc
