#include "engine/state/rank_snapshot.hpp"

#include <fmt/format.h>

#include <cmath>

#include "engine/state/sealed_bytes.hpp"

namespace ranvier::engine {

namespace {

constexpr std::string_view snapshot_magic = "RNVSTATE";
constexpr std::uint32_t snapshot_version = 2;

void put(ByteWriter& out, const RankSnapshot::Cell& cell) {
    out.put(cell.gid);
    out.list(cell.state);
}
void take(ByteReader& in, RankSnapshot::Cell& cell) {
    cell.gid = in.take<exchange::Gid>();
    in.list(cell.state);
}

void put(ByteWriter& out, const RankSnapshot::Part& part) {
    out.text(part.name);
    out.put(static_cast<std::uint8_t>(part.travels));
    out.list(part.state);
}
void take(ByteReader& in, RankSnapshot::Part& part) {
    part.name = in.text();
    part.travels = in.take<std::uint8_t>() != 0;
    in.list(part.state);
}

void put(ByteWriter& out, const RankSnapshot::Flying& spike) {
    out.put(spike.t);
    out.put(spike.gid);
    out.put(spike.count);
}
void take(ByteReader& in, RankSnapshot::Flying& spike) {
    spike.t = in.take<double>();
    spike.gid = in.take<exchange::Gid>();
    spike.count = in.take<std::uint32_t>();
}

void put(ByteWriter& out, const RankSnapshot::Recorded& recorded) {
    out.text(recorded.name);
    out.put(static_cast<std::uint8_t>(recorded.travels));
    out.list(recorded.values);
}
void take(ByteReader& in, RankSnapshot::Recorded& recorded) {
    recorded.name = in.text();
    recorded.travels = in.take<std::uint8_t>() != 0;
    in.list(recorded.values);
}

void put(ByteWriter& out, const std::vector<double>& values) {
    out.list(values);
}
void take(ByteReader& in, std::vector<double>& values) {
    in.list(values);
}

void put(ByteWriter& out, const RankSnapshot::Spikes& spikes) {
    out.put(spikes.gid);
    out.put(spikes.source);
    out.put(spikes.times);
    out.put(spikes.ids);
    out.put(spikes.id);
}
void take(ByteReader& in, RankSnapshot::Spikes& spikes) {
    spikes.gid = in.take<exchange::Gid>();
    spikes.source = in.take<std::uint32_t>();
    spikes.times = in.take<std::int32_t>();
    spikes.ids = in.take<std::int32_t>();
    spikes.id = in.take<double>();
}

template <class T>
void put_all(ByteWriter& out, const std::vector<T>& all) {
    out.put(static_cast<std::uint64_t>(all.size()));
    for (const T& each : all) put(out, each);
}
template <class T>
void take_all(ByteReader& in, std::vector<T>& all) {
    constexpr std::size_t least = 8;  // bytes per element
    const std::size_t count = in.count(least);
    for (std::size_t k = 0; k < count; ++k) take(in, all.emplace_back());
}

// The checksum protects the bytes, but does not authenticate their writer.
void check(const RankSnapshot& s) {
    const auto refuse = [](const char* what) { throw StateError(fmt::format("the state is damaged: {}", what)); };
    if (s.rank >= s.ranks) refuse("its rank");
    if (!std::isfinite(s.t) || !std::isfinite(s.dt) || !std::isfinite(s.delivered) || s.step < 0) refuse("its time");
    for (std::size_t k = 1; k < s.cells.size(); ++k) {
        if (s.cells[k - 1].gid >= s.cells[k].gid) refuse("the order of its cells");
    }
    const auto count = static_cast<std::int64_t>(s.spike_vectors.size());
    for (const RankSnapshot::Spikes& spikes : s.spikes) {
        if (spikes.times >= count || spikes.ids >= count) refuse("its recorded spikes");
    }
    for (const RankSnapshot::Flying& spike : s.flying) {
        if (std::isnan(spike.t)) refuse("the time of a spike");
    }
}

}  // namespace

Bytes to_bytes(const RankSnapshot& s) {
    ByteWriter out;
    out.put(s.set);
    out.put(s.rank);
    out.put(s.ranks);
    out.text(s.settings);
    out.put(s.stretch);
    out.put(s.step);
    out.put(s.t);
    out.put(s.dt);
    out.put(s.delivered);
    put_all(out, s.cells);
    put_all(out, s.parts);
    put_all(out, s.flying);
    put_all(out, s.recorded);
    put_all(out, s.spike_vectors);
    put_all(out, s.spikes);
    out.list(s.event_order);
    return sealed(snapshot_magic, snapshot_version, out.bytes);
}

RankSnapshot rank_snapshot(std::span<const std::byte> bytes) {
    ByteReader in(unsealed(snapshot_magic, snapshot_version, bytes, "a saved state"));
    RankSnapshot s;
    s.set = in.take<std::uint64_t>();
    s.rank = in.take<std::uint32_t>();
    s.ranks = in.take<std::uint32_t>();
    s.settings = in.text();
    s.stretch = in.take<std::uint64_t>();
    s.step = in.take<std::int64_t>();
    s.t = in.take<double>();
    s.dt = in.take<double>();
    s.delivered = in.take<double>();
    take_all(in, s.cells);
    take_all(in, s.parts);
    take_all(in, s.flying);
    take_all(in, s.recorded);
    take_all(in, s.spike_vectors);
    take_all(in, s.spikes);
    in.list(s.event_order);
    if (!in.is_at_end()) throw StateError("the state is damaged: there is data after its end");
    check(s);
    return s;
}

}  // namespace ranvier::engine
