#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace ranvier::engine {

/// The destination of a variable's samples, shared with the hoc Vector.
using Samples = std::shared_ptr<std::vector<double>>;
/// Names what is recorded, until it is removed.
using RecordId = std::uint32_t;

}  // namespace ranvier::engine
