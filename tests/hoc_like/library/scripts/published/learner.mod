: Learns the weight to which w points, from spikes before (weight > 0) and after it (weight < 0): a trace of each decays,
: and each spike moves the weight by the other's trace. Between spikes, the weight drifts.
NEURON {
    POINT_PROCESS Learner
    RANGE tau, rate, drift, pre, post
    POINTER w
}
PARAMETER { tau = 10 (ms) rate = .002 drift = 1e-5 (/ms) }
ASSIGNED { dt (ms) w pre post last (ms) }
INITIAL { pre = 0 post = 0 last = t }
BREAKPOINT { w = w + drift*dt }
FUNCTION target() { target = w }
NET_RECEIVE (sign) {
    LOCAL fade
    INITIAL { sign = sign }
    fade = exp(-(t - last)/tau)
    pre = pre*fade
    post = post*fade
    last = t
    if (sign > 0) {
        pre = pre + 1
        w = w - rate*post
    } else {
        post = post + 1
        w = w + rate*pre
    }
}
