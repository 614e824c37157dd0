TITLE Leaky integrate-and-fire neuron with exponential postsynaptic currents

COMMENT
Names and units of the parameters, and the order of a step, are those of NEST's model of the same name (docs of NEST:
"iaf_psc_exp"); the step is exact between spikes (S. Rotter & M. Diesmann, Biol. Cybern. 81 (1999) 381-402).

In each step, V_m follows from the currents at its beginning, unless the cell is refractory; then the currents decay. A
cell whose V_m has reached V_th fires at the end of the step. An event of weight w [pA] lets the current jump by w:
I_syn_ex if w > 0, else I_syn_in. A Poisson process of noise_rate (1/s) gives I_syn_ex events of noise_weight, drawn in
each step; noiseFromRandom123 selects its random numbers.
ENDCOMMENT

NEURON {
    ARTIFICIAL_CELL iaf_psc_exp
    RANGE V_m, I_syn_ex, I_syn_in, C_m, tau_m, tau_syn_ex, tau_syn_in, t_ref, E_L, V_th, V_reset, V_init, I_e
    RANGE noise_rate, noise_weight
    RANDOM noise
    THREADSAFE
}

INCLUDE "iaf_cell.inc"

ASSIGNED {
    V_m (mV)
    I_syn_ex
    I_syn_in
    refractory
}

INITIAL {
    V_m = V_init
    I_syn_ex = 0
    I_syn_in = 0
    refractory = 0
    random_setseq(noise, 0)
}

BREAKPOINT {
    LOCAL leak, decay_ex, decay_in
    leak = exp(-dt/tau_m)
    decay_ex = exp(-dt/tau_syn_ex)
    decay_in = exp(-dt/tau_syn_in)
    if (refractory > 0) {
        refractory = refractory - 1
    } else {
        V_m = E_L + (V_m - E_L)*leak + I_e*tau_m/C_m*(1 - leak) + I_syn_ex*share(leak, decay_ex, tau_syn_ex) + I_syn_in*share(leak, decay_in, tau_syn_in)
    }
    I_syn_ex = I_syn_ex*decay_ex + noise_weight*random_poisson(noise, noise_rate*dt/1000)
    I_syn_in = I_syn_in*decay_in
    if (V_m >= V_th) {
        V_m = V_reset
        refractory = floor(t_ref/dt + 0.5)
        net_event(t)
    }
}

INCLUDE "iaf_psc_exp.inc"

NET_RECEIVE(w) {
    if (w > 0) {
        I_syn_ex = I_syn_ex + w
    } else {
        I_syn_in = I_syn_in + w
    }
}
