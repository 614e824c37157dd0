: a file of functions is no mechanism of any list
NEURON { SUFFIX nothing }
FUNCTION plus_one(x) { plus_one = x + 1 }
