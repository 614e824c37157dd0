#include <algorithm>
#include <cmath>

#include "hoc_like/library/data/vector/fourier.hpp"
#include "hoc_like/library/data/vector/vector_method.hpp"

namespace ranvier::hoc {

namespace {

using Values = VectorObject::Values;
constexpr double pi = 3.14159265358979323846;
constexpr double huge = 1e99;
constexpr double most_bins = 1e9;

void count(Values& bins, double bin, double weight) {
    if (bin >= 0 && bin < static_cast<double>(bins.size())) bins[static_cast<std::size_t>(bin)] += weight;
}

/// vec.histogram(low, high, width): bin 0 counts values below low, bin i those in [low + (i - 1) width, low + i width).
Result histogram(Call& call) {
    const double low = call.number(0);
    const double high = number_within(call, 1, low, huge, "high");
    const double width = number_within(call, 2, 0, high - low, "width");
    const double size = std::floor((high - low) / width) + 2;
    if (!(size <= most_bins)) fail(call, "too many bins; widen them");
    require_memory(call, size, "a Vector");
    Values bins(static_cast<std::size_t>(size), 0.0);
    for (const double x : values(call)) count(bins, std::floor((x - low) / width) + 1, 1.0);
    return make_vector(call.interpreter(), std::move(bins));
}

/// vec.hist(data, low, size, width): counts data in `size` bins from low on.
Result hist(Call& call) {
    const Values data = call.native<VectorObject>(0).values();
    const double low = call.number(1);
    const auto size = whole_argument(call, 2, 0, static_cast<long long>(most_bins), "number of bins");
    const double width = number_within(call, 3, 1e-99, huge, "width");
    require_memory(call, static_cast<double>(size), "a Vector");
    Values& bins = values(call);
    bins.assign(static_cast<std::size_t>(size), 0.0);
    for (const double x : data) count(bins, std::floor((x - low) / width), 1.0);
    return self_result(call);
}

/// vec.sumgauss(low, high, step, variance, weights): the sum of Gaussians centered at the elements.
Result sumgauss(Call& call) {
    const Values& x = values(call);
    const double low = call.number(0);
    const double high = number_within(call, 1, low, huge, "high");
    const double step = number_within(call, 2, 1e-99, huge, "step");
    const double variance = number_within(call, 3, 0, huge, "variance");
    const Values weights = call.size() > 4 ? call.native<VectorObject>(4).values() : Values(x.size(), 1.0);
    if (weights.size() < x.size()) fail(call, "the Vector of weights is too short");
    const double points = std::trunc((high - low) / step + 0.5);
    if (!(points <= most_bins)) fail(call, "too many points; increase the step");
    require_memory(call, points, "a Vector");
    Values sum(static_cast<std::size_t>(points), 0.0);
    const double scaled = variance / (step * step);
    const double peak = 1.0 / std::sqrt(2.0 * pi * variance);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double centre = std::trunc((x[i] - low) / step);
        for (std::size_t j = 0; j < sum.size(); ++j) {
            const double d = static_cast<double>(j) - centre;
            const double exponent = -d * d / (2.0 * scaled);
            if (exponent > -20.0) sum[j] += std::exp(exponent) * peak * weights[i];
        }
    }
    return make_vector(call.interpreter(), std::move(sum));
}

/// vec.smhist(data, low, size, step, variance, weights): a histogram smoothed by a Gaussian.
Result smhist(Call& call) {
    constexpr double least = 1e-9;
    const Values data = call.native<VectorObject>(0).values();
    const double low = call.number(1);
    const auto size = static_cast<std::size_t>(whole_argument(call, 2, 0, 1 << 28, "number of points"));
    const double step = number_within(call, 3, 1e-99, huge, "step");
    const double variance = number_within(call, 4, 0, huge, "variance");
    const Values weights = call.size() > 5 ? call.native<VectorObject>(5).values() : Values(data.size(), 1.0);
    if (weights.size() != data.size()) fail(call, "the Vector of weights must have the size of the data");

    const double scaled = 2 * variance / (step * step);
    const double peak = 1 / std::sqrt(2.0 * pi * variance);
    const double reach = std::trunc(std::sqrt(10 * scaled));
    if (!(reach < 1e8)) fail(call, "the variance is too large for this step");
    const auto half = static_cast<std::size_t>(reach);
    Values gauss(2 * half + 1);
    for (std::size_t i = 0; i <= half; ++i) {
        const double d = static_cast<double>(i);
        const double y = peak * std::exp(-d * d / scaled);
        gauss[i] = y;
        if (i > 0) gauss[gauss.size() - i] = y;
    }
    const std::size_t n = power_of_two(size + gauss.size());
    Values series(n, 0.0);
    for (std::size_t i = 0; i < data.size(); ++i) {
        if (data[i] >= low) count(series, std::trunc((data[i] - low) / step), weights[i]);
    }
    series = convolve(std::move(series), gauss, false);
    Values& x = values(call);
    x.assign(size, 0.0);
    for (std::size_t i = 0; i < size; ++i) {
        if (series[i] > least) x[i] = series[i];
    }
    return self_result(call);
}

}  // namespace

std::vector<MethodDefinition> vector_histogram_methods() {
    return {
        {"histogram", "vec.histogram(low, high, width)", "A new Vector of counts; element 0 counts values below low.",
         histogram},
        {"hist", "vec.hist(data, low, size, width)",
         "Counts the data in each of `size` bins, the first of which starts at low.", hist},
        {"sumgauss", "vec.sumgauss(low, high, step, variance, weights)",
         "A new Vector: the sum of Gaussians centered at the elements.", sumgauss},
        {"smhist", "vec.smhist(data, low, size, step, variance, weights)",
         "A histogram of data, smoothed by a Gaussian.", smhist},
    };
}

}  // namespace ranvier::hoc
