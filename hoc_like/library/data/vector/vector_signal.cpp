#include <algorithm>
#include <cmath>

#include "hoc_like/library/data/vector/fourier.hpp"
#include "hoc_like/library/data/vector/vector_method.hpp"

namespace ranvier::hoc {

namespace {

using Values = VectorObject::Values;

Values padded(Values x, std::size_t n) {
    x.resize(n, 0.0);
    return x;
}

/// The order in which scripts see the coefficients: r0, r(n/2), then pairs r(k), -i(k).
Values interleaved(const Values& half_complex) {
    const std::size_t n = half_complex.size();
    Values out(n);
    out[0] = half_complex[0];
    if (n > 1) out[1] = half_complex[n / 2];
    for (std::size_t k = 1; k < n / 2; ++k) {
        out[2 * k] = half_complex[k];
        out[2 * k + 1] = -half_complex[n - k];
    }
    return out;
}

Values half_complex(const Values& interleaved) {
    const std::size_t n = interleaved.size();
    const double scale = 0.5 * static_cast<double>(n);
    Values out(n);
    out[0] = interleaved[0] * scale;
    if (n > 1) out[n / 2] = interleaved[1] * scale;
    for (std::size_t k = 1; k < n / 2; ++k) {
        out[k] = interleaved[2 * k] * scale;
        out[n - k] = -interleaved[2 * k + 1] * scale;
    }
    return out;
}

Result fft(Call& call) {
    int next = 0;
    Values x = source_argument(call, next);
    const auto direction = whole_or(call, next, -1, 1, "direction", 1);
    x.resize(power_of_two(x.size()), 0.0);
    if (direction == -1) {
        x = half_complex(x);
        transform_half_complex(x);
    } else {
        transform_real(x);
        x = interleaved(x);
    }
    call.self_as<VectorObject>().assign(x);
    return self_result(call);
}

Result convlv(Call& call) {
    const Values data = call.native<VectorObject>(0).values(), response = call.native<VectorObject>(1).values();
    const double direction = call.number_or(2, 1.0);
    if (direction != 1 && direction != -1) fail(call, "the direction must be 1 (convolve) or -1 (deconvolve)");
    const std::size_t n = power_of_two(std::max(data.size(), response.size()));
    call.self_as<VectorObject>().assign(convolve(padded(data, n), response, direction == -1));
    return self_result(call);
}

/// vec.filter(source, filter): transforms the filter to frequency, then convolves source with the result.
Result filter(Call& call) {
    int next = 0;
    const Values data = call.size() > 1 ? source_argument(call, next) : values(call);
    const Values given = call.native<VectorObject>(next).values();
    const std::size_t n = power_of_two(std::max(data.size(), given.size()));
    Values response = padded(given, n);
    transform_real(response);
    response.resize(given.size());
    call.self_as<VectorObject>().assign(convolve(padded(data, n), response, false));
    return self_result(call);
}

Result correl(Call& call) {
    const Values first = call.native<VectorObject>(0).values();
    const Values second = call.size() > 1 ? call.native<VectorObject>(1).values() : first;
    const std::size_t n = power_of_two(std::max(first.size(), second.size()));
    Values x = padded(first, n), y = padded(second, n), z(n);
    transform_real(x);
    transform_real(y);
    z[0] = x[0] * y[0];
    if (n > 1) z[n / 2] = x[n / 2] * y[n / 2];
    for (std::size_t k = 1; k < n / 2; ++k) {
        z[k] = x[k] * y[k] + x[n - k] * y[n - k];
        z[n - k] = y[k] * x[n - k] - y[n - k] * x[k];
    }
    transform_half_complex(z);
    call.self_as<VectorObject>().assign(z);
    return self_result(call);
}

/// The power spectrum of overlapping segments of 2 m points under a Bartlett window (Welch 1967).
Values power_spectrum(const Values& data, std::size_t m, std::size_t pairs) {
    const std::size_t n = 2 * m;
    const double width = static_cast<double>(m);
    const auto window = [&](std::size_t j) { return 1.0 - std::fabs((static_cast<double>(j) - width) / width); };
    double weight = 0;
    for (std::size_t j = 0; j < n; ++j) weight += window(j) * window(j);
    Values power(m, 0.0);
    for (std::size_t k = 0; k < 2 * pairs; ++k) {
        Values stretch(n);
        for (std::size_t j = 0; j < n; ++j) stretch[j] = data[k * m + j] * window(j);
        transform_real(stretch);
        power[0] += stretch[0] * stretch[0];
        for (std::size_t j = 1; j < m; ++j) power[j] += stretch[j] * stretch[j] + stretch[n - j] * stretch[n - j];
    }
    for (double& each : power) each /= weight * static_cast<double>(n) * static_cast<double>(pairs);
    power[0] *= 0.5;
    return power;
}

Result spctrm(Call& call) {
    const Values data = call.native<VectorObject>(0).values();
    if (data.empty()) fail(call, "the data Vector is empty");
    const auto wanted = whole_or(call, 1, 1, 1 << 30, "size of a segment", static_cast<long long>(data.size() / 8));
    const std::size_t m = power_of_two(static_cast<std::size_t>(std::max(wanted, 1LL)));
    const double ratio = static_cast<double>(data.size()) / static_cast<double>(m);
    const auto pairs = static_cast<std::size_t>(std::max(1.0, std::ceil((ratio - 1.0) / 2.0)));
    Values& x = values(call);
    const Values power = power_spectrum(padded(data, (2 * pairs + 1) * m), m, pairs);
    if (x.size() < m) x.resize(m);
    std::copy(power.begin(), power.end(), x.begin());
    return self_result(call);
}

}  // namespace

std::vector<MethodDefinition> vector_signal_methods() {
    return {
        {"fft", "vec.fft(source, direction)",
         "Fourier transform (direction 1) or inverse transform (-1) of source, which is padded with zeros to a power "
         "of 2.",
         fft},
        {"convlv", "vec.convlv(source, response, direction)",
         "Convolves source with response, which has an odd size and is in wrap-around order; direction -1 deconvolves.",
         convlv},
        {"filter", "vec.filter(source, filter)", "Convolves source with the spectrum of filter.", filter},
        {"correl", "vec.correl(source, other)",
         "Cross-correlation of source and other; without other, autocorrelation of source.", correl},
        {"spctrm", "vec.spctrm(source, size)", "Power spectrum of source from segments of `size` points.", spctrm},
    };
}

}  // namespace ranvier::hoc
