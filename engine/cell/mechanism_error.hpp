#pragma once

#include <stdexcept>

namespace ranvier::engine {

/// A mechanism's function returned an error, after calling services->fail. The message names the mechanism.
class MechanismError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace ranvier::engine
