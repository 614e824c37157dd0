TITLE Half of a gap junction, which pc.connect makes in each of the two cells

COMMENT
An ohmic conductance to the inside of another cell, as the half-gap models of the field have it: v_other is copied from the
other cell at each step. The current enters as an electrode's does, so that layers outside of the membrane (extracellular)
are not in its way.
ENDCOMMENT

NEURON {
    POINT_PROCESS GapJunction
    ELECTRODE_CURRENT i
    RANGE conductance, i, v_other, partner, number
    THREADSAFE
}

UNITS {
    (nA) = (nanoamp)
    (mV) = (millivolt)
    (uS) = (microsiemens)
}

PARAMETER {
    conductance (uS)
}

ASSIGNED {
    v (mV)
    v_other (mV)
    i (nA)
    partner         : the gid of the other cell
    number          : both halves of a junction have the same
}

BREAKPOINT {
    i = conductance*(v_other - v)
}
