#include "engine/cell/instance_view.hpp"

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/model_data.hpp"

namespace ranvier::engine {

namespace {

// Sets `first` to the first row, and frees `rows` if the rows are consecutive, as most are.
void compress(std::vector<std::int32_t>& rows, std::int32_t& first) {
    first = rows.empty() ? 0 : rows.front();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (rows[i] != first + static_cast<std::int32_t>(i)) return;
    }
    std::vector<std::int32_t>().swap(rows);
}

std::int32_t ion_row(ModelData& data, const MechanismType& ion, std::uint32_t compartment) {
    const Home home = data.homes[compartment];
    return static_cast<std::int32_t>(ion.table().row(data.instance_at(*home.section, ion.id(), home.segment)));
}

/// The columns of the table from row `first` on.
void fill_columns(MechanismType& type, std::uint32_t first, InstanceView& view) {
    Table& table = type.table();
    const rv_mechanism* description = type.description();
    view.fields.clear();
    view.pointers.clear();
    view.randoms.clear();
    view.pasts.clear();
    for (std::size_t k = 0; k < table.column_count(); ++k) view.fields.push_back(table.column(k) + first);
    for (int k = 0; description && k < description->pointer_count; ++k) {
        view.pointers.push_back(type.pointer_slots(k).data() + first);
    }
    for (int k = 0; description && k < description->random_count; ++k) {
        view.randoms.push_back(type.randoms(k).data() + first);
    }
    for (int k = 0; description && k < description->past_count; ++k) {
        view.pasts.push_back(type.pasts(k).data() + first);
    }
    rv_instances& instances = view.instances;
    instances.field = view.fields.data();
    instances.pointer = view.pointers.data();
    instances.random = view.randoms.data();
    instances.past = view.pasts.data();
}

}  // namespace

void fill_view(ModelData& data, MechanismType& type, std::uint32_t first, std::uint32_t count,
               std::uint32_t first_compartment, InstanceView& view) {
    Table& table = type.table();
    rv_instances& instances = view.instances;
    instances = rv_instances{};
    instances.count = static_cast<std::int32_t>(count);

    fill_columns(type, first, view);
    instances.global = type.globals().data();
    instances.tables = type.tables;
    instances.function_table = type.function_tables();
    instances.random_index = data.cells.random_index;

    view.nodes.clear();
    view.ions.clear();
    view.ion_rows.clear();
    instances.nodes_are_distinct = 1;
    if (type.is_artificial()) return;

    view.nodes.reserve(count);
    std::int32_t previous = -1;
    for (std::uint32_t i = 0; i < count; ++i) {
        const std::uint32_t compartment = type.compartment(table.id(first + i));
        const bool is_placed = compartment != MechanismType::nowhere;
        const auto row =
            is_placed ? static_cast<std::int32_t>(data.compartments.row(compartment) - first_compartment) : 0;
        if (row == previous) instances.nodes_are_distinct = 0;
        previous = row;
        view.nodes.push_back(row);
    }
    view.ion_rows.resize(type.ions().size());
    view.ions.resize(type.ions().size());
    for (std::size_t k = 0; k < type.ions().size(); ++k) {
        MechanismType& ion = data.type(type.ions()[k]);
        auto& rows = view.ion_rows[k];
        rows.reserve(count);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t compartment = type.compartment(table.id(first + i));
            rows.push_back(compartment == MechanismType::nowhere ? 0 : ion_row(data, ion, compartment));
        }
        rv_ion& columns = view.ions[k];
        columns.erev = ion.table().column(ion_erev);
        columns.inside = ion.table().column(ion_inside);
        columns.outside = ion.table().column(ion_outside);
        columns.current = ion.table().column(ion_current);
        columns.current_dv = ion.table().column(ion_current_dv);
        compress(rows, columns.first);
        columns.index = rows.empty() ? nullptr : rows.data();
    }
    compress(view.nodes, instances.first_node);
    instances.node = view.nodes.empty() ? nullptr : view.nodes.data();
    instances.ion = view.ions.data();

    Table& compartments = data.compartments;
    instances.v = compartments.column(col_v) + first_compartment;
    instances.area = compartments.column(col_area) + first_compartment;
    instances.diam = compartments.column(col_diam) + first_compartment;
    instances.rhs = data.rhs.data() + first_compartment;
    instances.d = data.d.data() + first_compartment;
}

void resolve_pointers(ModelData& data, MechanismType& type) {
    const rv_mechanism* description = type.description();
    if (!description) return;
    for (int k = 0; k < description->pointer_count; ++k) {
        std::vector<double*>& slots = type.pointer_slots(k);
        for (std::size_t row = 0; row < slots.size(); ++row) {
            const VariableRef* target = type.pointer_target(type.table().id(row), k);
            if (target) slots[row] = data.cells.exists(*target) ? data.cells.address(*target) : nullptr;
        }
    }
}

}  // namespace ranvier::engine
