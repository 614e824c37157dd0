TITLE Two-electrode voltage clamp of three levels, with its amplifiers

COMMENT
The measuring amplifier (time constant tau1) gives vi, the control amplifier (gain, time constant tau2) takes the
error e and puts out vo, which drives the current through rstim. fac is the share of vo that couples into the
measurement. The levels amp[0..2] hold for dur[0..2] from t = 0 on; then the clamp is off.

The clamp's three equations are solved together with v in each step, from their values at the step's beginning
(e0, vo0, vi0). Stiff: for the implicit Euler method only (secondorder = 0).
ENDCOMMENT

NEURON {
    POINT_PROCESS VClamp
    ELECTRODE_CURRENT i
    RANGE e0, vo0, vi0, dur, amp, gain, rstim, tau1, tau2, fac, i
    THREADSAFE
}

UNITS {
    (nA) = (nanoamp)
    (mV) = (millivolt)
}

PARAMETER {
    dur[3] (ms) <0, 1e9>
    amp[3] (mV)
    gain = 1e5 <0, 1e9>
    rstim = 1 (megohm) <1e-9, 1e9>
    tau1 = 0.001 (ms) <0, 1e9>
    tau2 = 0 (ms) <0, 1e9>
    e0 (mV)
    vo0 (mV)
    vi0 (mV)
    fac = 0 <1, 10>
}

STATE {
    e (mV)
    vo (mV)
    vi (mV)
}

ASSIGNED {
    i (nA)
    level (mV)
    until (ms)
    v (mV)
    dt (ms)
}

INITIAL {
    e = 0
    e0 = 0
    vi = v
    vi0 = v
    vo = v
    vo0 = v
}

BREAKPOINT {
    SOLVE update METHOD after_cvode
    vstim()
    i = icur()
}

: The level at time t. `until` lies far beyond t while the clamp is on, and is the time of its end once the clamp is off.
PROCEDURE vstim() {
    level = amp[0]
    until = dur[0]
    if (t < until) {
        until = until + 100
    } else {
        level = amp[1]
        until = until + dur[1]
        if (t < until) {
            until = until + 100
        } else {
            level = amp[2]
            until = until + dur[2]
            if (t < until) {
                until = until + 100
            }
        }
    }
}

FUNCTION icur() (nA) {
    if (t > until) {
        e0 = 0
        vo0 = 0
        icur = 0
    } else {
        clamp()
        icur = (vo - v)/rstim
    }
}

UNITSOFF
: Solves, for vi, vo and e,
:     -vi + fac vo                          = -v + fac v                     (1)
:     -(tau2/dt + 1) vo - gain e            = -tau2/dt vo0                   (2)
:     -(1 + tau1/dt) vi + (2 + tau1/dt) e   = -level - tau1/dt (vi0 - e0)     (3)
: by Gaussian elimination with row pivots. a: the row that determines vi; b and c: the two other rows, without vi.
PROCEDURE clamp() {
    LOCAL t1, t2, v1, v3, r1, r3, a1, a2, a3, b1, b2, b3, c1, c2, c3
    t1 = tau1/dt
    t2 = tau2/dt
    v1 = -1
    r1 = -v + fac*v
    v3 = -1 - t1
    r3 = -level - t1*(vi0 - e0)

    if (fabs(v1) < fabs(v3)) {
        a1 = 0/v3
        a2 = (2 + t1)/v3
        a3 = r3/v3
        c1 = fac - a1*v1
        c2 = -a2*v1
        c3 = r1 - a3*v1
    } else {
        a1 = fac/v1
        a2 = 0
        a3 = r1/v1
        c1 = -a1*v3
        c2 = 2 + t1 - a2*v3
        c3 = r3 - a3*v3
    }
    b1 = -t2 - 1
    b2 = -gain
    b3 = -t2*vo0

    if (fabs(b1) < fabs(c1)) {
        c2 = c2/c1
        c3 = c3/c1
        b2 = b2 - c2*b1
        b3 = b3 - c3*b1
        e = b3/b2
        vo = c3 - c2*e
    } else {
        b2 = b2/b1
        b3 = b3/b1
        c2 = c2 - b2*c1
        c3 = c3 - b3*c1
        e = c3/c2
        vo = b3 - b2*e
    }
    vi = a3 - a1*vo - a2*e
}
UNITSON

: Runs after v has advanced: scripts see the i that belongs to the new v, and the next step starts from these values.
PROCEDURE update() {
    i = icur()
    e0 = e
    vo0 = vo
    vi0 = vi
}
