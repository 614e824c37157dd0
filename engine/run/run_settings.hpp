#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "exchange/task.hpp"

namespace ranvier::exchange {
class Transport;
}

namespace ranvier::engine {

/// What ranks with parts of one network must have in common, because their cells advance together. A rank without a part
/// has none of it.
struct RunSettings {
    std::optional<double> dt;              ///< [ms]; none: steps are variable
    std::optional<double> celsius;         ///< [degC]; none: nothing on this rank depends on it
    std::optional<std::uint64_t> scripts;  ///< a hash of those that the program was given

    static constexpr std::size_t numbers = 6;
    /// The least of each number over all ranks tells whether the settings are the same, so the comparison can be part of
    /// a reduction that takes place anyway.
    std::array<std::int64_t, numbers> as_numbers() const;
    static bool are_same(std::span<const std::int64_t, numbers> least);
};

/// What differs, and on which ranks: "dt is 0.025 ms on rank 0, 0.05 ms on rank 1"; empty if nothing does. Collective.
exchange::Task<std::string> differences_between_ranks(exchange::Transport& transport, RunSettings mine);

}  // namespace ranvier::engine
