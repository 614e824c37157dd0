#include "hoc_like/library/cable/mechanisms/pointee.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/stimuli/weight_ref.hpp"

namespace ranvier::hoc {

namespace {

/// A number outside the model, in a script or in C code.
class NumberElsewhere final : public NumberRef {
  public:
    NumberElsewhere(double* at, std::string name) : at_{at}, name_{std::move(name)} {}
    double load() const override { return *at_; }
    void store(double value) override { *at_ = value; }
    double* address() const override { return at_; }
    std::string describe() const override { return name_; }

  private:
    double* at_;
    std::string name_;
};

}  // namespace

NumberRefPtr pointee(engine::Model& model, engine::Network& network, engine::InstanceId instance, int k) {
    engine::MechanismType& type = model.mechanism(instance.mechanism);
    const std::string name = fmt::format("POINTER {} of {}", type.description()->pointers[k], type.name());
    if (const auto target = model.pointer(instance, k)) {
        return std::make_shared<EngineRef>(model, *target, "the target of " + name, nullptr);
    }
    if (const auto weight = network.weight_pointers().pointed_to(instance, k)) {
        return std::make_shared<WeightRef>(network, weight->first, weight->second, "the NetCon of " + name);
    }
    double* const at = type.pointer_slots(k)[type.table().row(instance.id)];
    if (!at) throw std::runtime_error(name + " is not set; see setpointer");
    return std::make_shared<NumberElsewhere>(at, "the target of " + name);
}

}  // namespace ranvier::hoc
