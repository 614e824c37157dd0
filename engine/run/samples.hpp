#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace ranvier::engine {

/// The destination of a variable's samples, shared with the hoc Vector.
using Samples = std::shared_ptr<std::vector<double>>;
/// Identifies a record until it is removed.
using RecordId = std::uint32_t;

}  // namespace ranvier::engine
