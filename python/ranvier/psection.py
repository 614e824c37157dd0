"""Section.psection(): the contents of a section as a dict."""

import functools

import _ranvier

from ranvier.objects import type_of_class


def variables_of(mechanism):
    """The range variables of a mechanism: full name and length, by name without the suffix."""
    return _variables_of(mechanism, _ranvier.ranges_version())


@functools.cache
def _variables_of(mechanism, version):
    """The lengths of arrays change with the version."""
    standard = type_of_class("MechanismStandard")(mechanism, 0)
    name = _ranvier.reference("")
    found = {}
    for i in range(standard.count()):
        length = int(standard.name(name, i))
        own = name[0]
        found[own.removesuffix("_" + mechanism)] = (own, length)
    return found


def _values(section, own, length):
    segments = list(section)
    if length > 1:
        return [list(getattr(segment, own)) for segment in segments]
    return [getattr(segment, own) for segment in segments]


def _of_mechanism(section, mechanism):
    return {name: _values(section, own, length) for name, (own, length) in variables_of(mechanism).items()}


def _in_order_of_types(names):
    """As MechanismType(0) counts them: this is NEURON's order."""
    types = type_of_class("MechanismType")(0)
    name = _ranvier.reference("")
    ordered = []
    for i in range(int(types.count())):
        types.select(i)
        types.selected(name)
        if name[0] in names:
            ordered.append(name[0])
    return ordered


def psection(section):
    names = _in_order_of_types(set(_ranvier.mechanisms(section)) - {"capacitance", "morphology"})
    processes = {}
    for segment in section.allseg():
        for process in segment.point_processes():
            processes.setdefault(process._hoc_class, set()).add(process)
    return {
        "point_processes": processes,
        "density_mechs": {name: _of_mechanism(section, name) for name in names if not name.endswith("_ion")},
        "ions": {name[:-4]: _of_mechanism(section, name) for name in names if name.endswith("_ion")},
        "morphology": {
            "L": section.L,
            "diam": [segment.diam for segment in section],
            "pts3d": [
                (section.x3d(i), section.y3d(i), section.z3d(i), section.diam3d(i)) for i in range(section.n3d())
            ],
            "parent": section.parentseg(),
            "trueparent": section.trueparentseg(),
        },
        "nseg": section.nseg,
        "Ra": section.Ra,
        "cm": [segment.cm for segment in section],
        "regions": set(),
        "species": set(),
        "name": section.name(),
        "hoc_internal_name": section.hoc_internal_name(),
        "cell": section.cell(),
    }
