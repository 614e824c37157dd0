#include "engine/network/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "engine/cell/mechanism_type.hpp"
#include "engine/connection/connections.hpp"
#include "engine/network/describe_netcon.hpp"
#include "engine/network/rule_synapses.hpp"
#include "engine/network/targets.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// In order of dependence: parts refer to earlier ones.
struct Network::Parts {
    explicit Parts(Model& its_model) : model(its_model) {}

    Model& model;
    NetworkChanges changes;
    Sources sources{model, changes};
    Targets targets{model};
    Recordings recordings{sources};
    Connections connections{[this](Gid gid) { return gids.source_or_input(gid); }};
    Gids gids{model, changes, sources, recordings, connections};
    Rules rules{gids, sources};
    WeightPointers weight_pointers{model, changes, connections};
    SharedSynapses shared;
    std::size_t queue_bytes = 0;
    bool late_self_events = false;
};

Network::Network(Model& model) : parts_(std::make_unique<Parts>(model)) {}
Network::~Network() = default;

Sources& Network::sources() {
    return parts_->sources;
}
const Sources& Network::sources() const {
    return parts_->sources;
}
Gids& Network::gids() {
    return parts_->gids;
}
const Gids& Network::gids() const {
    return parts_->gids;
}
Recordings& Network::recordings() {
    return parts_->recordings;
}
const Recordings& Network::recordings() const {
    return parts_->recordings;
}
Rules& Network::rules() {
    return parts_->rules;
}
WeightPointers& Network::weight_pointers() {
    return parts_->weight_pointers;
}
Connections& Network::connections() {
    return parts_->connections;
}
const Connections& Network::connections() const {
    return parts_->connections;
}
Targets& Network::targets() {
    return parts_->targets;
}
const Targets& Network::targets() const {
    return parts_->targets;
}
NetworkChanges& Network::changes() {
    return parts_->changes;
}
const NetworkChanges& Network::changes() const {
    return parts_->changes;
}

// --- making connections ----------------------------------------------------------------------------------------------

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
    Parts& p = *parts_;
    check_delay(delay_ms);
    const int weights = weights_of(p.model, target);
    Source* from = source == SourceId::none ? nullptr : p.sources.at(source);
    if (from && from->connections == Source::most_connections) {
        throw std::length_error(fmt::format("{} has {} connections on this rank, and cannot have more; use more ranks",
                                            p.sources.describe(source), Source::most_connections));
    }
    p.changes.announce();
    if (from) ++from->connections;
    const TargetNumber to = target ? p.targets.number(target) : TargetNumber::none;
    return NetConId{p.connections.add(source, to, delay_ms, static_cast<std::uint32_t>(weights), weight0)};
}

NetConId Network::gid_connect(Gid gid, InstanceId target) {
    return connect(gids().source_to_connect(gid), target);
}

namespace {

/// The mechanism of a rule's targets. Throws std::invalid_argument if there is none, or more than one.
MechanismId mechanism_of(const Model& model, const Rule& rule, const RuleTargets& here) {
    if (rule.making) return rule.making->mechanism;
    const auto gid = [&](std::size_t cell) { return rule.targets[here.positions[cell]]; };
    if (here.instances.empty()) {
        throw std::invalid_argument(fmt::format("gid {} has no synapse to connect to", gid(0)));
    }
    const MechanismId mechanism = here.instances.front().mechanism;
    std::size_t first = 0;
    while (here.of(first).empty()) ++first;
    for (std::size_t i = 0; i < here.size(); ++i) {
        for (const InstanceId instance : here.of(i)) {
            if (instance.mechanism == mechanism) continue;
            throw std::invalid_argument(fmt::format(
                "the targets of a rule must be of one mechanism, but that of gid {} is a {} and that of gid {} a {}",
                gid(first), model.mechanism(mechanism).name(), gid(i), model.mechanism(instance.mechanism).name()));
        }
    }
    return mechanism;
}

/// The number of weights of a rule's connections. Throws std::invalid_argument if it gives more.
std::uint32_t weights_of(const Model& model, const Rule& rule, MechanismId mechanism) {
    const auto weights = static_cast<std::uint32_t>(weights_of(model, InstanceId{mechanism, 0}));
    if (rule.more_weights.size() < std::max(weights, 1u)) return weights;
    throw std::invalid_argument(fmt::format("weight{}: a connection onto {} has only {} of weight, weight1, ...",
                                            rule.more_weights.size(), model.mechanism(mechanism).name(), weights));
}

}  // namespace

std::uint64_t Network::connect(std::shared_ptr<const Rule> rule, RuleTargets here, const ForEachTask& for_each_task) {
    Parts& p = *parts_;
    if (here.size() == 0) return 0;
    const std::uint32_t weights = weights_of(p.model, *rule, mechanism_of(p.model, *rule, here));
    here = p.rules.limited(rule, std::move(here));
    if (here.size() == 0) return 0;
    if (!p.rules.is_to_be_made(*rule, {here.size(), weights, bytes_of_synapses(p.model, *rule, here)})) {
        return static_cast<std::uint64_t>(expected_connections(*rule, here.size()) + 0.5);
    }
    p.changes.announce();
    RuleConnections made;
    made.weights = weights;
    made.incoming = incoming(*rule, here.positions, for_each_task);
    if (rule->making) make_synapses(p.model, *rule, made.incoming, here, p.shared);
    made.positions = std::move(here.positions);
    for (const InstanceId instance : here.instances) made.targets.push_back(p.targets.number(instance));
    const bool has_one_each = made.targets.size() == made.positions.size() && rule->pick.is_first();
    if (!has_one_each) made.first_target = std::move(here.first);
    if (rule->has_values_of_places()) made.values = std::move(here.values);
    p.gids.for_each([&](Gid gid, SourceId source) {
        if (source != SourceId::none && rule->sources.contains(gid)) p.sources[source].is_in_rule = true;
    });
    made.rule = std::move(rule);
    const std::uint32_t before = p.connections.end();
    p.connections.add_by_rule(std::move(made));
    return p.connections.end() - before;
}

void Network::disconnect(NetConId netcon) {
    Parts& p = *parts_;
    if (p.changes.are_over()) return;
    const std::uint32_t n = at(netcon);
    p.changes.announce();
    const SourceId source = p.connections.by_number().source(n);
    p.weight_pointers.keep_last(n);
    p.connections.remove(n);
    if (source == SourceId::none || is_input(source)) return;
    Source& from = p.sources[source];
    if (from.connections > 0) --from.connections;
    p.recordings.release(source);
}

// --- one connection --------------------------------------------------------------------------------------------------

bool Network::exists(NetConId netcon) const {
    return parts_->connections.exists(static_cast<std::uint32_t>(netcon));
}

std::uint32_t Network::at(NetConId netcon) const {
    if (!exists(netcon)) throw std::invalid_argument("this NetCon no longer exists");
    return static_cast<std::uint32_t>(netcon);
}

SourceId Network::source(NetConId netcon) const {
    return parts_->connections.by_number().source(at(netcon));
}

InstanceId Network::target(NetConId netcon) const {
    const TargetNumber t = parts_->connections.by_number().target(at(netcon));
    return t == TargetNumber::none ? InstanceId{} : parts_->targets[t];
}

void Network::set_target(NetConId netcon, InstanceId target) {
    Parts& p = *parts_;
    const std::uint32_t n = at(netcon);
    const int weights = weights_of(p.model, target);
    p.changes.announce();
    const TargetNumber to = target ? p.targets.number(target) : TargetNumber::none;
    p.connections.set_target(n, to, static_cast<std::uint32_t>(weights));
}

double Network::delay(NetConId netcon) const {
    return parts_->connections.by_number().delay(at(netcon));
}

void Network::set_delay(NetConId netcon, double ms) {
    check_delay(ms);
    const std::uint32_t n = at(netcon);
    if (parts_->connections.by_number().delay(n) == ms) return;
    parts_->changes.announce();
    parts_->connections.set_delay(n, ms);
}

int Network::weight_count(NetConId netcon) const {
    return static_cast<int>(parts_->connections.by_number().weights(at(netcon)).size());
}

namespace {

double& weight_of(Network& network, std::uint32_t n, int k) {
    const std::span<double> weights = network.connections().by_number().weights(n);
    if (k < 0 || static_cast<std::size_t>(k) >= weights.size()) {
        throw std::invalid_argument(
            fmt::format("{} has {} weights; there is no weight[{}]", describe_netcon(network, n), weights.size(), k));
    }
    return weights[static_cast<std::size_t>(k)];
}

}  // namespace

double* Network::weight_place(NetConId netcon, long long k) {
    parts_->connections.note_change(at(netcon));
    const std::span<double> weights = parts_->connections.by_number().weights(static_cast<std::uint32_t>(netcon));
    if (k < 0 || static_cast<std::size_t>(k) >= weights.size()) return nullptr;
    return &weights[static_cast<std::size_t>(k)];
}

void Network::point_to_weight(InstanceId instance, int k, NetConId netcon, int weight) {
    const std::uint32_t n = at(netcon);
    weight_of(*this, n, weight);  // refuses one that does not exist
    parts_->changes.announce();
    parts_->connections.note_change(n);  // which moves those of a folded one
    parts_->weight_pointers.add(instance, k, n, weight);
}

double Network::weight(NetConId netcon, int k) const {
    return weight_of(const_cast<Network&>(*this), at(netcon), k);
}

void Network::set_weight(NetConId netcon, int k, double value) {
    parts_->connections.note_change(at(netcon));
    weight_of(*this, static_cast<std::uint32_t>(netcon), k) = value;
}

bool Network::active(NetConId netcon) const {
    return parts_->connections.by_number()[at(netcon)].is_active;
}

void Network::set_active(NetConId netcon, bool active) {
    const std::uint32_t n = at(netcon);
    if (parts_->connections.by_number()[n].is_active == active) return;
    parts_->changes.announce();
    parts_->connections.set_active(n, active);
}

// --- several ---------------------------------------------------------------------------------------------------------

std::vector<NetConId> Network::netcons() const {
    std::vector<NetConId> all;
    parts_->connections.unfold();
    parts_->connections.for_each_number([&](std::uint32_t n) { all.push_back(NetConId{n}); });
    return all;
}

std::vector<NetConId> Network::netcons_of(SourceId source) const {
    std::vector<NetConId> all;
    parts_->connections.unfold();
    const ConnectionsByNumber connections = parts_->connections.by_number();
    for (const std::uint32_t n : connections.from(source)) {
        if (parts_->connections.exists(n) && connections.source(n) == source) all.push_back(NetConId{n});
    }
    return all;
}

std::vector<NetConId> Network::netcons_onto(InstanceId target) const {
    std::vector<NetConId> all;
    const TargetNumber number = parts_->targets.find(target);
    if (number == TargetNumber::none) return all;
    parts_->connections.unfold();
    const ConnectionsByNumber connections = parts_->connections.by_number();
    for (const std::uint32_t n : connections.onto(number)) {
        if (parts_->connections.exists(n) && connections.target(n) == number) all.push_back(NetConId{n});
    }
    return all;
}

void Network::close() {
    parts_->changes.announce();
    parts_->changes.end();
    parts_->connections = Connections();
}

void Network::forget(InstanceId instance) {
    Parts& p = *parts_;
    if (p.changes.are_over()) return;
    p.changes.announce();
    p.weight_pointers.forget(instance);
    for (const NetConId n : netcons_onto(instance)) p.connections.clear_target(static_cast<std::uint32_t>(n));
    const SourceId source = p.sources.find(instance);
    if (source == SourceId::none) return;
    for (const NetConId n : netcons_of(source)) p.connections.clear_source(static_cast<std::uint32_t>(n));
    p.sources.lose_instance(source);
    p.recordings.release(source);
}

void Network::forget(const Section& section) {
    Parts& p = *parts_;
    if (p.changes.are_over()) return;
    p.changes.announce();
    for (const SourceId source : p.sources.lose_section(section)) {
        for (const NetConId n : netcons_of(source)) p.connections.clear_source(static_cast<std::uint32_t>(n));
        p.sources.lose_variable(source);
        p.recordings.release(source);
    }
}

// --- the rest --------------------------------------------------------------------------------------------------------

void Network::set_late_self_events(bool on) {
    parts_->late_self_events = on;
}
bool Network::late_self_events() const {
    return parts_->late_self_events;
}

Network::Memory Network::memory() const {
    return {parts_->connections.bytes(), parts_->sources.bytes(), parts_->queue_bytes};
}

void Network::note_queues(std::size_t bytes) {
    parts_->queue_bytes = bytes;
}

}  // namespace ranvier::engine
