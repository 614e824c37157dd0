#include "engine/event/netcon_initialization.hpp"

#include <algorithm>

namespace ranvier::engine {

namespace {

/// Whether some connections have more to initialize than a weight that stays as it is.
bool have_more_than_a_weight(const EventTables& tables) {
    for (const auto& events : tables.blocks) {
        for (const Receivers::Slot& slot : events->receivers().slots()) {
            if (slot.receiver_count() == 0) continue;
            if (slot.description->net_initialize || slot.description->weight_count > 1) return true;
        }
    }
    return false;
}

/// The mechanism that receives a target's events, with its instances in the target's block; null: none.
const Receivers::Slot* slot_onto(TargetNumber target, const EventTables& tables) {
    if (target == TargetNumber::none) return nullptr;
    const TargetPlace& place = tables.place_of(target);
    if (place.receiver == Receiver::none) return nullptr;
    return &tables.blocks[place.block]->receivers().slot(place.receiver);
}

/// Sets the weights after the first to 0 in a table whose mechanism does not initialize them.
void clear_further_weights(ConnectionTable& table) {
    if (table.stride < 2) return;
    for (double* w = table.weights.data(); w != table.weights.data() + table.weights.size(); w += table.stride) {
        std::fill(w + 1, w + table.stride, 0.);
    }
}

/// Sets the weights after the first to 0 where no mechanism initializes them. Returns whether one does.
bool clear_further_weights(const EventTables& tables, Connections& connections) {
    bool has_blocks = false;
    const auto clear = [&](TargetNumber target, std::span<double> weights) {
        const Receivers::Slot* slot = slot_onto(target, tables);
        if (!slot) return;
        has_blocks |= slot->description->net_initialize != nullptr;
        if (slot->description->net_initialize || weights.size() < 2) return;
        std::fill(weights.begin() + 1, weights.end(), 0.);
    };
    LooseConnections& loose = connections.loose();
    for (std::size_t k = 0; k < loose.size(); ++k) {
        if (loose.exists(k)) clear(loose.target(k), loose.weights(k));
    }
    for (std::uint32_t t = 0; t < connections.tables().all().size(); ++t) {
        ConnectionTable& table = connections.table(TableNumber{t});
        if (table.size() == 0) continue;
        if (table.has_many_mechanisms) {
            for (std::size_t k = 0; k < table.size(); ++k) {
                if (table.receiver[k] != Receiver::none) clear(table.target(k), table.weights_of(k));
            }
            continue;
        }
        const Receivers& receivers = tables.blocks[table.block]->receivers();
        if (receivers.slot(table.first_receiver).description->net_initialize) {
            has_blocks = true;
        } else {
            clear_further_weights(table);
        }
    }
    return has_blocks;
}

}  // namespace

void initialize_netcons(const EventTables& tables, Connections& connections) {
    if (!have_more_than_a_weight(tables) || !clear_further_weights(tables, connections)) return;
    const ConnectionsByNumber all = connections.by_number(ConnectionsByNumber::Keeps::found_for_now);
    connections.for_each_number([&](std::uint32_t n) {
        const TargetNumber target = all.target(n);
        const Receivers::Slot* slot = slot_onto(target, tables);
        if (!slot || !slot->description->net_initialize) return;
        BlockEvents& events = *tables.blocks[tables.place_of(target).block];
        slot->in->t = events.block.t;
        const std::int32_t i = events.receivers().index(tables.place_of(target).receiver);
        if (slot->description->net_initialize(slot->in, i, all.weights(n).data()) != 0) {
            events.failures().fail(slot->in, i, "INITIAL of NET_RECEIVE failed");
        }
    });
}

}  // namespace ranvier::engine
