"""What scripts written for NEURON import, on Ranvier's engine: `from neuron import h`."""

from ranvier import session as _session
from ranvier.interpreter import h
from ranvier.objects import HocObject, hclass
from ranvier.sections import Section, Segment

_session.start_unless_started(math="libm")
