#include "engine/rule/distance_profile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "engine/storage/each_isa.hpp"
#include "mechanisms/runtime/math_vector.h"

namespace ranvier::engine {

namespace {

double of_table(const DistanceProfile& profile, double distance) {
    const std::vector<double>& at = profile.distances;
    const auto behind = std::upper_bound(at.begin(), at.end(), distance);
    if (behind == at.begin()) return profile.factors.front();
    const auto i = static_cast<std::size_t>(behind - at.begin());
    if (i == at.size()) return distance == at.back() ? profile.factors.back() : 0;
    const double share = (distance - at[i - 1]) / (at[i] - at[i - 1]);
    return profile.factors[i - 1] + share * (profile.factors[i] - profile.factors[i - 1]);
}

RANVIER_EACH_ISA void exponential(std::span<double> distances, double scale, double cutoff) {
    for (double& d : distances) {
        const double factor = rv_exp(-d / scale);
        d = d <= cutoff ? factor : 0.;
    }
}
RANVIER_EACH_ISA void gaussian(std::span<double> distances, double scale, double cutoff) {
    for (double& d : distances) {
        const double factor = rv_exp(-d * d / (2 * scale * scale));
        d = d <= cutoff ? factor : 0.;
    }
}

[[noreturn]] void refuse(const std::string& why) {
    throw std::invalid_argument("probability by distance: " + why);
}

void check_table(const DistanceProfile& profile) {
    const std::vector<double>&distances = profile.distances, &factors = profile.factors;
    if (distances.empty() || distances.size() != factors.size()) {
        refuse(fmt::format("the table has {} distances and {} factors", distances.size(), factors.size()));
    }
    const auto is_finite = [](double x) { return std::isfinite(x); };
    const bool ascend =
        std::adjacent_find(distances.begin(), distances.end(), std::greater_equal<>()) == distances.end();
    if (!ascend || !std::all_of(distances.begin(), distances.end(), is_finite)) {
        refuse("the distances of the table do not ascend");
    }
    if (!std::all_of(factors.begin(), factors.end(), [&](double x) { return is_finite(x) && x >= 0; })) {
        refuse("a factor of the table is not a number >= 0");
    }
}

}  // namespace

double DistanceProfile::at(double distance) const {
    if (!(distance <= cutoff)) return 0;
    switch (kind) {
        case Kind::exponential:
            return rv_exp(-distance / scale);
        case Kind::gaussian:
            return rv_exp(-distance * distance / (2 * scale * scale));
        case Kind::table:
            return of_table(*this, distance);
        case Kind::flat:
            break;
    }
    return 1;
}

void DistanceProfile::replace_by_factors(std::span<double> all) const {
    if (kind == Kind::exponential) return exponential(all, scale, cutoff);
    if (kind == Kind::gaussian) return gaussian(all, scale, cutoff);
    for (double& each : all) each = at(each);
}

double DistanceProfile::reach() const {
    return kind == Kind::table ? std::min(cutoff, distances.back()) : cutoff;
}

void DistanceProfile::check() const {
    if (!(cutoff >= 0)) refuse(fmt::format("the cut-off {:g} um is not a number >= 0", cutoff));
    if (kind == Kind::table) return check_table(*this);
    if (kind != Kind::flat && !(scale > 0 && std::isfinite(scale))) {
        refuse(fmt::format("the length {:g} um is not a number > 0", scale));
    }
}

}  // namespace ranvier::engine
