: Lets a threshold rise at each step above a voltage, and fall to its rest otherwise.
NEURON {
    POINT_PROCESS Adapt
    POINTER level
    RANGE rest, rate
}

PARAMETER {
    rest = -20
    rate = .5
}
ASSIGNED { v level }

INITIAL { level = rest }

BREAKPOINT { SOLVE adapt METHOD after_cvode }

PROCEDURE adapt() {
    level = level + rate * (v + 40 > 0) - (level - rest) * dt / 20
}
