// Features of a recorded action potential that the multiple run fitter compares. The Vector holds the voltage [mV], the
// first argument the times [ms].

#include "hoc_like/library/data/vector/vector_method.hpp"

namespace ranvier::hoc {

namespace {

using Values = VectorObject::Values;

/// The error if the run has no value for a data point, from NEURON.
constexpr double no_fit = 1e9;

const Values& times(Call& call) {
    const Values& x = call.native<VectorObject>(0).values();
    if (x.size() != values(call).size()) fail(call, "the Vectors of values and times must have the same size");
    return x;
}

/// Data points; times are relative to the peak.
struct Points {
    const Values& y;
    const Values& x;

    explicit Points(Call& call) : y{call.native<VectorObject>(2).values()}, x{call.native<VectorObject>(3).values()} {
        if (y.size() < x.size()) fail(call, "the data have more times than values");
        if (x.empty()) fail(call, "there are no data");
    }
};

double squared(double x) {
    return x * x;
}

Result width(Call& call) {
    const Values& y = values(call);
    const Values& x = call.native<VectorObject>(0).values();
    const double height = call.number(1);
    if (x.size() != y.size()) return 0.;
    std::size_t up = 0;
    while (up < y.size() && !(y[up] >= height)) ++up;
    std::size_t down = up + 1;
    while (down < y.size() && !(y[down] <= height)) ++down;
    if (down >= y.size()) fail(call, "the values do not return to this height");
    return x[down] - x[up];
}

/// The times at which the values reach each height of the data, first rising to the peak and then falling.
Result x_fitness(Call& call) {
    const Values &y = values(call), &x = times(call);
    const double peak = call.number(1);
    const Points data{call};
    std::size_t j = 0;
    double sum = 0;
    bool rises = true;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (rises ? y[i] >= data.y[j] : y[i] <= data.y[j]) {
            sum += squared((x[i] - peak) - data.x[j]);
            if (++j >= data.x.size()) return sum;
            if (rises && x[i] > peak) rises = false;
        }
    }
    return no_fit;
}

Result y_fitness(Call& call) {
    const Values &y = values(call), &x = times(call);
    const double peak = call.number(1);
    const Points data{call};
    std::size_t j = 0;
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i] - peak >= data.x[j]) {
            sum += squared(y[i] - data.y[j]);
            if (++j >= data.x.size()) return sum;
        }
    }
    return no_fit;
}

/// Checks only every second value below -20 mV, like NEURON.
Result first_peak(Call& call) {
    const Values& y = values(call);
    for (std::size_t i = 0; i + 1 < y.size();) {
        if (y[i] < -20) {
            i += 2;
            continue;
        }
        if (y[i] > y[i + 1]) return static_cast<double>(i);
        ++i;
    }
    return 0.;
}

}  // namespace

std::vector<MethodDefinition> vector_feature_methods() {
    return {
        {"firstpeak", "v.firstpeak()", "Index of the first peak above -20 mV; 0 if there is none.", first_peak},
        {"width", "v.width(times, height)", "Time between the first rise to a height and the return to it.", width},
        {"xfitness", "v.xfitness(times, peak, heights, data)",
         "Sum of squared differences between the data and the times after `peak` at which v reaches the heights.",
         x_fitness},
        {"yfitness", "v.yfitness(times, peak, data, at)",
         "Sum of squared differences between v and the data at times after `peak`.", y_fitness},
    };
}

}  // namespace ranvier::hoc
