#pragma once

namespace ranvier::hoc {

/// An ASCII digit, whatever the locale.
inline bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace ranvier::hoc
