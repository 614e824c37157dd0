#include "engine/network/rule_synapses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/section.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

namespace {

/// Finds connections of a cell whose synapses may be one, where parameters differ between connections.
class EqualSynapses {
  public:
    /// By parameter and connection.
    using Parameters = std::vector<std::vector<double>>;

    /// Forgets the synapses of the cell before.
    void clear() {
        numbers_.clear();
        of_place_.clear();
    }
    /// The first connection whose synapse is that of connection k, perhaps k itself.
    std::uint32_t first_like(std::uint32_t k, const SynapsePlace& at, const Parameters& parameters);

  private:
    /// The ends of a section are separate places.
    using Segment = std::pair<const Section*, int>;
    static Segment segment_of(const SynapsePlace& at) {
        const int segment = at.x <= 0 ? -1 : at.x >= 1 ? at.section->nseg() : at.section->segment_at(at.x);
        return {at.section, segment};
    }

    std::map<Segment, std::size_t> numbers_;
    std::vector<std::vector<std::uint32_t>> of_place_;  // the first connections of its synapses
};

std::uint32_t EqualSynapses::first_like(std::uint32_t k, const SynapsePlace& at, const Parameters& parameters) {
    const auto [found, is_new] = numbers_.try_emplace(segment_of(at), of_place_.size());
    if (is_new) of_place_.emplace_back();
    std::vector<std::uint32_t>& firsts = of_place_[found->second];
    for (const std::uint32_t first : firsts) {
        const bool is_equal = std::all_of(parameters.begin(), parameters.end(),
                                          [&](const std::vector<double>& each) { return each[first] == each[k]; });
        if (is_equal) return first;
    }
    firsts.push_back(k);
    return k;
}

/// Makes the synapses of one cell after another.
class Maker {
  public:
    Maker(Model& model, const Rule& rule, RuleTargets& onto, SharedSynapses& shared)
        : model_(model), rule_(rule), making_(*rule.making), random_(rule.random()), onto_(onto), shared_(shared) {
        if (making_.is_shared) kind_ = kind_of_all();
        synapse_values_.resize(onto.values.size());
        parameters_.resize(making_.parameters.size());
    }
    /// For `count` connections onto the next cell.
    void make(std::size_t cell, std::size_t count);
    /// Replaces the places by the synapses.
    void finish();

  private:
    void choose_places(std::size_t cell);
    void draw_parameters(std::size_t cell);
    /// Nothing if parameters differ between connections, or synapses are set up by calls.
    std::optional<SharedSynapses::Kind> kind_of_all() const;
    InstanceId synapse_of(std::uint32_t k, std::size_t begin);
    InstanceId make_one(std::uint32_t k);
    void call(const Making::Call& each, std::uint32_t k, InstanceId synapse) const;
    void set_streams(std::uint32_t k, InstanceId synapse) const;

    Model& model_;
    const Rule& rule_;
    const Making& making_;
    const KeyedRandom random_;
    RuleTargets& onto_;
    SharedSynapses& shared_;
    std::optional<SharedSynapses::Kind> kind_;
    std::vector<InstanceId> synapses_;                 // by connection
    std::vector<std::uint32_t> first_{0};              // by cell, into synapses_
    std::vector<std::vector<double>> synapse_values_;  // RuleTargets::values of the synapses
    // Of the current cell:
    Gid gid_ = 0;
    std::vector<std::uint32_t> all_;     // its connections, 0, 1, ...
    std::vector<std::uint32_t> places_;  // by connection, among those of all cells
    std::vector<double> sums_;           // of the weights of its places
    EqualSynapses::Parameters parameters_;
    EqualSynapses equal_;
};

void Maker::make(std::size_t cell, std::size_t count) {
    gid_ = rule_.targets[onto_.positions[cell]];
    all_.resize(count);
    std::iota(all_.begin(), all_.end(), 0u);
    choose_places(cell);
    draw_parameters(cell);
    equal_.clear();
    const std::size_t begin = synapses_.size();
    for (const std::uint32_t k : all_) {
        synapses_.push_back(synapse_of(k, begin));
        for (std::size_t e = 0; e < synapse_values_.size(); ++e) {
            synapse_values_[e].push_back(onto_.values[e][places_[k]]);
        }
    }
    first_.push_back(static_cast<std::uint32_t>(synapses_.size()));
}

std::optional<SharedSynapses::Kind> Maker::kind_of_all() const {
    SharedSynapses::Parameters parameters;
    for (const Making::Parameter& each : making_.parameters) {
        if (each.values.kind != Distribution::Kind::constant) return std::nullopt;
        parameters.emplace_back(each.column, each.values.a);
    }
    if (!making_.calls.empty()) return std::nullopt;
    std::sort(parameters.begin(), parameters.end());
    return shared_.kind(making_.mechanism, parameters);
}

/// `begin`: the place of the cell's first connection in synapses_.
InstanceId Maker::synapse_of(std::uint32_t k, std::size_t begin) {
    const SynapsePlace& at = onto_.places[places_[k]];
    if (kind_) {
        InstanceId& synapse = shared_.at(*kind_, *at.section, at.x);
        if (!synapse) synapse = make_one(k);
        return synapse;
    }
    const std::uint32_t first = making_.is_shared ? equal_.first_like(k, at, parameters_) : k;
    return first == k ? make_one(k) : synapses_[begin + first];
}

void Maker::finish() {
    onto_.instances = std::move(synapses_);
    onto_.first = std::move(first_);
    onto_.values = std::move(synapse_values_);
    onto_.places = {};
}

void Maker::choose_places(std::size_t cell) {
    const std::uint32_t begin = onto_.first[cell];
    places_.resize(all_.size());
    if (!making_.draws_places) {
        std::iota(places_.begin(), places_.end(), begin);
        return;
    }
    sums_.clear();
    double sum = 0;
    for (const SynapsePlace& each : onto_.places_of(cell)) sums_.push_back(sum += each.weight);
    const auto subject = static_cast<std::uint32_t>(gid_);
    for (const std::uint32_t k : all_) {
        const double drawn = unit_interval(random_.pair(Use::place, subject, k / 2).word[k % 2]) * sum;
        const auto found = std::upper_bound(sums_.begin(), sums_.end() - 1, drawn);
        places_[k] = begin + static_cast<std::uint32_t>(found - sums_.begin());
    }
}

void Maker::draw_parameters(std::size_t cell) {
    const std::size_t first = rule_.first_value(onto_.positions[cell], all_.size());
    for (std::size_t p = 0; p < parameters_.size(); ++p) {
        const Distribution& values = making_.parameters[p].values;
        parameters_[p].resize(all_.size());
        if (values.kind == Distribution::Kind::of_place) {
            const std::vector<double>& of_places = onto_.values[static_cast<std::size_t>(values.a)];
            for (const std::uint32_t k : all_) parameters_[p][k] = of_places[places_[k]];
        } else {
            values.draw(random_, use_of_synapse_parameter(p), gid_, all_, first, parameters_[p]);
        }
    }
}

InstanceId Maker::make_one(std::uint32_t k) {
    const SynapsePlace& at = onto_.places[places_[k]];
    const InstanceId made = model_.create_point_process(making_.mechanism, *at.section, at.x);
    set_streams(k, made);
    for (std::size_t p = 0; p < parameters_.size(); ++p) {
        model_.store(model_.reference(made, making_.parameters[p].column), parameters_[p][k]);
    }
    for (const Making::Call& each : making_.calls) call(each, k, made);
    return made;
}

void Maker::call(const Making::Call& each, std::uint32_t k, InstanceId synapse) const {
    std::vector<double> arguments;
    for (const Making::Call::Argument& argument : each.arguments) {
        const bool is_gid = argument.kind == Making::Call::Argument::Kind::gid;
        const bool is_index = argument.kind == Making::Call::Argument::Kind::index;
        arguments.push_back(is_gid ? gid_ : is_index ? k : argument.number);
    }
    model_.call(making_.mechanism, each.function, synapse, arguments);
}

/// RANDOM variables draw from separate streams, which the rule, the gid and the number of the connection select.
void Maker::set_streams(std::uint32_t k, InstanceId synapse) const {
    const auto randoms = static_cast<std::uint32_t>(model_.mechanism(making_.mechanism).description()->random_count);
    for (std::uint32_t r = 0; r < randoms; ++r) {
        rv_random& stream = model_.random(synapse, static_cast<int>(r));
        stream.id[0] = static_cast<std::uint32_t>(gid_);
        stream.id[1] = k * randoms + r;
        stream.id[2] = static_cast<std::uint32_t>(rule_.seed + rule_.number * std::uint64_t{0x9e3779b9});
        stream.is_set = 1;
        stream.picker = 0;
    }
}

/// What a target takes besides its instance: in Receivers (16), the tables of events (12), RuledConnections (12), Targets (24,
/// as growing vectors have a third to spare) and the views of blocks (8).
constexpr std::size_t bytes_of_target = 72;

/// Refuses cells that have connections but no place for their synapses, or another number of given places.
void check_places(const Rule& rule, const Incoming& incoming, const RuleTargets& onto) {
    for (std::size_t i = 0; i < onto.size(); ++i) {
        const std::size_t places = onto.places_of(i).size(), connections = incoming.sources(i).size();
        const Gid gid = rule.targets[onto.positions[i]];
        if (rule.making->draws_places && places == 0 && connections > 0) {
            throw std::invalid_argument(
                fmt::format("gid {} has no segment in which the rule could make a synapse", gid));
        }
        if (!rule.making->draws_places && places != connections) {
            throw std::invalid_argument(
                fmt::format("gid {} has {} places for {} connections", gid, places, connections));
        }
    }
}

}  // namespace

double bytes_of_synapses(const Model& model, const Rule& rule, const RuleTargets& onto) {
    if (!rule.making) return 0;
    double count = expected_connections(rule, onto.size());
    if (rule.making->is_shared) count = std::min(count, static_cast<double>(onto.places.size()));
    return count * static_cast<double>(bytes_of_instance(model.mechanism(rule.making->mechanism)) + bytes_of_target);
}

void make_synapses(Model& model, const Rule& rule, const Incoming& incoming, RuleTargets& onto,
                   SharedSynapses& shared) {
    check_places(rule, incoming, onto);
    Maker maker(model, rule, onto, shared);
    for (std::size_t i = 0; i < onto.size(); ++i) maker.make(i, incoming.sources(i).size());
    maker.finish();
}

}  // namespace ranvier::engine
