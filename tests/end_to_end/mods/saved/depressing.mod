: A synapse with all that a state must hold: weights that change, variables that are not STATEs, self events that move,
: a WATCH, a RANDOM stream, a GLOBAL.
NEURON {
    POINT_PROCESS Depressing
    NONSPECIFIC_CURRENT i
    RANGE tau, e, i, resource, t_last, visits, jitter
    GLOBAL recovery
    RANDOM noise
}
PARAMETER { tau = 3 (ms)  e = 0 (mV)  recovery = 20 (ms)  jitter = 0.1 }
ASSIGNED { v (mV)  i (nA)  resource  t_last (ms)  visits }
STATE { g (uS) }
INITIAL {
    g = 0
    resource = 1
    t_last = 0
    visits = 0
    net_send(5, 1)
}
BREAKPOINT {
    SOLVE decay METHOD cnexp
    i = g*(v - e)
}
DERIVATIVE decay { g' = -g/tau }
NET_RECEIVE(w (uS), used) {
    INITIAL { used = 0 }
    if (flag == 0) {
        resource = 1 - (1 - resource)*exp(-(t - t_last)/recovery)
        g = g + w*resource*(1 + jitter*random_uniform(noise))
        resource = resource*0.7
        t_last = t
        used = used + 1
        w = w*0.999
        net_send(2.5, 2)
        net_move(t + 4)
        WATCH (v > -20) 3
    } else if (flag == 1) {
        g = g + 0.001
        net_send(7, 1)
    } else if (flag == 2) {
        visits = visits + 1
    } else {
        resource = resource*0.9
        visits = visits + 10
    }
}
