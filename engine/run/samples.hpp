#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ranvier::engine {

/// The destination of a variable's samples, shared with the hoc Vector.
using Samples = std::shared_ptr<std::vector<double>>;
/// Identify a record and a play until they are removed.
using RecordId = std::uint32_t;
using PlayId = std::uint32_t;

/// What Vector.play plays: values at their times, or at multiples of an interval.
struct PlayedValues {
    Samples values;
    Samples times = nullptr;
    std::optional<double> dt = std::nullopt;  ///< [ms]; used if there are no times
    bool continuous = false;                  ///< linear interpolation, else steps at the times
    /// If continuous: ascending indices of the values at which variable steps restart; null: all.
    Samples discontinuities = nullptr;
};

}  // namespace ranvier::engine
