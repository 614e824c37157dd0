#include "engine/cell/extracellular.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "engine/cell/model_data.hpp"

namespace ranvier::engine {

Extracellular::Extracellular(int layers) : layers_(layers) {
    const auto add = [this](const char* field, const char* units, rv_role role, int length, double value, double low) {
        fields_.push_back({field, units, role, length, 1, value, low, low < 0 ? -2. : 1e15});
    };
    add("e_extracellular", "mV", RV_PARAMETER, 1, 0., -1.);
    add("i_membrane", "mA/cm2", RV_ASSIGNED, 1, 0., -1.);
    add("sav_g", "", RV_ASSIGNED, 1, 0., -1.);
    add("sav_rhs", "", RV_ASSIGNED, 1, 0., -1.);
    add("vext", "mV", RV_STATE, layers, 0., -1.);
    add("xraxial", "MOhm/cm", RV_PARAMETER, layers, 1e9, 1e-9);
    add("xg", "S/cm2", RV_PARAMETER, layers, 1e9, 0.);
    add("xc", "uF/cm2", RV_PARAMETER, layers, 0., 0.);
    description_.abi_version = RV_ABI_VERSION;
    description_.kind = RV_DENSITY;
    description_.name = name;
    description_.source = "the engine";
    description_.flags = RV_IS_THREADSAFE;
    description_.field_count = static_cast<std::int32_t>(fields_.size());
    description_.fields = fields_.data();
}

void ModelData::register_extracellular(int layers) {
    auto made = std::make_unique<Extracellular>(layers);
    if (extracellular) {
        if (type(extracellular_id).table().size() > 0) {
            throw std::invalid_argument("nlayer_extracellular cannot change while extracellular is inserted anywhere");
        }
        mechanisms[extracellular_id] = std::make_unique<MechanismType>(extracellular_id, &made->description(),
                                                                       Extracellular::name, unnamed_streams);
        structure_changed();
    } else {
        extracellular_id = add_type(&made->description(), Extracellular::name);
    }
    const MechanismType& added = type(extracellular_id);
    for (int k = 0; k < made->description().field_count; ++k) {
        const rv_field& field = made->description().fields[k];
        range_variables[field.name] = {extracellular_id, static_cast<std::uint16_t>(added.first_column(k)),
                                       static_cast<std::uint16_t>(field.length), field.role == RV_PARAMETER};
    }
    extracellular = std::move(made);
}

void ModelData::add_end_extracellular(std::uint32_t compartment) {
    MechanismType& owner = type(extracellular_id);
    const std::uint32_t id = owner.append(compartment);
    end_extracellular[compartment] = id;
    for (int k = 0; k < extracellular->layers(); ++k) owner.table().at(extracellular->xg(k), id) = 0;
}

void ModelData::remove_end_extracellular(std::uint32_t compartment) {
    if (end_extracellular.empty()) return;
    const auto at = end_extracellular.find(compartment);
    if (at == end_extracellular.end()) return;
    erase_instance({extracellular_id, at->second});
    end_extracellular.erase(at);
}

void ModelData::surround_ends(const Section& section, bool present) {
    for (const std::uint32_t end : {section.far_compartment(), section.root_}) {
        if (end == MechanismType::nowhere) continue;
        if (present) {
            add_end_extracellular(end);
        } else {
            remove_end_extracellular(end);
        }
    }
}

std::uint32_t ModelData::extracellular_at(std::uint32_t compartment) const {
    const Home& home = homes[compartment];
    if (home.segment >= 0)
        return home.section ? instance_at(*home.section, extracellular_id, home.segment) : MechanismType::nowhere;
    const auto at = end_extracellular.find(compartment);
    return at == end_extracellular.end() ? MechanismType::nowhere : at->second;
}

void Cells::set_extracellular_layers(int layers) {
    if (layers < 1 || layers > 1000) {
        throw std::invalid_argument(fmt::format("nlayer_extracellular: {} is outside 1 .. 1000", layers));
    }
    if (layers != state_->extracellular->layers()) state_->register_extracellular(layers);
}

std::optional<VariableRef> Cells::vext_of(VariableRef v) const {
    if (v.table != compartment_table || v.column != col_v || !state_->compartments.contains(v.id)) return std::nullopt;
    const std::uint32_t id = state_->extracellular_at(v.id);
    if (id == MechanismType::nowhere) return std::nullopt;
    return VariableRef{state_->extracellular_id, state_->extracellular->vext(0), id};
}

int Cells::extracellular_layers() const {
    return state_->extracellular->layers();
}

}  // namespace ranvier::engine
