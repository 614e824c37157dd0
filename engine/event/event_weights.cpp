#include "engine/event/event_weights.hpp"

#include <span>

namespace ranvier::engine {

namespace {

std::uint32_t index_in(std::span<const double> pool, const double* weight) {
    const bool is_in = !pool.empty() && weight >= pool.data() && weight < pool.data() + pool.size();
    return is_in ? static_cast<std::uint32_t>(weight - pool.data()) : nothing;
}

}  // namespace

std::uint32_t EventWeights::number_in_connections(const double* weight, TableNumber table) const {
    if (index_of(table) < connections_.tables().all().size()) {
        const std::uint32_t at = index_in(connections_.tables()[table].weights, weight);
        if (at != nothing) return at;
    }
    const std::uint32_t loose = index_in(connections_.loose().all_weights(), weight);
    return loose == nothing ? nothing : first_loose + loose;
}

std::uint32_t EventWeights::number(const double* weight, TableNumber table) {
    if (!weight) return nothing;
    const std::uint32_t number = number_in_connections(weight, table);
    if (number != nothing) return number;
    const auto [known, is_new] = array_numbers_.try_emplace(weight, static_cast<std::uint32_t>(arrays_.size()));
    if (is_new) arrays_.push_back(const_cast<double*>(weight));
    return first_array + known->second;
}

WeightName EventWeights::name(std::uint32_t number, TableNumber table) const {
    if (number >= first_array) return {};
    const ConnectionsByNumber all = connections_.by_number();
    const std::uint32_t n = number >= first_loose ? connections_.loose().number_of_weight(number - first_loose)
                                                  : all.number_of_weight(table, number);
    if (n == nothing) return {};
    return {n, static_cast<std::uint32_t>(at(number, table) - all.weights(n).data())};
}

std::uint32_t EventWeights::find(const WeightName& name, TableNumber table) const {
    if (!connections_.exists(name.connection)) return nothing;
    const std::span<double> weights = connections_.by_number().weights(name.connection);
    return name.offset < weights.size() ? number_in_connections(&weights[name.offset], table) : nothing;
}

}  // namespace ranvier::engine
