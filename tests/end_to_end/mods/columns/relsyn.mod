: A synapse that releases at random and facilitates; its weights grow where it fails.
NEURON {
    POINT_PROCESS RelSyn
    NONSPECIFIC_CURRENT i
    RANGE e, u, fails, got, tau
    RANDOM release
}
PARAMETER { e = -75 (mV)  tauf = 40 (ms)  u0 = 0.3  tau = 5 (ms) }
ASSIGNED { v (mV)  i (nA)  u  tl (ms)  fails  got }
STATE { c o }
INITIAL { c = 0  o = 0  u = u0  tl = 0  fails = 0  got = 0 }
BREAKPOINT { SOLVE k METHOD sparse  i = (o + 0.1*c)*(v - e) }
KINETIC k {
    ~ c <-> o (1/tau, 0.05)
    ~ o -> (0.2)
}
NET_RECEIVE(w (uS)) {
    u = u0 + (u - u0)*exp(-(t - tl)/tauf)
    tl = t
    if (random_uniform(release) < u) {
        c = c + w
        got = got + 1
    } else {
        fails = fails + 1
        w = w*1.01
    }
    u = u + 0.2*(1 - u)
}
