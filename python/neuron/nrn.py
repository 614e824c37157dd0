"""neuron.nrn: the types of sections, segments and mechanisms."""

from ranvier.sections import DensityMechanism, Mechanism, Section, Segment
