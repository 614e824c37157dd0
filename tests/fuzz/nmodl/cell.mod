NEURON { ARTIFICIAL_CELL c RANGE tau, m EXTERNAL other }
PARAMETER { tau = 10 (ms) <1e-9, 1e9> }
ASSIGNED { m t0 (ms) }
INITIAL { m = 0 t0 = t }
NET_RECEIVE(w) { LOCAL d
    d = exp(-(t - t0)/tau)
    m = m*d + w t0 = t
    if (m > 1) { net_event(t) m = 0 } }
FUNCTION M() { M = m*exp(-(t - t0)/tau) }
