NEURON {
    POINT_PROCESS vptr
    POINTER p1, p2
    RANGE seen
}
ASSIGNED { p1 p2 seen }
FUNCTION where_to() {
    if (nrn_pointing(p1)) { where_to = p1 } else { where_to = -7 }
}
PROCEDURE put(x) { p2 = x }
