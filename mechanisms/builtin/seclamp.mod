TITLE Single-electrode voltage clamp of three levels

COMMENT
A command vc behind the series resistance rs: i = (vc - v)/rs. The levels amp1, amp2, amp3 hold for dur1, dur2, dur3
from t = 0 on; then the clamp is open.
ENDCOMMENT

NEURON {
    POINT_PROCESS SEClamp
    ELECTRODE_CURRENT i
    RANGE dur1, amp1, dur2, amp2, dur3, amp3, rs, vc, i
    THREADSAFE
}

UNITS {
    (nA) = (nanoamp)
    (mV) = (millivolt)
}

PARAMETER {
    rs = 1 (megohm) <1e-9, 1e9>
    dur1 (ms)
    amp1 (mV)
    dur2 (ms) <0, 1e9>
    amp2 (mV)
    dur3 (ms) <0, 1e9>
    amp3 (mV)
}

ASSIGNED {
    end2 (ms)
    end3 (ms)
    closed
    v (mV)
    i (nA)
    vc (mV)
}

INITIAL {
    closed = 0
    end2 = dur1 + dur2
    end3 = end2 + dur3
}

: icur is solved after the voltage update, so scripts see the i that belongs to the new v. The command is not: a vector
: played into vc would take effect a step late.
BREAKPOINT {
    SOLVE icur METHOD after_cvode
    vstim()
}

PROCEDURE vstim() {
    : variable steps end where the level changes
    if (dur1) {
        at_time(dur1)
    }
    if (dur2) {
        at_time(end2)
    }
    if (dur3) {
        at_time(end3)
    }

    closed = 1
    if (t < dur1) {
        vc = amp1
    } else if (t < end2) {
        vc = amp2
    } else if (t < end3) {
        vc = amp3
    } else {
        closed = 0
        vc = 0
    }
    icur()
}

PROCEDURE icur() {
    i = 0
    if (closed) {
        i = (vc - v)/rs
    }
}
