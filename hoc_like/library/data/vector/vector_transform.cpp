#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "hoc_like/library/data/vector/vector_method.hpp"

namespace ranvier::hoc {

namespace {

using Values = VectorObject::Values;

/// vec.rotate(n): n > 0 rotates to the right. With a second argument, zeros move in.
Result rotate(Call& call) {
    Values& x = values(call);
    if (x.empty()) return self_result(call);
    const bool wraps = call.size() < 2;
    const auto n = static_cast<long long>(x.size());
    const auto given = static_cast<long long>(call.number(0));
    if (wraps) {
        const long long by = ((given % n) + n) % n;
        std::rotate(x.begin(), x.end() - by, x.end());
    } else if (given >= 0) {
        const long long by = given > n ? given % n : given;
        std::rotate(x.begin(), x.end() - by, x.end());
        std::fill(x.begin(), x.begin() + by, 0.0);
    } else {
        const long long kept = n - std::llabs(given) % n;
        std::rotate(x.begin(), x.end() - kept, x.end());
        std::fill(x.begin() + kept, x.end(), 0.0);
    }
    return self_result(call);
}

/// vec.deriv(source, dx, method): method 2 central (one-sided at the ends), 1 forward differences.
Result deriv(Call& call) {
    int next = 0;
    const Values source = source_argument(call, next);
    const double dx = call.number_or(next, 1.0);
    const auto method = whole_or(call, next + 1, 1, 2, "method", 2);
    const std::size_t n = source.size();
    if (n < 2) fail(call, "needs at least 2 elements");
    Values& x = values(call);
    if (method == 1) {
        x.resize(n - 1);
        for (std::size_t i = 0; i + 1 < n; ++i) x[i] = (source[i + 1] - source[i]) / dx;
        return self_result(call);
    }
    x.resize(n);
    x[0] = (source[1] - source[0]) / dx;
    x[n - 1] = (source[n - 1] - source[n - 2]) / dx;
    for (std::size_t i = 1; i + 1 < n; ++i) x[i] = (source[i + 1] - source[i - 1]) / (dx * 2);
    return self_result(call);
}

/// vec.integral(source, dx): the running sum times dx; element 0 is copied unchanged.
Result integral(Call& call) {
    int next = 0;
    const Values source = source_argument(call, next);
    const double dx = call.number_or(next, 1.0);
    Values& x = values(call);
    x.resize(source.size());
    if (!x.empty()) x[0] = source[0];
    for (std::size_t i = 1; i < x.size(); ++i) x[i] = x[i - 1] + source[i] * dx;
    return self_result(call);
}

/// vec.interpolate(x_destination, x_source, y_source): linear; constant beyond the ends of the source.
Result interpolate(Call& call) {
    const Values to = call.native<VectorObject>(0).values(), from = call.native<VectorObject>(1).values();
    const Values y = call.size() > 2 ? call.native<VectorObject>(2).values() : values(call);
    if (from.empty() || y.size() < from.size()) fail(call, "the source is empty, or has more x than y values");
    Values& out = values(call);
    out.resize(to.size());
    std::size_t i = 0;
    for (; i < to.size() && to[i] <= from[0]; ++i) out[i] = y[0];
    for (std::size_t s = 1; s < from.size() && i < to.size(); ++s) {
        if (from[s] <= from[s - 1]) continue;
        for (; i < to.size() && to[i] <= from[s]; ++i) {
            const double theta = (to[i] - from[s - 1]) / (from[s] - from[s - 1]);
            out[i] = (1.0 - theta) * y[s - 1] + theta * y[s];
        }
    }
    for (; i < to.size(); ++i) out[i] = y[from.size() - 1];
    return self_result(call);
}

/// vec.rebin(source, factor): sums over groups of `factor` consecutive elements.
Result rebin(Call& call) {
    int next = 0;
    const Values source = source_argument(call, next);
    const auto factor = static_cast<std::size_t>(whole_argument(call, next, 1, 1LL << 40, "factor"));
    Values& x = values(call);
    x.assign(source.size() / factor, 0.0);
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t j = 0; j < factor; ++j) x[i] += source[i * factor + j];
    }
    return self_result(call);
}

/// vec.resample(source, rate): the element at i / rate.
Result resample(Call& call) {
    const Values source = call.native<VectorObject>(0).values();
    const double rate = number_within(call, 1, 0, static_cast<double>(source.size() / 2), "rate");
    Values& x = values(call);
    x.assign(static_cast<std::size_t>(static_cast<double>(source.size()) * rate), 0.0);
    for (std::size_t i = 0; i < x.size(); ++i) {
        const auto from = static_cast<std::size_t>(static_cast<double>(i) / rate);
        x[i] = source[std::min(from, source.size() - 1)];
    }
    return self_result(call);
}

/// vec.medfltr(source, points): the median of a window of 2 * points elements around each element.
Result medfltr(Call& call) {
    int next = 0;
    const Values source = source_argument(call, next);
    const auto n = static_cast<long long>(source.size());
    const auto points = whole_or(call, next, 1, std::max(1LL, n / 2), "points", 3);
    Values& x = values(call);
    x.assign(source.size(), 0.0);
    for (long long i = 0; i < n; ++i) {
        const long long begin = std::max(0LL, i - points);
        const long long end = i < n - points ? i + points : n - 1;
        Values window{source.begin() + begin, source.begin() + std::max(end, begin + 1)};
        std::sort(window.begin(), window.end());
        x[static_cast<std::size_t>(i)] = window[window.size() / 2];
    }
    return self_result(call);
}

/// vec.spikebin(source, threshold, width): 1 in each bin of width points where source crosses the threshold upwards.
Result spikebin(Call& call) {
    const Values source = call.native<VectorObject>(0).values();
    const double threshold = call.number(1);
    const auto width = static_cast<std::size_t>(whole_or(call, 2, 1, 1'000'000, "width", 1));
    Values& x = values(call);
    x.assign(source.size() / width, 0.0);
    bool above = false;
    for (std::size_t k = 0; k < x.size() * width; ++k) {
        if (source[k] >= threshold && !above) {
            above = true;
            x[k / width] = 1;
        } else if (above && source[k] < threshold) {
            above = false;
        }
    }
    return self_result(call);
}

/// vec.psth(source, dt [ms], trials, size): rate [Hz] from counts over windows that grow until they hold `size` counts.
Result psth(Call& call) {
    const Values source = call.native<VectorObject>(0).values();
    const double dt = number_within(call, 1, 0, 9e99, "dt"), trials = number_within(call, 2, 0, 9e99, "trials");
    const double wanted = number_within(call, 3, 0, static_cast<double>(source.size() / 2), "size");
    const std::size_t n = source.size();
    Values& x = values(call);
    x.assign(n, 0.0);
    for (std::size_t i = 0; i < n; ++i) {
        std::size_t after = 0, before = 0;
        double sum = source[i];
        while (sum < wanted && (i + after + 1 < n || before < i)) {
            if (i + after + 1 < n) sum += source[i + ++after];
            if (before < i && sum < wanted) sum += source[i - ++before];
        }
        x[i] = sum / trials * 1000.0 / (static_cast<double>(after + before + 1) * dt);
    }
    return self_result(call);
}

/// vec.inf(i, dt, gl, el, cm, threshold, reset, refractory): an integrate-and-fire cell driven by i.
Result inf(Call& call) {
    const Values stimulus = call.native<VectorObject>(0).values();
    const double dt = number_within(call, 1, 1e-99, 9e99, "dt");
    const double gl = call.number(2), el = call.number(3), capacity = call.number(4) / dt;
    const double threshold = call.number(5), reset = call.number(6), refractory = call.number_or(7, 0.0);
    Values& x = values(call);
    x.assign(stimulus.size(), 0.0);
    if (x.empty()) return self_result(call);
    x[0] = el;
    double silent = 0;
    for (std::size_t t = 0; t + 1 < x.size(); ++t) {
        const double current = -gl * (x[t] - el) + stimulus[t];
        const double v = x[t] + current / capacity;
        if (v >= threshold && silent <= 0) {
            x[++t] = 0;  // the spike, then the reset
            if (t + 1 < x.size()) x[t + 1] = reset;
            silent = refractory;
        } else {
            silent -= dt;
            x[t + 1] = v;
        }
    }
    return self_result(call);
}

/// vec.trigavg(data, indices, before, after): the mean of data in windows around the indices; returns their number.
Result trigavg(Call& call) {
    const Values data = call.native<VectorObject>(0).values(), triggers = call.native<VectorObject>(1).values();
    const auto n = static_cast<long long>(data.size());
    const long long before = whole_argument(call, 2, 0, n - 1, "before"),
                    after = whole_argument(call, 3, 0, n - 1, "after");
    Values& x = values(call);
    x.assign(static_cast<std::size_t>(before + after), 0.0);
    double count = 0;
    for (const double trigger : triggers) {
        const auto at = static_cast<long long>(trigger);
        if (at < before || at >= n - after) continue;
        ++count;
        for (std::size_t j = 0; j < x.size(); ++j) x[j] += data[static_cast<std::size_t>(at - before) + j];
    }
    for (double& each : x) each /= count;
    return count;
}

}  // namespace

std::vector<MethodDefinition> vector_transform_methods() {
    return {
        {"rotate", "vec.rotate(n, 0)",
         "Rotates the elements by n places; with a second argument, shifts them and fills the vacated places with "
         "zeros.",
         rotate},
        {"deriv", "vec.deriv(source, dx, method)",
         "Differences of source divided by dx: central differences with method 2, forward differences with 1.", deriv},
        {"integral", "vec.integral(source, dx)", "The running sum of source times dx.", integral},
        {"interpolate", "vec.interpolate(x_destination, x_source, y_source)",
         "Interpolates linearly at the points x_destination; the values at x_source are y_source (or this Vector).",
         interpolate},
        {"rebin", "vec.rebin(source, factor)", "Sums over groups of `factor` consecutive elements.", rebin},
        {"resample", "vec.resample(source, rate)", "Resamples source at `rate` times as many points.", resample},
        {"medfltr", "vec.medfltr(source, points)", "The median of the neighborhood of each element.", medfltr},
        {"spikebin", "vec.spikebin(source, threshold, width)",
         "1 in each bin in which source crosses the threshold upwards.", spikebin},
        {"psth", "vec.psth(source, dt, trials, size)",
         "Spike rate in Hz from the counts in source; dt is the width of a bin in ms.", psth},
        {"inf", "vec.inf(i, dt, gl, el, cm, threshold, reset, refractory)",
         "Voltage of an integrate-and-fire cell that is driven by i.", inf},
        {"trigavg", "vec.trigavg(data, indices, before, after)",
         "The average of the windows of data around the indices.", trigavg},
    };
}

}  // namespace ranvier::hoc
