#include "engine/event/delivery.hpp"

#include <algorithm>
#include <cstdio>
#include <limits>
#include <numeric>
#include <tuple>

#include "engine/cell/mechanism_type.hpp"

namespace ranvier::engine {

Delivery::Delivery(Network::State& network, Model& model) : network_(network), model_(model) {}

Delivery::~Delivery() {
    network_.on_change = nullptr;
}

namespace {
constexpr std::uint32_t first_array = 0x80000000u;
}

std::uint32_t Delivery::number_of_weight(const double* weight) {
    if (!weight) return nothing;
    const auto& pool = network_.weights;
    if (!pool.empty() && weight >= pool.data() && weight < pool.data() + pool.size()) {
        return static_cast<std::uint32_t>(weight - pool.data());
    }
    const auto [known, is_new] = array_numbers_.try_emplace(weight, static_cast<std::uint32_t>(arrays_.size()));
    if (is_new) arrays_.push_back(const_cast<double*>(weight));
    return first_array + known->second;
}

double* Delivery::weight_at(std::uint32_t number) const {
    if (number == nothing) return nullptr;
    return number >= first_array ? arrays_[number - first_array] : network_.weights.data() + number;
}

std::uint64_t Delivery::source_key(std::uint32_t source) const {
    // Sources without a gid reach only cells of their rank, where their order of creation is the same in any run.
    std::uint64_t subject = 0xffffffffu;
    if (source != nothing) {
        const Gid gid = network_.sources[source].gid;
        subject = gid >= 0 ? static_cast<std::uint32_t>(gid) : (0x80000000u | source);
    }
    return event_key(EventClass::connection, subject);
}

// --- building -------------------------------------------------------------------------------------------------------

namespace {

bool receives_events(const MechanismType& type) {
    return type.description() && !type.is_density() && type.description()->net_receive;
}

}  // namespace

void Delivery::build(SampleEvents& samples) {
    freeze();
    samples_ = &samples;
    make_blocks();
    locate_sources();
    group_connections();
    onto_.clear();
    onto_is_made_ = false;
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
    for (const auto& type : model_.mechanisms()) {
        rv_instances* in = block.instances(type->id());
        if (!in) continue;
        in->engine = events.get();
        in->services = &event_services();
        BlockEvents::Slot slot{in, type->id(), nothing};
        if (receives_events(*type)) {
            slot.first_receiver = static_cast<std::uint32_t>(events->receivers.size());
            for (std::int32_t i = 0; i < in->count; ++i) {
                events->receivers.push_back({in, type->description(), i, {}, nothing});
            }
        }
        events->slots.push_back(slot);
    }
    const std::size_t n = events->receivers.size();
    events->handle.resize(n);
    events->has_handle.assign(n, 0);
    events->handle_sequence.assign(n, 0);
    events->arming.assign(n, 0);
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
        events.receivers[events.receiver_of(in, static_cast<std::int32_t>(at.index))].id = id;
    }
}

void Delivery::locate_sources() {
    const auto& sources = network_.sources;
    above_.resize(sources.size(), 0);
    source_block_.assign(sources.size(), nothing);
    for (std::uint32_t s = 0; s < sources.size(); ++s) {
        const Source& source = sources[s];
        if (!source.exists || source.is_input) continue;
        if (source.watched) {
            if (!model_.exists(*source.watched)) continue;
            source_block_[s] = model_.block_of(*source.watched);
            if (source_block_[s] >= blocks_.size()) continue;
            BlockEvents& events = *blocks_[source_block_[s]];
            if (events.block.is_idle) continue;
            events.watched.push_back(model_.address(*source.watched));
            const auto changeable = network_.changeable_thresholds.find(s);
            if (changeable != network_.changeable_thresholds.end()) {
                events.changeable_thresholds.push_back({events.threshold.size(), changeable->second});
            }
            events.threshold.push_back(network_.threshold_of(s));
            events.above.push_back(above_[s]);
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
    target_place_.assign(network_.targets.size(), Place{});
    for (std::size_t t = 0; t < network_.targets.size(); ++t) {
        const InstanceId id = network_.targets[t];
        if (!model_.exists(id)) continue;  // its connections have no target now
        const Model::Place place = model_.place(id);
        if (!place.section && !model_.mechanism(id.mechanism).is_artificial()) continue;
        const Model::Location at = model_.locate(id);
        if (at.block >= blocks_.size()) continue;
        const BlockEvents& events = *blocks_[at.block];
        if (events.block.is_idle) continue;
        const rv_instances* in = events.block.instances(id.mechanism);
        target_place_[t] = {at.block, events.receiver_of(in, static_cast<std::int32_t>(at.index))};
    }
}

void Delivery::order_connections() {
    const Network::State& net = network_;
    order_.clear();
    for (std::uint32_t n = 0; n < net.flags.size(); ++n) {
        constexpr std::uint8_t live = Network::State::exists_flag | Network::State::active_flag;
        if (net.flags[n] != live || net.source[n] == nothing || net.target[n] == nothing) continue;
        if (target_place_[net.target[n]].receiver == nothing) continue;
        order_.push_back(n);
    }
    std::sort(order_.begin(), order_.end(), [&](std::uint32_t a, std::uint32_t b) {
        const InstanceId ta = net.targets[net.target[a]], tb = net.targets[net.target[b]];
        if (tie_order_ == TieOrder::insertion) return std::pair(net.source[a], a) < std::pair(net.source[b], b);
        return std::tuple(net.source[a], block_of_target(a), net.delay[a], ta.mechanism, ta.id, a) <
               std::tuple(net.source[b], block_of_target(b), net.delay[b], tb.mechanism, tb.id, b);
    });
    order_.shrink_to_fit();
}

// As in NEURON, a source with more than two connections, all of one delay, has one event for all of them; otherwise
// each connection has its own event.
std::vector<std::uint8_t> Delivery::sources_with_one_event() const {
    const Network::State& net = network_;
    if (tie_order_ != TieOrder::insertion) return {};
    std::vector<std::uint8_t> in_one(net.sources.size(), 1);
    std::vector<double> delay(net.sources.size(), -1);
    for (std::uint32_t n = 0; n < net.flags.size(); ++n) {
        if (!(net.flags[n] & Network::State::exists_flag) || net.source[n] == nothing) continue;
        const std::uint32_t s = net.source[n];
        if (delay[s] < 0) delay[s] = net.delay[n];
        if (net.sources[s].connections <= 2 || delay[s] != net.delay[n]) in_one[s] = 0;
    }
    return in_one;
}

void Delivery::group_connections() {
    const Network::State& net = network_;
    locate_targets();
    order_connections();
    const std::vector<std::uint8_t> in_one = sources_with_one_event();
    const auto alone = [&](std::uint32_t n) { return !in_one.empty() && !in_one[net.source[n]]; };
    group_first_.clear();
    ranges_.clear();
    range_first_.assign(net.sources.size() + 1, 0);
    std::uint32_t previous = nothing;
    for (std::uint32_t k = 0; k < order_.size(); ++k) {
        const std::uint32_t n = order_[k];
        const bool same_source = previous != nothing && net.source[previous] == net.source[n];
        const bool same_range = same_source && block_of_target(previous) == block_of_target(n);
        const auto group = static_cast<std::uint32_t>(group_first_.size());
        if (!same_range) {
            ranges_.push_back({block_of_target(n), group, group});
            ++range_first_[net.source[n] + 1];
        }
        if (!same_range || net.delay[previous] != net.delay[n] || alone(n)) {
            group_first_.push_back(k);
            ++ranges_.back().end;
        }
        previous = n;
    }
    group_first_.push_back(static_cast<std::uint32_t>(order_.size()));
    group_first_.shrink_to_fit();
    std::partial_sum(range_first_.begin(), range_first_.end(), range_first_.begin());
    find_min_delay_between_blocks();
}

void Delivery::find_min_delay_between_blocks() {
    min_between_blocks_ = std::numeric_limits<double>::infinity();
    for (const std::uint32_t n : order_) {
        const std::uint32_t from = source_block_[network_.source[n]];
        const bool runs = from != nothing && !(from < blocks_.size() && blocks_[from]->block.is_idle);
        if (runs && from != block_of_target(n)) min_between_blocks_ = std::min(min_between_blocks_, network_.delay[n]);
    }
}

// --- keeping events over a change ------------------------------------------------------------------------------------

Delivery::Pendings Delivery::pendings() const {
    Pendings all{pending_, pending_watches_, above_};
    for (const auto& events : blocks_) {
        for (std::size_t k = 0; k < events->above.size(); ++k)
            all.above[events->threshold_source[k]] = events->above[k];
        for (const BlockEvents::Watch& w : events->watches) {
            all.watches.push_back({events->receivers[w.receiver].id, w});
        }
        for (Event event : single_events(*events)) {
            if (event.type == EventType::sample) event.sequence = 0;
            if (event.type != EventType::group) {
                const bool to_instance = event.type == EventType::self || event.type == EventType::watch;
                all.events.push_back({event, to_instance ? events->receivers[event.index].id : InstanceId{}});
                continue;
            }
            for (std::uint32_t g = event.index; g < event.extra; ++g) {
                Event single = event;
                single.type = EventType::netcon;
                single.t = g == event.index ? event.t : event.value + network_.delay[order_[group_first_[g]]];
                single.sequence += g - event.index;
                for (std::uint32_t k = group_first_[g]; k < group_first_[g + 1]; ++k) {
                    single.index = order_[k];
                    // Connections onto one target keep their order, even if an earlier spike with a longer delay
                    // arrives at the same time.
                    if (tie_order_ == TieOrder::canonical) single.sequence = k;
                    all.events.push_back({single, {}});
                }
            }
        }
    }
    std::stable_sort(all.events.begin(), all.events.end(),
                     [](const Pending& a, const Pending& b) { return a.event.sequence < b.event.sequence; });
    return all;
}

// Also takes events left by a script's callback that changed the network during a delivery.
void Delivery::freeze() {
    built_ = false;
    network_.on_change = nullptr;
    Pendings all = pendings();
    pending_ = std::move(all.events);
    pending_watches_ = std::move(all.watches);
    above_ = std::move(all.above);
    for (const auto& events : blocks_) {
        events->queue.clear();
        events->watches.clear();
    }
}

void Delivery::replace_pendings(Pendings instead) {
    freeze();
    pending_ = std::move(instead.events);
    pending_watches_ = std::move(instead.watches);
    above_ = std::move(instead.above);
    above_.resize(network_.sources.size(), 0);
    for (const auto& events : blocks_) {
        for (std::size_t k = 0; k < events->above.size(); ++k) events->above[k] = above_[events->threshold_source[k]];
    }
}

void Delivery::restore() {
    for (Pending& each : std::exchange(pending_, {})) thaw(each);
    for (const PendingWatch& each : std::exchange(pending_watches_, {})) arm(each);
}

void Delivery::thaw(Pending& pending) {
    Event& e = pending.event;
    if (e.type == EventType::sample) {
        const std::uint32_t b = samples_->block_of_sample(e.index);
        if (b < blocks_.size()) blocks_[b]->queue.push(e);
        return;
    }
    if (e.type == EventType::netcon) {
        if (!(network_.flags[e.index] & Network::State::exists_flag) || network_.target[e.index] == nothing) return;
        const Place to = target_place_[network_.target[e.index]];
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
    e.key = event_key(EventClass::self, static_cast<std::uint64_t>(pending.instance.mechanism) << 32 | at.index);
    push({at.block, e, true});
}

// --- use -------------------------------------------------------------------------------------------------------------

void Delivery::clear() {
    pending_.clear();
    pending_watches_.clear();
    std::fill(above_.begin(), above_.end(), std::uint8_t{0});
    for (const auto& events : blocks_) {
        events->queue.clear();
        events->queue.set_tie_order(tie_order_);
        events->watches.clear();
        std::fill(events->has_handle.begin(), events->has_handle.end(), std::uint8_t{0});
        std::fill(events->above.begin(), events->above.end(), std::uint8_t{0});
        std::fill(events->arming.begin(), events->arming.end(), 0u);
        events->fired.clear();
        events->error.clear();
        events->deliveries = 0;
        events->counts = {};
        events->sequence_ = 0;
        events->deliver_s = events->update_s = 0;
    }
}

void Delivery::initialize_netcons() {
    for (std::uint32_t n = 0; n < network_.flags.size(); ++n) {
        if (!(network_.flags[n] & Network::State::exists_flag) || network_.target[n] == nothing) continue;
        double* weight = network_.weights.data() + network_.weight_begin[n];
        const Place to = target_place_[network_.target[n]];
        if (to.receiver == nothing) continue;
        BlockEvents& events = *blocks_[to.block];
        const BlockEvents::Receiver& r = events.receivers[to.receiver];
        if (r.mechanism->net_initialize) {
            r.in->t = events.block.t;
            if (r.mechanism->net_initialize(r.in, r.i, weight) != 0) {
                events.fail(r.in, r.i, "INITIAL of NET_RECEIVE failed");
            }
        } else {
            std::fill(weight + 1, weight + std::max<int>(1, network_.weight_count[n]), 0.);
        }
    }
}

std::vector<Model::Bond> Delivery::bonds(double shortest) const {
    std::vector<Model::Bond> pairs;
    for (std::uint32_t n = 0; n < network_.flags.size(); ++n) {
        if (!(network_.flags[n] & Network::State::exists_flag) || network_.delay[n] >= shortest) continue;
        if (network_.source[n] == nothing || network_.target[n] == nothing) continue;
        const Source& source = network_.sources[network_.source[n]];
        if (source.is_input) continue;
        Model::Bond bond{};
        if (source.instance) {
            bond.a_instance = source.instance;
        } else if (source.section) {
            bond.a_section = source.section;
        } else {
            continue;
        }
        bond.b_instance = network_.targets[network_.target[n]];
        pairs.push_back(bond);
    }
    return pairs;
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

void Delivery::push_group_event(const Fired& spike, const Range& groups) {
    Event e{};
    e.value = spike.t;
    e.t = spike.t + network_.delay[order_[group_first_[groups.begin]]];
    e.key = source_key(spike.source);
    e.index = groups.begin;
    e.extra = groups.end;
    e.type = EventType::group;
    blocks_[groups.block]->queue.push(e);
}

void Delivery::push_groups(const Fired& spike, const Range& groups) {
    if (blocks_[groups.block]->queue.tie_order() != TieOrder::insertion) return push_group_event(spike, groups);
    for (std::uint32_t g = groups.begin; g < groups.end; ++g) push_group_event(spike, {groups.block, g, g + 1});
}

void Delivery::queue_in(std::uint32_t block, const Fired& spike) {
    for (std::uint32_t k = range_first_[spike.source]; k < range_first_[spike.source + 1]; ++k) {
        if (ranges_[k].block == block) push_groups(spike, ranges_[k]);
    }
}

void Delivery::distribute(const Fired& spike, std::uint32_t except) {
    for (std::uint32_t k = range_first_[spike.source]; k < range_first_[spike.source + 1]; ++k) {
        if (ranges_[k].block != except) push_groups(spike, ranges_[k]);
    }
}

void Delivery::index_inputs() {
    if (std::exchange(indexed_gids_, network_.gid_version) == network_.gid_version) return;
    input_of_gid_ = exchange::GidIndex(network_.inputs.size());
    for (const auto& [gid, source] : network_.inputs) input_of_gid_[gid] = source;
}

void Delivery::receive(std::span<const exchange::Spike> arrived) {
    index_inputs();
    for (const exchange::Spike& spike : arrived) {
        const std::uint32_t input = input_of_gid_.find(spike.gid);
        if (input != exchange::GidIndex::none) distribute({spike.t, input}, nothing);
    }
}

bool Delivery::leaves_its_block(std::uint32_t source) const {
    const std::uint32_t n = range_first_[source + 1] - range_first_[source];
    return n > 1 || (n == 1 && ranges_[range_first_[source]].block != source_block_[source]);
}

void Delivery::add_netcon_event(std::uint32_t netcon, double t) {
    if (network_.target[netcon] == nothing || !(network_.flags[netcon] & Network::State::active_flag)) return;
    if (built_) {
        const Place to = target_place_[network_.target[netcon]];
        if (to.receiver != nothing) blocks_[to.block]->push_netcon(t, netcon);
        return;
    }
    Event e{};
    e.t = t;
    e.key = source_key(network_.source[netcon]);
    e.sequence = nothing;
    e.index = netcon;
    e.type = EventType::netcon;
    pending_.push_back({e, {}});
}

const std::vector<std::uint32_t>& Delivery::netcons_onto(std::uint32_t target) {
    const std::lock_guard lock(mutex_);
    if (!onto_is_made_) {
        onto_.assign(network_.targets.size(), {});
        for (std::uint32_t n = 0; n < network_.flags.size(); ++n) {
            if ((network_.flags[n] & Network::State::exists_flag) && network_.target[n] != nothing) {
                onto_[network_.target[n]].push_back(n);
            }
        }
        onto_is_made_ = true;
    }
    return onto_[target];
}

void Delivery::update_memory() {
    network_.delivery_bytes = order_.capacity() * 4 + group_first_.capacity() * 4 + range_first_.capacity() * 4 +
                              ranges_.capacity() * sizeof(Range) + target_place_.capacity() * sizeof(Place);
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

}  // namespace ranvier::engine
