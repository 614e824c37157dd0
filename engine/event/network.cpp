#include "engine/event/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/describe_instance.hpp"
#include "engine/event/network_state.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

Network::Network(Model& model) : state_(std::make_unique<State>(model)) {}
Network::~Network() = default;

// --- State -----------------------------------------------------------------------------------------------------------

std::uint32_t Network::State::add_source(Source s) {
    change();
    const auto k = static_cast<std::uint32_t>(sources.size());
    if (s.section()) sources_in.insert({s.section(), k});
    sources.push_back(std::move(s));
    known_sources.push_back(k);
    return k;
}

std::span<const std::uint32_t> Network::State::living_sources() {
    std::erase_if(known_sources, [this](std::uint32_t k) { return !sources[k].exists; });
    return known_sources;
}

std::span<const std::uint32_t> Network::State::living_targets() {
    std::erase_if(known_targets, [this](std::uint32_t k) { return !model.exists(targets[k]); });
    return known_targets;
}

void Network::State::release_source(std::uint32_t s) {
    if (is_input(s)) return;  // exists as long as its connections
    Source& it = sources[s];
    if (!it.exists || it.connections > 0 || it.is_in_rule || it.gid >= 0) return;
    if (it.recorded) {
        // Vectors keep a source alive; a statement is removed with the last connection, as in NEURON.
        if (recordings[s].times || recordings[s].ids) return;
        recordings.erase(s);
        it.recorded = false;
        count_callbacks();
    }
    if (it.watched()) source_of_variable.erase(pack(*it.watched()));
    if (it.instance) source_of_instance.erase(it.instance);
    changeable_thresholds.erase(s);
    sources_in.erase({it.section(), s});
    it.detector.reset();
    it.exists = false;
}

std::uint32_t Network::State::target_index(InstanceId instance) {
    std::uint32_t& index = target_of_instance[instance];
    if (index == nothing) {
        index = static_cast<std::uint32_t>(targets.size());
        targets.push_back(instance);
        known_targets.push_back(index);
    }
    return index;
}

Source* Network::State::at(SourceId s) {
    const auto k = static_cast<std::uint32_t>(s);
    if (is_input(k)) return nullptr;
    if (k >= sources.size() || !sources[k].exists)
        throw std::invalid_argument("this source of spikes no longer exists");
    return &sources[k];
}

std::uint32_t Network::State::at(NetConId n) const {
    const auto k = static_cast<std::uint32_t>(n);
    if (!connections.exists(k)) throw std::invalid_argument("this NetCon no longer exists");
    return k;
}

std::string Network::State::describe_source(std::uint32_t s) const {
    if (s == nothing) return "no source";
    if (is_input(s)) return fmt::format("gid {}", gid_of_input(s));
    const Source& it = sources[s];
    if (it.gid >= 0) return fmt::format("gid {}", it.gid);
    if (it.instance) return describe_instance(model, it.instance);
    if (it.section()) return it.section()->name();
    return "a watched variable";
}

std::string Network::State::describe(std::uint32_t n) {
    const Connection it = connections.by_number()[n];
    return fmt::format("NetCon {} ({} -> {})", n, describe_source(it.source),
                       it.target == nothing ? "no target" : describe_instance(model, targets[it.target]));
}

// --- sources ---------------------------------------------------------------------------------------------------------

SourceId Network::source_of(VariableRef watched, Section* section) {
    const auto found = state_->source_of_variable.find(State::pack(watched));
    if (found != state_->source_of_variable.end()) return SourceId{found->second};
    Source s;
    s.watch(watched, section);
    const std::uint32_t k = state_->add_source(std::move(s));
    state_->source_of_variable.emplace(State::pack(watched), k);
    return SourceId{k};
}

namespace {

/// The column of the variable x of a point process without NET_RECEIVE: as in NEURON, its threshold crossings are
/// spikes.
std::optional<int> watched_column(const MechanismType& type) {
    const rv_mechanism* mechanism = type.description();
    if (!type.is_point_process() || mechanism->net_receive) return std::nullopt;
    for (int k = 0; k < mechanism->field_count; ++k) {
        const rv_field& field = mechanism->fields[k];
        if (field.visible && std::string_view{field.name} == "x") return type.first_column(k);
    }
    return std::nullopt;
}

}  // namespace

SourceId Network::source_of(InstanceId instance) {
    if (const std::uint32_t known = state_->source_of_instance.find(instance); known != nothing) return SourceId{known};
    const MechanismType& type = state_->model.mechanism(instance.mechanism);
    if (const auto column = watched_column(type)) {
        const Model& model = state_->model;
        const SourceId source = source_of(model.reference(instance, *column), model.place(instance).section);
        const auto k = static_cast<std::uint32_t>(source);
        state_->sources[k].instance = instance;
        state_->source_of_instance[instance] = k;
        return source;
    }
    // A point process or artificial cell that never fires is a source, too, as in NEURON.
    if (!type.is_point_process() && !type.is_artificial()) {
        throw std::invalid_argument(
            fmt::format("{} cannot be the source of a NetCon: it is not a point process", type.name()));
    }
    Source s;
    s.instance = instance;
    if (Section* section = state_->model.place(instance).section) s.place(section);
    const std::uint32_t k = state_->add_source(std::move(s));
    state_->source_of_instance[instance] = k;
    return SourceId{k};
}

double Network::threshold(SourceId source) const {
    state_->at(source);  // throws if the source does not exist
    return state_->threshold_of(static_cast<std::uint32_t>(source));
}

std::shared_ptr<double> Network::changeable_threshold(SourceId source) {
    state_->at(source);  // throws if the source does not exist
    const double present = state_->threshold_of(static_cast<std::uint32_t>(source));
    auto& place = state_->changeable_thresholds[static_cast<std::uint32_t>(source)];
    if (!place) {
        place = std::make_shared<double>(present);
        state_->change();
    }
    return place;
}

void Network::set_late_self_events(bool on) {
    state_->late_self_events = on;
}
bool Network::late_self_events() const {
    return state_->late_self_events;
}

bool Network::has_delay_of_zero() const {
    bool has = false;
    state_->connections.for_each([&](const Connection& it) { has |= it.delay <= 0; });
    return has;
}

void Network::set_threshold(SourceId source, double mV) {
    Source* s = state_->at(source);
    state_->change();
    if (s) {
        s->set_threshold(mV);
    } else {
        state_->input_thresholds[static_cast<std::uint32_t>(source)] = mV;
    }
    const auto found = state_->changeable_thresholds.find(static_cast<std::uint32_t>(source));
    if (found != state_->changeable_thresholds.end()) *found->second = mV;
}

Network::SourceInfo Network::info(SourceId source) const {
    const Source* s = state_->at(source);
    if (!s) return {std::nullopt, nullptr, {}, gid_of_input(static_cast<std::uint32_t>(source)), true};
    const VariableRef* watched = s->watched();
    return {watched ? std::optional(*watched) : std::nullopt, s->section(), s->instance,
            s->gid >= 0 ? std::optional(s->gid) : std::nullopt, false};
}

std::vector<NetConId> Network::netcons_of(SourceId source) const {
    std::vector<NetConId> all;
    state_->connections.unfold();
    const auto which = static_cast<std::uint32_t>(source);
    const ConnectionsByNumber connections = state_->connections.by_number();
    for (const std::uint32_t n : connections.from(which)) {
        if (state_->connections.exists(n) && connections.source(n) == which) all.push_back(NetConId{n});
    }
    return all;
}

// --- connections -----------------------------------------------------------------------------------------------------

namespace {

void check_delay(double ms) {
    if (!(ms >= 0) || std::isinf(ms)) {
        throw std::invalid_argument(fmt::format("a NetCon's delay must be a number >= 0 ms, not {:g}", ms));
    }
}

int weights_of(const Model& model, InstanceId target) {
    if (!target) return 1;
    const rv_mechanism* mechanism = model.mechanism(target.mechanism).description();
    if (!mechanism || !mechanism->net_receive) {
        throw std::invalid_argument(fmt::format("{} cannot be the target of a NetCon: it has no NET_RECEIVE block",
                                                model.mechanism(target.mechanism).name()));
    }
    return mechanism->weight_count;
}

}  // namespace

NetConId Network::connect(SourceId source, InstanceId target, double delay_ms, double weight0) {
    State& s = *state_;
    check_delay(delay_ms);
    const int weights = weights_of(s.model, target);
    Source* from = source == SourceId::none ? nullptr : s.at(source);
    if (from && from->connections == Source::most_connections) {
        throw std::length_error(fmt::format("{} has {} connections on this rank, and cannot have more; use more ranks",
                                            s.describe_source(static_cast<std::uint32_t>(source)),
                                            Source::most_connections));
    }
    s.change();
    if (from) ++from->connections;
    const std::uint32_t to = target ? s.target_index(target) : nothing;
    return NetConId{s.connections.add(static_cast<std::uint32_t>(source), to, delay_ms,
                                      static_cast<std::uint32_t>(weights), weight0)};
}

namespace {

/// The cells of this rank that are among the rule's targets: their positions, ascending, and what receives their spikes.
std::vector<std::pair<std::uint32_t, InstanceId>> targets_here(const Network::State& s, const GidSet& targets) {
    std::vector<std::pair<std::uint32_t, InstanceId>> here;
    s.owned.for_each([&](Gid gid, std::uint32_t source) {
        const std::uint32_t position = targets.position(gid);
        if (position == GidSet::absent) return;
        const InstanceId instance = source == nothing ? InstanceId{} : s.sources[source].instance;
        if (!instance) {
            throw std::invalid_argument(fmt::format(
                "gid {} is not an artificial cell, and cannot be a target of pc.connect: a cell with sections "
                "is connected synapse by synapse, by pc.gid_connect",
                gid));
        }
        here.emplace_back(position, instance);
    });
    std::sort(here.begin(), here.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    return here;
}

}  // namespace

std::uint64_t Network::connect(std::shared_ptr<const Rule> rule, const ForEachTask& for_each_task) {
    State& s = *state_;
    auto here = targets_here(s, rule->targets);
    if (here.empty()) return 0;
    const auto [first, mechanism] = std::pair(here.front().first, here.front().second.mechanism);
    const int weights = weights_of(s.model, here.front().second);
    for (const auto& [position, instance] : here) {
        if (instance.mechanism == mechanism) continue;
        throw std::invalid_argument(
            fmt::format("the targets of a rule must be of one mechanism, but gid {} is a {} and gid {} a {}",
                        rule->targets[first], s.model.mechanism(mechanism).name(), rule->targets[position],
                        s.model.mechanism(instance.mechanism).name()));
    }
    s.rule_targets.erase_others(s, rule, here);
    if (here.empty()) return 0;
    if (s.rule_watch && !s.rule_watch(*rule, here.size(), static_cast<std::uint32_t>(weights))) {
        return static_cast<std::uint64_t>(expected_connections(*rule, here.size()) + 0.5);
    }
    s.change();
    std::vector<std::uint32_t> positions, targets;
    for (const auto& [position, instance] : here) {
        positions.push_back(position);
        targets.push_back(s.target_index(instance));
    }
    s.owned.for_each([&](Gid gid, std::uint32_t source) {
        if (source != nothing && rule->sources.contains(gid)) s.sources[source].is_in_rule = true;
    });
    const std::uint32_t before = s.connections.end();
    s.connections.add_by_rule(std::move(rule), std::move(positions), std::move(targets),
                              static_cast<std::uint32_t>(weights), for_each_task);
    return s.connections.end() - before;
}

void Network::limit_rules_to(std::vector<Gid> gids) {
    state_->rule_targets.limit_to(std::move(gids));
}

std::function<bool(Gid)> Network::rule_target_test() const {
    return state_->rule_targets.test(*state_);
}

bool Network::are_rules_limited() const {
    return state_->rule_targets.is_limited();
}

void Network::set_rule_watch(RuleWatch watch) {
    state_->rule_watch = std::move(watch);
}

std::size_t Network::connections_made() const {
    return state_->connections.end();
}

std::uint32_t Network::number_rule() {
    return state_->rules++;
}

void Network::disconnect(NetConId netcon) {
    State& s = *state_;
    if (s.is_closed) return;
    const std::uint32_t n = s.at(netcon);
    s.change();
    const std::uint32_t source = s.connections.by_number().source(n);
    s.weight_pointers.keep_last(s.model, s.connections, n);
    s.connections.remove(n);
    if (source == nothing || is_input(source)) return;
    Source& from = s.sources[source];
    if (from.connections > 0) --from.connections;
    s.release_source(source);
}

bool Network::exists(NetConId netcon) const {
    return state_->connections.exists(static_cast<std::uint32_t>(netcon));
}

SourceId Network::source(NetConId netcon) const {
    return SourceId{state_->connections.by_number().source(state_->at(netcon))};
}

InstanceId Network::target(NetConId netcon) const {
    const std::uint32_t t = state_->connections.by_number().target(state_->at(netcon));
    return t == nothing ? InstanceId{} : state_->targets[t];
}

void Network::set_target(NetConId netcon, InstanceId target) {
    State& s = *state_;
    const std::uint32_t n = s.at(netcon);
    const int weights = weights_of(s.model, target);
    s.change();
    const std::uint32_t to = target ? s.target_index(target) : nothing;
    s.connections.set_target(n, to, static_cast<std::uint32_t>(weights));
}

double Network::delay(NetConId netcon) const {
    return state_->connections.by_number().delay(state_->at(netcon));
}

void Network::set_delay(NetConId netcon, double ms) {
    check_delay(ms);
    const std::uint32_t n = state_->at(netcon);
    if (state_->connections.by_number().delay(n) == ms) return;
    state_->change();
    state_->connections.set_delay(n, ms);
}

int Network::weight_count(NetConId netcon) const {
    return static_cast<int>(state_->connections.by_number().weights(state_->at(netcon)).size());
}

namespace {

double& weight_of(Network::State& s, std::uint32_t n, int k) {
    const std::span<double> weights = s.connections.by_number().weights(n);
    if (k < 0 || static_cast<std::size_t>(k) >= weights.size()) {
        throw std::invalid_argument(
            fmt::format("{} has {} weights; there is no weight[{}]", s.describe(n), weights.size(), k));
    }
    return weights[static_cast<std::size_t>(k)];
}

}  // namespace

double* Network::weight_place(NetConId netcon, long long k) {
    const std::span<double> weights = state_->connections.by_number().weights(state_->at(netcon));
    if (k < 0 || static_cast<std::size_t>(k) >= weights.size()) return nullptr;
    state_->connections.note_change(static_cast<std::uint32_t>(netcon));
    return &weights[static_cast<std::size_t>(k)];
}

void Network::point_to_weight(InstanceId instance, int k, NetConId netcon, int weight) {
    State& s = *state_;
    const std::uint32_t n = s.at(netcon);
    weight_of(s, n, weight);  // refuses one that does not exist
    s.change();
    s.connections.note_change(n);
    s.weight_pointers.add(s.model, s.connections, instance, k, n, weight);
}

void Network::forget_pointer(InstanceId instance, int k) {
    if (!state_->weight_pointers.find(instance, k)) return;
    state_->change();
    state_->weight_pointers.forget(instance, k);
}

void Network::aim_pointers() {
    state_->weight_pointers.aim(state_->model, state_->connections);
}

std::optional<std::pair<NetConId, int>> Network::weight_pointed_to(InstanceId instance, int k) const {
    const auto* target = state_->weight_pointers.find(instance, k);
    if (!target || !state_->connections.exists(target->connection)) return std::nullopt;
    return std::pair(NetConId{target->connection}, target->weight);
}

double Network::weight(NetConId netcon, int k) const {
    return weight_of(*state_, state_->at(netcon), k);
}

void Network::set_weight(NetConId netcon, int k, double value) {
    double& weight = weight_of(*state_, state_->at(netcon), k);
    state_->connections.note_change(static_cast<std::uint32_t>(netcon));
    weight = value;
}

bool Network::active(NetConId netcon) const {
    return state_->connections.by_number()[state_->at(netcon)].is_active;
}

void Network::set_active(NetConId netcon, bool active) {
    const std::uint32_t n = state_->at(netcon);
    if (state_->connections.by_number()[n].is_active == active) return;
    state_->change();
    state_->connections.set_active(n, active);
}

std::vector<NetConId> Network::netcons() const {
    std::vector<NetConId> all;
    state_->connections.unfold();
    state_->connections.for_each_number([&](std::uint32_t n) { all.push_back(NetConId{n}); });
    return all;
}

std::vector<NetConId> Network::netcons_onto(InstanceId target) const {
    std::vector<NetConId> all;
    const std::uint32_t index = state_->find_target(target);
    if (index == nothing) return all;
    state_->connections.unfold();
    const ConnectionsByNumber connections = state_->connections.by_number();
    for (const std::uint32_t n : connections.onto(index)) {
        if (state_->connections.exists(n) && connections.target(n) == index) all.push_back(NetConId{n});
    }
    return all;
}

void Network::close() {
    state_->change();
    state_->is_closed = true;
    state_->connections = Connections();
}

void Network::forget(InstanceId instance) {
    State& s = *state_;
    if (s.is_closed) return;
    s.change();
    s.weight_pointers.forget(instance);
    for (const NetConId n : netcons_onto(instance)) s.connections.clear_target(static_cast<std::uint32_t>(n));
    if (const std::uint32_t k = s.source_of_instance.find(instance); k != nothing) {
        for (const NetConId n : netcons_of(SourceId{k})) s.connections.clear_source(static_cast<std::uint32_t>(n));
        s.source_of_instance.erase(instance);
        s.sources[k].instance = {};
        if (const VariableRef* watched = s.sources[k].watched()) {
            s.source_of_variable.erase(State::pack(*watched));
            s.sources[k].detector->watched.reset();
        }
        s.sources[k].connections = 0;
        s.sources[k].is_in_rule = false;
        s.release_source(k);
    }
}

void Network::forget(const Section& section) {
    State& s = *state_;
    if (s.is_closed) return;
    s.change();
    const auto begin = s.sources_in.lower_bound({&section, 0});
    auto end = begin;
    std::vector<std::uint32_t> here;
    for (; end != s.sources_in.end() && end->first == &section; ++end) here.push_back(end->second);
    s.sources_in.erase(begin, end);
    for (const std::uint32_t k : here) {
        Source& it = s.sources[k];
        if (!it.exists || it.section() != &section) continue;
        it.detector->section = nullptr;
        if (!it.watched()) continue;
        for (const NetConId n : netcons_of(SourceId{k})) s.connections.clear_source(static_cast<std::uint32_t>(n));
        s.source_of_variable.erase(State::pack(*it.watched()));
        it.detector->watched.reset();
        it.connections = 0;
        s.release_source(k);
    }
}

Network::Memory Network::memory() const {
    const State& s = *state_;
    Memory m{};
    m.connections = s.connections.bytes();
    m.sources = s.sources.capacity() * sizeof(Source);
    m.queues = s.queue_bytes;
    return m;
}

}  // namespace ranvier::engine
