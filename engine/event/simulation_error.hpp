#pragma once

#include <stdexcept>

namespace ranvier::engine {

/// The run failed because of the model: a NaN, or an error in a mechanism. The message names cell, section and time.
class SimulationError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace ranvier::engine
