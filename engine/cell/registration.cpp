#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/cell/ion.hpp"
#include "engine/cell/model_data.hpp"

namespace ranvier::engine {

MechanismId ModelData::add_type(const rv_mechanism* description, std::string name) {
    const auto id = static_cast<MechanismId>(mechanisms.size());
    mechanism_names[name] = id;
    mechanisms.push_back(std::make_unique<MechanismType>(id, description, std::move(name), unnamed_streams));
    MechanismType* const type = mechanisms.back().get();
    if (description && description->make_tables) with_tables.push_back(type);
    if (description && description->function_table_count > 0) with_function_tables.push_back(type);
    structure_changed();
    return id;
}

namespace {

bool writes_concentration(const MechanismType& type) {
    for (int k = 0; !type.is_ion() && k < type.description()->ion_count; ++k) {
        if (type.description()->ions[k].use & (RV_WRITES_INSIDE | RV_WRITES_OUTSIDE)) return true;
    }
    return false;
}

}  // namespace

// NEURON's order of summation: pas runs first, because it is registered before the position to which ions move; then
// come the ions, in order of registration; then the mechanisms that write a concentration, the latest first, because
// each is put right after the ions; then all others, in order of registration.
void ModelData::order_type(MechanismId id) {
    const MechanismType& added = type(id);
    if (added.name() == "pas") {
        running_order.insert(running_order.begin(), id);
        ++ions_end;
        return;
    }
    if (!added.is_ion() && !writes_concentration(added)) {
        running_order.push_back(id);
        return;
    }
    running_order.insert(running_order.begin() + static_cast<std::ptrdiff_t>(ions_end), id);
    if (added.is_ion()) ++ions_end;
}

void ModelData::replace_type(MechanismId old, MechanismId id) {
    type(old).set_replaced();
    std::erase_if(range_variables, [&](const auto& entry) { return entry.second.table == old; });
    const auto at = std::ranges::find(running_order, old);
    if (writes_concentration(type(old)) == writes_concentration(type(id))) {
        *at = id;
        return;
    }
    running_order.erase(at);
    order_type(id);
}

MechanismId ModelData::add_ion(const std::string& ion, double valence, const std::string& who) {
    const std::string name = ion + "_ion";
    const auto known = mechanism_names.find(name);
    if (known != mechanism_names.end()) {
        MechanismType& present = type(known->second);
        if (std::isnan(valence)) return known->second;
        if (!std::isnan(present.valence()) && present.valence() != valence) {
            throw std::invalid_argument(
                fmt::format("{} gives the ion {} a valence of {}, but another mechanism gives "
                            "it {}",
                            who, ion, valence, present.valence()));
        }
        present.set_valence(valence);
        return known->second;
    }
    const MechanismId id = add_type(nullptr, name);
    const double own_valence = default_valence(name);
    if (!std::isnan(valence) && !std::isnan(own_valence) && valence != own_valence) {
        throw std::invalid_argument(
            fmt::format("{} gives the ion {} a valence of {}, but its valence is {}", who, ion, valence, own_valence));
    }
    type(id).set_valence(std::isnan(own_valence) ? valence : own_valence);
    order_type(id);
    const auto add = [&](const std::string& variable, IonColumn column, bool is_parameter) {
        range_variables[variable] = {id, column, 1, is_parameter};
    };
    add("e" + ion, ion_erev, true);
    add(ion + "i", ion_inside, true);
    add(ion + "o", ion_outside, true);
    add("i" + ion, ion_current, false);
    add("di" + ion + "_dv_", ion_current_dv, false);
    return id;
}

namespace {

/// True if the description is a new version of the same file and may replace `present`, which has no instances.
bool is_changed_file(const MechanismType& present, const rv_mechanism& description) {
    return !present.is_ion() && present.table().size() == 0 &&
           std::string_view(present.description()->source) == description.source;
}

}  // namespace

MechanismId Cells::register_mechanism(const rv_mechanism& description) {
    ModelData& data = *state_;
    if (description.abi_version != RV_ABI_VERSION) {
        throw std::invalid_argument(fmt::format("{} was compiled for version {} of the mechanism interface, not {}",
                                                description.source, description.abi_version, RV_ABI_VERSION));
    }
    const auto replaced = find_mechanism(description.name);
    if (replaced) {
        const MechanismType& present = data.type(*replaced);
        if (present.description() == &description) return *replaced;
        if (!is_changed_file(present, description)) {
            throw std::invalid_argument(
                fmt::format("two mechanisms have the name {}: one from {}, one from {}", description.name,
                            present.is_ion() ? "an ion" : present.description()->source, description.source));
        }
    }
    std::vector<MechanismId> ions;
    for (int k = 0; k < description.ion_count; ++k) {
        const rv_ion_use& use = description.ions[k];
        ions.push_back(data.add_ion(use.name, use.has_valence ? use.valence : std::nan(""), description.name));
    }
    const MechanismId id = data.add_type(&description, description.name);
    data.type(id).set_ions(std::move(ions));
    if (replaced) {
        data.replace_type(*replaced, id);
    } else {
        data.order_type(id);
    }
    if (description.kind != RV_DENSITY) return id;
    for (int k = 0; k < description.field_count; ++k) {
        const rv_field& field = description.fields[k];
        if (!field.visible) continue;
        data.range_variables[std::string(field.name) + "_" + description.name] = {
            id, static_cast<std::uint16_t>(data.type(id).first_column(k)), static_cast<std::uint16_t>(field.length),
            field.role == RV_PARAMETER};
    }
    return id;
}

MechanismId Cells::register_ion(std::string_view name, double valence) {
    return state_->add_ion(std::string(name), valence, "ion_register");
}

std::optional<MechanismId> Cells::find_mechanism(std::string_view name) const {
    const auto at = state_->mechanism_names.find(std::string(name));
    if (at == state_->mechanism_names.end()) return std::nullopt;
    return at->second;
}

const MechanismType& Cells::mechanism(MechanismId id) const {
    return *state_->mechanisms.at(id);
}
MechanismType& Cells::mechanism(MechanismId id) {
    return *state_->mechanisms.at(id);
}
std::span<const std::unique_ptr<MechanismType>> Cells::mechanisms() const {
    return state_->mechanisms;
}
std::span<const MechanismId> Cells::running_order() const {
    return state_->running_order;
}

}  // namespace ranvier::engine
