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
    wait (ms)  : until the next spike
    running    : 1 during a sequence
    fired      : spikes of the sequence
}

INITIAL {
    if (noise > 1) {
        noise = 1
    } else if (noise < 0) {
        noise = 0
    }
    seed(0)
    fired = 0
    running = 0
    if (number > 0 && start >= 0) {
        running = 1
        : the fixed part of the first interval does not count, so that the first spike comes at
        : start + noise*interval on average
        wait = start + invl(interval) - interval*(1. - noise)
        if (wait < 0) {
            wait = 0
        }
        net_send(wait, 3)
    }
}

NET_RECEIVE(w) {
    if (flag == 1 && running) {
        net_event(t)
        fired = fired + 1
        next_invl()
        if (running) {
            net_send(wait, 1)
        }
    } else if (flag == 3 && running) {
        init_sequence(t)
        net_send(0, 1)
    } else if (flag == 0 && w > 0 && running == 0) {
        init_sequence(t)
        next_invl()
        wait = wait - interval*(1. - noise)
        net_send(wait, 1)
    } else if (flag == 0 && w < 0) {
        running = 0
    }
}

PROCEDURE init_sequence(t (ms)) {
    if (number > 0) {
        fired = 0
        wait = 0
        running = 1
    }
}

: Draws the next interval, and ends the sequence after its last spike.
PROCEDURE next_invl() {
    if (number > 0) {
        wait = invl(interval)
    }
    if (fired >= number) {
        running = 0
    }
}

: A random interval with the given mean.
FUNCTION invl(mean (ms)) (ms) {
    LOCAL average
    average = mean
    if (average <= 0.) {
        average = .01
    }
    invl = average
    if (noise != 0) {
        invl = (1. - noise)*average + noise*average*erand()
    }
}

FUNCTION erand() {
    erand = random_negexp(ranvar)
}

: Sets the stream's ids; ids that a script omits are 0.
PROCEDURE noiseFromRandom123(id1, id2, id3) {
    random_setids(ranvar, id1, id2, id3)
    random_setseq(ranvar, 0)
}

: Sets the position of the stream to 4*sequence + element.
PROCEDURE seed(place) {
    random_setseq(ranvar, place)
}
