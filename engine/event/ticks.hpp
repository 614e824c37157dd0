#pragma once

#include <chrono>
#include <cstdint>

#if defined(__x86_64__)
#include <cpuid.h>
#include <x86intrin.h>
#endif

namespace ranvier::engine {

/// Counts of a clock that is read several times a step, so reading it must cost little: the processor's time-stamp
/// counter where it runs evenly (Intel SDM volume 3, "Invariant TSC"), which takes less than half as long to read as
/// std::chrono::steady_clock; elsewhere that clock's nanoseconds.
using Ticks = std::int64_t;

namespace ticks_detail {

#if defined(__x86_64__)
inline bool has_even_counter() {
    constexpr unsigned advanced_power_management = 0x80000007, invariant_tsc = 1u << 8;
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(advanced_power_management, &a, &b, &c, &d) != 0 && (d & invariant_tsc) != 0;
}
inline const bool is_counter_even = has_even_counter();
#endif

inline std::int64_t nanoseconds() {
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
}

}  // namespace ticks_detail

inline Ticks ticks() {
#if defined(__x86_64__)
    if (ticks_detail::is_counter_even) return static_cast<Ticks>(__rdtsc());
#endif
    return ticks_detail::nanoseconds();
}

namespace ticks_detail {

inline const Ticks first = ticks();
inline const std::int64_t first_ns = nanoseconds();

}  // namespace ticks_detail

/// The length of a tick [s], from what both clocks have counted since the program began.
inline double seconds_per_tick() {
    const Ticks passed = ticks() - ticks_detail::first;
    const std::int64_t passed_ns = ticks_detail::nanoseconds() - ticks_detail::first_ns;
    return passed > 0 ? 1e-9 * static_cast<double>(passed_ns) / static_cast<double>(passed) : 0;
}

}  // namespace ranvier::engine
