#include "engine/event/block/block_failures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "engine/cell/mechanism_error.hpp"
#include "engine/cell/mechanism_type.hpp"
#include "engine/event/simulation_error.hpp"
#include "engine/network/describe_instance.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

void BlockFailures::check() const {
    if (any()) throw SimulationError(error_);
}

// The kernel has passed its message to services->fail; the block only knows that something failed.
void BlockFailures::rethrow(double t) const {
    check();
    try {
        throw;
    } catch (const MechanismError& e) {
        throw SimulationError(fmt::format("{} (t = {:g} ms)", e.what(), t));
    }
}

void BlockFailures::fail(const rv_instances* in, std::int32_t i, std::string_view message) {
    if (!any()) error_ = about_instance(in, i, message);
}

void BlockFailures::warn(const rv_instances* in, std::int32_t i, std::string_view message) {
    const auto slots = receivers_.slots();
    const auto slot = std::ranges::find(slots, in, &Receivers::Slot::in);
    if (slot == slots.end() || !output_.warns_first(slot->mechanism)) return;
    const auto text = about_instance(in, i, message);
    fmt::print(stderr, "warning: {}; later warnings of {} are not printed\n", text,
               model_.mechanism(slot->mechanism).name());
}

std::string BlockFailures::about_instance(const rv_instances* in, std::int32_t i, std::string_view message) const {
    const auto slots = receivers_.slots();
    const auto slot = std::ranges::find(slots, in, &Receivers::Slot::in);
    const std::string who = slot == slots.end() ? "a mechanism" : name_of(slot->mechanism, i);
    return fmt::format("{}: {} (t = {:g} ms)", who, message, in->t);
}

namespace {

/// "hh in soma(0.5)"; only the mechanism's name if the instance lies nowhere.
std::string name_of_density(const Model& model, InstanceId id) {
    const MechanismType& type = model.mechanism(id.mechanism);
    for (const auto& section : model.sections()) {
        if (!section->has(id.mechanism)) continue;
        for (int s = 0; s < section->nseg(); ++s) {
            const double x = (s + 0.5) / section->nseg();
            if (model.instance(*section, id.mechanism, x) == id) {
                return fmt::format("{} in {}({:g})", type.name(), section->name(), x);
            }
        }
    }
    return type.name();
}

}  // namespace

// Slow, but runs once per failure: finds the instance by its place in the tables.
std::string BlockFailures::name_of(MechanismId mechanism, std::int32_t i) const {
    const MechanismType& type = model_.mechanism(mechanism);
    for (std::size_t row = 0; row < type.table().size() && i >= 0; ++row) {
        const InstanceId id{mechanism, type.table().id(row)};
        const Model::Location at = model_.locate(id);
        if (at.block != block_ || at.index != static_cast<std::uint32_t>(i)) continue;
        return type.is_density() ? name_of_density(model_, id) : describe_instance(model_, id);
    }
    return type.name();
}

}  // namespace ranvier::engine
