#pragma once

#include <algorithm>
#include <cmath>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "hoc_like/library/channel/channel.hpp"
#include "mechanisms/runtime/abi.h"

namespace ranvier::hoc {

/// A channel as a mechanism: its description, and the columns of its values.
///
/// Columns: [Nsingle], gmax, [e], g, i, states, and those of single channels (single_channels.hpp).
struct ChannelMechanism {
    std::shared_ptr<const Channel> channel;
    double ion_charge = 1;
    std::size_t states = 0;
    int maximum = 0;  ///< column of gmax
    int first_state = 0;
    std::deque<std::string> names;
    std::vector<rv_field> fields;
    std::vector<rv_ion_use> ions;
    std::vector<std::string> ligands;
    std::vector<rv_ode_state> integrated;  ///< all states, by variable steps
    std::vector<const char*> streams;      ///< names
    rv_global number{};
    rv_mechanism description{};

    bool is_specific() const { return !channel->ion.empty(); }
};

inline int node_of(const rv_instances* instances, int i) {
    return instances->node ? instances->node[i] : instances->first_node + i;
}

inline int ion_place(const rv_ion& ion, int i) {
    return ion.index ? ion.index[i] : ion.first + i;
}

/// g to a power >= 0, with NEURON's bits.
inline double powered(double g, int power) {
    switch (power) {
        case 1:
            return g;
        case 2:
            return g * g;
        case 3:
            return g * g * g;
        case 4:
            g = g * g;
            return g * g;
        default:
            return std::pow(g, static_cast<double>(power));
    }
}

/// Forward and backward rate [/ms] of a transition of instance i, at its voltage or concentration.
inline ChannelTransition::Pair transition_rates(const ChannelMechanism& mechanism, const ChannelTransition& transition,
                                                const rv_instances* instances, int i) {
    if (!transition.has_ligand())
        return transition.forward_and_backward(instances->v[node_of(instances, i)], instances->celsius);
    const auto found = std::find(mechanism.ligands.begin(), mechanism.ligands.end(), transition.ligand);
    const auto number = static_cast<std::size_t>(found - mechanism.ligands.begin());
    const rv_ion& ion = instances->ion[number + (mechanism.is_specific() ? 1 : 0)];
    const int place = ion_place(ion, i);
    const double x = transition.type == ChannelTransition::ligand_inside ? ion.inside[place] : ion.outside[place];
    return {powered(x, transition.stoichiometry) * transition.f[0].parameter(0), transition.f[1].parameter(0)};
}

}  // namespace ranvier::hoc
