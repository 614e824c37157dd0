#pragma once

#include <chrono>
#include <cstdint>

#if defined(__x86_64__)
#include <cpuid.h>
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
    // The same as __rdtsc(), whose header <x86intrin.h> would add a second to each compilation.
    if (ticks_detail::is_counter_even) return static_cast<Ticks>(__builtin_ia32_rdtsc());
#endif
    return ticks_detail::nanoseconds();
}

namespace ticks_detail {

/// The same moment on both clocks.
struct Moment {
    Ticks ticks;
    std::int64_t ns;
};

/// Reads both clocks. Another program may run between the readings, so the closest of a few pairs counts.
inline Moment read_both() {
    constexpr int pairs = 10;
    Moment best{};
    for (std::int64_t k = 0, least = 0; k < pairs; ++k) {
        const std::int64_t before = nanoseconds();
        const Ticks now = ticks();
        const std::int64_t apart = nanoseconds() - before;
        if (k == 0 || apart < least) {
            best = {.ticks = now, .ns = before + apart / 2};
            least = apart;
        }
    }
    return best;
}

inline const Moment first = read_both();

}  // namespace ticks_detail

/// The length of a tick [s], from what both clocks have counted since the program began.
inline double seconds_per_tick() {
    const ticks_detail::Moment now = ticks_detail::read_both();
    const Ticks passed = now.ticks - ticks_detail::first.ticks;
    return passed > 0 ? 1e-9 * static_cast<double>(now.ns - ticks_detail::first.ns) / static_cast<double>(passed) : 0;
}

}  // namespace ranvier::engine
