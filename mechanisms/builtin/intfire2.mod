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
    t0 (ms)
}

: The current value of m; does not change the state.
FUNCTION M() {
    LOCAL x, f
    f = taus/(taus - taum)
    x = (i - ib)*exp(-(t - t0)/taus)
    M = ib + f*x + (m - (ib + (i - ib)*f))*exp(-(t - t0)/taum)
}

: The current value of i; does not change the state.
FUNCTION I() {
    LOCAL x
    x = (i - ib)*exp(-(t - t0)/taus)
    I = x + ib
}

INITIAL {
    i = ib
    m = 0
    if (taus <= taum) {
        taus = taum + .1
    }
    t0 = t
    net_send(firetime(ib, 0, 0), 1)
}

NET_RECEIVE(w) {
    LOCAL x, inew, f, ibf
    f = taus/(taus - taum)
    x = (i - ib)*exp(-(t - t0)/taus)
    inew = ib + x
    if (flag == 1) {
        net_event(t)
        m = 0
        ibf = (inew - ib)*f
        net_send(firetime(ib, ibf, 0), 1)
    } else {
        m = ib + f*x + (m - (ib + (i - ib)*f))*exp(-(t - t0)/taum)
        inew = inew + w
        if (m >= 1) {
            net_move(t)
        } else {
            ibf = (inew - ib)*f
            net_move(firetime(ib, ibf, m) + t)
        }
    }
    t0 = t
    i = inew
}

: The time from now at which a + b exp(-t/taus) + (c - a - b) exp(-t/taum) first rises to 1; 1e9 if never. With
: x = exp(-t/taum) and r = taum/taus this is a + b x^r + (c - a - b) x = 1 in 0 < x < 1, now being x = 1. If the slope
: at 1 leads out of that range, x = exp(-t/taus) and the power 1/r are used instead.
FUNCTION firetime(a, b, c) (ms) {
    LOCAL r, rest, x, slope, peak
    r = taum/taus
    if (a <= 1 && a + b <= 1) {
        firetime = 1e9
    } else if (a > 1 && b <= 0) {
        : it rises to a > 1 without a peak: exactly one solution
        rest = c - a - b
        slope = r*b + rest
        if (slope >= 0) {
            firetime = -taus*log(newton1(a, rest, b, 1/r, 0))
        } else {
            : where the tangent at x = 1 meets 1
            x = (1 - c + slope)/slope
            if (x <= 0) {
                firetime = -taus*log(newton1(a, rest, b, 1/r, 0))
            } else {
                firetime = -taum*log(newton1(a, b, rest, r, x))
            }
        }
    } else {
        : a solution exists if the peak lies ahead (x < 1) and above 1
        rest = c - a - b
        x = (-rest/(r*b))^(1/(r - 1))
        peak = a + b*x^r + rest*x
        if (x >= 1 || peak <= 1) {
            firetime = 1e9
        } else {
            slope = r*b + rest
            x = (1 - c + slope)/slope
            firetime = -taum*log(newton1(a, b, rest, r, x))
        }
    }
}

: Newton's method for a + b x^r + c x = 1, starting at x and kept within 0 < x <= 1.
FUNCTION newton1(a, b, c, r, x) {
    LOCAL dx, f, df, iter
    dx = 1
    f = 0
    iter = 0
    while (fabs(dx) > 1e-6 || fabs(f - 1) > 1e-6) {
        f = a + b*x^r + c*x
        df = r*b*x^(r - 1) + c
        dx = (1 - f)/df
        x = x + dx
        if (x <= 0) {
            x = 1e-4
        } else if (x > 1) {
            x = 1
        }
        iter = iter + 1
        if (iter > 10) {
            printf("IntFire2: Newton's method gave up at x=%g f=%g (a=%g b=%g c=%g r=%g)\n", x, f, a, b, c, r)
            f = 1
            dx = 0
        }
    }
    newton1 = x
}
