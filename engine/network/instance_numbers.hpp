#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/connection/numbers.hpp"
#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

/// Numbers of instances of mechanisms: an array for each mechanism, by the instances' ids.
///
/// Memory: 4 bytes for each instance that has existed up to the one of highest id that has a number.
template <StrongNumber Number>
class InstanceNumbers {
  public:
    /// Number::none: the instance has none.
    Number find(InstanceId instance) const {
        if (instance.mechanism >= by_mechanism_.size()) return Number::none;
        const auto& by_id = by_mechanism_[instance.mechanism];
        return instance.id < by_id.size() ? by_id[instance.id] : Number::none;
    }
    /// Gives the instance a place for its number, at first none. The reference is valid until the next call.
    Number& operator[](InstanceId instance) {
        if (instance.mechanism >= by_mechanism_.size()) by_mechanism_.resize(instance.mechanism + std::size_t{1});
        auto& by_id = by_mechanism_[instance.mechanism];
        if (instance.id >= by_id.size()) by_id.resize(instance.id + std::size_t{1}, Number::none);
        return by_id[instance.id];
    }
    void erase(InstanceId instance) {
        if (find(instance) != Number::none) by_mechanism_[instance.mechanism][instance.id] = Number::none;
    }

  private:
    std::vector<std::vector<Number>> by_mechanism_;
};

}  // namespace ranvier::engine
