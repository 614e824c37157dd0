// What this machine can do at best, one core: fused multiply-adds, divisions, and bytes from each level of memory.
// Prints one JSON object. roofline.py compiles it for the running CPU and runs it.
#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <ctime>
#include <vector>

#ifdef __AVX512F__
constexpr int lanes = 8;
#else
constexpr int lanes = 4;
#endif
typedef double V __attribute__((vector_size(lanes * 8)));

namespace {

double now() {
    timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

/// Seconds of the fastest of some runs.
template <class Work>
double least(int runs, Work work) {
    double best = 1e9;
    for (int r = 0; r < runs; ++r) {
        const double begin = now();
        work();
        best = std::min(best, now() - begin);
    }
    return best;
}

/// Twelve chains, enough for latency times ports; separate variables, because an array would be in memory. [1e9
/// operations/s], a fused multiply-add is two.
double fused_multiply_adds() {
    constexpr int rounds = 200000;
    const V a = V{} + .999999, b = V{} + 1e-6;
    const double seconds = least(20, [=] {
        V x0 = V{} + 1., x1 = V{} + 2., x2 = V{} + 3., x3 = V{} + 4., x4 = V{} + 5., x5 = V{} + 6., x6 = V{} + 7.,
          x7 = V{} + 8., x8 = V{} + 9., x9 = V{} + 10., x10 = V{} + 11., x11 = V{} + 12.;
        for (int k = 0; k < rounds; ++k) {
            x0 = x0 * a + b;
            x1 = x1 * a + b;
            x2 = x2 * a + b;
            x3 = x3 * a + b;
            x4 = x4 * a + b;
            x5 = x5 * a + b;
            x6 = x6 * a + b;
            x7 = x7 * a + b;
            x8 = x8 * a + b;
            x9 = x9 * a + b;
            x10 = x10 * a + b;
            x11 = x11 * a + b;
            asm volatile(""
                         : "+v"(x0), "+v"(x1), "+v"(x2), "+v"(x3), "+v"(x4), "+v"(x5), "+v"(x6), "+v"(x7), "+v"(x8),
                           "+v"(x9), "+v"(x10), "+v"(x11));
        }
    });
    return 2e-9 * rounds * 12 * lanes / seconds;
}

/// [1e9 divisions/s]
double divisions() {
    constexpr int rounds = 50000;
    const V a = V{} + 1.5;
    const double seconds = least(20, [=] {
        V x0 = V{} + 1., x1 = V{} + 2., x2 = V{} + 3., x3 = V{} + 4., x4 = V{} + 5., x5 = V{} + 6., x6 = V{} + 7.,
          x7 = V{} + 8.;
        for (int k = 0; k < rounds; ++k) {
            x0 = a / x0;
            x1 = a / x1;
            x2 = a / x2;
            x3 = a / x3;
            x4 = a / x4;
            x5 = a / x5;
            x6 = a / x6;
            x7 = a / x7;
            asm volatile("" : "+v"(x0), "+v"(x1), "+v"(x2), "+v"(x3), "+v"(x4), "+v"(x5), "+v"(x6), "+v"(x7));
        }
    });
    return 1e-9 * rounds * 8 * lanes / seconds;
}

/// a = b + c s over arrays of `bytes` in all: [1e9 bytes/s], two read and one written.
double triad(std::size_t bytes) {
    const std::size_t n = bytes / 24 / lanes * lanes;
    std::vector<double> a(n, 1.), b(n, 2.), c(n, 3.);
    double s = 1.5;
    const int rounds = static_cast<int>(std::max<std::size_t>(1, (64u << 20) / bytes));
    const double seconds = least(8, [&] {
        for (int r = 0; r < rounds; ++r) {
            double* __restrict to = a.data();
            const double *from = b.data(), *other = c.data();
            for (std::size_t i = 0; i < n; ++i) to[i] = from[i] + other[i] * s;
            asm volatile("" : "+r"(to), "+x"(s)::"memory");
        }
    });
    return 24e-9 * static_cast<double>(n) * rounds / seconds;
}

}  // namespace

int main() {
    std::printf(
        "{\"lanes\": %d, \"fma\": %.2f, \"division\": %.3f, \"L1\": %.1f, \"L2\": %.1f, \"L3\": %.1f, "
        "\"memory\": %.1f}\n",
        lanes, fused_multiply_adds(), divisions(), triad(24u << 10), triad(400u << 10), triad(6u << 20),
        triad(256u << 20));
}
