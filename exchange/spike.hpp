#pragma once

#include <cstdint>

namespace ranvier::exchange {

/// Id of a spike source, unique over all ranks. Never negative for a source that may fire.
using Gid = std::int32_t;

/// Number of a time step, counted from the start of a run.
using Step = std::int64_t;

/// A source has fired.
struct Spike {
    double t;  ///< time at which it fired [ms]
    Gid gid;

    friend bool operator==(const Spike&, const Spike&) = default;
};

}  // namespace ranvier::exchange
