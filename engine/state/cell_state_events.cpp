// A cell's pending events, armed WATCHes, thresholds, and spikes that it sent without a gid.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/cell/mechanism_type.hpp"
#include "engine/state/cell_state.hpp"

namespace ranvier::engine {

namespace {

/// The variable of a source within its cell.
struct Looks {
    std::uint8_t kind;  ///< 0: a compartment's variable; 1: an instance's; 2: the instance fires itself
    std::uint32_t part, ordinal, column;
    bool operator==(const Looks&) const = default;
};

Looks looks_of(const Source& source, const CellIndex& index) {
    if (!source.watched()) {
        const auto at = index.place(source.instance);
        return {2, at.part, at.ordinal, 0};
    }
    if (source.watched()->table == compartment_table) {
        return {0, nothing, index.place_of_compartment(source.watched()->id).ordinal, source.watched()->column};
    }
    const auto at = index.place({source.watched()->table, source.watched()->id});
    return {1, at.part, at.ordinal, source.watched()->column};
}

void put_place(const CellIndex::Place& place, ByteWriter& out) {
    out.put(place.part);
    out.put(place.ordinal);
}

}  // namespace

CellIndex::Place CellStates::read_place(std::uint32_t cell, ByteReader& in) const {
    const auto part = in.take<std::uint32_t>();
    const auto ordinal = in.take<std::uint32_t>();
    const auto& parts = index_.cells()[cell].parts;
    if (part >= parts.size() || ordinal >= parts[part].ids.size()) differ(cell, "an event was for another mechanism");
    return {cell, part, ordinal};
}

void CellStates::save_events(std::uint32_t cell, ByteWriter& out) const {
    const OfCell& of = cells_[cell];
    out.put(static_cast<std::uint64_t>(of.sent.size()));
    for (const Sent& sent : of.sent) {
        put_place(sent.to, out);
        out.put(sent.type);
        out.put(sent.t);
        out.put(sent.flag);
        out.put(sent.connection);
        out.put(sent.offset);
        out.put(static_cast<std::uint8_t>(sent.is_movable));
    }
    out.put(static_cast<std::uint64_t>(of.due.size()));
    for (const Due& due : of.due) {
        put_place(due.to, out);
        out.put(due.connection);
        out.put(due.sequence);
        out.put(due.t);
    }
    out.put(static_cast<std::uint64_t>(of.watches.size()));
    for (const PendingWatch& watch : of.watches) {
        put_place(index_.place(watch.instance), out);
        out.put(watch.watch.number);
        out.put(watch.watch.flag);
        out.put(watch.watch.arming);
        out.put(static_cast<std::uint8_t>(watch.watch.above));
    }
}

void CellStates::restore_events(std::uint32_t cell, ByteReader& in) {
    for (std::size_t left = in.count(30); left > 0; --left) restore_sent(cell, in);
    for (std::size_t left = in.count(24); left > 0; --left) restore_due(cell, in);
    for (std::size_t left = in.count(25); left > 0; --left) restore_watch(cell, in);
}

void CellStates::restore_sent(std::uint32_t cell, ByteReader& in) {
    const InstanceId to = index_.instance(read_place(cell, in));
    const auto type = in.take<EventType>();
    const auto t = in.take<double>(), flag = in.take<double>();
    const auto connection = in.take<std::uint32_t>();
    const auto offset = in.take<std::uint32_t>();  // of a WATCH event: the number of its arming
    WeightName weight;
    if (type != EventType::self && type != EventType::watch) differ(cell, "an event has an unknown kind");
    if (connection != nothing) {
        const auto& onto = connections_onto(to);
        if (connection >= onto.size() ||
            offset >= network_.connections().by_number().weights(onto[connection]).size()) {
            differ(cell, "an event had a connection that does not exist");
        }
        weight = {onto[connection], offset};
    }
    if (std::isnan(t)) differ(cell, "an event has no time");
    PendingEvent event = delivery_.event_of(to, type, t, flag, offset);
    event.weight = weight;
    event.is_movable = in.take<std::uint8_t>() != 0;
    if (event.event.receiver() == Receiver::none) differ(cell, "an event was for an instance that receives none");
    events.push_back(event);
}

void CellStates::restore_due(std::uint32_t cell, ByteReader& in) {
    const auto& onto = connections_onto(index_.instance(read_place(cell, in)));
    const auto connection = in.take<std::uint32_t>(), sequence = in.take<std::uint32_t>();
    const auto t = in.take<double>();
    if (connection >= onto.size()) differ(cell, "an event had a connection that does not exist");
    events.push_back(delivery_.event_of(onto[connection], t, sequence));
}

void CellStates::restore_watch(std::uint32_t cell, ByteReader& in) {
    PendingWatch watch{};
    watch.instance = index_.instance(read_place(cell, in));
    watch.watch.number = in.take<std::int32_t>();
    const rv_mechanism* description = model_.mechanism(watch.instance.mechanism).description();
    if (!description || watch.watch.number < 0 || watch.watch.number >= description->watch_count) {
        differ(cell, "it had a WATCH that does not exist");
    }
    watch.watch.flag = in.take<double>();
    watch.watch.arming = in.take<std::uint32_t>();
    watch.watch.above = in.take<std::uint8_t>() != 0;
    watches.push_back(watch);
}

void CellStates::save_sources(std::uint32_t cell, ByteWriter& out) const {
    out.put(static_cast<std::uint64_t>(cells_[cell].sources.size()));
    for (const SourceId s : cells_[cell].sources) {
        const Looks looks = looks_of(network_.sources()[s], index_);
        out.put(looks.kind);
        out.put(looks.part);
        out.put(looks.ordinal);
        out.put(looks.column);
        out.put(above_now_[index_of(s)]);
        out.list(spikes_[index_of(s)]);
    }
}

void CellStates::restore_sources(std::uint32_t cell, ByteReader& in, double delivered) {
    std::vector<Looks> here;
    for (const SourceId s : cells_[cell].sources) here.push_back(looks_of(network_.sources()[s], index_));
    for (std::size_t left = in.count(22); left > 0; --left) {
        Looks looks{};
        looks.kind = in.take<std::uint8_t>();
        looks.part = in.take<std::uint32_t>();
        looks.ordinal = in.take<std::uint32_t>();
        looks.column = in.take<std::uint32_t>();
        const auto is_above = in.take<std::uint8_t>();
        const std::vector<double> spikes = in.list<double>();
        const auto found = std::find(here.begin(), here.end(), looks);
        if (found == here.end()) differ(cell, "it was watched by a NetCon, but is not now");
        const SourceId s = cells_[cell].sources[static_cast<std::size_t>(found - here.begin())];
        above[index_of(s)] = is_above != 0;
        for (const double t : spikes) delivery_.add_deliveries(s, t, delivered, events);
    }
}

}  // namespace ranvier::engine
