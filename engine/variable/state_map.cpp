#include "engine/variable/state_map.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ranvier::engine {

namespace {

/// Most ranges of a small cell have one state or two, for which neither a call nor a loop pays.
void copy(const double* from, std::size_t count, double* to) {
    to[0] = from[0];
    if (count == 1) return;
    to[1] = from[1];
    if (count > 2) std::copy_n(from + 2, count - 2, to + 2);
}

}  // namespace

StateMap::StateMap(std::vector<OdeState> states) : states_(std::move(states)) {
    for (std::size_t k = 0; k < states_.size(); ++k) {
        append(values_, states_[k].value, k);
        if (states_[k].derivative) append(derivatives_, states_[k].derivative, k);
    }
    for (const Stretch& of : values_) ranges_[of.at] = of.at + of.count;
}

void StateMap::append(std::vector<Stretch>& to, double* at, std::size_t state) {
    if (!to.empty() && to.back().at + to.back().count == at && to.back().first + to.back().count == state) {
        ++to.back().count;
    } else {
        to.push_back({at, state, 1});
    }
}

void StateMap::scatter(const double* y) const {
    for (const Stretch& of : values_) copy(y + of.first, of.count, of.at);
}

void StateMap::gather(double* y) const {
    for (const Stretch& of : values_) copy(of.at, of.count, y + of.first);
}

void StateMap::scatter_derivatives(const double* derivatives) const {
    for (const Stretch& of : derivatives_) copy(derivatives + of.first, of.count, of.at);
}

void StateMap::gather_derivatives(double* derivatives) const {
    for (const Stretch& of : derivatives_) copy(of.at, of.count, derivatives + of.first);
}

bool StateMap::is_state(const double* address) const {
    const auto behind = ranges_.upper_bound(address);
    return behind != ranges_.begin() && address < std::prev(behind)->second;
}

void StateMap::list_memory(CacheLines& to) const {
    to.add(values_);
    to.add(derivatives_);
}

}  // namespace ranvier::engine
