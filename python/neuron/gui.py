"""Loads the standard run system. There are no windows: graphics classes work like in `nrniv -nogui`."""

import contextlib

from neuron import h as _h


def stop():
    """Without effect: there are no windows, and no thread that handles their events."""


def start():
    """Without effect: there are no windows, and no thread that handles their events."""


@contextlib.contextmanager
def disabled():
    """A context manager without effect, because there are no windows: `with gui.disabled():`."""
    yield


def process_events():
    """Calls hoc's doNotify(); there are no window events to handle."""
    _h.doNotify()


_h.load_file("nrngui.hoc")
