#include "exchange/study/least_squares.hpp"

#include <initializer_list>

namespace ranvier::exchange {

namespace {

/// Sums over samples whose rows have been divided by their time, so that the right-hand side is 1.
struct Normal {
    double aa = 0, ab = 0, bb = 0, a = 0, b = 0, n = 0;

    double error(double x, double y) const {
        return x * x * aa + 2 * x * y * ab + y * y * bb - 2 * x * a - 2 * y * b + n;
    }
};

}  // namespace

Fit fit(std::span<const Sample> samples) {
    Normal sum;
    for (const Sample& each : samples) {
        const double first = each.first / each.time, second = each.second / each.time;
        sum.aa += first * first;
        sum.ab += first * second;
        sum.bb += second * second;
        sum.a += first;
        sum.b += second;
        sum.n += 1;
    }
    // The optimum if it lies inside the quadrant a, b >= 0, otherwise the best point on one of its edges.
    const double determinant = sum.aa * sum.bb - sum.ab * sum.ab;
    Fit best{0, 0, sum.n};
    const auto consider = [&](double a, double b) {
        if (!(a >= 0 && b >= 0)) return;
        const double error = sum.error(a, b);
        if (error < best.error) best = {a, b, error};
    };
    if (sum.aa > 0) consider(sum.a / sum.aa, 0);
    if (sum.bb > 0) consider(0, sum.b / sum.bb);
    if (determinant > 1e-12 * sum.aa * sum.bb) {
        consider((sum.a * sum.bb - sum.b * sum.ab) / determinant, (sum.b * sum.aa - sum.a * sum.ab) / determinant);
    }
    return best;
}

}  // namespace ranvier::exchange
