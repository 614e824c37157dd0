"""dir() of classes, objects, sections and segments lists what NEURON's lists; the table says what is missing, and why."""

import json

import pytest

SCRIPT = """
import json
from neuron import h
h.load_file("stdrun.hoc")
section = h.Section(name="s")
section.insert("hh").insert("na_ion")
section.nseg = 3
middle = section(0.5)
made = {
    "AlphaSynapse": lambda: h.AlphaSynapse(middle),
    "APCount": lambda: h.APCount(middle),
    "BBSaveState": lambda: h.BBSaveState(),
    "CVode": lambda: h.CVode(),
    "Deck": lambda: h.Deck(),
    "Exp2Syn": lambda: h.Exp2Syn(middle),
    "ExpSyn": lambda: h.ExpSyn(middle),
    "File": lambda: h.File(),
    "FInitializeHandler": lambda: h.FInitializeHandler("x = 1"),
    "Graph": lambda: h.Graph(0),
    "HBox": lambda: h.HBox(),
    "IClamp": lambda: h.IClamp(middle),
    "Impedance": lambda: h.Impedance(),
    "IntFire1": lambda: h.IntFire1(),
    "IntFire2": lambda: h.IntFire2(),
    "IntFire4": lambda: h.IntFire4(),
    "KSChan": lambda: h.KSChan(),
    "LinearMechanism": lambda: h.LinearMechanism(*[h.Matrix(1, 1)] * 2, *[h.Vector(1)] * 3),
    "List": lambda: h.List(),
    "Matrix": lambda: h.Matrix(2, 2),
    "MechanismStandard": lambda: h.MechanismStandard("hh"),
    "MechanismType": lambda: h.MechanismType(0),
    "NetCon": lambda: h.NetCon(None, None),
    "NetStim": lambda: h.NetStim(),
    "ParallelContext": lambda: h.ParallelContext(),
    "PatternStim": lambda: h.PatternStim(),
    "PlotShape": lambda: h.PlotShape(0),
    "Pointer": lambda: h.Pointer(middle._ref_v),
    "PtrVector": lambda: h.PtrVector(3),
    "PWManager": lambda: h.PWManager(),
    "Random": lambda: h.Random(),
    "RangeVarPlot": lambda: h.RangeVarPlot("v", section(0), section(1)),
    "SaveState": lambda: h.SaveState(),
    "SEClamp": lambda: h.SEClamp(middle),
    "SectionList": lambda: h.SectionList(),
    "SectionRef": lambda: h.SectionRef(sec=section),
    "Shape": lambda: h.Shape(0),
    "StateTransitionEvent": lambda: h.StateTransitionEvent(2),
    "String": lambda: h.String("a"),
    "StringFunctions": lambda: h.StringFunctions(),
    "Timer": lambda: h.Timer("x = 1"),
    "VBox": lambda: h.VBox(),
    "VClamp": lambda: h.VClamp(middle),
    "Vector": lambda: h.Vector(3),
}
found = {"section": section, "segment": middle, "mechanism": middle.hh, "ion": middle.na_ion, "range variable": middle.hh.m,
         "density mechanism": h.hh, "class Section": h.Section}
for name, make in made.items():
    found[name] = make()
    found["class " + name] = getattr(h, name)
print(json.dumps({name: [member for member in dir(of) if not member.startswith("_")] for name, of in found.items()}))
"""

# What NEURON's own programs call, or shows its memory: a model gains nothing by it.
INTERNAL = "of NEURON's insides"
MISSING = {
    "CVode": {
        INTERNAL: "debug_event diam_change_count ncs_netcons poolshrink structure_change_count use_parallel",
        "events are stored and freed by the engine": "free_event_queues store_events",
    },
    "ParallelContext": {
        INTERNAL: "dt mech_time print_memory_stats thread_ctime",
        "cells are not split over ranks": "splitcell_connect",
        "writes and runs CoreNEURON's files": "nrnbbcore_register_mapping nrncore_run nrncore_write",
    },
    "PatternStim": {INTERNAL: "get_loc has_loc initps loc ptr sendgroup"},
    "class PatternStim": {INTERNAL: "get_loc has_loc initps loc ptr sendgroup"},
    "density mechanism": {"syntax trees are made by NEURON's package nmodl": "ast"},
}


@pytest.fixture(scope="module")
def members(python, neuron, tmp_path_factory):
    outcome = python(SCRIPT, tmp_path_factory.mktemp("members"))
    assert outcome.status == 0, outcome
    return json.loads(outcome.out), json.loads(neuron.run_python(SCRIPT))


def test_what_neuron_lists_is_listed(members):
    ours, theirs = members
    assert set(ours) == set(theirs) and len(theirs["class ExpSyn"]) > 5 and len(theirs["CVode"]) > 50
    missing = {name: sorted(set(theirs[name]) - set(ours[name])) for name in theirs}
    expected = {name: sorted(" ".join(why.values()).split()) for name, why in MISSING.items()}
    assert {name: names for name, names in missing.items() if names} == expected


def test_what_is_listed_is_there(python, tmp_path):
    """A name that dir() gives for an object has a value, or an error that says why it has none here."""
    script = (
        SCRIPT
        + """
for name, of in found.items():
    for member in dir(of):
        if member.startswith("_") or name.startswith("class "):
            continue
        try:
            getattr(of, member)
        except AttributeError as error:
            print(name, member, error)
        except Exception:
            pass
"""
    )
    outcome = python(script, tmp_path)
    assert outcome.status == 0 and outcome.out.splitlines()[1:] == [], outcome
