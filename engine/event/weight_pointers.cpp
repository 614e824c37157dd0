#include "engine/event/weight_pointers.hpp"

#include <algorithm>

#include "engine/cell/mechanism_type.hpp"

namespace ranvier::engine {

namespace {

double*& slot_of(Model& model, InstanceId instance, int k) {
    MechanismType& type = model.mechanism(instance.mechanism);
    return type.pointer_slots(k)[type.table().row(instance.id)];
}

}  // namespace

void WeightPointers::add(Model& model, Connections& connections, InstanceId instance, int k, std::uint32_t connection,
                         int weight) {
    forget(instance, k);
    const double value = connections.by_number().weights(connection)[static_cast<std::size_t>(weight)];
    pointers_.push_back(std::make_unique<Pointer>(Pointer{instance, k, {connection, weight}, value}));
    model.set_pointer(instance, k, &pointers_.back()->last);
}

void WeightPointers::forget(InstanceId instance, int k) {
    std::erase_if(pointers_, [&](const auto& each) { return each->instance == instance && each->k == k; });
}

void WeightPointers::forget(InstanceId instance) {
    std::erase_if(pointers_, [&](const auto& each) { return each->instance == instance; });
}

const WeightPointers::Target* WeightPointers::find(InstanceId instance, int k) const {
    const auto found = std::find_if(pointers_.begin(), pointers_.end(),
                                    [&](const auto& each) { return each->instance == instance && each->k == k; });
    return found == pointers_.end() ? nullptr : &(*found)->target;
}

void WeightPointers::aim(Model& model, Connections& connections) {
    for (const auto& pointer : pointers_) {
        const auto [connection, weight] = pointer->target;
        if (!connections.exists(connection)) continue;
        const std::span<double> weights = connections.by_number().weights(connection);
        const bool has_weight = static_cast<std::size_t>(weight) < weights.size();  // it may have another target now
        slot_of(model, pointer->instance, pointer->k) =
            has_weight ? &weights[static_cast<std::size_t>(weight)] : &pointer->last;
    }
}

void WeightPointers::keep_last(Model& model, Connections& connections, std::uint32_t connection) {
    for (const auto& pointer : pointers_) {
        if (pointer->target.connection != connection) continue;
        pointer->last = connections.by_number().weights(connection)[static_cast<std::size_t>(pointer->target.weight)];
        slot_of(model, pointer->instance, pointer->k) = &pointer->last;
    }
}

void WeightPointers::add_bonds(Connections& connections, std::span<const InstanceId> targets,
                               std::vector<Bond>& bonds) const {
    for (const auto& pointer : pointers_) {
        const std::uint32_t connection = pointer->target.connection;
        const std::uint32_t target =
            connections.exists(connection) ? connections.by_number().target(connection) : nothing;
        if (target == nothing) continue;
        Bond bond{};
        bond.a_instance = pointer->instance;
        bond.b_instance = targets[target];
        bonds.push_back(bond);
    }
}

}  // namespace ranvier::engine
