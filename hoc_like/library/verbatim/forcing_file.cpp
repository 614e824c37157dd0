#include "hoc_like/library/verbatim/forcing_file.hpp"

#include <algorithm>
#include <fstream>
#include <map>
#include <numeric>
#include <stdexcept>

namespace ranvier::hoc {

ForcingFile::ForcingFile(const std::string& path) : path_{path} {
    std::ifstream in(path);
    if (!in) throw std::runtime_error("forcing function: cannot read the file " + path);
    std::string heading;
    for (int k = 0; k < 6; ++k) std::getline(in, heading);
    for (float x, y; in >> x >> y;) {  // kept in single precision, as NEURON reads them
        x_.push_back(x);
        y_.push_back(y);
    }
    if (x_.size() < 2) throw std::runtime_error("forcing function: " + path + " has fewer than two points");
    sort_points();
    find_curvatures();
}

void ForcingFile::sort_points() {
    std::vector<std::size_t> order(x_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return x_[a] < x_[b]; });
    const auto x = x_, y = y_;
    for (std::size_t k = 0; k < order.size(); ++k) {
        x_[k] = x[order[k]];
        y_[k] = y[order[k]];
    }
    for (std::size_t k = 0; k + 1 < x_.size(); ++k) width_.push_back(x_[k + 1] - x_[k]);
}

/// Equal slopes on both sides of each inner point: a tridiagonal system, solved by elimination without pivoting.
void ForcingFile::find_curvatures() {
    const std::size_t inner = x_.size() - 2;
    curvature_.assign(x_.size(), 0.);
    std::vector<double> diagonal(inner, 2.0), above(inner), right(inner);
    const auto slope = [&](std::size_t k) { return (y_[k + 1] - y_[k]) / width_[k]; };
    for (std::size_t k = 0; k < inner; ++k) {
        above[k] = width_[k + 1] / (width_[k] + width_[k + 1]);
        right[k] = 6.0 * (slope(k + 1) - slope(k)) / (width_[k] + width_[k + 1]);
        if (k == 0) continue;
        const double factor = (1.0 - above[k]) / diagonal[k - 1];
        diagonal[k] -= factor * above[k - 1];
        right[k] -= factor * right[k - 1];
    }
    for (std::size_t k = inner; k-- > 0;) {
        const double beyond = k + 1 < inner ? above[k] * curvature_[k + 2] : 0.;
        curvature_[k + 1] = (right[k] - beyond) / diagonal[k];
    }
}

double ForcingFile::step(double at) const {
    if (at < x_.front() - 0.1 * width_.front() || at > x_.back() + 0.1 * width_.back()) {
        throw std::runtime_error("forcing function: " + std::to_string(at) + " is outside the points of " + path_);
    }
    const auto after = std::upper_bound(x_.begin() + 1, x_.end(), at);
    return y_[static_cast<std::size_t>(after - x_.begin()) - 1];
}

double ForcingFile::smooth(double at) const {
    step(at);  // throws if `at` is out of range
    const std::size_t last = x_.size() - 1;
    if (at < x_[0]) return y_[0] - (x_[0] - at) * (y_[1] - y_[0]) / width_[0];
    if (at > x_[last]) return y_[last] + (at - x_[last]) * (y_[last] - y_[last - 1]) / width_[last - 1];
    const auto next = std::lower_bound(x_.begin() + 1, x_.end(), at);
    const auto k = static_cast<std::size_t>(next - x_.begin()) - 1;
    const double left = at - x_[k], right = x_[k + 1] - at, h = width_[k];
    double value = (curvature_[k] * right * right * right) / (6.0 * h);
    value += (curvature_[k + 1] * left * left * left) / (6.0 * h);
    value += (y_[k + 1] / h - curvature_[k + 1] * h / 6.0) * left;
    value += (y_[k] / h - curvature_[k] * h / 6.0) * right;
    return value;
}

const ForcingFile& forcing_file(const std::string& path) {
    static std::map<std::string, ForcingFile> known;
    return known.try_emplace(path, path).first->second;
}

}  // namespace ranvier::hoc
