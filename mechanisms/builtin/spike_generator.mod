TITLE Cell that fires at given times, whatever it receives

COMMENT
pc.cells fills `spikes` with the times of each cell, in ascending order (word "spikes"; docs/networks.md). It is what
VecStim is to NEURON's users, and spike_generator to NEST's, with times of full precision.
ENDCOMMENT

NEURON {
    ARTIFICIAL_CELL spike_generator
    HISTORY spikes
    THREADSAFE
}

ASSIGNED {
    fired
}

INITIAL {
    fired = 0
    if (history_size(spikes) > 0) {
        net_send(history_time(spikes, 0), 1)
    }
}

: net_move takes the time itself, whereas t + (time - t) may be another number.
NET_RECEIVE(w) {
    if (flag == 1) {
        net_event(t)
        fired = fired + 1
        if (fired < history_size(spikes)) {
            net_send(0, 1)
            net_move(history_time(spikes, fired))
        }
    }
}
