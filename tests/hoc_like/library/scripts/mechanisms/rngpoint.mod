: A point process with a stream.
NEURON {
    POINT_PROCESS RngPoint
    POINTER aim
    RANDOM stream
}
FUNCTION draw() {
    draw = random_uniform(stream)
}

ASSIGNED { aim }
