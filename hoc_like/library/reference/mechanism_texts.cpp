#include "hoc_like/library/reference/mechanism_texts.hpp"

#include <map>

namespace ranvier::hoc {

// The equations are those of the .mod files in mechanisms/builtin, whose comments name their sources.
std::string_view mechanism_text(std::string_view name) {
    static const std::map<std::string_view, std::string_view> texts{
        {"pas", "A passive leak: i = g (v - e), with the conductance g [S/cm2] and the reversal potential e [mV]."},
        {"fastpas", "A passive leak like pas, with other defaults: g [S/cm2], e [mV]."},
        {"hh",
         "The sodium, potassium and leak currents of the squid giant axon (Hodgkin & Huxley 1952), with the maximal "
         "conductances gnabar, gkbar and gl [S/cm2] and the leak's reversal potential el [mV]. ena and ek are those of "
         "the ions; rates depend on celsius."},
        {"IClamp",
         "A current clamp: injects amp [nA] from del [ms] on, for dur [ms]. A positive current depolarizes. i [nA] is the "
         "current that flows now."},
        {"SEClamp",
         "A voltage clamp with one electrode: holds the membrane at amp1, amp2, amp3 [mV] for dur1, dur2, dur3 [ms], one "
         "after the other, through the resistance rs [megohm]. i [nA] is the current that flows now."},
        {"VClamp",
         "A voltage clamp with two electrodes and their amplifier: holds the membrane at amp[0], amp[1], amp[2] [mV] for "
         "dur[0], dur[1], dur[2] [ms], one after the other. i [nA] is the current that flows now."},
        {"OClamp",
         "A voltage clamp through the resistance rs [megohm], at vc [mV], while switched_on is not 0 and t is between on "
         "and off [ms]. i [nA] is the current that flows now."},
        {"ExpSyn",
         "A synapse: each event of a NetCon opens it at once by the NetCon's weight [uS]; it closes exponentially, with "
         "the time constant tau [ms]. e [mV] is its reversal potential; i [nA] = g (v - e)."},
        {"Exp2Syn",
         "A synapse: each event of a NetCon opens it with the time constant tau1 [ms], and it closes with tau2 [ms]; at its "
         "peak, the conductance is the NetCon's weight [uS]. e [mV] is its reversal potential; i [nA] = g (v - e)."},
        {"AlphaSynapse",
         "A synapse that opens once, without a NetCon: from onset [ms] on, its conductance follows an alpha function, whose "
         "peak gmax [uS] comes after tau [ms]. e [mV] is its reversal potential; i [nA] = g (v - e)."},
        {"APCount",
         "Counts action potentials: n is how often v has risen above thresh [mV], time [ms] is the latest such time, and "
         "record(vector) notes all of them in a Vector."},
        {"PointProcessMark", "Marks a place in a section, for display or by name. It does nothing."},
        {"NetStim",
         "Generates spikes: number of them, interval [ms] apart on average, from start [ms] on. noise 0: at equal "
         "intervals; 1: at exponentially distributed ones, a Poisson process; between: a mixture."},
        {"IntFire1",
         "An artificial cell: an event adds the NetCon's weight to m, which decays with the time constant tau [ms]. When m "
         "reaches 1 the cell fires, and is deaf for refrac [ms]."},
        {"IntFire2",
         "An artificial cell: an event adds the NetCon's weight to a current i, which decays to ib with taus [ms]; m follows "
         "it with taum [ms]. When m reaches 1 the cell fires, and m returns to 0."},
        {"IntFire4",
         "An artificial cell: events with positive weights excite it (time constant taue [ms]), those with negative weights "
         "inhibit it (taui1, taui2 [ms]); m follows with taum [ms]. When m reaches 1 the cell fires, and m returns to 0."},
        {"iaf_psc_exp",
         "A leaky integrate-and-fire neuron whose inputs are currents that decay exponentially, as in NEST; it takes "
         "fixed steps (docs/networks.md)."},
        {"iaf_psc_alpha",
         "A leaky integrate-and-fire neuron whose inputs are currents that follow an alpha function, as in NEST; it takes "
         "fixed steps (docs/networks.md)."},
        {"iaf_psc_alpha_stdp",
         "An iaf_psc_alpha whose excitatory weights change with the times of spikes before and after them (docs/networks.md)."},
        {"iaf_psc_exp_tsodyks",
         "An iaf_psc_exp with short-term depression and facilitation of its connections (docs/networks.md)."},
        {"ignore_and_fire",
         "An artificial cell that fires rate times a second, whatever it receives; phase, from 0 to 1, is the part of the "
         "first interval that has passed."},
        {"IntervalFire",
         "An artificial cell that fires without input, at random intervals between shortest and longest [ms]. An event adds "
         "the NetCon's weight to m, which relaxes with the time constant tau [ms]; the larger m, the sooner the next spike."},
    };
    const auto found = texts.find(name);
    return found == texts.end() ? std::string_view{} : found->second;
}

}  // namespace ranvier::hoc
