TITLE Marks a place in a section, for display or by name; it does nothing

NEURON {
    POINT_PROCESS PointProcessMark
}
