#include "engine/cell/mechanism_type.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "engine/cell/ion.hpp"

namespace ranvier::engine {

namespace {

std::vector<double> column_defaults(const rv_mechanism* description, const std::string& name) {
    if (!description) return ion_defaults(name);
    std::vector<double> defaults;
    for (int k = 0; k < description->field_count; ++k) {
        const rv_field& field = description->fields[k];
        defaults.insert(defaults.end(), static_cast<std::size_t>(field.length), field.default_value);
    }
    return defaults;
}

template <class T>
void permute_rows(std::vector<T>& rows, std::span<const std::uint32_t> order) {
    std::vector<T> moved(rows.size());
    for (std::size_t i = 0; i < order.size(); ++i) moved[i] = std::move(rows[order[i]]);
    rows.swap(moved);
}

template <class T>
void erase_row(std::vector<T>& rows, std::uint32_t row) {
    if (row + 1 != rows.size()) rows[row] = std::move(rows.back());
    rows.pop_back();
}

}  // namespace

MechanismType::MechanismType(MechanismId id, const rv_mechanism* description, std::string name, UnnamedStreams& streams)
    : id_(id),
      description_(description),
      name_(std::move(name)),
      valence_(std::numeric_limits<double>::quiet_NaN()),
      table_(column_defaults(description, name_)),
      streams_(&streams) {
    if (!description) {
        own_globals_ = ion_initial_concentrations(name_);
        globals_ = own_globals_;
        return;
    }
    int column = 0;
    for (int k = 0; k < description->field_count; ++k) {
        first_column_.push_back(column);
        column += description->fields[k].length;
    }
    for (int k = 0; k < description->global_count; ++k) {
        const rv_global& global = description->globals[k];
        own_globals_.insert(own_globals_.end(), static_cast<std::size_t>(global.length), global.default_value);
    }
    globals_ = own_globals_;
    if (description->global_storage) {
        globals_ = {description->global_storage, own_globals_.size()};
        std::copy(own_globals_.begin(), own_globals_.end(), globals_.begin());
    }
    pointers_.resize(static_cast<std::size_t>(description->pointer_count));
    randoms_.resize(static_cast<std::size_t>(description->random_count));
    pasts_.resize(static_cast<std::size_t>(description->past_count));
    function_table_data_.resize(static_cast<std::size_t>(description->function_table_count));
    function_tables_.resize(static_cast<std::size_t>(description->function_table_count), {nullptr, nullptr});
}

MechanismType::~MechanismType() {
    if (tables && description_ && description_->free_tables) description_->free_tables(tables);
}

std::uint32_t MechanismType::append(std::uint32_t compartment) {
    const std::uint32_t id = table_.append();
    if (!is_artificial()) compartment_.add(compartment);
    if (is_point_process()) {
        section_.add(nullptr);
        sequence_.add(0);
    }
    for (auto& pointer : pointers_) {
        pointer.slots.push_back(nullptr);
        pointer.target.add({VariableRef{}, false});
    }
    const bool is_selected_later = description_ && (description_->flags & RV_STREAMS_BY_PLACE);
    for (auto& random : randoms_) random.push_back(is_selected_later ? rv_random{} : streams_->next());
    for (auto& past : pasts_) past.emplace_back();
    return id;
}

void MechanismType::erase(std::uint32_t id) {
    const std::uint32_t row = table_.row(id);
    for (auto& pointer : pointers_) {
        erase_row(pointer.slots, row);
        pointer.target.remove(id);
    }
    for (auto& random : randoms_) erase_row(random, row);
    for (auto& past : pasts_) erase_row(past, row);
    if (!is_artificial()) compartment_.remove(id);
    if (is_point_process()) {
        section_.remove(id);
        sequence_.remove(id);
    }
    table_.erase(id);
}

void MechanismType::permute(std::span<const std::uint32_t> order) {
    for (auto& pointer : pointers_) permute_rows(pointer.slots, order);
    for (auto& random : randoms_) permute_rows(random, order);
    for (auto& past : pasts_) permute_rows(past, order);
    table_.permute(order);
}

void MechanismType::place(std::uint32_t id, std::uint32_t compartment, Section* section, std::uint32_t sequence) {
    if (is_artificial()) return;
    compartment_.at(id) = compartment;
    if (!is_point_process()) return;
    section_.at(id) = section;
    sequence_.at(id) = sequence;
}

void MechanismType::set_pointer(std::uint32_t id, int k, VariableRef target) {
    pointers_[static_cast<std::size_t>(k)].target.at(id) = {target, true};
}

const VariableRef* MechanismType::pointer_target(std::uint32_t id, int k) const {
    const auto& target = pointers_[static_cast<std::size_t>(k)].target[id];
    return target.second ? &target.first : nullptr;
}

std::size_t MechanismType::bytes() const {
    std::size_t sum = table_.bytes() + compartment_.bytes() + section_.bytes() + sequence_.bytes();
    for (const auto& pointer : pointers_) {
        sum += pointer.slots.capacity() * sizeof(double*) + pointer.target.bytes();
    }
    for (const auto& random : randoms_) sum += random.capacity() * sizeof(rv_random);
    for (const auto& pasts : pasts_) {
        for (const Past& past : pasts) sum += past.bytes();
    }
    return sum;
}

void MechanismType::follow_function_tables() {
    for (std::size_t k = 0; k < function_table_data_.size(); ++k) {
        FunctionTable& table = function_table_data_[k];
        if (table.values_now) function_tables_[k].values = table.values_now();
        for (std::size_t axis = 0; axis < table.points_now.size(); ++axis) {
            if (table.points_now[axis]) table.axes[axis].points = table.points_now[axis]();
        }
    }
}

void MechanismType::release_sources_of_tables() {
    follow_function_tables();
    const auto keep = [](FunctionTable::Source& source, std::vector<double>& own, const double*& at) {
        if (!source) return;
        std::copy_n(at, own.size(), own.begin());
        at = own.data();
        source = nullptr;
    };
    for (std::size_t k = 0; k < function_table_data_.size(); ++k) {
        FunctionTable& table = function_table_data_[k];
        keep(table.values_now, table.values, function_tables_[k].values);
        for (std::size_t axis = 0; axis < table.points_now.size(); ++axis) {
            keep(table.points_now[axis], table.points[axis], table.axes[axis].points);
        }
    }
}

void MechanismType::set_function_table(int k, FunctionTable table) {
    auto& data = function_table_data_[static_cast<std::size_t>(k)];
    data = std::move(table);
    for (std::size_t axis = 0; axis < data.axes.size(); ++axis) {
        data.axes[axis].points = data.points[axis].empty() ? nullptr : data.points[axis].data();
    }
    function_tables_[static_cast<std::size_t>(k)] = {data.values.data(), data.axes.data()};
}

std::size_t bytes_of_instance(const MechanismType& type) {
    std::size_t sum = type.table().column_count() * sizeof(double) + 2 * sizeof(std::uint32_t);
    if (!type.is_artificial()) sum += sizeof(std::uint32_t);
    if (type.is_point_process()) sum += sizeof(Section*) + sizeof(std::uint32_t);
    const rv_mechanism* description = type.description();
    if (!description) return sum;
    sum +=
        static_cast<std::size_t>(description->pointer_count) * (sizeof(double*) + sizeof(std::pair<VariableRef, bool>));
    sum += static_cast<std::size_t>(description->random_count) * sizeof(rv_random);
    return sum + static_cast<std::size_t>(description->past_count) * sizeof(Past);
}

}  // namespace ranvier::engine
