#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>

namespace ranvier::program {

/// Calls act(number) for each number of a list of runs. Throws std::invalid_argument if it is not one.
template <class Act>
void for_each_in(const nlohmann::json& list, std::int64_t least, std::int64_t most, const Act& act) {
    constexpr std::int64_t most_cells = 1'000'000'000;
    std::int64_t total = 0;
    for (const nlohmann::json& run : list) {
        const auto first = run.at(0).get<std::int64_t>(), stride = run.at(1).get<std::int64_t>(),
                   count = run.at(2).get<std::int64_t>();
        const bool is_sound = first >= least && first <= most && stride >= 1 && count >= 1 &&
                              (total += count) <= most_cells && (count - 1) <= (most - first) / stride;
        if (!is_sound) throw std::invalid_argument(fmt::format("[{}, {}, {}] is not a run", first, stride, count));
        for (std::int64_t k = 0; k < count; ++k) act(first + stride * k);
    }
}

}  // namespace ranvier::program
