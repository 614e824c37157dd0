TITLE iaf_psc_exp with short-term depression and facilitation of its connections

COMMENT
The cell is iaf_psc_exp. Each connection has a share x of its resources left, and uses a share u of these for an event:
the current jumps by w*u*x. Before the first event, x = 1 and u = U; between events, a time h apart,
    u = U + u*(1 - U)*exp(-h/tau_fac)      x = 1 + (x - x*u - 1)*exp(-h/tau_rec)
with the former u (M. Tsodyks, A. Uziel & H. Markram, J. Neurosci. 20 (2000) RC50; this form: W. Maass & H. Markram,
Neural Netw. 15 (2002) 155-161; NEST's tsodyks2_synapse). tau_fac = 0: no facilitation. U, tau_rec and tau_fac are the
same for all cells.
ENDCOMMENT

NEURON {
    ARTIFICIAL_CELL iaf_psc_exp_tsodyks
    RANGE V_m, I_syn_ex, I_syn_in, C_m, tau_m, tau_syn_ex, tau_syn_in, t_ref, E_L, V_th, V_reset, V_init, I_e
    RANGE noise_rate, noise_weight
    GLOBAL U, tau_rec, tau_fac
    RANDOM noise
    THREADSAFE
}

INCLUDE "iaf_cell.inc"

PARAMETER {
    U = 0.5 <0, 1>
    tau_rec = 800 (ms) <1e-9, 1e9>
    tau_fac = 0 (ms) <0, 1e9>
}

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

NET_RECEIVE(w, u, x, t_last (ms)) { LOCAL jump
    INITIAL {
        u = U
        x = 1
        t_last = -1
    }
    if (t_last >= 0) {
        x = 1 + (x - x*u - 1)*exp((t_last - t)/tau_rec)
        if (tau_fac > 0) {
            u = U + u*(1 - U)*exp((t_last - t)/tau_fac)
        }
    }
    t_last = t
    jump = w*u*x
    if (jump > 0) {
        I_syn_ex = I_syn_ex + jump
    } else {
        I_syn_in = I_syn_in + jump
    }
}
