#include "engine/state/parameter_origins.hpp"

#include <algorithm>
#include <bit>
#include <initializer_list>
#include <map>
#include <string>
#include <utility>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/model_data.hpp"
#include "engine/state/cell_index.hpp"
#include "engine/state/saved_state.hpp"

namespace ranvier::engine {

namespace {

/// The finalizer of SplitMix64 (Steele, Lea & Flood 2014): every bit depends on all.
std::uint64_t mixed(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
}

constexpr double address = 0x1p-1040;  // what C code keeps in a variable looks like this

class Collector {
  public:
    Collector(Model& model, Network& network) : model_(model), network_(network), index_(model, network) {}

    void add_cells() {
        for (const CellIndex::Cell& cell : index_.cells()) {
            gid_ = cell.gid;
            add_compartments(cell);
            add_sections(cell);
            for (const CellIndex::Part& part : cell.parts) add_part(part);
        }
    }

    void add_connections() {
        network_.connections().for_each([&](const Connection& it) {
            if (it.target == TargetNumber::none) return;
            const std::uint32_t cell = index_.cell_of(network_.targets()[it.target]);
            gid_ = cell == nothing ? -1 : index_.cells()[cell].gid;
            const auto source =
                static_cast<std::uint32_t>(it.source == SourceId::none ? -2 : network_.sources().gid_of(it.source));
            add("delays of connections", source, it.delay);
            for (std::size_t k = 0; k < it.weights.size(); ++k) {
                add("weights of connections", source + (static_cast<std::uint64_t>(k) << 32), it.weights[k]);
            }
        });
        for (std::uint32_t k = 0; k < network_.sources().size(); ++k) {
            const SourceId s{k};
            const Source& source = network_.sources()[s];
            if (!source.exists || !source.watched()) continue;
            gid_ = source.gid;
            add("thresholds of sources", 0, network_.sources().threshold_of(s));
        }
    }

    void add_globals() {
        constexpr int is_parameter = 2;  // rv_global::visible: mechanisms assign others, last that of any instance
        gid_ = 0;
        add("celsius", 0, model_.celsius);
        for (const auto& type : model_.mechanisms()) {
            if (type->is_ion()) continue;
            const rv_mechanism& mechanism = *type->description();
            std::uint64_t at = 0;
            for (int k = 0; k < mechanism.global_count; ++k) {
                const rv_global& global = mechanism.globals[k];
                for (int element = 0; element < std::max(global.length, 1); ++element, ++at) {
                    if ((global.visible & is_parameter) != 0)
                        add(std::string(global.name) + "_" + mechanism.name, at, type->globals()[at]);
                }
            }
        }
    }

    std::vector<Origin> take() {
        std::vector<Origin> all;
        for (const auto& [key, hash] : sums_) all.push_back({key.first, hash, key.second});
        return merged(std::move(all));
    }

  private:
    std::uint64_t& sum_of(const std::string& name) { return sums_[{name, gid_ < 0}]; }

    std::uint64_t hash(std::uint64_t place, double value) const {
        const bool is_address = restored_value(value, address) != value;
        const std::uint64_t bits = is_address ? 0 : std::bit_cast<std::uint64_t>(value);
        return mixed(mixed(mixed(static_cast<std::uint32_t>(gid_)) + place) + bits);
    }
    void add(const std::string& name, std::uint64_t place, double value) { sum_of(name) += hash(place, value); }

    void add_compartments(const CellIndex::Cell& cell) {
        static constexpr std::pair<const char*, int> columns[] = {{"diam", col_diam}, {"cm", col_cm}, {"v", col_v}};
        if (cell.compartments.empty()) return;
        for (const auto& [name, column] : columns) {
            std::uint64_t& sum = sum_of(name);
            for (std::uint64_t k = 0; k < cell.compartments.size(); ++k) {
                sum += hash(k, model_.state().compartments.at(static_cast<std::size_t>(column), cell.compartments[k]));
            }
        }
    }

    void add_sections(const CellIndex::Cell& cell) {
        for (std::uint64_t k = 0; k < cell.sections.size(); ++k) {
            const Section& section = *cell.sections[k];
            add("L", k, section.L());
            add("Ra", k, section.Ra());
            if (!section.parent()) continue;
            add("connect", k, section.parent_x());
            add("connect", k, section.child_end());
        }
    }

    void add_part(const CellIndex::Part& part) {
        MechanismType& type = model_.mechanism(part.mechanism);
        if (type.is_ion()) return add_ion(type, part);
        const rv_mechanism& mechanism = *type.description();
        std::size_t column = 0;
        for (int k = 0; k < mechanism.field_count; ++k) {
            const rv_field& field = mechanism.fields[k];
            const auto length = static_cast<std::size_t>(std::max(field.length, 1));
            if (field.role == RV_PARAMETER && field.visible) {
                const std::string name = type.is_density() ? std::string(field.name) + "_" + mechanism.name
                                                           : std::string(mechanism.name) + "." + field.name;
                for (std::size_t element = 0; element < length; ++element) {
                    add_column(sum_of(name), type, part, column + element);
                }
            }
            column += length;
        }
    }

    /// Potentials and concentrations, as a script or INITIAL has set them.
    void add_ion(MechanismType& type, const CellIndex::Part& part) {
        std::string name = type.name();
        name.resize(name.rfind('_'));
        add_column(sum_of("e" + name), type, part, ion_erev);
        add_column(sum_of(name + "i"), type, part, ion_inside);
        add_column(sum_of(name + "o"), type, part, ion_outside);
    }

    void add_column(std::uint64_t& sum, MechanismType& type, const CellIndex::Part& part, std::size_t column) {
        for (std::uint64_t k = 0; k < part.ids.size(); ++k) {
            sum += hash(k + (std::uint64_t{column} << 32), type.table().at(column, part.ids[k]));
        }
    }

    Model& model_;
    Network& network_;
    const CellIndex index_;
    Gid gid_ = -1;
    std::map<std::pair<std::string, bool>, std::uint64_t> sums_;
};

}  // namespace

std::vector<Origin> origins_of_parameters(Model& model, Network& network, bool is_first) {
    Collector all(model, network);
    all.add_cells();
    all.add_connections();
    if (is_first) all.add_globals();
    return all.take();
}

}  // namespace ranvier::engine
