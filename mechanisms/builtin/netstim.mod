TITLE Generator of spikes: regular, Poisson, or anything between

COMMENT
Fires `number` times from `start` on, `interval` apart on average; `noise` is the share of an interval that is drawn
from an exponential distribution. An event of positive weight starts a sequence when none is running; one of negative
weight stops for good the one that runs.

Random numbers come from the instance's own stream (Random123): give it ids with noiseFromRandom123 so that the spikes
depend on neither rank nor order of creation. Every initialization restarts the stream.

Self events: 3 starts the sequence that INITIAL scheduled, 1 fires.
ENDCOMMENT

NEURON {
    ARTIFICIAL_CELL NetStim
    RANGE interval, number, start, noise
    RANDOM ranvar
    THREADSAFE
}

PARAMETER {
    interval = 10 (ms) <1e-9, 1e9>
    number = 10 <0, 1e9>
    start = 50 (ms)
    noise = 0 <0, 1>
}

ASSIGNED {
    event (ms)
    on
    ispike
}

INITIAL {
    seed(0)
    on = 0
    ispike = 0
    if (noise < 0) {
        noise = 0
    }
    if (noise > 1) {
        noise = 1
    }
    if (start >= 0 && number > 0) {
        on = 1
        : the fixed part of the first interval does not count, so that the first spike comes at
        : start + noise*interval on average
        event = start + invl(interval) - interval*(1. - noise)
        if (event < 0) {
            event = 0
        }
        net_send(event, 3)
    }
}

PROCEDURE init_sequence(t (ms)) {
    if (number > 0) {
        on = 1
        event = 0
        ispike = 0
    }
}

: A random interval with the given mean.
FUNCTION invl(mean (ms)) (ms) {
    if (mean <= 0.) {
        mean = .01 (ms)
    }
    if (noise == 0) {
        invl = mean
    } else {
        invl = (1. - noise)*mean + noise*mean*erand()
    }
}

FUNCTION erand() {
    erand = random_negexp(ranvar)
}

PROCEDURE next_invl() {
    if (number > 0) {
        event = invl(interval)
    }
    if (ispike >= number) {
        on = 0
    }
}

NET_RECEIVE(w) {
    if (flag == 0) {
        if (w > 0 && on == 0) {
            init_sequence(t)
            next_invl()
            event = event - interval*(1. - noise)
            net_send(event, 1)
        } else if (w < 0) {
            on = 0
        }
    }
    if (flag == 3) {
        if (on == 1) {
            init_sequence(t)
            net_send(0, 1)
        }
    }
    if (flag == 1 && on == 1) {
        ispike = ispike + 1
        net_event(t)
        next_invl()
        if (on == 1) {
            net_send(event, 1)
        }
    }
}

: Sets the position of the stream to 4*sequence + element.
PROCEDURE seed(x) {
    random_setseq(ranvar, x)
}

: Sets the stream's ids; ids that a script omits are 0.
PROCEDURE noiseFromRandom123(id1, id2, id3) {
    random_setids(ranvar, id1, id2, id3)
    random_setseq(ranvar, 0)
}
