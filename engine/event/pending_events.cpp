#include "engine/event/pending_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/bundles.hpp"
#include "engine/network/network.hpp"
#include "engine/network/packed.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

// --- out of the queues ------------------------------------------------------------------------------------------------

namespace {

PendingEvent named(const Event& event, BlockEvents& block) {
    PendingEvent pending{event};
    if (!event.is_of_receiver()) return pending;
    pending.receiver = block.receivers().instance(event.receiver());
    pending.is_movable = block.queue().is_movable(event);
    return pending;
}

/// The samples that are taken together with this one.
std::vector<Event> single_samples(const Event& samples, BlockEvents& block, const SharedParts& shared) {
    std::vector<Event> all = shared.samples->each_alone(samples);
    std::uint32_t sequence = 0;
    for (Event& single : all) {
        if (block.queue().tie_order() == TieOrder::canonical) {
            single.key = event_key(EventClass::play, single.sampled());
        }
        single.sequence = sequence++;
    }
    return all;
}

}  // namespace

std::vector<PendingEvent> pending_events(BlockEvents& block, const SharedParts& shared) {
    std::vector<Event> singles;
    for (const Event& event : block.queue().events()) {
        if (event.type == EventType::sample && event.sampled_together() > 0) {
            const std::vector<Event> samples = single_samples(event, block, shared);
            singles.insert(singles.end(), samples.begin(), samples.end());
        } else if (event.type != EventType::watch || block.watches().is_valid(event)) {
            add_singles(event, singles);
        }
    }
    std::vector<PendingEvent> all;
    all.reserve(singles.size());
    for (const Event& event : singles) all.push_back(named(event, block));
    return all;
}

std::vector<PendingWatch> pending_watches(const EventTables& tables) {
    std::vector<PendingWatch> all;
    for (const auto& block : tables.blocks) {
        for (const Watch& watch : block->watches().armed()) {
            all.push_back({block->receivers().instance(watch.receiver), watch});
        }
    }
    return all;
}

void take_out(const EventTables& tables, const SharedParts& shared, PendingEvents& to) {
    for (const auto& block : tables.blocks) {
        block->thresholds().add_above(to.above);
        for (PendingEvent& each : pending_events(*block, shared)) {
            if (each.event.type == EventType::sample) each.event.sequence = 0;
            if (each.event.type == EventType::self) {
                const TableNumber table = block->receivers().table(each.event.receiver());
                each.weight = shared.weights.name(each.event.weight(), table);
            }
            to.events.push_back(each);
        }
    }
    const std::vector<PendingWatch> watches = pending_watches(tables);
    to.watches.insert(to.watches.end(), watches.begin(), watches.end());
}

namespace {

/// Adds the events of the connections of a group, and in canonical order of those of its source with longer delays.
void add_connections(const Event& event, Connections& connections, TieOrder order, std::vector<PendingEvent>& to) {
    const ConnectionTable& table = connections.tables()[event.table()];
    for (Group g = event.group();; ++g) {
        const double t = g == event.group() ? event.t : event.spike_time() + table.delay(g);
        const auto [begin, end] = event.together > 0 ? connections_of(table, event) : table.connections_of(g);
        for (std::uint32_t k = begin; k < end; ++k) {
            const std::uint32_t n = connections.by_number().number_of(event.table(), k);
            if (n == nothing) continue;  // removed
            // Connections onto one target keep their order, even if an earlier spike with a longer delay arrives at the
            // same time.
            const std::uint32_t sequence = order == TieOrder::canonical ? table.begin + k : event.sequence;
            to.push_back({Event::netcon(t, event.key, sequence, n)});
        }
        if (table.is_last_of_source(g) || order == TieOrder::insertion) break;
    }
}

}  // namespace

void take_groups_apart(PendingEvents& pending, Connections& connections, TieOrder order) {
    std::vector<PendingEvent> all;
    all.reserve(pending.events.size());
    const auto is_group = [](const PendingEvent& each) { return each.event.type == EventType::group; };
    std::ranges::remove_copy_if(pending.events, std::back_inserter(all), is_group);
    for (const PendingEvent& each : pending.events) {
        if (is_group(each)) add_connections(each.event, connections, order, all);
    }
    // Events of an instance are in the order of sending; so the latest with flag 1 is the one that can be moved.
    const auto precedes = [order](const PendingEvent& a, const PendingEvent& b) {
        return order == TieOrder::insertion ? is_earlier(a.event, b.event) : a.event.sequence < b.event.sequence;
    };
    std::ranges::stable_sort(all, precedes);
    pending.events = std::move(all);
}

// --- into the queues --------------------------------------------------------------------------------------------------

namespace {

BlockEvents* block_of(const EventTables& tables, std::uint32_t number) {
    return number < tables.blocks.size() ? tables.blocks[number].get() : nullptr;
}

/// The block and the number of a receiver; a null block if it is in none.
std::pair<BlockEvents*, Receiver> locate(InstanceId instance, const EventTables& tables, const Model& model) {
    if (!model.exists(instance)) return {nullptr, Receiver::none};
    const Model::Location at = model.locate(instance);
    BlockEvents* block = block_of(tables, at.block);
    if (!block) return {nullptr, Receiver::none};
    const Receiver receiver =
        block->receivers().find(block->block.instances(instance.mechanism), static_cast<std::int32_t>(at.index));
    return {receiver == Receiver::none ? nullptr : block, receiver};
}

void put_back_of_receiver(const PendingEvent& pending, const EventTables& tables, const SharedParts& shared) {
    const Event& e = pending.event;
    const auto [block, to] = locate(pending.receiver, tables, shared.model);
    if (!block) return;
    const Receivers& receivers = block->receivers();
    if (e.type == EventType::watch) {
        const std::uint64_t key = receivers.key(to, 0, false);
        return block->put_back(Event::watch(e.t, key, e.sequence, to, e.flag(), e.arming()), false);
    }
    const bool is_named = pending.weight.connection != nothing;
    const WeightNumber weight = is_named ? shared.weights.find(pending.weight, receivers.table(to)) : e.weight();
    const std::uint64_t key = receivers.key(to, e.flag(), shared.network.late_self_events());
    block->put_back(Event::self(e.t, key, e.sequence, to, e.flag(), weight), pending.is_movable);
}

/// The block in which a connection's target receives its events; null: none.
BlockEvents* block_onto(std::uint32_t connection, const EventTables& tables, Connections& connections) {
    if (!connections.exists(connection)) return nullptr;
    const TargetNumber target = connections.by_number().target(connection);
    if (target == TargetNumber::none || tables.place_of(target).receiver == Receiver::none) return nullptr;
    return block_of(tables, tables.place_of(target).block);
}

}  // namespace

void put_back(const PendingEvent& pending, const EventTables& tables, const SharedParts& shared) {
    const Event& event = pending.event;
    BlockEvents* block = nullptr;
    switch (event.type) {
        case EventType::self:
        case EventType::watch:
            return put_back_of_receiver(pending, tables, shared);
        case EventType::sample:
            block = block_of(tables, shared.samples->block_of_sample(event.sampled()));
            break;
        case EventType::netcon:
            block = block_onto(event.connection(), tables, shared.connections);
            break;
        case EventType::group:
            block = block_of(tables, shared.connections.tables()[event.table()].block);
            break;
    }
    if (block) block->put_back(event, false);
}

double* weights_of(const PendingEvent& pending, const EventTables& tables, const SharedParts& shared) {
    const auto [block, to] = locate(pending.receiver, tables, shared.model);
    return block ? shared.weights.at(pending.event.weight(), block->receivers().table(to)) : nullptr;
}

void put_back(const PendingWatch& pending, const EventTables& tables, const SharedParts& shared) {
    const auto [block, receiver] = locate(pending.instance, tables, shared.model);
    if (!block) return;
    Watch watch = pending.watch;
    watch.receiver = receiver;
    block->watches().put_back(watch);
}

void check_pending(const PendingEvents& saved, double t, const Model& model, const EventWeights& weights) {
    constexpr double longest_wait_ms = 1000;  // of an event that is late, if any is
    const auto refuse = [](const char* what) {
        throw std::runtime_error(fmt::format("the saved state is damaged: {}", what));
    };
    const auto check_receiver = [&](InstanceId instance) {
        if (instance.mechanism >= model.mechanisms().size() ||
            !receives_events(model.mechanism(instance.mechanism).description())) {
            refuse("an event is for a mechanism that receives none");
        }
    };
    for (const PendingEvent& each : saved.events) {
        const Event& event = each.event;
        if (!(event.t >= t - longest_wait_ms)) refuse("an event has no time, or one long past");
        if (event.is_of_receiver()) check_receiver(each.receiver);
        if (event.type == EventType::group || event.type > EventType::sample) refuse("an event has no kind");
        const bool is_named = each.weight.connection != nothing;
        if (event.type == EventType::self && !is_named && !weights.is_array(event.weight())) {
            refuse("an event refers to weights that do not exist");
        }
    }
    for (const PendingWatch& each : saved.watches) {
        check_receiver(each.instance);
        const rv_mechanism& of = *model.mechanism(each.instance.mechanism).description();
        if (each.watch.number < 0 || each.watch.number >= of.watch_count) refuse("there is no such WATCH");
    }
}

// --- names ------------------------------------------------------------------------------------------------------------

std::uint32_t first_connection(const Event& group, const Connections& connections) {
    return connections_of(connections.tables()[group.table()], group).begin;
}

namespace {

/// What the event is about, by indices of this rank.
std::uint64_t subject_of(const PendingEvent& pending, const Connections& connections) {
    const Event& e = pending.event;
    switch (e.type) {
        case EventType::self:
        case EventType::watch:
            return packed(pending.receiver);
        case EventType::group:
            return static_cast<std::uint64_t>(index_of(e.table())) << 32 | first_connection(e, connections);
        case EventType::netcon:
            return e.connection();
        case EventType::sample:
            break;
    }
    return e.sampled();
}

}  // namespace

std::uint64_t identity(const PendingEvent& pending, const Connections& connections) {
    const Event& e = pending.event;
    // The finalizer of splitmix64 (Steele et al. 2014, OOPSLA) over each word.
    const auto mix = [](std::uint64_t x) {
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
        return x ^ (x >> 31);
    };
    std::uint64_t identity = mix(static_cast<std::uint64_t>(e.type) + 1);
    for (const std::uint64_t word : {std::bit_cast<std::uint64_t>(e.t), subject_of(pending, connections)}) {
        identity = mix(identity ^ word);
    }
    return identity;
}

}  // namespace ranvier::engine
