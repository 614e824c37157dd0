: a synapse without C code, which another mechanism's C code goes to
NEURON {
    POINT_PROCESS PlainSyn
    NONSPECIFIC_CURRENT i
    RANGE tau, mark, trace, got, when
}
PARAMETER { tau = 2 (ms) mark = 7 }
ASSIGNED { v (mV) i (nA) trace[3] got when hidden }
STATE { g (uS) }
INITIAL { g = 0 got = 0 when = 0 hidden = 4 }
BREAKPOINT {
    SOLVE decay METHOD cnexp
    i = g*v + 0*hidden
}
DERIVATIVE decay { g' = -g/tau }
NET_RECEIVE(w) {
    if (flag >= 5) { got = got + flag }
    g = g + w
    when = t
}
