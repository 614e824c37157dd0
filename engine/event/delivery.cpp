#include "engine/event/delivery.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <numeric>
#include <tuple>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/bundles.hpp"
#include "engine/event/simulation_error.hpp"

namespace ranvier::engine {

Delivery::Delivery(Network::State& network, Model& model) : network_(network), model_(model) {}

Delivery::~Delivery() {
    network_.on_change = nullptr;
}

namespace {
constexpr std::uint32_t first_loose = 0x80000000u, first_array = 0xc0000000u;

std::uint32_t index_in(std::span<const double> pool, const double* weight) {
    const bool is_in = !pool.empty() && weight >= pool.data() && weight < pool.data() + pool.size();
    return is_in ? static_cast<std::uint32_t>(weight - pool.data()) : nothing;
}
}  // namespace

std::uint32_t Delivery::number_in_connections(const double* weight, std::uint32_t table) const {
    const Connections& connections = network_.connections;
    if (table < connections.tables().size()) {
        const std::uint32_t at = index_in(connections.tables()[table].weights, weight);
        if (at != nothing) return at;
    }
    const std::uint32_t loose = index_in(connections.loose_weights(), weight);
    return loose == nothing ? nothing : first_loose + loose;
}

std::uint32_t Delivery::number_of_weight(const double* weight, std::uint32_t table) {
    if (!weight) return nothing;
    const std::uint32_t number = number_in_connections(weight, table);
    if (number != nothing) return number;
    const auto [known, is_new] = array_numbers_.try_emplace(weight, static_cast<std::uint32_t>(arrays_.size()));
    if (is_new) arrays_.push_back(const_cast<double*>(weight));
    return first_array + known->second;
}

double* Delivery::weight_at(std::uint32_t number, std::uint32_t table) const {
    if (number == nothing) return nullptr;
    if (number >= first_array) return arrays_[number - first_array];
    if (number >= first_loose) return &network_.connections.loose_weights()[number - first_loose];
    return &network_.connections.table(table).weights[number];
}

Delivery::WeightRef Delivery::weight_ref(std::uint32_t number, std::uint32_t table) const {
    if (number >= first_array) return {};
    const Connections& connections = network_.connections;
    const std::uint32_t n = number >= first_loose ? connections.number_of_loose_weight(number - first_loose)
                                                  : connections.number_of_weight(table, number);
    if (n == nothing) return {};
    const double* begin = connections.weights(n).data();
    return {n, static_cast<std::uint32_t>(weight_at(number, table) - begin)};
}

double* Delivery::weights_of(const Waiting& waiting) const {
    return weight_at(waiting.event.extra, blocks_[waiting.block]->receivers[waiting.event.index].table);
}

std::uint32_t Delivery::weight_number(const Waiting& waiting, const double* weight) const {
    return number_in_connections(weight, blocks_[waiting.block]->receivers[waiting.event.index].table);
}

std::uint32_t Delivery::source_key(std::uint32_t source) const {
    // Sources without a gid reach only cells of their rank, where their order of creation is the same in any run.
    if (source == nothing) return nothing;
    const Gid gid = network_.gid_of(source);
    return gid >= 0 ? static_cast<std::uint32_t>(gid) : (0x80000000u | source);
}

// --- building -------------------------------------------------------------------------------------------------------

namespace {

bool receives_events(const MechanismType& type) {
    return type.description() && !type.is_density() && type.description()->net_receive;
}

}  // namespace

void Delivery::build(SampleEvents& samples, const ForEachTask& for_each_task) {
    freeze();
    add_single_deliveries(frozen_);
    samples_ = &samples;
    make_blocks();
    locate_sources();
    locate_targets();
    arrange_connections(for_each_task);
    find_min_delay_between_blocks();
    onto_first_.clear();
    network_.weight_pointers.aim(model_, network_.connections);
    built_ = true;
    restore();
    network_.on_change = [this] { freeze(); };
    update_memory();
}

void Delivery::make_blocks() {
    blocks_.clear();
    for (std::uint32_t b = 0; b < model_.blocks().size(); ++b) blocks_.push_back(make_block(b));
    for (const auto& type : model_.mechanisms()) {
        if (receives_events(*type)) name_receivers(*type);
    }
}

std::unique_ptr<BlockEvents> Delivery::make_block(std::uint32_t b) {
    Block& block = *model_.blocks()[b];
    auto events = std::make_unique<BlockEvents>(*this, block, b);
    events->queue.set_tie_order(tie_order_);
    block.event_context = events.get();
    bool has_watches = false;
    for (const auto& type : model_.mechanisms()) {
        rv_instances* in = block.instances(type->id());
        if (!in) continue;
        in->engine = events.get();
        in->services = &event_services();
        BlockEvents::Slot slot{in, type->description(), type->id(), nothing};
        if (receives_events(*type)) {
            const auto number = static_cast<std::uint32_t>(events->slots.size());
            slot.first_receiver = static_cast<std::uint32_t>(events->receivers.size());
            events->receivers.resize(events->receivers.size() + static_cast<std::size_t>(in->count),
                                     {number, nothing, nothing, nothing});
            has_watches |= type->description()->watch != nullptr;
        }
        events->slots.push_back(slot);
    }
    if (has_watches) events->arming.assign(events->receivers.size(), 0);
    return events;
}

void Delivery::name_receivers(const MechanismType& type) {
    for (std::size_t row = 0; row < type.table().size(); ++row) {
        const InstanceId id{type.id(), type.table().id(row)};
        if (!type.is_artificial() && !model_.place(id).section) continue;  // its section was deleted
        const Model::Location at = model_.locate(id);
        if (at.block >= blocks_.size()) continue;
        BlockEvents& events = *blocks_[at.block];
        const rv_instances* in = events.block.instances(type.id());
        events.receivers[events.receiver_of(in, static_cast<std::int32_t>(at.index))].id = id.id;
    }
}

void Delivery::locate_sources() {
    const auto& sources = network_.sources;
    frozen_.pendings.above.resize(sources.size(), 0);
    source_block_.assign(sources.size(), nothing);
    for (const std::uint32_t s : network_.living_sources()) {
        const Source& source = sources[s];
        if (source.watched()) {
            if (!model_.exists(*source.watched())) continue;
            source_block_[s] = model_.block_of(*source.watched());
            if (source_block_[s] >= blocks_.size()) continue;
            BlockEvents& events = *blocks_[source_block_[s]];
            if (events.block.is_idle) continue;
            events.watched.push_back(model_.address(*source.watched()));
            const auto changeable = network_.changeable_thresholds.find(s);
            if (changeable != network_.changeable_thresholds.end()) {
                events.changeable_thresholds.push_back({events.threshold.size(), changeable->second});
            }
            events.threshold.push_back(network_.threshold_of(s));
            events.above.push_back(frozen_.pendings.above[s]);
            events.threshold_source.push_back(s);
        } else if (source.instance) {
            const Model::Location at = model_.locate(source.instance);
            source_block_[s] = at.block;
            if (at.block >= blocks_.size()) continue;
            BlockEvents& events = *blocks_[at.block];
            if (events.block.is_idle) continue;
            const rv_instances* in = events.block.instances(source.instance.mechanism);
            const std::uint32_t r = events.receiver_of(in, static_cast<std::int32_t>(at.index));
            if (r != nothing) events.receivers[r].source = s;
        }
    }
}

void Delivery::locate_targets() {
    target_place_.assign(network_.targets.size(), TargetPlace{});
    for (const std::uint32_t t : network_.living_targets()) {
        const InstanceId id = network_.targets[t];
        const Model::Place place = model_.place(id);
        if (!place.section && !model_.mechanism(id.mechanism).is_artificial()) continue;
        const Model::Location at = model_.locate(id);
        if (at.block >= blocks_.size()) continue;
        const BlockEvents& events = *blocks_[at.block];
        if (events.block.is_idle) continue;
        const rv_instances* in = events.block.instances(id.mechanism);
        target_place_[t].block = at.block;
        target_place_[t].receiver = events.receiver_of(in, static_cast<std::int32_t>(at.index));
    }
}

// A table for each mechanism of each block; in NEURON's order of insertion, where mechanisms take turns, for each block.
void Delivery::arrange_connections(const ForEachTask& for_each_task) {
    Connections::Layout layout;
    layout.for_each_table = for_each_task;
    layout.sources = network_.sources.size();
    const TableOrder order = tie_order_ == TieOrder::canonical
                                 ? TableOrder::delay_and_receiver
                                 : order_by_insertion(network_.connections, blocks_.size());
    if (order == TableOrder::creation) layout.forms_groups = sources_with_one_event(network_.connections);
    layout.gid_of_source.assign(layout.sources, -1);
    for (const std::uint32_t s : network_.living_sources()) layout.gid_of_source[s] = network_.sources[s].gid;
    for (std::uint32_t b = 0; b < blocks_.size(); ++b) make_tables(b, order, layout);
    for (const std::uint32_t t : network_.living_targets()) {
        TargetPlace& to = target_place_[t];
        if (to.receiver != nothing) to.table = blocks_[to.block]->receivers[to.receiver].table;
    }
    layout.targets = target_place_;
    network_.connections.arrange(std::move(layout));
    if (order == TableOrder::delay) find_who_sends(*blocks_[0]);
}

void Delivery::find_who_sends(BlockEvents& events) const {
    const auto sends = [&](std::uint32_t r) {
        if (r == nothing) return false;
        return (events.slot_of(events.receivers[r]).description->flags & RV_ONLY_TAKES_SPIKES) == 0;
    };
    for (const ConnectionTable& table : network_.connections.tables()) {
        events.sends_on_spikes |= std::any_of(table.receiver.begin(), table.receiver.end(), sends);
    }
}

void Delivery::make_tables(std::uint32_t b, TableOrder order, Connections::Layout& layout) const {
    BlockEvents& events = *blocks_[b];
    auto targets = std::make_shared<std::vector<std::uint32_t>>(events.receivers.size(), nothing);
    for (std::uint32_t r = 0; r < events.receivers.size(); ++r) {
        if (const InstanceId id = events.instance_of(r)) (*targets)[r] = network_.find_target(id);
    }
    std::size_t in_block = 0;
    for (const BlockEvents::Slot& slot : events.slots) {
        if (slot.first_receiver == nothing) continue;
        const rv_mechanism& mechanism = *model_.mechanism(slot.mechanism).description();
        const bool keeps_weights = (mechanism.flags & RV_KEEPS_WEIGHTS) != 0;
        if (in_block++ > 0 && order != TableOrder::delay_and_receiver) {
            layout.tables.back().has_many_mechanisms = true;
            layout.tables.back().stride = 0;
            layout.tables.back().receive_group = false;
            layout.tables.back().keeps_weights &= keeps_weights;
        } else {
            ConnectionTable table;
            table.order = order;
            table.block = b;
            table.mechanism = slot.mechanism;
            table.receive_group = mechanism.net_receive_group != nullptr;
            table.keeps_weights = keeps_weights;
            table.first_receiver = slot.first_receiver;
            table.stride = static_cast<std::uint32_t>(mechanism.weight_count);
            table.target_of_receiver = targets;
            layout.tables.push_back(std::move(table));
        }
        for (std::int32_t i = 0; i < slot.in->count; ++i) {
            events.receivers[slot.first_receiver + static_cast<std::uint32_t>(i)].table =
                static_cast<std::uint32_t>(layout.tables.size() - 1);
        }
    }
}

void Delivery::find_min_delay_between_blocks() {
    min_between_blocks_ = std::numeric_limits<double>::infinity();
    const Connections& connections = network_.connections;
    for (const std::uint32_t s : network_.living_sources()) {
        const std::uint32_t from = source_block_[s];
        if (from == nothing || (from < blocks_.size() && blocks_[from]->block.is_idle)) continue;
        for (const Fan& fan : connections.fans(s)) {
            const ConnectionTable& table = connections.tables()[fan.table];
            if (table.block == from) continue;
            for (std::uint32_t g = fan.group;; ++g) {
                min_between_blocks_ = std::min(min_between_blocks_, table.delay(g));
                if (table.is_last_of_source(g)) break;
            }
        }
    }
}

// --- keeping events over a change ------------------------------------------------------------------------------------

Delivery::Pendings Delivery::pendings() const {
    Frozen all = frozen_;
    freeze_blocks(all);
    add_single_deliveries(all);
    return std::move(all.pendings);
}

void Delivery::freeze_blocks(Frozen& to) const {
    Pendings& all = to.pendings;
    for (const auto& events : blocks_) {
        for (std::size_t k = 0; k < events->above.size(); ++k)
            all.above[events->threshold_source[k]] = events->above[k];
        for (const BlockEvents::Watch& w : events->watches) {
            all.watches.push_back({events->instance_of(w.receiver), w});
        }
        for (Event event : single_events(*events)) {
            if (event.type == EventType::sample) event.sequence = 0;
            if (event.type == EventType::group) {
                to.groups.push_back(event);
                continue;
            }
            Pending pending{event, {}, {}};
            if (event.type == EventType::self || event.type == EventType::watch) {
                pending.instance = events->instance_of(event.index);
                if (event.type == EventType::self) {
                    pending.weight = weight_ref(event.extra, events->receivers[event.index].table);
                }
            }
            all.events.push_back(pending);
        }
    }
}

void Delivery::add_single_deliveries(Frozen& all) const {
    for (const Event& group : std::exchange(all.groups, {})) add_single_deliveries(group, all.pendings.events);
    const auto precedes = [this](const Pending& a, const Pending& b) {
        return tie_order_ == TieOrder::insertion ? is_earlier(a.event, b.event) : a.event.sequence < b.event.sequence;
    };
    std::stable_sort(all.pendings.events.begin(), all.pendings.events.end(), precedes);
}

void Delivery::add_single_deliveries(const Event& event, std::vector<Pending>& to) const {
    const Connections& connections = network_.connections;
    const ConnectionTable& table = connections.tables()[event.extra];
    for (std::uint32_t g = event.index;; ++g) {
        Event single = event;
        single.type = EventType::netcon;
        single.together = 0;
        single.t = g == event.index ? event.t : event.value + table.delay(g);
        single.sequence += g - event.index;
        const auto [begin, end] = event.together > 0 ? connections_of(table, event) : connections_of(table, g);
        for (std::uint32_t k = begin; k < end; ++k) {
            single.index = connections.number_of(event.extra, k);
            if (single.index == nothing) continue;  // removed
            // Connections onto one target keep their order, even if an earlier spike with a longer delay arrives at the
            // same time.
            if (tie_order_ == TieOrder::canonical) single.sequence = table.begin + k;
            to.push_back({single, {}, {}});
        }
        if (table.is_last_of_source(g) || tie_order_ == TieOrder::insertion) break;
    }
}

// Also takes events left by a script's callback that changed the network during a delivery.
void Delivery::freeze() {
    built_ = false;
    network_.on_change = nullptr;
    freeze_blocks(frozen_);
    for (const auto& events : blocks_) {
        events->queue.clear();
        events->watches.clear();
    }
}

void Delivery::check(const Pendings& saved, double t) const {
    constexpr double longest_wait_ms = 1000;  // of an event that is late, if any is
    const auto refuse = [](const char* what) {
        throw std::runtime_error(fmt::format("the saved state is damaged: {}", what));
    };
    const auto check_receiver = [&](InstanceId instance) {
        if (instance.mechanism >= model_.mechanisms().size() ||
            !receives_events(model_.mechanism(instance.mechanism))) {
            refuse("an event is for a mechanism that receives none");
        }
    };
    for (const Pending& each : saved.events) {
        const EventType type = each.event.type;
        if (!(each.event.t >= t - longest_wait_ms)) refuse("an event has no time, or one long past");
        if (type == EventType::self || type == EventType::watch) check_receiver(each.instance);
        if (type == EventType::group || type > EventType::sample) refuse("an event has no kind");
        const std::uint32_t own = each.weight.connection == nothing ? each.event.extra : nothing;
        if (type == EventType::self && own != nothing && (own < first_array || own - first_array >= arrays_.size())) {
            refuse("an event refers to weights that do not exist");
        }
    }
    for (const PendingWatch& each : saved.watches) {
        check_receiver(each.instance);
        const rv_mechanism& of = *model_.mechanism(each.instance.mechanism).description();
        if (each.watch.number < 0 || each.watch.number >= of.watch_count) refuse("there is no such WATCH");
    }
}

void Delivery::replace_pendings(Pendings instead) {
    freeze();
    frozen_ = {std::move(instead), {}};
    std::vector<std::uint8_t>& above = frozen_.pendings.above;
    above.resize(network_.sources.size(), 0);
    for (const auto& events : blocks_) {
        for (std::size_t k = 0; k < events->above.size(); ++k) events->above[k] = above[events->threshold_source[k]];
    }
}

// An event of a single connection is delivered by its number.
void Delivery::restore() {
    const auto is_of_number = [](const Pending& each) { return each.event.type == EventType::netcon; };
    std::vector<Pending>& events = frozen_.pendings.events;
    const bool keeps_numbers = std::any_of(events.begin(), events.end(), is_of_number);
    for (Pending& each : std::exchange(frozen_.pendings.events, {})) thaw(each);
    for (const PendingWatch& each : std::exchange(frozen_.pendings.watches, {})) arm(each);
    if (!keeps_numbers) network_.connections.hide();
}

void Delivery::thaw(Pending& pending) {
    Event& e = pending.event;
    if (e.type == EventType::sample) {
        const std::uint32_t b = samples_->block_of_sample(e.index);
        if (b < blocks_.size()) blocks_[b]->queue.push(e);
        return;
    }
    if (e.type == EventType::netcon) {
        if (!network_.connections.exists(e.index)) return;
        const std::uint32_t target = network_.connections.target(e.index);
        if (target == nothing) return;
        const TargetPlace to = target_place_[target];
        if (to.receiver != nothing) blocks_[to.block]->queue.push(e);
        return;
    }
    const MechanismType& type = model_.mechanism(pending.instance.mechanism);
    if (!type.table().contains(pending.instance.id)) return;
    const Model::Location at = model_.locate(pending.instance);
    if (at.block >= blocks_.size()) return;
    BlockEvents& events = *blocks_[at.block];
    const rv_instances* in = events.block.instances(pending.instance.mechanism);
    e.index = events.receiver_of(in, static_cast<std::int32_t>(at.index));
    e.key = self_key(pending.instance.mechanism, at.index, e.type == EventType::self ? e.value : 0.);
    const Waiting waiting{at.block, e, true};
    if (pending.weight.connection != nothing) e.extra = thawed_weight(waiting, pending.weight);
    push({at.block, e, true});
}

bool Delivery::is_artificial(MechanismId mechanism) const {
    return model_.mechanism(mechanism).is_artificial();
}

std::uint32_t Delivery::thawed_weight(const Waiting& to, const WeightRef& weight) const {
    if (!network_.connections.exists(weight.connection)) return nothing;
    const std::span<double> weights = network_.connections.weights(weight.connection);
    return weight.offset < weights.size() ? weight_number(to, &weights[weight.offset]) : nothing;
}

// --- use -------------------------------------------------------------------------------------------------------------

void Delivery::clear() {
    frozen_.pendings.events.clear();
    frozen_.pendings.watches.clear();
    frozen_.groups.clear();
    std::fill(frozen_.pendings.above.begin(), frozen_.pendings.above.end(), std::uint8_t{0});
    for (const auto& events : blocks_) {
        events->queue.clear();
        events->queue.set_tie_order(tie_order_);
        events->watches.clear();
        std::fill(events->above.begin(), events->above.end(), std::uint8_t{0});
        std::fill(events->arming.begin(), events->arming.end(), 0u);
        events->fired.clear();
        events->error.clear();
        events->deliveries = events->entries = 0;
        events->counts = {};
        events->sequence_ = 0;
        events->deliver_time = events->update_time = 0;
        events->group_times.reset();
    }
}

/// Whether some connections have more to initialize than a weight that stays as it is.
bool Delivery::has_netcons_to_initialize() const {
    for (const auto& events : blocks_) {
        for (const BlockEvents::Slot& slot : events->slots) {
            if (slot.first_receiver == nothing || slot.in->count == 0) continue;
            if (slot.description->net_initialize || slot.description->weight_count > 1) return true;
        }
    }
    return false;
}

/// The mechanism that receives a target's events, with its instances in the target's block; null: none.
const BlockEvents::Slot* Delivery::slot_onto(std::uint32_t target) const {
    if (target == nothing || target_place_[target].receiver == nothing) return nullptr;
    const BlockEvents& events = *blocks_[target_place_[target].block];
    return &events.slot_of(events.receivers[target_place_[target].receiver]);
}

/// Sets the weights after the first to 0 where no mechanism initializes them. Returns whether one does.
bool Delivery::clear_further_weights() {
    bool has_blocks = false;
    const auto clear = [&](const Connection& it) {
        const BlockEvents::Slot* slot = slot_onto(it.target);
        if (!slot) return;
        has_blocks |= slot->description->net_initialize != nullptr;
        if (slot->description->net_initialize || it.weights.size() < 2) return;
        std::fill(it.weights.begin() + 1, it.weights.end(), 0.);
    };
    const std::vector<ConnectionTable>& tables = network_.connections.tables();
    if (std::any_of(tables.begin(), tables.end(), [](const auto& table) { return table.has_many_mechanisms; })) {
        network_.connections.for_each(clear);
        return has_blocks;
    }
    network_.connections.for_each_loose(clear);
    for (std::uint32_t t = 0; t < tables.size(); ++t) {
        ConnectionTable& table = network_.connections.table(t);
        if (table.size() == 0) continue;
        const BlockEvents& events = *blocks_[table.block];
        if (events.slot_of(events.receivers[table.first_receiver]).description->net_initialize) {
            has_blocks = true;
        } else if (table.stride > 1) {
            for (double* w = table.weights.data(); w != table.weights.data() + table.weights.size();
                 w += table.stride) {
                std::fill(w + 1, w + table.stride, 0.);
            }
        }
    }
    return has_blocks;
}

void Delivery::initialize_netcons() {
    if (!has_netcons_to_initialize() || !clear_further_weights()) return;
    const LookAtConnections look(network_.connections);
    network_.connections.for_each_number([&](std::uint32_t n) {
        const std::uint32_t target = network_.connections.target(n);
        const BlockEvents::Slot* slot = slot_onto(target);
        if (!slot || !slot->description->net_initialize) return;
        const auto [block, receiver] = std::pair(target_place_[target].block, target_place_[target].receiver);
        BlockEvents& events = *blocks_[block];
        slot->in->t = events.block.t;
        const std::int32_t i = events.index_of(events.receivers[receiver]);
        if (slot->description->net_initialize(slot->in, i, network_.connections.weights(n).data()) != 0) {
            events.fail(slot->in, i, "INITIAL of NET_RECEIVE failed");
        }
    });
}

std::vector<Model::Bond> Delivery::bonds(double shortest) const {
    for (const RuleConnections& made : network_.connections.folded()) {
        if (made.rule->delay.least() < shortest)
            throw SimulationError(fmt::format(
                "a rule of pc.connect allows delays below dt = {:g} ms; give the delays a lower bound of at least dt",
                shortest));
    }
    std::vector<Model::Bond> pairs;
    network_.connections.for_each_unfolded([&](const Connection& it) {
        if (it.delay >= shortest || it.source == nothing || it.target == nothing || is_input(it.source)) return;
        const Source& source = network_.sources[it.source];
        Model::Bond bond{};
        if (source.instance) {
            bond.a_instance = source.instance;
        } else if (source.section()) {
            bond.a_section = source.section();
        } else {
            return;
        }
        bond.b_instance = network_.targets[it.target];
        pairs.push_back(bond);
    });
    return pairs;
}

void Delivery::add_weight_bonds(std::vector<Model::Bond>& bonds) const {
    network_.weight_pointers.add_bonds(network_.connections, network_.targets, bonds);
}

std::uint32_t Delivery::running_blocks() const {
    const auto idle = std::find_if(blocks_.begin(), blocks_.end(), [](const auto& b) { return b->block.is_idle; });
    return static_cast<std::uint32_t>(idle - blocks_.begin());
}

double Delivery::next_event() const {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& events : blocks_) {
        if (!events->queue.empty()) least = std::min(least, events->queue.top().t);
    }
    return least;
}

Event Delivery::group_event(const Fired& spike, std::uint32_t table, std::uint32_t group) const {
    const Connections& connections = network_.connections;
    Event e{};
    e.value = spike.t;
    e.t = spike.t + connections.tables()[table].delay(group);
    e.key = delivery_key(spike.source, connections.tables()[table].mechanism);
    e.index = group;
    e.extra = table;
    e.type = EventType::group;
    return e;
}

// In NEURON's order, every group has an event from the beginning.
void Delivery::push_groups(const Fired& spike, const Fan& fan) {
    const ConnectionTable& table = network_.connections.tables()[fan.table];
    BlockEvents& events = *blocks_[table.block];
    if (table.order == TableOrder::delay_and_receiver) {
        events.queue.push(group_event(spike, fan.table, fan.group));
        return;
    }
    const bool are_bundled = has_bundles(table, fan.group);
    events.bundles.clear();
    for (std::uint32_t g = fan.group;; ++g) {
        const Event event = group_event(spike, fan.table, g);
        if (are_bundled) {
            add_bundle(table, event, events.bundles);
        } else {
            events.queue.push(event);
        }
        if (table.is_last_of_source(g)) break;
    }
    if (are_bundled) events.queue.push_bundles(events.bundles);
}

void Delivery::queue_in(std::uint32_t block, const Fired& spike) {
    const Connections& connections = network_.connections;
    for (const Fan& fan : connections.fans(spike.source)) {
        if (connections.tables()[fan.table].block == block) push_groups(spike, fan);
    }
}

void Delivery::add_netcon_event(std::uint32_t netcon, double t) {
    const Connection it = network_.connections[netcon];
    if (it.target == nothing || !it.is_active) return;
    if (built_) {
        const TargetPlace to = target_place_[it.target];
        if (to.receiver != nothing) blocks_[to.block]->push_netcon(t, netcon);
        return;
    }
    Event e{};
    e.t = t;
    e.key = delivery_key(it);
    e.sequence = nothing;
    e.index = netcon;
    e.type = EventType::netcon;
    frozen_.pendings.events.push_back({e, {}, {}});
}

std::span<double* const> Delivery::weights_onto(std::uint32_t target) {
    const std::lock_guard lock(mutex_);
    const Connections& connections = network_.connections;
    if (onto_first_.empty()) {
        onto_.clear();
        for (std::uint32_t t = 0; t < network_.targets.size(); ++t) {
            onto_first_.push_back(onto_.size());
            for (const std::uint32_t n : connections.onto(t)) {
                if (connections.exists(n) && connections.target(n) == t) onto_.push_back(connections.weights(n).data());
            }
        }
        onto_first_.push_back(onto_.size());
    }
    return std::span(onto_).subspan(onto_first_[target], onto_first_[target + 1] - onto_first_[target]);
}

void Delivery::update_memory() {
    network_.queue_bytes = 0;
    for (const auto& events : blocks_) network_.queue_bytes += events->queue.bytes();
}

void Delivery::print(const char* text) {
    const std::lock_guard lock(mutex_);
    if (print_) {
        print_(text);
    } else {
        std::fputs(text, stdout);
    }
}

bool Delivery::warns_first(MechanismId mechanism) {
    const std::lock_guard lock(mutex_);
    return warned_.insert(mechanism).second;
}

}  // namespace ranvier::engine
