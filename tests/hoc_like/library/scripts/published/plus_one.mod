: a file of functions is in no list of mechanisms
NEURON { SUFFIX nothing }
FUNCTION plus_one(x) { plus_one = x + 1 }
