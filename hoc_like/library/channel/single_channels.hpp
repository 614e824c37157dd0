#pragma once

#include "hoc_like/library/channel/channel_instances.hpp"

namespace ranvier::hoc {

/// The columns that follow the states of a channel whose molecules are simulated one by one.
enum SingleColumn {
    single_count,    ///< number of molecules since finitialize; 0: the states are fractions of very many
    single_voltage,  ///< at which the waiting time was drawn [mV]
    single_wait,     ///< from the end of the last step to the next transition of a molecule [ms]
    single_columns
};

/// Why the molecules of this channel cannot be simulated one by one; null if they can.
const char* obstacle_to_single(const Channel& channel);

/// At finitialize: rounds Nsingle and, unless it is 0, replaces the states of instance i (fractions) by numbers of
/// molecules, drawn one by one. False: a failure, which has been reported.
bool draw_states(const ChannelMechanism& mechanism, rv_instances* instances, int i);

/// Whether instance i consists of single molecules.
bool is_drawn(const ChannelMechanism& mechanism, const rv_instances* instances, int i);

/// Advances the molecules of instance i by dt: exactly, as long as the rates do not change. False: a user has given up.
///
/// Like NEURON, it keeps a waiting time until the voltage has changed by more than vres (KSChan.vres), and always draws a
/// new one if a ligand binds.
///
/// Source: D. T. Gillespie: Exact stochastic simulation of coupled chemical reactions, J. Phys. Chem. 81 (1977), the
/// direct method.
bool advance_single(const ChannelMechanism& mechanism, rv_instances* instances, int i);

}  // namespace ranvier::hoc
