#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace ranvier::engine {

/// Where samples of a variable go, shared with the hoc Vector that asked for them.
using Samples = std::shared_ptr<std::vector<double>>;
/// Names what is recorded, until it is removed.
using RecordId = std::uint32_t;

}  // namespace ranvier::engine
