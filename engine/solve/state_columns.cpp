#include "engine/solve/state_columns.hpp"

#include <string_view>

#include "engine/cell/ion.hpp"
#include "engine/cell/mechanism_type.hpp"

namespace ranvier::engine {

std::vector<std::uint16_t> state_columns(const Model& model, const MechanismType& type) {
    if (type.is_ion()) return {ion_erev, ion_inside, ion_outside};
    std::vector<std::uint16_t> columns;
    if (const auto vext = model.range_variable("vext"); vext && vext->table == type.id()) {
        for (std::uint16_t k = 0; k < vext->length; ++k)
            columns.push_back(static_cast<std::uint16_t>(vext->column + k));
        return columns;
    }
    const rv_mechanism& description = *type.description();
    for (int field = 0; field < description.field_count; ++field) {
        if (!description.net_receive && description.fields[field].role != RV_STATE) continue;
        for (int k = 0; k < description.fields[field].length; ++k) {
            columns.push_back(static_cast<std::uint16_t>(type.first_column(field) + k));
        }
    }
    return columns;
}

}  // namespace ranvier::engine
