NEURON { SUFFIX half USEION na WRITE ina }
ASSIGNED { ina v }
BREAKPOINT { ina = 0.002*v }
