#include "engine/state/cell_state.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/model_data.hpp"
#include "engine/solve/state_columns.hpp"
#include "engine/state/saved_state.hpp"

namespace ranvier::engine {

namespace {

/// A section's name within its cell: "dend[2]" of "RingCell[3].dend[2]".
std::string local_name(const Section& section) {
    const std::string& name = section.name();
    const std::size_t dot = name.rfind('.');
    return dot == std::string::npos ? name : name.substr(dot + 1);
}

/// A description of a mechanism's columns, to detect an edited .mod file.
std::string layout_of(const MechanismType& type) {
    std::string layout;
    if (const rv_mechanism* description = type.description()) {
        for (int k = 0; k < description->field_count; ++k) {
            layout += fmt::format("{}[{}] ", description->fields[k].name, description->fields[k].length);
        }
        layout += fmt::format("RANDOM {} WATCH {}", description->random_count, description->watch_count);
        if (description->past_count > 0) layout += fmt::format(" HISTORY {}", description->past_count);
    }
    return layout;
}

int random_count(const MechanismType& type) {
    return type.description() ? type.description()->random_count : 0;
}

int past_count(const MechanismType& type) {
    return type.description() ? type.description()->past_count : 0;
}

}  // namespace

CellStates::CellStates(Model& model, Network& network, const Delivery& delivery, const CellIndex& index)
    : above(network.sources().size(), 0),
      model_(model),
      network_(network),
      delivery_(delivery),
      index_(index),
      onto_(network.targets().size()),
      cells_(index.cells().size()),
      spikes_(network.sources().size()),
      above_now_(delivery.above()) {
    const ConnectionsByNumber connections = network.connections().by_number();
    network.connections().for_each_number([&](std::uint32_t n) {
        const TargetNumber target = connections.target(n);
        if (target != TargetNumber::none) onto_[index_of(target)].push_back(n);
    });
    find_sources();
}

void CellStates::find_sources() {
    for (std::uint32_t k = 0; k < network_.sources().size(); ++k) {
        const SourceId s{k};
        const Source& source = network_.sources()[s];
        if (!source.exists) continue;
        Place at;
        if (source.watched() && source.watched()->table == compartment_table) {
            at = index_.place_of_compartment(source.watched()->id);
        } else if (source.watched() && source.watched()->table != scalar_table) {
            at = index_.place({source.watched()->table, source.watched()->id});
        } else if (source.instance) {
            at = index_.place(source.instance);
        }
        if (at.cell != nothing) cells_[at.cell].sources.push_back(s);
    }
}

const std::vector<std::uint32_t>& CellStates::connections_onto(InstanceId instance) const {
    static const std::vector<std::uint32_t> none;
    const TargetNumber target = network_.targets().find(instance);
    return target == TargetNumber::none ? none : onto_[index_of(target)];
}

void CellStates::gather_sent(const PendingEvent& waiting) {
    const Event& e = waiting.event;
    const Place to = index_.place(waiting.receiver);
    if (to.cell == nothing) return;  // its section was deleted
    const bool is_watch = e.type == EventType::watch;
    Sent sent{to, e.type, e.t, e.flag(), nothing, is_watch ? e.arming() : index_of(e.weight()), waiting.is_movable};
    const double* weight = is_watch ? nullptr : delivery_.weights_of(waiting);
    const auto& onto = connections_onto(waiting.receiver);
    for (std::uint32_t k = 0; k < onto.size() && weight; ++k) {
        const std::span<double> weights = network_.connections().by_number().weights(onto[k]);
        if (weight < weights.data() || weight >= weights.data() + weights.size()) continue;
        sent.connection = k;
        sent.offset = static_cast<std::uint32_t>(weight - weights.data());
    }
    cells_[to.cell].sent.push_back(sent);
}

void CellStates::gather_due(const Event& e) {
    const InstanceId instance = network_.targets()[network_.connections().by_number().target(e.connection())];
    const auto& onto = connections_onto(instance);
    const auto k = std::find(onto.begin(), onto.end(), e.connection()) - onto.begin();
    const Place to = index_.place(instance);
    if (to.cell != nothing) cells_[to.cell].due.push_back({to, static_cast<std::uint32_t>(k), e.sequence, e.t});
}

void CellStates::gather(std::span<const PendingEvent> waiting, std::span<const SpikeUnderWay> spikes) {
    for (const PendingEvent& each : waiting) {
        if (each.event.is_of_receiver()) gather_sent(each);
        if (each.event.type == EventType::netcon) gather_due(each.event);
    }
    for (const SpikeUnderWay& spike : spikes) {
        if (network_.sources().gid_of(spike.source) < 0)
            spikes_[index_of(spike.source)].insert(spikes_[index_of(spike.source)].end(), spike.count, spike.t);
    }
    for (const PendingWatch& watch : delivery_.watches()) {
        const Place at = index_.place(watch.instance);
        if (at.cell != nothing) cells_[at.cell].watches.push_back(watch);
    }
}

// --- the whole -------------------------------------------------------------------------------------------------------

Bytes CellStates::save(std::uint32_t cell) const {
    ByteWriter out;
    save_shape(cell, out);
    for (const std::uint32_t id : index_.cells()[cell].compartments) {
        out.put(model_.state().compartments.at(col_v, id));
    }
    for (const CellIndex::Part& part : index_.cells()[cell].parts) save_part(part, out);
    save_events(cell, out);
    save_sources(cell, out);
    return std::move(out.bytes);
}

void CellStates::restore(std::uint32_t cell, std::span<const std::byte> state, double delivered, bool states_alone) {
    ByteReader in(state);
    check_shape(cell, in);
    for (const std::uint32_t id : index_.cells()[cell].compartments) {
        model_.state().compartments.at(col_v, id) = in.take<double>();
    }
    for (const CellIndex::Part& part : index_.cells()[cell].parts) restore_part(part, in, states_alone);
    restore_events(cell, in);
    restore_sources(cell, in, delivered);
    if (!in.is_at_end()) differ(cell, "the state has more data");
}

void CellStates::differ(std::uint32_t cell, const std::string& how) const {
    throw StateError(fmt::format("the state is from another model: {}: {}", index_.describe(cell), how));
}

// --- its shape -------------------------------------------------------------------------------------------------------

void CellStates::save_shape(std::uint32_t cell, ByteWriter& out) const {
    const CellIndex::Cell& c = index_.cells()[cell];
    out.put(static_cast<std::uint64_t>(c.sections.size()));
    for (const Section* section : c.sections) {
        out.text(local_name(*section));
        out.put(static_cast<std::int32_t>(section->nseg()));
    }
    out.put(static_cast<std::uint64_t>(c.parts.size()));
    for (const CellIndex::Part& part : c.parts) {
        const MechanismType& type = model_.mechanism(part.mechanism);
        out.text(type.name());
        out.text(layout_of(type));
        out.list(part.at);
    }
}

void CellStates::check_shape(std::uint32_t cell, ByteReader& in) const {
    const CellIndex::Cell& c = index_.cells()[cell];
    const std::size_t sections = in.count(12);
    if (sections != c.sections.size()) {
        differ(cell, fmt::format("it had {} sections, now {}", sections, c.sections.size()));
    }
    for (const Section* section : c.sections) {
        const std::string name = in.text();
        const auto nseg = in.take<std::int32_t>();
        if (name != local_name(*section)) {
            differ(cell, fmt::format("a section had the name {}, now {}", name, local_name(*section)));
        }
        if (nseg != section->nseg()) {
            differ(cell, fmt::format("{} had {} segments, now {}", name, nseg, section->nseg()));
        }
    }
    const std::size_t parts = in.count(24);
    for (std::size_t k = 0; k < std::max(parts, c.parts.size()); ++k) {
        const std::string here = k < c.parts.size() ? model_.mechanism(c.parts[k].mechanism).name() : "";
        if (k >= parts) differ(cell, fmt::format("it had no {}", here));
        const std::string name = in.text();
        const std::string layout = in.text();
        const std::vector<std::uint32_t> at = in.list<std::uint32_t>();
        if (name != here) {
            const bool is_here = std::any_of(c.parts.begin(), c.parts.end(), [&](const CellIndex::Part& part) {
                return model_.mechanism(part.mechanism).name() == name;
            });
            differ(cell, is_here ? fmt::format("it had no {}", here) : fmt::format("it had {}, now it has none", name));
        }
        const CellIndex::Part& part = c.parts[k];
        if (layout != layout_of(model_.mechanism(part.mechanism))) {
            differ(cell, fmt::format("{} had different variables: {}; now {}", name, layout,
                                     layout_of(model_.mechanism(part.mechanism))));
        }
        if (at.size() != part.at.size()) {
            differ(cell, fmt::format("it had {} of {}, now {}", at.size(), name, part.at.size()));
        }
        if (at != part.at) differ(cell, fmt::format("{} was in different places", name));
    }
}

// --- values ----------------------------------------------------------------------------------------------------------

void CellStates::save_part(const CellIndex::Part& part, ByteWriter& out) const {
    MechanismType& type = model_.mechanism(part.mechanism);
    for (std::size_t column = 0; column < type.table().column_count(); ++column) {
        for (const std::uint32_t id : part.ids) out.put(type.table().at(column, id));
    }
    for (int k = 0; k < random_count(type); ++k) {
        for (const std::uint32_t id : part.ids) {
            const rv_random& random = type.random(id, k);
            out.raw(random.id, sizeof random.id);
            out.put(random.sequence);
            out.put(random.which);
        }
    }
    for (int k = 0; k < past_count(type); ++k) {
        for (const std::uint32_t id : part.ids) out.list(type.past(id, k).events());
    }
    for (const std::uint32_t id : part.ids) save_connections({part.mechanism, id}, out);
}

void CellStates::restore_part(const CellIndex::Part& part, ByteReader& in, bool states_alone) {
    MechanismType& type = model_.mechanism(part.mechanism);
    std::vector<std::uint8_t> is_wanted(type.table().column_count(), states_alone ? 0 : 1);
    if (states_alone) {
        for (const std::uint16_t column : state_columns(model_, type)) is_wanted[column] = 1;
    }
    for (std::size_t column = 0; column < type.table().column_count(); ++column) {
        for (const std::uint32_t id : part.ids) {
            const auto value = in.take<double>();
            double& present = type.table().at(column, id);
            if (is_wanted[column]) present = restored_value(value, present);
        }
    }
    for (int k = 0; k < random_count(type); ++k) {
        for (const std::uint32_t id : part.ids) {
            rv_random& random = type.random(id, k);
            in.raw(random.id, sizeof random.id);
            random.sequence = in.take<std::uint32_t>();
            random.which = in.take<std::uint8_t>() % 4;
        }
    }
    for (int k = 0; k < past_count(type); ++k) {
        for (const std::uint32_t id : part.ids) type.past(id, k).set_events(in.list<rv_past_event>());
    }
    for (const std::uint32_t id : part.ids) restore_connections({part.mechanism, id}, in, states_alone);
}

void CellStates::save_connections(InstanceId instance, ByteWriter& out) const {
    const auto& onto = connections_onto(instance);
    out.put(static_cast<std::uint64_t>(onto.size()));
    for (const std::uint32_t n : onto) {
        const Connection it = network_.connections().by_number()[n];
        out.put(it.source == SourceId::none ? Gid{-2} : network_.sources().gid_of(it.source));
        out.list(it.weights);
    }
}

// NEURON's BBSaveState knows the connections onto an instance by their order alone, so a network may have been rewired.
void CellStates::restore_connections(InstanceId instance, ByteReader& in, bool states_alone) {
    const auto& onto = connections_onto(instance);
    const std::size_t count = in.count(12);
    const std::string who = index_.describe(index_.place(instance));
    if (count != onto.size()) {
        throw StateError(fmt::format("the state is from another model: {} had {} connections onto it, now {}", who,
                                     count, onto.size()));
    }
    for (const std::uint32_t n : onto) {
        const auto gid = in.take<Gid>();
        const Connection it = network_.connections().by_number()[n];
        const Gid now = it.source == SourceId::none ? Gid{-2} : network_.sources().gid_of(it.source);
        const std::vector<double> weights = in.list<double>();
        if ((gid != now && !states_alone) || weights.size() != it.weights.size()) {
            throw StateError(
                fmt::format("the state is from another model: {} had a connection from gid {} with {} weights; it is "
                            "now one from gid {} with {}",
                            who, gid, weights.size(), now, it.weights.size()));
        }
        if (std::equal(weights.begin(), weights.end(), it.weights.begin())) continue;
        network_.connections().note_change(n);
        std::copy(weights.begin(), weights.end(), network_.connections().by_number().weights(n).begin());
    }
}

}  // namespace ranvier::engine
