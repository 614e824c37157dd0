"""Units for expressions like `10 * ms`; each is its value in the simulator's units."""

s = sec = 1000.0
ms = 1.0
us = µs = 0.001
mV = 1.0
V = 1000.0
uV = µV = 0.001
um = µm = 1.0
mm = 1000.0
cm = 10000.0
M = 1000.0
mM = 1.0
uM = µM = 0.001
nM = 1e-06
deg = 0.017453292519943295
