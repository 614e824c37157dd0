: A point process with a stream.
NEURON {
    POINT_PROCESS RngPoint
    RANDOM stream
}
FUNCTION draw() {
    draw = random_uniform(stream)
}
