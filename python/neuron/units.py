"""Units for expressions like `10 * ms`; each is its value in the simulator's units.

The types are NEURON's, too: `range(5 * ms)` and `f"run_{100 * ms}"` need whole numbers.
"""

# time
ms = 1
us = µs = 0.001
s = sec = 1000.0
minute = 60 * sec
hour = 60 * minute
day = 24 * hour

# voltage
mV = 1
uV = µV = 0.001  # Python takes the micro sign and the Greek letter for the same
V = 1000.0

# length
um = µm = 1
nm = 0.001
mm = 1000
cm = 10000
m = 1000000

# concentration
mM = 1
uM = µM = 0.001
nM = 1e-06
M = 1000.0

deg = 0.017453292519943295
