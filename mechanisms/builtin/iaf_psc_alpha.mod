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

PARAMETER {
    C_m = 250 <1e-9, 1e9>
    tau_m = 10 (ms) <1e-9, 1e9>
    tau_syn_ex = 2 (ms) <1e-9, 1e9>
    tau_syn_in = 2 (ms) <1e-9, 1e9>
    t_ref = 2 (ms) <0, 1e9>
    E_L = -70 (mV)
    V_th = -55 (mV)
    V_reset = -70 (mV)
    V_init = -70 (mV)
    I_e = 0
    noise_rate = 0 <0, 1e9>
    noise_weight = 0
}

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

: What a current and its slope add to V_m in a step [mV]; near tau_m = tau_syn, series in x = dt/tau_syn - dt/tau_m.
FUNCTION change(leak, decay, tau_syn (ms), current, slope) (mV) {
    LOCAL x
    x = dt/tau_syn - dt/tau_m
    if (fabs(x) < 0.01) {
        change = dt/C_m*leak*(current*(1 - x/2*(1 - x/3*(1 - x/4*(1 - x/5)))) + slope*dt*(1/2 - x*(1/3 - x*(1/8 - x*(1/30 - x/144)))))
    } else {
        change = dt/C_m*(current*(leak - decay)/x + slope*dt*(leak - decay*(1 + x))/(x*x))
    }
}

NET_RECEIVE(w) {
    if (w > 0) {
        dI_syn_ex = dI_syn_ex + w*2.718281828459045/tau_syn_ex
    } else {
        dI_syn_in = dI_syn_in + w*2.718281828459045/tau_syn_in
    }
}

: Sets the position of the stream to 4*sequence + element.
PROCEDURE seed(x) {
    random_setseq(noise, x)
}

: Sets the stream's ids; ids that a script omits are 0.
PROCEDURE noiseFromRandom123(id1, id2, id3) {
    random_setids(noise, id1, id2, id3)
    random_setseq(noise, 0)
}
