: A leaky artificial cell that tells beforehand when it will fire, and takes it back.
NEURON { ARTIFICIAL_CELL Lif  RANGE tau, m, drive, count, refrac }
PARAMETER { tau = 12 (ms)  drive = 0  refrac = 3 (ms) }
ASSIGNED { m  tlast (ms)  count  until (ms) }
INITIAL { m = 0  tlast = 0  count = 0  until = -1  net_send(soon(), 1) }
FUNCTION now() { now = drive + (m - drive)*exp(-(t - tlast)/tau) }
FUNCTION soon() {
    if (drive > 1) { soon = tau*log((drive - m)/(drive - 1)) } else { soon = 1e9 }
    if (soon < 0) { soon = 0 }
}
NET_RECEIVE(w, wnow, tpre (ms)) {
    INITIAL { wnow = w  tpre = -1e9 }
    if (flag == 1) {
        net_event(t)
        m = 0
        tlast = t
        until = t + refrac
        count = count + 1
        net_send(soon(), 1)
    } else if (t >= until) {
        wnow = wnow + 0.1*(w - wnow) - 0.05*w*exp(-(t - tpre)/10)
        tpre = t
        m = now() + wnow
        tlast = t
        if (m >= 1) { net_move(t) } else { net_move(t + soon()) }
    }
}
