TITLE Artificial cell: leaky integrator of exponentially decaying current

COMMENT
taus di/dt = ib - i, an event adds its weight to i; taum dm/dt = i - m. The cell fires when m rises through 1, and m
starts again from 0. Needs taum < taus. Between events both have closed forms, so the time of the next spike is
computed and sent as a self event, which every event moves (M. L. Hines & N. T. Carnevale, NEURON's event-driven cells:
Neuroinformatics 2 (2004), chapter on discrete event simulation of The NEURON Book, 2006).
ENDCOMMENT

NEURON {
    ARTIFICIAL_CELL IntFire2
    RANGE taus, taum, ib, i, m
    THREADSAFE
}

PARAMETER {
    taus = 20 (ms)
    taum = 10 (ms)
    ib = 0
}

ASSIGNED {
    i
    m
    since (ms)  : the time that i and m are from
}

INITIAL {
    if (taus <= taum) {
        taus = taum + .1
    }
    since = t
    m = 0
    i = ib
    net_send(firetime(ib, 0, 0), 1)
}

: The current value of i; does not change the state.
FUNCTION I() {
    I = (i - ib)*exp(-(t - since)/taus) + ib
}

: The current value of m; does not change the state.
FUNCTION M() {
    LOCAL decayed, share
    share = taus/(taus - taum)
    decayed = (i - ib)*exp(-(t - since)/taus)
    M = ib + share*decayed + (m - (ib + (i - ib)*share))*exp(-(t - since)/taum)
}

NET_RECEIVE(w) {
    LOCAL decayed, now, share
    decayed = (i - ib)*exp(-(t - since)/taus)
    share = taus/(taus - taum)
    now = ib + decayed
    if (flag == 1) {
        m = 0
        net_event(t)
        net_send(firetime(ib, (now - ib)*share, 0), 1)
    } else {
        m = ib + share*decayed + (m - (ib + (i - ib)*share))*exp(-(t - since)/taum)
        now = now + w
        if (m >= 1) {
            net_move(t)
        } else {
            net_move(firetime(ib, (now - ib)*share, m) + t)
        }
    }
    i = now
    since = t
}

: The time from now at which  drive + slow exp(-t/taus) + fast exp(-t/taum),  which is `level` now, first rises to 1; 1e9 if
: never. With x = exp(-t/taum) and r = taum/taus this is drive + slow x^r + fast x = 1 in 0 < x < 1, now being x = 1. If the
: slope at 1 leads out of that range, x = exp(-t/taus) and the power 1/r are used instead.
FUNCTION firetime(drive, slow, level) (ms) {
    LOCAL r, fast, slope, tangent, top
    firetime = 1e9
    if (!(drive <= 1 && drive + slow <= 1)) {
        r = taum/taus
        fast = level - drive - slow
        slope = r*slow + fast
        tangent = (1 - level + slope)/slope  : where the tangent at x = 1 meets 1
        if (drive > 1 && slow <= 0) {
            : it rises to drive > 1 without a peak: exactly one solution
            if (slope >= 0 || tangent <= 0) {
                firetime = -taus*log(newton1(drive, fast, slow, 1/r, 0))
            } else {
                firetime = -taum*log(newton1(drive, slow, fast, r, tangent))
            }
        } else {
            : a solution exists if the peak lies ahead (x < 1) and above 1
            top = (-fast/(r*slow))^(1/(r - 1))
            if (!(top >= 1 || drive + slow*top^r + fast*top <= 1)) {
                firetime = -taum*log(newton1(drive, slow, fast, r, tangent))
            }
        }
    }
}

: Newton's method for a + b x^r + c x = 1, starting at `guess` and kept within 0 < x <= 1.
FUNCTION newton1(a, b, c, r, guess) {
    LOCAL x, step, value, tries
    x = guess
    step = 1
    value = 0
    tries = 0
    while (tries <= 10 && (fabs(step) > 1e-6 || fabs(value - 1) > 1e-6)) {
        tries = tries + 1
        value = a + b*x^r + c*x
        step = (1 - value)/(r*b*x^(r - 1) + c)
        x = x + step
        if (x > 1) {
            x = 1
        } else if (x <= 0) {
            x = 1e-4
        }
    }
    if (tries > 10) {
        printf("IntFire2: Newton's method gave up at x=%g f=%g (a=%g b=%g c=%g r=%g)\n", x, value, a, b, c, r)
    }
    newton1 = x
}
