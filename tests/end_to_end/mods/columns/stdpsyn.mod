: Plasticity by spike times; a WATCH sees when the cell fires.
NEURON { POINT_PROCESS StdpSyn  NONSPECIFIC_CURRENT i  RANGE tau, e, gmax, tpost, p, d, thresh }
PARAMETER { tau = 2 (ms)  e = 0 (mV)  taup = 15 (ms)  taud = 25 (ms)  p = 0.1  d = 0.05  thresh = -20 (mV)  gmax = 0.1 (uS) }
ASSIGNED { v (mV)  i (nA)  tpost (ms) }
STATE { g (uS) }
INITIAL {
    g = 0
    tpost = -1e9
    net_send(0, 1)
}
BREAKPOINT { SOLVE s METHOD cnexp  i = g*(v - e) }
DERIVATIVE s { g' = -g/tau }
NET_RECEIVE(w (uS), a, tpre (ms)) {
    INITIAL { a = 0  tpre = -1e9 }
    if (flag == 0) {
        g = g + w + a
        a = a - d*w*exp((tpost - t)/taud)
        tpre = t
    } else if (flag == 2) {
        FOR_NETCONS(w1, a1, tpre1) {
            a1 = a1 + (gmax - w1 - a1)*p*exp((tpre1 - t)/taup)
        }
        tpost = t
    } else {
        WATCH (v > thresh) 2
    }
}
