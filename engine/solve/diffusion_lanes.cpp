#include "engine/solve/diffusion_lanes.hpp"

#include <algorithm>
#include <utility>

#include "engine/storage/each_isa.hpp"

namespace ranvier::engine {

namespace {

typedef double Lanes __attribute__((vector_size(32), aligned(32), may_alias));

Lanes* lanes(AlignedVector<double>& values, std::size_t first) {
    return reinterpret_cast<Lanes*>(values.data() + first);
}

RANVIER_EACH_ISA void find_coefficients_each(std::span<const std::int32_t> parents,
                                             const DiffusionLanes::Factors* factors, const Lanes* volume,
                                             const Lanes* conductance, Lanes* above, Lanes* below) {
    for (std::size_t k = 0; k < parents.size(); ++k) {
        if (parents[k] < 0) continue;
        const auto up = static_cast<std::size_t>(parents[k]);
        const Lanes between = (conductance[k] + conductance[up]) / 2.;
        above[k] = -factors[k].from_parent * between / volume[up];
        below[k] = -factors[k].to_parent * between / volume[k];
    }
}

// Factors the matrix, whose elements off the diagonal are `above` (in the parent's equation) and `below`.
RANVIER_EACH_ISA void factor_each(std::span<const std::int32_t> parents, double dt, const Lanes* above,
                                  const Lanes* below, Lanes* diagonal, Lanes* ratio) {
    for (std::size_t k = 0; k < parents.size(); ++k) {
        diagonal[k] = Lanes{} + 1. / dt;
        if (parents[k] < 0) continue;
        diagonal[k] -= below[k];
        diagonal[parents[k]] -= above[k];
    }
    for (std::size_t k = parents.size(); k-- > 1;) {
        if (parents[k] < 0) continue;
        ratio[k] = above[k] / diagonal[k];
        diagonal[parents[k]] -= ratio[k] * below[k];
    }
}

// Replaces concentrations by those after dt.
RANVIER_EACH_ISA void step_each(std::span<const std::int32_t> parents, double dt, const Lanes* below,
                                const Lanes* diagonal, const Lanes* ratio, Lanes* x) {
    for (std::size_t k = 0; k < parents.size(); ++k) x[k] /= dt;
    for (std::size_t k = parents.size(); k-- > 1;) {
        if (parents[k] >= 0) x[parents[k]] -= ratio[k] * x[k];
    }
    for (std::size_t k = 0; k < parents.size(); ++k) {
        if (parents[k] >= 0) x[k] -= below[k] * x[parents[k]];
        x[k] /= diagonal[k];
    }
}

}  // namespace

DiffusionLanes::DiffusionLanes(std::vector<std::int32_t> parents, std::size_t states)
    : parents_(std::move(parents)), states_(states) {
    const std::size_t size = (states + width - 1) / width * width * parents_.size();
    // Lanes without a state have volume 1 and conductance 0, so they stay finite.
    volume_.assign(size, 1.);
    for (auto* values : {&conductance_, &above_, &below_, &diagonal_, &ratio_, &concentration_}) {
        values->assign(size, 0.);
    }
}

void DiffusionLanes::find_coefficients(std::span<const Factors> factors) {
    dt_ = 0;
    const std::size_t group = parents_.size() * width;
    for (std::size_t first = 0; first < volume_.size(); first += group) {
        find_coefficients_each(parents_, factors.data(), lanes(volume_, first), lanes(conductance_, first),
                               lanes(above_, first), lanes(below_, first));
    }
}

void DiffusionLanes::step(double dt) {
    const bool is_factored = dt_ == dt;
    dt_ = dt;
    const std::size_t group = parents_.size() * width;
    for (std::size_t first = 0; first < volume_.size(); first += group) {
        Lanes* const below = lanes(below_, first);
        Lanes* const diagonal = lanes(diagonal_, first);
        Lanes* const ratio = lanes(ratio_, first);
        if (!is_factored) factor_each(parents_, dt, lanes(above_, first), below, diagonal, ratio);
        step_each(parents_, dt, below, diagonal, ratio, lanes(concentration_, first));
    }
}

}  // namespace ranvier::engine
