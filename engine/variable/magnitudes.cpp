#include "engine/variable/magnitudes.hpp"

#include <algorithm>
#include <cmath>

namespace ranvier::engine {

namespace {

void raise(std::vector<double>& largest, std::span<const double> by) {
    largest.resize(by.size());
    for (std::size_t k = 0; k < by.size(); ++k) largest[k] = std::max(largest[k], std::fabs(by[k]));
}

}  // namespace

void Magnitudes::clear(std::size_t states) {
    states_.assign(states, 0.);
    errors_ = states_;
}

void Magnitudes::note_states(std::span<const double> y) {
    raise(states_, y);
    errors_.resize(y.size());
}

void Magnitudes::note_errors(std::span<const double> errors) {
    raise(errors_, errors);
}

}  // namespace ranvier::engine
