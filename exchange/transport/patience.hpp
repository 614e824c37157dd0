#pragma once

#include <chrono>

namespace ranvier::exchange {

/// How patient ranks are before they take each other for lost: 1, or the environment variable RANVIER_PATIENCE, a
/// factor from 0.01 to 1000. Below 1, a deadlock ends sooner, for tests; above 1, slow machines and debuggers get
/// more time. Throws ExchangeError if the variable is set to anything else.
double patience_factor();

/// `wait` times the patience factor. After the transport has been made, this cannot fail.
std::chrono::microseconds patiently(std::chrono::microseconds wait);

/// The same, but not less than `wait`: where a rank that is only slow would lose the exit status.
std::chrono::microseconds at_least(std::chrono::microseconds wait);

}  // namespace ranvier::exchange
