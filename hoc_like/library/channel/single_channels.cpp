#include "hoc_like/library/channel/single_channels.hpp"

#include "mechanisms/runtime/random.h"

namespace ranvier::hoc {

namespace {

constexpr double most_molecules = 1e9;

double& single_value(const ChannelMechanism& mechanism, const rv_instances* instances, int i, SingleColumn column) {
    return instances->field[mechanism.first_state + static_cast<int>(mechanism.states) + column][i];
}

/// The index of a part of `sums`, which are cumulated, with a probability proportional to the part.
std::size_t pick(const std::vector<double>& sums, rv_random& stream, std::uint32_t index) {
    const double at = rv_random_uniform(&stream, index) * sums.back();
    return static_cast<std::size_t>(std::lower_bound(sums.begin(), sums.end() - 1, at) - sums.begin());
}

/// The molecules of one instance during a step, in which the rates are constant.
class Molecules {
  public:
    Molecules(const ChannelMechanism& mechanism, rv_instances* instances, int i)
        : mechanism_{mechanism}, instances_{instances}, i_{i}, stream_{instances->random[0][i]} {
        const Channel& channel = *mechanism.channel;
        for (const auto& transition : channel.transitions) {
            const auto [forward, backward] = transition_rates(mechanism, *transition, instances, i);
            const int source = channel.index_of(*transition->source), target = channel.index_of(*transition->target);
            moves_.push_back({source, target, forward});
            moves_.push_back({target, source, backward});
        }
        sums_.resize(moves_.size());
    }

    /// A new time to the next transition [ms].
    double draw_wait() {
        add_rates();
        constexpr double slowest = 1e-9, long_time = 1e9;  // [/ms], [ms]
        return sums_.back() > slowest ? rv_random_negexp(&stream_, instances_) / sums_.back() : long_time;
    }

    /// One molecule takes a transition.
    void move() {
        add_rates();
        if (sums_.back() <= 0) return;
        const Move& chosen = moves_[pick(sums_, stream_, instances_->random_index)];
        if (state(chosen.source) < 1) return;  // a script has changed the states
        --state(chosen.source);
        ++state(chosen.target);
    }

  private:
    struct Move {
        int source, target;
        double rate;  // of a molecule [/ms]
    };

    double& state(int k) const { return instances_->field[mechanism_.first_state + k][i_]; }

    void add_rates() {
        double sum = 0;
        for (std::size_t k = 0; k < moves_.size(); ++k) {
            sum += state(moves_[k].source) * moves_[k].rate;
            sums_[k] = sum;
        }
    }

    const ChannelMechanism& mechanism_;
    rv_instances* instances_;
    int i_;
    rv_random& stream_;
    std::vector<Move> moves_;
    std::vector<double> sums_;
};

}  // namespace

const char* obstacle_to_single(const Channel& channel) {
    if (!channel.is_point) return "only a point process has single channels: new KSChan(1)";
    if (channel.gates.size() != 1 || channel.hh_count() > 0 || channel.gates[0]->states.size() < 2)
        return "single channels need exactly one gate, which is a kinetic scheme of at least two states";
    if (channel.gates[0]->power != 1) return "single channels need a gate to the power 1";
    if (channel.transitions.empty()) return "single channels need a transition";
    return nullptr;
}

bool draw_states(const ChannelMechanism& mechanism, rv_instances* instances, int i) {
    const double molecules = std::floor(instances->field[0][i] + .5);
    if (!(molecules >= 0 && molecules <= most_molecules)) {
        instances->services->fail(instances, i, "Nsingle must be a number of molecules from 0 to 1e9");
        return false;
    }
    instances->field[0][i] = single_value(mechanism, instances, i, single_count) = molecules;
    if (molecules == 0) return true;
    std::vector<double> sums(mechanism.states);
    double sum = 0;
    for (std::size_t k = 0; k < sums.size(); ++k) {
        double& state = instances->field[mechanism.first_state + static_cast<int>(k)][i];
        sums[k] = sum += std::max(state, 0.);
        state = 0;
    }
    for (double n = 0; n < molecules; ++n) {
        const std::size_t k = pick(sums, instances->random[0][i], instances->random_index);
        ++instances->field[mechanism.first_state + static_cast<int>(k)][i];
    }
    single_value(mechanism, instances, i, single_voltage) = instances->v[node_of(instances, i)];
    single_value(mechanism, instances, i, single_wait) = Molecules{mechanism, instances, i}.draw_wait();
    return true;
}

bool is_drawn(const ChannelMechanism& mechanism, const rv_instances* instances, int i) {
    return mechanism.channel->singles && single_value(mechanism, instances, i, single_count) > 0;
}

bool advance_single(const ChannelMechanism& mechanism, rv_instances* instances, int i) {
    double& wait = single_value(mechanism, instances, i, single_wait);
    double& drawn_at = single_value(mechanism, instances, i, single_voltage);
    const double v = instances->v[node_of(instances, i)];
    const bool is_new = !mechanism.ligands.empty() || std::abs(v - drawn_at) >= mechanism.channel->singles->vres;
    double left = instances->dt;
    if (!is_new && wait > left) {
        wait -= left;
        return true;
    }
    Molecules molecules{mechanism, instances, i};
    if (is_new) wait = molecules.draw_wait();
    drawn_at = is_new || wait <= left ? v : drawn_at;
    while (wait <= left) {
        if (!rv_goes_on(instances)) return false;
        left -= wait;
        molecules.move();
        wait = molecules.draw_wait();
    }
    wait -= left;
    return true;
}

}  // namespace ranvier::hoc
