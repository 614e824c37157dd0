TITLE Artificial cell: leaky integrator with fast excitation and slower inhibition

COMMENT
Four linear states: excitatory current e (time constant taue), inhibition i1 (taui1) that drives i2 (taui2), and the
membrane m (taum):
    e' = -ke e    i1' = -ki1 i1    i2' = -ki2 i2 + ai1 i1    m' = -km m + ae e + ai2 i2,    k = 1/tau.
An event of positive weight adds to e, of negative weight to i1. The factors make the peak of m after a single event
equal to its weight, and that of i2 too. The cell fires when m reaches 1; only m starts again from 0.

Since inhibition outlasts excitation (taui2 > taue, taui1), m rises never faster than it does now: one step of Newton's
method from the present state gives a time before which m cannot reach 1. A self event is sent there, and again from
there (R. A. J. van Elburg & A. van Ooyen, Neural Comput. 21 (2009) 1913; N. T. Carnevale & M. L. Hines, The NEURON
Book, 2006).
ENDCOMMENT

NEURON {
    ARTIFICIAL_CELL IntFire4
    RANGE taue, taui1, taui2, taum, e, i1, i2, m, ae, ai2, ai1
    RANGE nself, nexcite, ninhibit
    GLOBAL eps, taueps
    THREADSAFE
}

PARAMETER {
    taue = 5 (ms) <0, 1e9>
    taui1 = 10 (ms) <0, 1e9>
    taui2 = 20 (ms) <0, 1e9>
    ib = 0
    taum = 50 (ms) <0, 1e9>
    eps = 1e-6 <1e-9, 0.01>
    taueps = 0.01 <1e-9, 1e9>
}

ASSIGNED {
    : the states, their time, and what newstates computes
    e
    i1
    i2
    m
    since (ms)
    later_e
    later_i1
    later_i2
    later_m

    nself
    nexcite
    ninhibit

    : 1/tau, and the factors of the closed-form solution and of the equations
    ke (1/ms)
    ki1 (1/ms)
    ki2 (1/ms)
    km (1/ms)
    be
    bi1
    bi2
    bi21
    bm
    ae (1/ms)
    ai1 (1/ms)
    ai2 (1/ms)
}

INITIAL {
    nself = 0
    nexcite = 0
    ninhibit = 0
    fixprecondition()
    factors()
    since = t
    m = 0
    e = 0
    i1 = 0
    i2 = 0
    net_send(firetimebound(), 1)
}

NET_RECEIVE(w) {
    newstates(t - since)
    update()
    if (m > 1 - eps) {
        m = 0
        net_event(t)
    }
    if (flag == 1) {
        net_send(firetimebound(), 1)
        nself = nself + 1
    } else {
        if (w > 0) {
            e = e + w
            nexcite = nexcite + 1
        } else {
            i1 = i1 + w
            ninhibit = ninhibit + 1
        }
        net_move(firetimebound() + t)
    }
}

: A lower bound on the time until m reaches 1.
FUNCTION firetimebound() (ms) {
    LOCAL rise
    rise = -km*m + ae*e + ai2*i2
    firetimebound = 1e9
    if (!(rise <= 1e-9)) {
        firetimebound = (1 - m)/rise
    }
}

: The states `passed` later, from the closed-form solution.
PROCEDURE newstates(passed (ms)) {
    LOCAL left_m, left_e, left_i1, left_i2
    left_m = exp(-km*passed)
    left_e = exp(-ke*passed)
    left_i1 = exp(-ki1*passed)
    left_i2 = exp(-ki2*passed)
    later_e = e*left_e
    later_i1 = i1*left_i1
    later_i2 = i2*left_i2 + bi1*i1*(left_i2 - left_i1)
    later_m = m*left_m + be*e*(left_m - left_e) + (bi2*i2 + bi21*i1)*(left_m - left_i2) - bm*i1*(left_m - left_i1)
}

PROCEDURE update() {
    since = t
    m = later_m
    e = later_e
    i1 = later_i1
    i2 = later_i2
}

: For plots: the current values of excitation, inhibition and the membrane state.
FUNCTION E() {
    newstates(t - since)
    E = ae*later_e
}

FUNCTION I() {
    newstates(t - since)
    I = ai2*later_i2
}

FUNCTION M() {
    newstates(t - since)
    M = later_m
}

FUNCTION near(tau (ms), other (ms)) {
    near = fabs(tau - other) < taueps
}

: Makes taue < taui2, taui1 < taui2, and any two time constants at least taueps apart: the closed solution divides by
: their differences. The lower bounds leave room for the shifts that follow them.
PROCEDURE fixprecondition() {
    LOCAL former
    if (taue < 2*taueps) {
        taue = 2*taueps
    }
    if (taui1 < 3*taueps) {
        taui1 = 3*taueps
    }
    if (taui2 < 4*taueps) {
        taui2 = 4*taueps
    }

    former = taue
    if (taue > taui2 || near(taue, taui2)) {
        taue = taui2 - taueps
    }
    if (former > taui2) {
        printf("IntFire4: taue must be below taui2; changed from %g to %g\n", former, taue)
    }
    if (taui1 > taui2) {
        former = taui1
        taui1 = taui2
        taui2 = former
        printf("IntFire4: taui1 must be below taui2; exchanged\n")
    }
    if (near(taui1, taui2)) {
        taui1 = taui2 - taueps
    }

    if (taum > taui2) {
        if (near(taum, taui2)) {
            taum = taui2 + taueps
        }
    } else {
        separate_taum()
    }
}

: Moves a taum that is not above taui2 away from the other three, downward; of two that would stay too near by rounding,
: the lower one moves.
PROCEDURE separate_taum() {
    if (near(taum, taui2)) {
        taum = taui2 - taueps
    }
    if (near(taum, taui1)) {
        taum = taui1 - taueps
    }
    if (near(taum, taui1)) {
        if (taum > taui1) {
            taum = taui1 - taueps
        } else {
            taui1 = taum - taueps
        }
    }
    if (near(taum, taue)) {
        if (taum > taue) {
            taum = taue - taueps
        } else {
            taue = taum - taueps
        }
    }
    if (near(taum, taui1)) {
        taum = taui1 - taueps
    }
}

: The normalization factors, from the time of each peak.
PROCEDURE factors() {
    LOCAL peak
    km = 1/taum
    ke = 1/taue
    ki1 = 1/taui1
    ki2 = 1/taui2

    : m after a single e of 1
    peak = log(km/ke)/(km - ke)
    be = 1/(exp(-km*peak) - exp(-ke*peak))
    ae = be*(ke - km)

    : i2 after a single i1 of 1
    peak = log(ki2/ki1)/(ki2 - ki1)
    bi1 = 1/(exp(-ki2*peak) - exp(-ki1*peak))
    ai1 = bi1*(ki1 - ki2)

    : m after a single i1 of 1; its peak is found with the factor still 1
    m = 0
    e = 0
    i2 = 0
    i1 = 1
    set_factor_of_i2(1)
    peak = search()
    newstates(peak)
    set_factor_of_i2(1/later_m)
    i1 = 0
}

PROCEDURE set_factor_of_i2(factor) {
    bi2 = factor
    bi21 = bi2*bi1
    bm = bi21*(ki2 - km)/(ki1 - km)
    ai2 = bi2*(ki2 - km)
}

: Has the sign of dm/dt a time `passed` after a single i1 of 1.
FUNCTION deriv(passed (ms)) (/ms2) {
    LOCAL leak
    leak = -km*exp(-passed*km)
    deriv = (leak + ki2*exp(-passed*ki2))/(ki2 - km) - (leak + ki1*exp(-passed*ki1))/(ki1 - km)
}

: The zero of deriv: bracketed within a factor of ten, then bisected to 1e-6 ms.
FUNCTION search() (ms) {
    LOCAL before, after
    before = 1
    after = 1
    while (deriv(after) > 0 && after < 1e9) {
        before = after
        after = after*10
    }
    while (deriv(before) < 0 && before > 1e-9) {
        after = before
        before = before/10
    }

    if (deriv(before) < 0) {
        printf("IntFire4: m falls from the start: t1=%g deriv(t1)=%g\n", before, deriv(before))
        search = 1e-9
    } else if (deriv(after) > 0) {
        printf("IntFire4: m rises forever: t2=%g deriv(t2)=%g\n", after, deriv(after))
        search = 1e9
    } else {
        search = 0
        while (after - before > 1e-6) {
            search = (before + after)/2
            if (deriv(search) > 0) {
                before = search
            } else {
                after = search
            }
        }
    }
}
