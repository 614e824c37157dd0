#include "engine/network/describe_instance.hpp"

#include <fmt/format.h>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

std::string describe_instance(const Model& model, InstanceId instance) {
    const std::string& name = model.mechanism(instance.mechanism).name();
    const Model::Place place = model.place(instance);
    if (!place.section) return fmt::format("{}[{}]", name, instance.id);
    return fmt::format("{}[{}] in {}({:g})", name, instance.id, place.section->name(), place.x);
}

}  // namespace ranvier::engine
