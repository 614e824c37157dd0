#include "engine/network/targets.hpp"

#include "engine/network/describe_instance.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

TargetNumber Targets::number(InstanceId instance) {
    TargetNumber& number = by_instance_[instance];
    if (number == TargetNumber::none) {
        number = TargetNumber{static_cast<std::uint32_t>(instances_.size())};
        instances_.push_back(instance);
        known_.push_back(number);
    }
    return number;
}

std::string Targets::describe(TargetNumber number) const {
    return describe_instance(model_, (*this)[number]);
}

std::span<const TargetNumber> Targets::living() {
    std::erase_if(known_, [this](TargetNumber each) { return !model_.exists((*this)[each]); });
    return known_;
}

}  // namespace ranvier::engine
