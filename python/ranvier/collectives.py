"""ParallelContext's exchanges of Python objects between ranks, and the segments at the ends of a NetCon."""

import array
import pickle

import _ranvier

from ranvier.objects import HocInstance, type_of_class
from ranvier.rules import arguments_of
from ranvier.templates import template_of

_WORD = "I"  # four bytes of a pickle travel as one number


def _words(item):
    """A message: its length in bytes, then the pickle."""
    data = pickle.dumps(item)
    padded = data + bytes(-len(data) % array.array(_WORD).itemsize)
    return [len(data), *array.array(_WORD, padded)]


def _items(words):
    """The items of messages that follow one another."""
    at = 0
    while at < len(words):
        size = int(words[at])
        end = at + 1 + -(-size // array.array(_WORD).itemsize)
        data = array.array(_WORD, map(int, words[at + 1 : end])).tobytes()
        yield pickle.loads(data[:size])
        at = end


class ParallelContextObject(HocInstance):
    """The collectives for Python objects that can be pickled. All ranks call them, with the same root."""

    __slots__ = ()
    _hoc_class = "ParallelContext"

    def connect(self, *arguments, **words):
        """Makes connections by a rule; returns their number. A word such as delay=2 gives a value or a distribution."""
        return int(_ranvier.call(self, "connect", arguments_of(arguments, words), None))

    def cells(self, *arguments, **words):
        """Makes cells of consecutive gids; a word gives a value of all cells, or of each. The first argument may be a class."""
        of = tuple(map(template_of, arguments[:1]))
        try:
            return _ranvier.call(self, "cells", of + arguments_of(arguments[1:], words), None)
        except RuntimeError as error:
            raise error from getattr(next(iter(of), None), "exception", error.__cause__)

    def synapses(self, gid):
        """The synapses onto the cell of a gid on this rank, a list in the order of the numbers in `connections`."""
        return list(_ranvier.call(self, "synapses", (gid,), None))

    def insert(self, *arguments, **words):
        """Makes a point process in each of some cells; returns the number of those made on this rank."""
        return int(_ranvier.call(self, "insert", arguments_of(arguments, words), None))

    def position(self, *arguments, **words):
        """The position [um] of a gid, a Vector; with further arguments, sets the positions of gids."""
        return _ranvier.call(self, "position", arguments_of(arguments, words), None)

    def population(self, name, gids):
        """Gives cells a name, which rasters keep for figures; returns their number."""
        return int(_ranvier.call(self, "population", arguments_of((name, gids), {}), None))

    def connections(self, gid):
        """The connections onto the cell of a gid on this rank: a dict of columns, for example for pandas.DataFrame."""
        rows = _ranvier.call(self, "connections", (gid,), None)
        count = int(rows.size())
        columns = {"source": [int(source) for source in rows.source()]}
        columns["synapse"] = [rows.synapse(i) for i in range(count)]
        columns["mechanism"] = [rows.mechanism(i) for i in range(count)]
        columns["number"] = [int(number) for number in rows.number()]
        columns["section"] = [rows.section(i) for i in range(count)]
        columns["x"] = list(rows.x())
        columns["delay"] = list(rows.delay())
        for k in range(int(rows.weights())):
            columns[f"weight{k or ''}"] = list(rows.weight(k))
        columns["active"] = [bool(active) for active in rows.active()]
        return columns

    def py_alltoall(self, items, size=0):
        """Sends items[r] to each rank r; the list of what each rank has sent here. `size` is accepted, without effect."""
        count = int(self.nhost())
        if len(items) != count:
            raise RuntimeError(f"py_alltoall needs a list of {count} items, one for each rank, not {len(items)}")
        return list(self._exchanged([_words(item) for item in items]))

    def py_allgather(self, item):
        """The list of the items of all ranks."""
        words = _words(item)
        return list(self._exchanged([words] * int(self.nhost())))

    def py_gather(self, item, root=0):
        """The list of the items of all ranks on rank `root`, None on the others."""
        words = _words(item)
        found = list(self._exchanged([words if rank == root else [] for rank in self._ranks(root)]))
        return found if int(self.id()) == root else None

    def py_broadcast(self, item, root=0):
        """The item of rank `root`, on every rank."""
        words = _words(item) if int(self.id()) == root else []
        return next(self._exchanged([words for _ in self._ranks(root)]))

    def py_scatter(self, items, root=0):
        """The item of the list of rank `root` for this rank."""
        ranks = self._ranks(root)
        mine = int(self.id()) == root
        if mine and len(items) != len(ranks):
            raise RuntimeError(f"py_scatter needs a list of {len(ranks)} items, one for each rank, not {len(items)}")
        return next(self._exchanged([_words(items[rank]) if mine else [] for rank in ranks]))

    def _ranks(self, root):
        count = int(self.nhost())
        if not 0 <= root < count:
            raise ValueError(f"there is no rank {root}: there are {count}")
        return range(count)

    def _exchanged(self, messages):
        """The items of the messages that the ranks have sent here, in the order of ranks; an empty message is none."""
        vector = type_of_class("Vector")
        source = vector([word for message in messages for word in message])
        received = vector()
        _ranvier.call(self, "alltoall", (source, vector(list(map(len, messages))), received), None)
        return _items(list(received))


class NetConObject(HocInstance):
    """A connection, whose ends may lie in sections."""

    __slots__ = ()
    _hoc_class = "NetCon"

    def preseg(self, *ignored):
        """The segment whose voltage the source watches; None if it watches none."""
        return self._segment("preloc")

    def postseg(self, *ignored):
        """The segment of the target; None if it is not located in a section."""
        return self._segment("postloc")

    def _segment(self, locate):
        from ranvier.sections import Segment

        x = _ranvier.call(self, locate, (), None)
        if x == -1:
            return None
        section = _ranvier.accessed()
        _ranvier.call(None, "pop_section", (), None)
        return Segment(section, x) if x >= 0 else None  # -2: the source watches another variable than v
