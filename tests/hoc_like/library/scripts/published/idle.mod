: WRITE names a current that BREAKPOINT does not assign
NEURON { SUFFIX idle USEION na READ ina WRITE ina USEION k WRITE ik RANGE seen }
ASSIGNED { ina ik v seen }
BREAKPOINT { seen = ina }
