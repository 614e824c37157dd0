"""Loads the standard run system. There are no windows: graphics classes work like in `nrniv -nogui`."""

import contextlib

from neuron import h as _h


def stop():
    """Without effect: no thread handles events of windows."""


def start():
    """Without effect: no thread handles events of windows."""


@contextlib.contextmanager
def disabled():
    """For `with gui.disabled():`, during which windows handle no events. There are none."""
    yield


def process_events():
    """Handles events of windows: there are none."""
    _h.doNotify()


_h.load_file("nrngui.hoc")
