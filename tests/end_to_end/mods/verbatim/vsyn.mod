: a synapse with random numbers of the process, and NEURON's old event functions in VERBATIM
NEURON {
    POINT_PROCESS vsyn
    RANGE g, e, i, drawn, seed, late
    NONSPECIFIC_CURRENT i
    POINTER rnd
}
UNITS { (nA) = (nanoamp) (mV) = (millivolt) (uS) = (microsiemens) }
PARAMETER { e = 0 (mV) seed = 17 late = 3 (ms) }
ASSIGNED { v (mV) i (nA) drawn rnd }
STATE { g (uS) }
VERBATIM
#ifndef NRN_VERSION_GTEQ_8_2_0
double nrn_random_pick(void* r);
void* nrn_random_arg(int argpos);
#define RANDCAST
#else
#define RANDCAST (Rand*)
#endif
ENDVERBATIM
INITIAL {
    g = 0
    set_seed(seed)
    drawn = exprand(2) + normrand(1, 0.5) + scop_random()
    net_send(late, 5)
}
BREAKPOINT {
    SOLVE decay METHOD cnexp
    i = g*(v - e)
    if (at_time(4)) { g = g + 0.0005 }
}
DERIVATIVE decay { g' = -g/5 }
NET_RECEIVE(w (uS), count) { LOCAL x
    INITIAL { count = 10 }
    if (flag == 0) {
        count = count + 1
        x = w
VERBATIM
        _lx = _lx*(1. + 0.1*scop_random());
        if (_args[1] > 13.) return;
ENDVERBATIM
        g = g + x
        net_send(1.5, 1)
    } else {
        g = g + 0.0001*pick()
    }
}
PROCEDURE use_random() {
VERBATIM
    void** pv = (void**)(&_p_rnd);
    if (ifarg(1)) {
        *pv = nrn_random_arg(1);
    } else {
        *pv = (void*)0;
    }
ENDVERBATIM
}
FUNCTION pick() {
VERBATIM
    if (_p_rnd) {
        _lpick = nrn_random_pick(RANDCAST _p_rnd);
    } else {
ENDVERBATIM
        pick = exprand(1)
VERBATIM
    }
ENDVERBATIM
}
