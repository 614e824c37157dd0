#include "engine/state/saved_state.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <string_view>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/section.hpp"
#include "engine/solve/state_columns.hpp"
#include "engine/state/sealed_bytes.hpp"

namespace ranvier::engine {

namespace {

std::vector<std::uint32_t> compartment_ids(const Model& model) {
    std::vector<std::uint32_t> ids;
    for (const auto& section : model.sections()) {
        const auto inside = section->compartments();
        ids.insert(ids.end(), inside.begin(), inside.end());
        ids.push_back(section->near_compartment());
        ids.push_back(section->far_compartment());
    }
    std::sort(ids.begin(), ids.end());
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
    std::erase_if(ids, [&](std::uint32_t id) { return !model.exists(VariableRef{compartment_table, 0, id}); });
    return ids;
}

std::vector<std::uint32_t> instance_ids(const MechanismType& type) {
    std::vector<std::uint32_t> ids;
    for (std::size_t row = 0; row < type.table().size(); ++row) ids.push_back(type.table().id(row));
    std::sort(ids.begin(), ids.end());
    return ids;
}

/// Whether the bits look like an address; as a number, they would be below 2e-309. Programs have 47 bits of addresses on x86-64,
/// and 48 on aarch64.
bool is_address(double value) {
    constexpr std::uint64_t first_page = 4096, end_of_user_space = std::uint64_t{1} << 48;
    const auto bits = std::bit_cast<std::uint64_t>(value);
    return bits >= first_page && bits < end_of_user_space;
}

std::string name_of(const Model& model, std::uint16_t table) {
    return table == compartment_table ? "compartments" : "instances of " + model.mechanism(table).name();
}

}  // namespace

double restored_value(double saved, double present) {
    return is_address(saved) && is_address(present) ? present : saved;
}

std::vector<SavedState::Part> save_values(const Model& model) {
    std::vector<SavedState::Part> parts;
    const auto v = *model.range_variable("v");
    SavedState::Part& voltages = parts.emplace_back(compartment_table, std::vector<std::uint16_t>{v.column},
                                                    compartment_ids(model), std::vector<double>{});
    for (const std::uint32_t id : voltages.ids)
        voltages.values.push_back(model.load({compartment_table, v.column, id}));
    for (const auto& type : model.mechanisms()) {
        if (type->is_nothing() || type->table().size() == 0) continue;
        if (type->description() && type->description()->past_count > 0) {
            throw std::runtime_error(
                fmt::format("SaveState does not save the HISTORY of {}; checkpoints do (pc.checkpoint)", type->name()));
        }
        SavedState::Part part{type->id(), state_columns(model, *type), instance_ids(*type), {}};
        if (part.columns.empty()) continue;
        for (const std::uint16_t column : part.columns) {
            for (const std::uint32_t id : part.ids) part.values.push_back(type->table().at(column, id));
        }
        parts.push_back(std::move(part));
    }
    return parts;
}

void restore_values(Model& model, std::span<const SavedState::Part> parts) {
    for (const SavedState::Part& part : parts) {
        if (part.table != compartment_table && part.table >= model.mechanisms().size()) {
            throw std::runtime_error("the model has fewer mechanisms than when the state was saved");
        }
        const bool is_compartments = part.table == compartment_table;
        const auto ids = is_compartments ? compartment_ids(model) : instance_ids(model.mechanism(part.table));
        const auto columns = is_compartments ? std::vector<std::uint16_t>{model.range_variable("v")->column}
                                             : state_columns(model, model.mechanism(part.table));
        if (columns != part.columns) {
            throw std::runtime_error(
                fmt::format("the model differs from the saved one: other variables of {}", name_of(model, part.table)));
        }
        if (ids != part.ids || part.values.size() != part.ids.size() * part.columns.size()) {
            throw std::runtime_error(fmt::format("the model differs from the saved one: {} {} now, {} then", ids.size(),
                                                 name_of(model, part.table), part.ids.size()));
        }
    }
    for (const SavedState::Part& part : parts) {
        const double* value = part.values.data();
        for (const std::uint16_t column : part.columns) {
            for (const std::uint32_t id : part.ids) {
                double& present = *model.address({part.table, column, id});
                present = restored_value(*value++, present);
            }
        }
        if (part.table != compartment_table) model.mechanism(part.table).touch();
    }
}

// --- as bytes --------------------------------------------------------------------------------------------------------

namespace {

constexpr std::string_view state_magic = "RNVSAVED";
constexpr std::uint32_t state_version = 3;

/// A PendingEvent in a file. Of the events of an instance with flag 1, net_move moves the last.
struct SavedEvent {
    Event event;
    InstanceId receiver;
    WeightName weight;

    explicit SavedEvent(const PendingEvent& of) : event(of.event), receiver(of.receiver), weight(of.weight) {}
    SavedEvent() = default;
    PendingEvent pending() const {
        return {event, receiver, weight, event.type == EventType::self && event.flag() == 1.};
    }
};
static_assert(sizeof(SavedEvent) == 56);

/// The fields of a state, in the order of the file, for a ByteWriter or a ByteReader.
template <class Archive, class State, class Events>
void each_list(Archive& archive, State& state, Events& events) {
    archive.list(state.transferred);
    archive.list(state.patterns);
    archive.list(state.weights);
    archive.list(events);
    archive.list(state.events.watches);
    archive.list(state.events.above);
}

struct Cursor {
    std::uint64_t at, last;
};

}  // namespace

std::vector<std::byte> to_bytes(const SavedState& state) {
    ByteWriter out;
    out.raw(&state.t, sizeof state.t);
    const std::uint64_t count = state.parts.size();
    out.raw(&count, sizeof count);
    for (const SavedState::Part& part : state.parts) {
        out.raw(&part.table, sizeof part.table);
        out.list(part.columns);
        out.list(part.ids);
        out.list(part.values);
    }
    const std::vector<SavedEvent> events(state.events.events.begin(), state.events.events.end());
    each_list(out, state, events);
    std::vector<Cursor> cursors;
    for (const auto& [at, last] : state.plays) cursors.push_back({at, last});
    out.list(cursors);
    return sealed(state_magic, state_version, out.bytes);
}

SavedState from_bytes(std::span<const std::byte> bytes) {
    ByteReader in{unsealed(state_magic, state_version, bytes, "a saved state")};
    SavedState state;
    in.raw(&state.t, sizeof state.t);
    std::uint64_t count = 0;
    in.raw(&count, sizeof count);
    for (std::uint64_t i = 0; i < count; ++i) {
        SavedState::Part part{};
        in.raw(&part.table, sizeof part.table);
        in.list(part.columns);
        in.list(part.ids);
        in.list(part.values);
        state.parts.push_back(std::move(part));
    }
    std::vector<SavedEvent> events;
    each_list(in, state, events);
    for (const SavedEvent& each : events) state.events.events.push_back(each.pending());
    std::vector<Cursor> cursors;
    in.list(cursors);
    for (const Cursor& cursor : cursors) state.plays.emplace_back(cursor.at, cursor.last);
    return state;
}

}  // namespace ranvier::engine
