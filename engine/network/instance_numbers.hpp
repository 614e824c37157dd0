#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/connection/source_number.hpp"
#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

/// Numbers of instances of mechanisms: an array for each mechanism, by the instances' ids.
///
/// Memory: 4 bytes for each instance that has existed up to the one of highest id that has a number.
class InstanceNumbers {
  public:
    /// `nothing`: the instance has none.
    std::uint32_t find(InstanceId instance) const {
        if (instance.mechanism >= by_mechanism_.size()) return nothing;
        const auto& by_id = by_mechanism_[instance.mechanism];
        return instance.id < by_id.size() ? by_id[instance.id] : nothing;
    }
    /// Gives the instance a place for its number, at first `nothing`. The reference is valid until the next call.
    std::uint32_t& operator[](InstanceId instance) {
        if (instance.mechanism >= by_mechanism_.size()) by_mechanism_.resize(instance.mechanism + std::size_t{1});
        auto& by_id = by_mechanism_[instance.mechanism];
        if (instance.id >= by_id.size()) by_id.resize(instance.id + std::size_t{1}, nothing);
        return by_id[instance.id];
    }
    void erase(InstanceId instance) {
        if (find(instance) != nothing) by_mechanism_[instance.mechanism][instance.id] = nothing;
    }

  private:
    std::vector<std::vector<std::uint32_t>> by_mechanism_;
};

}  // namespace ranvier::engine
