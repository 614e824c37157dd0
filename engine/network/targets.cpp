#include "engine/network/targets.hpp"

#include "engine/network/describe_instance.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

std::uint32_t Targets::number(InstanceId instance) {
    TargetNumber& number = by_instance_[instance];
    if (number == TargetNumber::none) {
        number = TargetNumber{static_cast<std::uint32_t>(instances_.size())};
        instances_.push_back(instance);
        known_.push_back(index_of(number));
    }
    return index_of(number);
}

std::string Targets::describe(std::uint32_t number) const {
    return describe_instance(model_, instances_[number]);
}

std::span<const std::uint32_t> Targets::living() {
    std::erase_if(known_, [this](std::uint32_t k) { return !model_.exists(instances_[k]); });
    return known_;
}

}  // namespace ranvier::engine
