TITLE Leaky integrate-and-fire neuron with alpha-shaped postsynaptic currents

COMMENT
As iaf_psc_exp, but the current of an event of weight w [pA] rises to w at tau_syn after the event and then decays:
w*e*(t/tau_syn)*exp(-t/tau_syn). Names, units and the order of a step are those of NEST's model of the same name (docs of
NEST: "iaf_psc_alpha"); the step is exact between spikes (S. Rotter & M. Diesmann, Biol. Cybern. 81 (1999) 381-402).
ENDCOMMENT

NEURON {
    ARTIFICIAL_CELL iaf_psc_alpha
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
    dI_syn_ex
    dI_syn_in
    refractory
}

INITIAL {
    V_m = V_init
    I_syn_ex = 0
    I_syn_in = 0
    dI_syn_ex = 0
    dI_syn_in = 0
    refractory = 0
    random_setseq(noise, 0)
}

: I_syn' = dI_syn - I_syn/tau_syn, dI_syn' = -dI_syn/tau_syn
BREAKPOINT {
    LOCAL leak, decay_ex, decay_in
    leak = exp(-dt/tau_m)
    decay_ex = exp(-dt/tau_syn_ex)
    decay_in = exp(-dt/tau_syn_in)
    if (refractory > 0) {
        refractory = refractory - 1
    } else {
        V_m = E_L + (V_m - E_L)*leak + I_e*tau_m/C_m*(1 - leak) + change(leak, decay_ex, tau_syn_ex, I_syn_ex, dI_syn_ex) + change(leak, decay_in, tau_syn_in, I_syn_in, dI_syn_in)
    }
    I_syn_ex = (I_syn_ex + dt*dI_syn_ex)*decay_ex
    I_syn_in = (I_syn_in + dt*dI_syn_in)*decay_in
    dI_syn_ex = dI_syn_ex*decay_ex + noise_weight*2.718281828459045/tau_syn_ex*random_poisson(noise, noise_rate*dt/1000)
    dI_syn_in = dI_syn_in*decay_in
    if (V_m >= V_th) {
        V_m = V_reset
        refractory = floor(t_ref/dt + 0.5)
        net_event(t)
    }
}

INCLUDE "iaf_psc_alpha.inc"

NET_RECEIVE(w) {
    if (w > 0) {
        dI_syn_ex = dI_syn_ex + w*2.718281828459045/tau_syn_ex
    } else {
        dI_syn_in = dI_syn_in + w*2.718281828459045/tau_syn_in
    }
}
