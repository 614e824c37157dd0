#pragma once

#include <cstdint>
#include <functional>

namespace ranvier::engine {

/// Draws in place of RANDOM streams: random_negexp(r) of a stream whose `picker` is this number returns pick().
///
/// 1. Numbers are unique in the process, because mechanisms' functions also run where no simulation is known. They begin at
///    1, and 0 means none. So a stream takes 4 bytes for its picker.
/// 2. Must outlive all draws. Pickers are made and end while nothing runs.
class Picker {
  public:
    explicit Picker(std::function<double()> pick);
    ~Picker();
    Picker(const Picker&) = delete;
    Picker& operator=(const Picker&) = delete;

    std::uint32_t number() const { return number_; }

  private:
    std::function<double()> pick_;
    std::uint32_t number_;

    friend double pick(std::uint32_t number);
};

/// What the Picker of this number draws (rv_services::pick).
double pick(std::uint32_t number);

}  // namespace ranvier::engine
