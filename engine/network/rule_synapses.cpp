#include "engine/network/rule_synapses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>
#include <vector>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/section.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

namespace {

/// Makes the synapses of one cell after another.
class Maker {
  public:
    Maker(Model& model, const Rule& rule) : model_(model), rule_(rule), making_(*rule.making), random_(rule.random()) {}
    /// `first`: the place of the cell's first connection among the values of an array.
    void make(Gid gid, std::span<const SynapsePlace> places, std::size_t count, std::size_t first,
              std::vector<InstanceId>& to);

  private:
    void set_streams(Gid gid, std::uint32_t k, InstanceId synapse) const;
    const SynapsePlace& place(Gid gid, std::span<const SynapsePlace> places, std::uint32_t k) const;

    Model& model_;
    const Rule& rule_;
    const Making& making_;
    const KeyedRandom random_;
    std::vector<double> sums_;  // of the weights of the cell's places
};

void Maker::make(Gid gid, std::span<const SynapsePlace> places, std::size_t count, std::size_t first,
                 std::vector<InstanceId>& to) {
    sums_.clear();
    double sum = 0;
    for (const SynapsePlace& each : places) sums_.push_back(sum += each.weight);
    std::vector<std::uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0u);
    const std::size_t begin = to.size();
    for (const std::uint32_t k : all) {
        const SynapsePlace& at = place(gid, places, k);
        to.push_back(model_.create_point_process(making_.mechanism, *at.section, at.x));
        set_streams(gid, k, to.back());
    }
    std::vector<double> values(count);
    for (std::size_t p = 0; p < making_.parameters.size(); ++p) {
        const Making::Parameter& parameter = making_.parameters[p];
        parameter.values.draw(random_, use_of_synapse_parameter(p), gid, all, first, values);
        for (std::size_t k = 0; k < count; ++k) {
            model_.store(model_.reference(to[begin + k], parameter.column), values[k]);
        }
    }
}

/// RANDOM variables draw from separate streams, which the rule, the gid and the number of the connection select.
void Maker::set_streams(Gid gid, std::uint32_t k, InstanceId synapse) const {
    const auto randoms = static_cast<std::uint32_t>(model_.mechanism(making_.mechanism).description()->random_count);
    for (std::uint32_t r = 0; r < randoms; ++r) {
        rv_random& stream = model_.random(synapse, static_cast<int>(r));
        stream.id[0] = static_cast<std::uint32_t>(gid);
        stream.id[1] = k * randoms + r;
        stream.id[2] = static_cast<std::uint32_t>(rule_.seed + rule_.number * std::uint64_t{0x9e3779b9});
        stream.is_set = 1;
        stream.picker = 0;
    }
}

const SynapsePlace& Maker::place(Gid gid, std::span<const SynapsePlace> places, std::uint32_t k) const {
    const auto subject = static_cast<std::uint32_t>(gid);
    const double drawn = unit_interval(random_.pair(Use::place, subject, k / 2).word[k % 2]) * sums_.back();
    const auto found = std::upper_bound(sums_.begin(), sums_.end() - 1, drawn);
    return places[static_cast<std::size_t>(found - sums_.begin())];
}

}  // namespace

void make_synapses(Model& model, const Rule& rule, const Incoming& incoming, RuleTargets& onto) {
    for (std::size_t i = 0; i < onto.size(); ++i) {
        if (!onto.places_of(i).empty() || incoming.sources(i).empty()) continue;
        throw std::invalid_argument(fmt::format("gid {} has no segment in which the rule could make a synapse",
                                                rule.targets[onto.positions[i]]));
    }
    Maker maker(model, rule);
    std::vector<std::uint32_t> first{0};
    for (std::size_t i = 0; i < onto.size(); ++i) {
        const std::size_t count = incoming.sources(i).size();
        maker.make(rule.targets[onto.positions[i]], onto.places_of(i), count,
                   rule.first_value(onto.positions[i], count), onto.instances);
        first.push_back(static_cast<std::uint32_t>(onto.instances.size()));
    }
    onto.first = std::move(first);
    onto.places = {};
}

}  // namespace ranvier::engine
