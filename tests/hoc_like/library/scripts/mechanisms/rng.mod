: A density mechanism with two streams, for tests of how scripts reach them.
NEURON {
    SUFFIX rng
    RANGE x
    RANDOM first, second
    POINTER far
}
ASSIGNED { x far }
INITIAL {
    x = random_uniform(first)
}
FUNCTION draw() {
    draw = random_negexp(second)
}
FUNCTION read_far() {
    read_far = far
}
