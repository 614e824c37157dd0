#include "engine/network/weight_pointers.hpp"

#include <algorithm>

#include "engine/cell/mechanism_type.hpp"
#include "engine/connection/connections.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

std::vector<std::unique_ptr<WeightPointers::Pointer>>::const_iterator WeightPointers::find(InstanceId instance,
                                                                                           int k) const {
    return std::find_if(pointers_.begin(), pointers_.end(),
                        [&](const auto& each) { return each->instance == instance && each->k == k; });
}

double*& WeightPointers::slot_of(const Pointer& pointer) const {
    MechanismType& type = model_.mechanism(pointer.instance.mechanism);
    return type.pointer_slots(pointer.k)[type.table().row(pointer.instance.id)];
}

void WeightPointers::add(InstanceId instance, int k, std::uint32_t connection, int weight) {
    if (const auto found = find(instance, k); found != pointers_.end()) pointers_.erase(found);
    const double value = connections_.by_number().weights(connection)[static_cast<std::size_t>(weight)];
    pointers_.push_back(std::make_unique<Pointer>(Pointer{instance, k, connection, weight, value}));
    model_.set_pointer(instance, k, &pointers_.back()->last);
}

void WeightPointers::forget(InstanceId instance, int k) {
    const auto found = find(instance, k);
    if (found == pointers_.end()) return;
    changes_.announce();
    pointers_.erase(found);
}

void WeightPointers::forget(InstanceId instance) {
    std::erase_if(pointers_, [&](const auto& each) { return each->instance == instance; });
}

std::optional<std::pair<NetConId, int>> WeightPointers::pointed_to(InstanceId instance, int k) const {
    const auto found = find(instance, k);
    if (found == pointers_.end() || !connections_.exists((*found)->connection)) return std::nullopt;
    return std::pair(NetConId{(*found)->connection}, (*found)->weight);
}

void WeightPointers::aim() {
    for (const auto& pointer : pointers_) {
        if (!connections_.exists(pointer->connection)) continue;
        const std::span<double> weights = connections_.by_number().weights(pointer->connection);
        const auto weight = static_cast<std::size_t>(pointer->weight);
        slot_of(*pointer) =
            weight < weights.size() ? &weights[weight] : &pointer->last;  // it may have another target now
    }
}

void WeightPointers::keep_last(std::uint32_t connection) {
    for (const auto& pointer : pointers_) {
        if (pointer->connection != connection) continue;
        pointer->last = connections_.by_number().weights(connection)[static_cast<std::size_t>(pointer->weight)];
        slot_of(*pointer) = &pointer->last;
    }
}

void WeightPointers::add_bonds(std::span<const InstanceId> targets, std::vector<Bond>& bonds) const {
    for (const auto& pointer : pointers_) {
        if (!connections_.exists(pointer->connection)) continue;
        const TargetNumber target = connections_.by_number().target(pointer->connection);
        if (target == TargetNumber::none) continue;
        Bond bond{};
        bond.a_instance = pointer->instance;
        bond.b_instance = targets[index_of(target)];
        bonds.push_back(bond);
    }
}

}  // namespace ranvier::engine
