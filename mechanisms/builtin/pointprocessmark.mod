TITLE A place in a section, to be shown or named; it does nothing

NEURON {
    POINT_PROCESS PointProcessMark
}
