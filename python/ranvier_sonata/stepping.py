"""Advancing a run, with actions between steps."""

from .ranks import gathered


class Steps:
    """`at(step, function)` calls a function when this many steps are done; `every(function)` calls one with each number."""

    def __init__(self):
        self._at, self._every = {}, []

    def at(self, step, function):
        self._at.setdefault(step, []).append(function)

    def every(self, function):
        self._every.append(function)

    def merge(self, pc):
        """All ranks stop at the same steps. Collective."""
        stops, each = zip(*gathered(pc, (list(self._at), bool(self._every))))
        self._stops = sorted(set().union(*stops))
        self._single = any(each)

    def next(self, done, last):
        """The number of steps to stop at, after `done` and at most `last`."""
        if self._single:
            return min(done + 1, last)
        return next((step for step in self._stops if done < step <= last), last)

    def act(self, done):
        for function in self._at.get(done, ()):
            function()
        for function in self._every:
            function(done)


def advance(pc, steps, dt, tstop, part, flush):
    """Runs to tstop; flush(n) is called after each `part` of steps, and at the end, when n steps are done. Collective."""
    steps.merge(pc)
    count, done, flushed = round(tstop / dt), 0, 0
    while done < count:
        done = steps.next(done, min(flushed + part, count))
        pc.psolve(tstop if done == count else done * dt)
        steps.act(done)
        if done in (count, flushed + part):
            flush(done)
            flushed = done
