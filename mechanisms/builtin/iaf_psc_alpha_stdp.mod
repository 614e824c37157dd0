TITLE iaf_psc_alpha whose excitatory inputs learn from the times of spikes

COMMENT
An event of weight w >= 0 belongs to a plastic connection (STDP, all pairs): its weight grows with the spikes of this
cell that follow its own spikes, and shrinks with those that precede them,
    w = w + lambda*w_0^(1 - mu)*w^mu*exp(-dt/tau_plus)                    (w <= w_max)
    w = w - lambda*alpha*w_0^(1 - mu_minus)*w^mu_minus*exp(-dt/tau_minus) (w >= 0)
With mu = 0.4 and mu_minus = 1 this is the power law of A. Morrison, A. Aertsen & M. Diesmann, Neural Comput. 19 (2007)
1437-1467, NEST's stdp_pl_synapse_hom; with mu = mu_minus = 0 and w_0 = w_max it is the additive rule. The delay is
dendritic: a spike of this cell reaches the synapse the connection's delay after it, an event that arrives now was there
this delay ago.

The weight changes when an event arrives, for all spikes of this cell since the last event, which HISTORY keeps: 16 bytes
a spike. It forgets those that all connections have seen, and those so long after a connection's last event that their
exponential is 0: exp(-745.14) rounds to 0 in double precision. Events of negative weight are as those of iaf_psc_alpha.
docs/networks.md has the parameters.
ENDCOMMENT

NEURON {
    ARTIFICIAL_CELL iaf_psc_alpha_stdp
    RANGE V_m, I_syn_ex, I_syn_in, C_m, tau_m, tau_syn_ex, tau_syn_in, t_ref, E_L, V_th, V_reset, V_init, I_e
    RANGE noise_rate, noise_weight
    GLOBAL tau_plus, tau_minus, lambda, alpha, mu, mu_minus, w_0, w_max
    RANDOM noise
    HISTORY fired SEEN t_pre HORIZON horizon
    THREADSAFE
}

INCLUDE "iaf_cell.inc"

PARAMETER {
    tau_plus = 20 (ms) <1e-9, 1e9>
    tau_minus = 20 (ms) <1e-9, 1e9>
    lambda = 0.1 <0, 1e9>
    alpha = 1 <0, 1e9>
    mu = 0.4 <0, 1>
    mu_minus = 1 <0, 1>
    w_0 = 1 <1e-9, 1e9>
    w_max = 1e9 <0, 1e9>
}

ASSIGNED {
    V_m (mV)
    I_syn_ex
    I_syn_in
    dI_syn_ex
    dI_syn_in
    refractory
    t_fired (ms)
    depression
}

INITIAL {
    V_m = V_init
    I_syn_ex = 0
    I_syn_in = 0
    dI_syn_ex = 0
    dI_syn_in = 0
    refractory = 0
    t_fired = 0
    depression = 0
    history_clear(fired)
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
        depression = depression*exp((t_fired - t)/tau_minus) + 1
        t_fired = t
        history_add(fired, t, depression)
    }
}

INCLUDE "iaf_psc_alpha.inc"

: w: the weight [pA]; t_pre: when the last event was at the synapse; potentiation: the trace of all events then. Where w < 0,
: t_pre only lets spikes be forgotten.
NET_RECEIVE(w, t_pre (ms), potentiation) { LOCAL now, delay
    if (w >= 0) {
        delay = net_delay()
        now = t - delay
        if (t_fired + delay > t_pre + 1e-6) {
            w = grown(w, t_pre, potentiation, now, delay)
        }
        if (t_fired + delay <= now - 1e-6) {
            w = shrunk(w, depression*exp((t_fired + delay - now)/tau_minus))
        } else {
            w = shrunk(w, depression_at(now, delay))
        }
        potentiation = potentiation*exp((t_pre - now)/tau_plus) + 1
        t_pre = now
        dI_syn_ex = dI_syn_ex + w*2.718281828459045/tau_syn_ex
    } else {
        if (t - net_delay() > t_pre + 50*tau_plus) {
            t_pre = t - net_delay()
        }
        dI_syn_in = dI_syn_in + w*2.718281828459045/tau_syn_in
    }
}

: The weight after the spikes of this cell that were at the synapse between two events.
FUNCTION grown(w, t_pre (ms), potentiation, now (ms), delay (ms)) { LOCAL k, n
    n = history_size(fired)
    k = n
    WHILE (k > 0 && history_time(fired, k - 1) + delay > t_pre + 1e-6) {
        k = k - 1
    }
    grown = w
    WHILE (k < n && history_time(fired, k) + delay <= now + 1e-6) {
        grown = grown + lambda*w_0*power(grown/w_0, mu)*potentiation*exp((t_pre - history_time(fired, k) - delay)/tau_plus)
        if (grown > w_max) {
            grown = w_max
        }
        k = k + 1
    }
}

: The trace of the spikes of this cell that were at the synapse before.
FUNCTION depression_at(now (ms), delay (ms)) { LOCAL k
    k = history_size(fired)
    WHILE (k > 0 && history_time(fired, k - 1) + delay > now - 1e-6) {
        k = k - 1
    }
    depression_at = 0
    if (k > 0) {
        depression_at = history_value(fired, k - 1)*exp((history_time(fired, k - 1) + delay - now)/tau_minus)
    }
}

: How long after a connection's last event its weight still grows [ms].
FUNCTION horizon() {
    horizon = 746*tau_plus
}

: The number of spikes that the cell remembers, for scripts.
FUNCTION remembered() {
    remembered = history_size(fired)
}

FUNCTION shrunk(w, trace) {
    shrunk = w - lambda*alpha*shrinking(w)*trace
    if (shrunk < 0) {
        shrunk = 0
    }
}

FUNCTION shrinking(w) {
    if (mu_minus == 1) {
        shrinking = w
    } else {
        shrinking = w_0*power(w/w_0, mu_minus)
    }
}

: x^y for x >= 0 and y >= 0. As exact as an exponent of some ten allows, and much faster than `^`.
FUNCTION power(x, y) {
    if (y == 0) {
        power = 1
    } else {
        power = exp(y*log(x))
    }
}
