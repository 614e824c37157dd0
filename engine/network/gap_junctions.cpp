#include "engine/network/gap_junctions.hpp"

#include <memory>
#include <numeric>
#include <utility>

#include "engine/network/network.hpp"
#include "engine/network/rule_targets.hpp"

namespace ranvier::engine {

namespace {

/// Collects the halves in the order of the rule's junctions.
class Collector {
  public:
    Collector(const Rule& rule, const Network& network)
        : rule_(rule),
          conductance_(rule.making->parameters[0].values),
          target_is_here_(here(network, rule.targets)),
          source_is_here_(here(network, rule.sources)) {}
    void add_onto(std::uint32_t position, std::span<const Gid> sources);
    HalfJunctions take();

  private:
    static std::vector<bool> here(const Network& network, const GidSet& gids) {
        std::vector<bool> is_here(gids.size());
        for (const std::uint32_t position : positions_here(network, gids)) is_here[position] = true;
        return is_here;
    }
    /// Of two cells that are both sources and targets, all pairs are drawn twice.
    bool is_second_of_pair(Gid source, Gid target) const {
        const bool has_all = rule_.kind == Rule::Kind::all_to_all || rule_.kind == Rule::Kind::pairwise_bernoulli;
        return has_all && source > target && rule_.targets.contains(source) && rule_.sources.contains(target);
    }
    void add_half(Gid cell, Gid partner, double conductance) {
        cells_.push_back(cell);
        partners_.push_back(partner);
        conductances_.push_back(conductance);
        numbers_.push_back(junctions_);
    }

    const Rule& rule_;
    const Distribution& conductance_;
    const std::vector<bool> target_is_here_, source_is_here_;  // by position
    std::vector<Gid> cells_, partners_;                        // by half
    std::vector<double> conductances_;
    std::vector<std::uint64_t> numbers_;
    std::uint64_t junctions_ = 0;
    // Of the current target:
    std::vector<std::uint32_t> all_;
    std::vector<double> drawn_;
};

void Collector::add_onto(std::uint32_t position, std::span<const Gid> sources) {
    const Gid target = rule_.targets[position];
    all_.resize(sources.size());
    std::iota(all_.begin(), all_.end(), 0u);
    drawn_.resize(sources.size());
    conductance_.draw(rule_.random(), use_of_synapse_parameter(0), target, all_,
                      rule_.first_value(position, sources.size()), drawn_);
    for (std::size_t k = 0; k < sources.size(); ++k) {
        const Gid source = sources[k];
        if (source == target || is_second_of_pair(source, target)) continue;
        if (target_is_here_[position]) add_half(target, source, drawn_[k]);
        if (source_is_here_[rule_.sources.position(source)]) add_half(source, target, drawn_[k]);
        ++junctions_;
    }
}

HalfJunctions Collector::take() {
    HalfJunctions halves;
    std::vector<std::uint32_t> order;
    halves.rule = rule_of_list(partners_, cells_, order);
    halves.rule.seed = rule_.seed;
    halves.rule.number = rule_.number;
    halves.rule.making = rule_.making;
    auto values = std::make_shared<std::vector<double>>();
    for (const std::uint32_t i : order) {
        values->push_back(conductances_[i]);
        halves.numbers.push_back(numbers_[i]);
    }
    Distribution& conductance = halves.rule.making->parameters[0].values;
    conductance = {};
    conductance.kind = Distribution::Kind::values;
    conductance.values = std::move(values);
    halves.junctions = junctions_;
    return halves;
}

}  // namespace

HalfJunctions halves_here(const Rule& rule, const Network& network, const ForEachTask& for_each_task) {
    std::vector<std::uint32_t> all(rule.targets.size());
    std::iota(all.begin(), all.end(), 0u);
    const Incoming drawn = incoming(rule, all, for_each_task);
    Collector collector(rule, network);
    for (const std::uint32_t position : all) collector.add_onto(position, drawn.sources(position));
    return collector.take();
}

}  // namespace ranvier::engine
