: a LOCAL outside of all blocks hides a variable of the mechanism
NEURON { SUFFIX twice RANGE mark, seen }
ASSIGNED { mark seen v }
PROCEDURE early() { seen = mark }
LOCAL mark
INITIAL { early() mark = 5 seen = seen + mark }
