#include <algorithm>

#include "engine/cell/linear_mechanism.hpp"
#include "engine/cell/model_data.hpp"

namespace ranvier::engine {

void Cells::add_linear_mechanism(std::shared_ptr<LinearMechanism> mechanism) {
    state_->linear_mechanisms.push_back(std::move(mechanism));
    state_->structure_changed();
}

void Cells::remove_linear_mechanism(const LinearMechanism& mechanism) {
    std::erase_if(state_->linear_mechanisms, [&](const auto& known) { return known.get() == &mechanism; });
    state_->structure_changed();
}

bool Cells::has_linear_mechanisms() const {
    return !state_->linear_mechanisms.empty();
}

bool Cells::is_valid(const LinearMechanism& mechanism) const {
    return std::all_of(mechanism.nodes.begin(), mechanism.nodes.end(), [this](const LinearMechanism::Node& node) {
        return state_->compartments.contains(node.compartment);
    });
}

}  // namespace ranvier::engine
