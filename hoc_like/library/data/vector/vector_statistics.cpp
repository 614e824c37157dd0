#include <algorithm>
#include <cmath>
#include <numeric>

#include "hoc_like/library/data/vector/vector_method.hpp"

namespace ranvier::hoc {

namespace {

using Values = VectorObject::Values;

struct Part {
    Values::const_iterator begin, end;
    double size() const { return static_cast<double>(end - begin); }
};

/// The range given by the arguments (start, end), or all elements; fails if there are fewer than `least`.
Part part_of(const Call& call, std::ptrdiff_t least = 0) {
    const Values& x = values(call);
    const Stretch stretch = stretch_argument(call, 0, x.size());
    const Part part{x.begin() + static_cast<std::ptrdiff_t>(stretch.begin),
                    x.begin() + static_cast<std::ptrdiff_t>(stretch.end)};
    if (part.end - part.begin < least) fail(call, "needs at least " + std::to_string(least) + " elements");
    return part;
}

double mean_of(const Part& part) {
    return std::accumulate(part.begin, part.end, 0.0) / part.size();
}

/// The sample variance in two passes, summed from the first element on.
double variance_of(const Part& part) {
    const double mean = mean_of(part);
    double squares = 0;
    for (auto x = part.begin; x != part.end; ++x) squares += (*x - mean) * (*x - mean);
    return squares / (part.size() - 1);
}

Result min(Call& call) {
    if (values(call).empty()) return 0.0;
    const Part part = part_of(call);
    return *std::min_element(part.begin, part.end);
}

Result max(Call& call) {
    if (values(call).empty()) return 0.0;
    const Part part = part_of(call);
    return *std::max_element(part.begin, part.end);
}

Result min_ind(Call& call) {
    if (values(call).empty()) return -1.0;
    const Part part = part_of(call);
    return static_cast<double>(std::min_element(part.begin, part.end) - values(call).cbegin());
}

Result max_ind(Call& call) {
    if (values(call).empty()) return -1.0;
    const Part part = part_of(call);
    return static_cast<double>(std::max_element(part.begin, part.end) - values(call).cbegin());
}

Result sum(Call& call) {
    const Part part = part_of(call);
    return std::accumulate(part.begin, part.end, 0.0);
}

Result sumsq(Call& call) {
    const Part part = part_of(call);
    return std::inner_product(part.begin, part.end, part.begin, 0.0);
}

Result mean(Call& call) {
    return mean_of(part_of(call, 1));
}

Result var(Call& call) {
    return variance_of(part_of(call, 2));
}

Result stdev(Call& call) {
    return std::sqrt(variance_of(part_of(call, 2)));
}

Result standard_error(Call& call) {
    const Part part = part_of(call, 2);
    return std::sqrt(variance_of(part)) / std::sqrt(part.size());
}

Result median(Call& call) {
    Values sorted = values(call);
    if (sorted.empty()) fail(call, "needs at least 1 element");
    std::sort(sorted.begin(), sorted.end());
    const std::size_t half = sorted.size() / 2;
    return sorted.size() % 2 == 0 ? (sorted[half - 1] + sorted[half]) / 2.0 : sorted[half];
}

Result mag(Call& call) {
    const Values& x = values(call);
    return std::sqrt(std::inner_product(x.begin(), x.end(), x.begin(), 0.0));
}

Result dot(Call& call) {
    const Values& x = values(call);
    const Values& y = call.native<VectorObject>(0).values();
    if (y.size() < x.size()) fail(call, "the argument has fewer elements");
    return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

Result meansqerr(Call& call) {
    const Values& x = values(call);
    const Values& y = call.native<VectorObject>(0).values();
    if (x.empty() || y.size() < x.size()) fail(call, "the argument has fewer elements, or both are empty");
    const Values* weight = call.size() > 1 ? &call.native<VectorObject>(1).values() : nullptr;
    if (weight && weight->size() < x.size()) fail(call, "the Vector of weights is too short");
    double error = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double difference = x[i] - y[i];
        error += weight ? difference * difference * (*weight)[i] : difference * difference;
    }
    return error / static_cast<double>(x.size());
}

}  // namespace

std::vector<MethodDefinition> vector_statistics_methods() {
    return {
        {"min", "vec.min(start, end)", "The smallest element; 0 if there is none.", min},
        {"max", "vec.max(start, end)", "The largest element; 0 if there is none.", max},
        {"min_ind", "vec.min_ind(start, end)", "Index of the smallest element; -1 if there is none.", min_ind},
        {"max_ind", "vec.max_ind(start, end)", "Index of the largest element; -1 if there is none.", max_ind},
        {"sum", "vec.sum(start, end)", "The sum of the elements.", sum},
        {"sumsq", "vec.sumsq(start, end)", "The sum of the squares of the elements.", sumsq},
        {"mean", "vec.mean(start, end)", "The mean of the elements.", mean},
        {"var", "vec.var(start, end)", "The sample variance.", var},
        {"stdev", "vec.stdev(start, end)", "The sample standard deviation.", stdev},
        {"stderr", "vec.stderr(start, end)", "The standard error of the mean.", standard_error},
        {"median", "vec.median()", "The median.", median},
        {"mag", "vec.mag()", "The Euclidean length.", mag},
        {"dot", "vec.dot(other)", "The scalar product.", dot},
        {"meansqerr", "vec.meansqerr(other, weights)",
         "The mean of the squared differences from other, weighted if weights are given.", meansqerr},
    };
}

}  // namespace ranvier::hoc
