#include "engine/event/event_weights.hpp"

#include <optional>
#include <span>

namespace ranvier::engine {

namespace {

std::optional<std::uint32_t> index_in(std::span<const double> pool, const double* weight) {
    const bool is_in = !pool.empty() && weight >= pool.data() && weight < pool.data() + pool.size();
    return is_in ? std::optional(static_cast<std::uint32_t>(weight - pool.data())) : std::nullopt;
}

}  // namespace

WeightNumber EventWeights::number_in_connections(const double* weight, TableNumber table) const {
    if (index_of(table) < connections_.tables().all().size()) {
        if (const auto at = index_in(connections_.tables()[table].weights, weight)) return WeightNumber{*at};
    }
    const auto loose = index_in(connections_.loose().all_weights(), weight);
    return loose ? WeightNumber{first_loose + *loose} : WeightNumber::none;
}

WeightNumber EventWeights::number(const double* weight, TableNumber table) {
    if (!weight) return WeightNumber::none;
    const WeightNumber number = number_in_connections(weight, table);
    if (number != WeightNumber::none) return number;
    const auto [known, is_new] = array_numbers_.try_emplace(weight, static_cast<std::uint32_t>(arrays_.size()));
    if (is_new) arrays_.push_back(const_cast<double*>(weight));
    return WeightNumber{first_array + known->second};
}

WeightName EventWeights::name(WeightNumber number, TableNumber table) const {
    const std::uint32_t index = index_of(number);
    if (index >= first_array) return {};
    const ConnectionsByNumber all = connections_.by_number();
    const std::uint32_t n = index >= first_loose ? connections_.loose().number_of_weight(index - first_loose)
                                                 : all.number_of_weight(table, index);
    if (n == nothing) return {};
    return {n, static_cast<std::uint32_t>(at(number, table) - all.weights(n).data())};
}

WeightNumber EventWeights::find(const WeightName& name, TableNumber table) const {
    if (!connections_.exists(name.connection)) return WeightNumber::none;
    const std::span<double> weights = connections_.by_number().weights(name.connection);
    return name.offset < weights.size() ? number_in_connections(&weights[name.offset], table) : WeightNumber::none;
}

}  // namespace ranvier::engine
