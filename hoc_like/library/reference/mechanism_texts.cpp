#include "hoc_like/library/reference/mechanism_texts.hpp"

#include <map>

namespace ranvier::hoc {

// The equations are those of the .mod files in mechanisms/builtin, whose comments name their sources.
std::string_view mechanism_text(std::string_view name) {
    static const std::map<std::string_view, std::string_view> texts{
        {"pas", "A passive leak: i = g (v - e), with the conductance g [S/cm2] and the reversal potential e [mV]."},
        {"fastpas", "A passive leak like pas, but with different default values of g [S/cm2] and e [mV]."},
        {"hh",
         "The sodium, potassium and leak currents of the squid giant axon (Hodgkin & Huxley 1952), with the maximal "
         "conductances gnabar, gkbar and gl [S/cm2] and the leak's reversal potential el [mV]. The reversal potentials "
         "ena and ek are those of the ions na and k; the rates depend on celsius."},
        {"extracellular",
         "Layers outside the membrane, each with a resistance along the section (xraxial [Mohm/cm]), and a conductance (xg "
         "[S/cm2]) and a capacitance (xc [uF/cm2]) to the next one; e_extracellular [mV] is the potential outside of the "
         "last. vext [mV] is the potential of a layer, and i_membrane [mA/cm2] the current through the membrane."},
        {"IClamp",
         "A current clamp: injects amp [nA] from del [ms] on, for dur [ms]. A positive current depolarizes. i [nA] is "
         "the current at time t."},
        {"SEClamp",
         "A voltage clamp with one electrode: holds the membrane at amp1, amp2 and amp3 [mV] for dur1, dur2 and dur3 "
         "[ms], one after the other, through the resistance rs [megohm]. i [nA] is the current at time t."},
        {"VClamp",
         "A voltage clamp with two electrodes and their amplifier: holds the membrane at amp[0], amp[1] and amp[2] "
         "[mV] for dur[0], dur[1] and dur[2] [ms], one after the other. i [nA] is the current at time t."},
        {"OClamp",
         "A voltage clamp that can be switched: holds the membrane at vc [mV] through the resistance rs [megohm] while "
         "switched_on is not 0 and t is between on and off [ms]. i [nA] is the current at time t."},
        {"ExpSyn",
         "A synapse: each event of a NetCon raises the conductance g [uS] at once by the NetCon's weight; g then "
         "decays exponentially with the time constant tau [ms]. e [mV] is the reversal potential; i [nA] = g (v - e)."},
        {"Exp2Syn",
         "A synapse: after each event of a NetCon, the conductance g [uS] rises with the time constant tau1 [ms] and "
         "decays with the time constant tau2 [ms]; its peak is the NetCon's weight. e [mV] is the reversal potential; "
         "i [nA] = g (v - e)."},
        {"AlphaSynapse",
         "A synapse that opens once, without a NetCon: from onset [ms] on, its conductance g follows an alpha "
         "function, which reaches its peak gmax [uS] after tau [ms]. e [mV] is the reversal potential; i [nA] = g (v - "
         "e)."},
        {"APCount",
         "Counts action potentials: n is the number of times that v has risen above thresh [mV], time [ms] is the time "
         "of the last crossing, and record(vector) records the times of all crossings in a Vector."},
        {"PointProcessMark", "Marks a place in a section, for display or by name. It has no effect on the simulation."},
        {"NetStim",
         "Generates `number` spikes from `start` [ms] on, separated by `interval` [ms] on average. With noise 0, the "
         "intervals are equal; with noise 1, they are exponentially distributed (a Poisson process); with values "
         "between 0 and 1, they are a mixture of both."},
        {"IntFire1",
         "An artificial cell: an event adds the NetCon's weight to m, which decays with the time constant tau [ms]. "
         "When m reaches 1, the cell fires and then ignores events for refrac [ms]."},
        {"IntFire2",
         "An artificial cell: an event adds the NetCon's weight to a current i, which decays to ib with the time "
         "constant taus [ms]; m follows i with the time constant taum [ms]. When m reaches 1, the cell fires and m "
         "returns to 0."},
        {"IntFire4",
         "An artificial cell: events with positive weights excite it (time constant taue [ms]), and events with "
         "negative weights inhibit it (time constants taui1 and taui2 [ms]); m follows with the time constant taum "
         "[ms]. When m reaches 1, the cell fires and m returns to 0."},
        {"iaf_psc_exp",
         "A leaky integrate-and-fire neuron whose inputs are currents that decay exponentially, as in NEST. It "
         "advances in fixed steps (see docs/networks.md)."},
        {"iaf_psc_alpha",
         "A leaky integrate-and-fire neuron whose inputs are currents that follow an alpha function, as in NEST. It "
         "advances in fixed steps (see docs/networks.md)."},
        {"iaf_psc_alpha_stdp",
         "An iaf_psc_alpha whose excitatory weights change with the times of presynaptic and postsynaptic spikes (see "
         "docs/networks.md)."},
        {"iaf_psc_exp_tsodyks",
         "An iaf_psc_exp with short-term depression and facilitation of its connections (see docs/networks.md)."},
        {"ignore_and_fire",
         "An artificial cell that fires `rate` times per second, whatever events it receives; the first spike comes "
         "after the fraction `phase` of an interval."},
        {"GapJunction",
         "Half of a gap junction, which pc.connect makes by the word gap in each of the two cells: i = conductance "
         "(v_other - v), where v_other [mV] is the voltage of the other cell, whose gid is partner. Both halves have the "
         "same number."},
        {"IntervalFire",
         "An artificial cell that fires without input, at random intervals between `shortest` and `longest` [ms]. An "
         "event adds the NetCon's weight to m, which relaxes with the time constant tau [ms]; the larger m is, the "
         "sooner the next spike comes."},
    };
    const auto found = texts.find(name);
    return found == texts.end() ? std::string_view{} : found->second;
}

}  // namespace ranvier::hoc
