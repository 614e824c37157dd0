COMMENT
a synapse
ENDCOMMENT
NEURON { POINT_PROCESS ev RANGE e, i POINTER p NONSPECIFIC_CURRENT i RANDOM r BBCOREPOINTER b }
PARAMETER { e = 0 (mV) }
ASSIGNED { v i p b }
STATE { g }
CONSTRUCTOR { g = 0 }
DESTRUCTOR { g = 0 }
INITIAL { g = 0 net_send(1, 1) }
BREAKPOINT { SOLVE d METHOD cnexp CONDUCTANCE g  i = g*(v - e) }
DERIVATIVE d { g' = -g/3 }
NET_RECEIVE(w, a, t0 (ms)) {
    INITIAL { a = 1 t0 = t }
    if (flag == 1) { WATCH (v > 10) 2 } else if (flag == 2) { net_event(t) net_move(t + 1) }
    FOR_NETCONS(w2, a2, b2) { a2 = a2 + 1 }
    state_discontinuity(g, g + w*p)
    VERBATIM
    return 0;
    ENDVERBATIM
}
