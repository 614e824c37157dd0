#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "engine/solve/block.hpp"
#include "engine/storage/cache_lines.hpp"

namespace ranvier::engine {

/// Which states of a system of equations lie where in the model, and their derivatives. States that are contiguous in
/// both are copied together.
class StateMap {
  public:
    explicit StateMap(std::vector<OdeState> states);

    std::size_t size() const { return states_.size(); }
    const std::vector<OdeState>& states() const { return states_; }
    /// Sets the model's states, or its derivatives.
    void scatter(const double* y) const;
    void scatter_derivatives(const double* derivatives) const;
    /// Reads them. Algebraic unknowns have no derivative in the model: their elements stay as they are.
    void gather(double* y) const;
    void gather_derivatives(double* derivatives) const;
    /// Whether a state lies at this address.
    bool is_state(const double* address) const;
    void list_memory(CacheLines& to) const;

  private:
    struct Stretch {
        double* at;
        std::size_t first, count;
    };
    static void append(std::vector<Stretch>& to, double* at, std::size_t state);

    std::vector<OdeState> states_;
    std::vector<Stretch> values_, derivatives_;
    std::map<const double*, const double*> ranges_;  // of values_: begin, end
};

}  // namespace ranvier::engine
