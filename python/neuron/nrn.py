"""neuron.nrn: the types of sections and what lies in them."""

from ranvier.sections import DensityMechanism, Mechanism, Section, Segment
