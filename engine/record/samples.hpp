#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/event/event.hpp"
#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

/// The destination of a variable's samples, shared with the hoc Vector.
using Samples = std::shared_ptr<std::vector<double>>;
/// Identify a record and a play until they are removed. Ids of all kinds of records ascend in order of creation.
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

/// The samples of a Vector, for saved states.
struct RecordedSamples {
    RecordId id;
    std::optional<VariableRef> variable;  ///< none: read by a function
    bool by_step;                         ///< else by interval or at times
    bool is_clock;                        ///< times of the steps of the variable's cell
    Samples values;
};

/// Puts a `sample` event into the queue of a block.
using QueueSample = std::function<void(std::uint32_t block, const Event& event)>;

/// The index of a `sample` event: the number of a play, or of a record. Of simultaneous events, plays come first.
constexpr std::uint32_t record_bit = 0x80000000u;
constexpr std::uint32_t index_of_record(RecordId id) {
    return record_bit | id;
}
inline bool is_of_record(const Event& sample) {
    return (sample.sampled() & record_bit) != 0;
}
inline RecordId record_of(const Event& sample) {
    return sample.sampled() & ~record_bit;
}

}  // namespace ranvier::engine
