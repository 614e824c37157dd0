#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace ranvier::engine {

/// The largest |y| and |estimated error| of each state.
class Magnitudes {
  public:
    /// Forgets all; `states` of them have magnitude 0 so far.
    void clear(std::size_t states);
    void note_states(std::span<const double> y);
    void note_errors(std::span<const double> errors);

    const std::vector<double>& of_states() const { return states_; }
    const std::vector<double>& of_errors() const { return errors_; }

  private:
    std::vector<double> states_, errors_;
};

}  // namespace ranvier::engine
