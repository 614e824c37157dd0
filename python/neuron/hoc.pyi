# Written by scripts/python-stubs.
from typing import Any, Callable, Iterator, Sequence, overload

from neuron.nrn import Reference, Section, Segment

class HocClass(type):
    """The type of a class or template of hoc, h.Cell; h.Cell[3] is its object with index 3."""
    def __getitem__(cls, index: int) -> Any: ...

class Array:
    """A hoc array."""
    def __getitem__(self, index: int) -> Any: ...
    def __setitem__(self, index: int, value: Any) -> None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[Any]: ...

class HocObject(metaclass=HocClass):
    """An object of a template or of a class of hoc. Its members are hoc's."""
    def hname(self) -> str: ...
    def baseattr(self, name: Any) -> Any:
        """hoc's member, even if a Python class has a member of the same name."""
    hocobjptr: Any
    def same(self, other: Any) -> Any:
        """Whether both are the same object of hoc."""

class HocBaseObject(HocObject):
    """A base for Python classes derived from hoc's: class Mine(HocBaseObject, hoc_type=h.NetStim)."""
    def __init_subclass__(cls, hoc_type: Any = ..., **options: Any) -> None: ...
    def __getattr__(self, name: str) -> Any: ...

def hclass(hoc_class: Any) -> Any: ...
def execute(statements: str) -> bool: ...

class APCount(HocObject):
    """h.APCount(section(x))

    Counts action potentials: n is how often v has risen above thresh [mV], time [ms] is the latest
    such time, and record(vector) notes all of them in a Vector.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def check(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """check(...)

        check of APCount.mod.
        """
    firing: float
    _ref_firing: Reference
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        The position of the point process; accesses its section until pop_section().
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        1 if the point process is located in a section.
        """
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Moves the point process to position x of the accessed section; returns x.
        """
    n: float
    _ref_n: Reference
    def record(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """record([tvec])

        Records the times of the crossings [ms]; without an argument, stops recording.
        """
    thresh: float  # [mV]
    _ref_thresh: Reference
    time: float  # [ms]
    _ref_time: Reference
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class AlphaSynapse(HocObject):
    """h.AlphaSynapse(section(x))

    A synapse that opens once, without a NetCon: from onset [ms] on, its conductance follows an
    alpha function, whose peak gmax [uS] comes after tau [ms]. e [mV] is its reversal potential; i
    [nA] = g (v - e).
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def alpha(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """alpha(...)

        alpha of AlphaSynapse.mod.
        """
    e: float  # [mV]
    _ref_e: Reference
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        The position of the point process; accesses its section until pop_section().
        """
    gmax: float  # [uS]
    _ref_gmax: Reference
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        1 if the point process is located in a section.
        """
    i: float  # [nA]
    _ref_i: Reference
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Moves the point process to position x of the accessed section; returns x.
        """
    onset: float  # [ms]
    _ref_onset: Reference
    tau: float  # [ms]
    _ref_tau: Reference
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class BBSaveState(HocObject):
    """h.BBSaveState()

    Saves the state of all cells with gids, random streams, weights, pending events and spikes in
    flight to files, and restores it, even on a different number of ranks. Parameters of mechanisms
    without NET_RECEIVE stay as the script sets them.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def ignore(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ignore([pointprocess])

        Excludes a point process from saving and restoring; without an argument, excludes none.
        """
    def restore(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """restore(file)

        Reads the file that this rank wrote; requires the same number of ranks with the same cells.
        """
    def restore_gid(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """restore_gid()

        Prints that it has no effect, as in NEURON; use restore_test.
        """
    def restore_test(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """restore_test()

        Reads in/tmp.GID for each cell on this rank; if there is no folder in, bbss_in/tmp.GID.
        """
    def restore_test_bin(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """restore_test_bin()

        Reads binbufin/GID for each cell on this rank.
        """
    def save(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save(file)

        Writes this rank's part; all ranks must call it, each with a different file.
        """
    def save_gid(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save_gid()

        Prints that it has no effect, as in NEURON; use save_test.
        """
    def save_request(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save_request(gids, sizes)

        Fills two Vectors with the gids of this rank's cells and the bytes that save_test_bin would
        write for each; returns their number. All ranks must call it.
        """
    def save_test(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save_test()

        Writes each cell to the text file bbss_out/tmp.GID.RANK. A copy in in/tmp.GID, preceded by a
        line with the number 1, can be read on any number of ranks.
        """
    def save_test_bin(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save_test_bin()

        Writes each cell to the binary file binbufout/GID. Copies in binbufin can be read on any number
        of ranks.
        """
    def vector_play_init(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vector_play_init()

        Accepted, without effect: after a restore, Vectors are played from the restored time on.
        """

class CVode(HocObject):
    """h.CVode()

    The variable-step integrator, and events that run statements.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def acor(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """acor(vector)

        The estimated error of each state in the last step.
        """
    def active(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """active([0|1])

        1: variable steps (CVODE); 0: fixed steps.
        """
    def atol(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """atol([value])

        Absolute tolerance of variable steps.
        """
    def atolscale(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """atolscale("variable" | _ref_variable[, factor])

        Factor of the absolute tolerance of a variable, wherever the variable is a state; it can only
        reduce tolerances.
        """
    def cache_efficient(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """cache_efficient([value])

        Accepted, without effect: values are always in cache-efficient order.
        """
    def condition_order(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """condition_order([value])

        1: thresholds are checked between variable steps; 2: the time of a crossing is located within
        the step.
        """
    def current_method(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """current_method()

        A number that encodes the method, the sum of: 1 for ordinary differential equations or 2 if some
        equations are algebraic (extracellular, LinearMechanism); 10 for a sparse solver; 100 times
        secondorder with fixed steps, 300 with variable steps, or 400 with variable steps for algebraic
        equations (use_daspk); 1000 for local steps.
        """
    def dae_init_dteps(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """dae_init_dteps([value])

        Step size for the initial solution of algebraic equations with variable steps.
        """
    def dstates(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """dstates(vector)

        The derivatives of the states.
        """
    def error_weights(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """error_weights(vector)

        1/tolerance of each state.
        """
    def event(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """event(t[, "statement"[, object]])

        Runs a statement at time t [ms], after all cells have advanced to t.
        """
    def event_queue_info(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """event_queue_info(2, times, list) or event_queue_info(3, times, flags, list)

        2: fills a Vector with the times [ms] of the pending deliveries, and a List with their NetCons;
        3: the same for the events of net_send, with their flags and targets. Connections made by rule
        are NULLobject.
        """
    def f(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """f(t, y, dy)

        Sets the states of the model to y and computes their derivatives dy at t [ms].
        """
    def fixed_step(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """fixed_step()

        Advances by one step of dt.
        """
    def jacobian(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """jacobian([value])

        0: Newton's iteration solves the tree equations and the equations of each mechanism; 1: it uses
        a dense matrix; 2: a diagonal matrix.
        """
    def maxorder(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """maxorder([value])

        Highest order of variable steps.
        """
    def maxstep(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """maxstep([value])

        Largest variable step [ms].
        """
    def minstep(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """minstep([value])

        Smallest variable step [ms]; 0: none.
        """
    def netconlist(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """netconlist(precell, postcell, target[, list])

        NetCons between the given objects, as a List.
        """
    def order(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """order([i])

        Order of the last step; with local steps, of cell i.
        """
    def print_event_queue(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """print_event_queue([times])

        Prints the pending events of this rank in order of time [ms], one a line; with a Vector, fills
        it with their times instead. A spike whose source has more than two NetCons, all with one delay,
        is one event.
        """
    def queue_mode(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """queue_mode([bins[, self_queue]])

        self_queue 1: an artificial cell's net_send with flag 1 comes after the connections of the same
        time; 0: before. bins is accepted, without effect. Returns bins + 2*self_queue.
        """
    def re_init(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """re_init()

        Restarts variable steps after the script has changed states.
        """
    def record(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """record(_ref_variable, values, times)

        Records a variable and the time at each step; with local steps, at the steps of the variable's
        cell.
        """
    def record_remove(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """record_remove(values)

        Stops recording into this Vector.
        """
    def rtol(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rtol([value])

        Relative tolerance of variable steps.
        """
    def simgraph_remove(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """simgraph_remove()

        Accepted, without effect: no graph plots at variable steps.
        """
    def solve(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """solve([tstop])

        Advances to tstop [ms], or by one step.
        """
    def spike_stat(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """spike_stat(vector)

        Fills a Vector with 11 counts: states; NetCons; events delivered, and delivered by NetCons;
        spikes sent; self events delivered, sent and moved; queue entries inserted, moved and removed.
        """
    def state_magnitudes(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """state_magnitudes(on | vector[, errors] | "variable"[, _ref_error])

        1: starts recording the largest magnitudes of states and estimated errors; 0: stops; 2: groups
        them by variable. With a variable name, returns the largest magnitude in its group; with a
        Vector, fills it with the magnitudes of all states, or their errors.
        """
    def statename(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """statename(i, strdef[, style])

        Name of state i; style 2: name of its variable alone.
        """
    def states(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """states(vector)

        The states of variable steps.
        """
    def statistics(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """statistics([i])

        Prints counters of variable steps since the last restart by re_init (with local steps: of cell
        i), and of events since finitialize.
        """
    def stiff(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """stiff([value])

        States that are integrated implicitly: 0: none; 1: voltages; 2: all.
        """
    def use_daspk(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """use_daspk([0|1])

        1: variable steps use the integrator for algebraic equations.
        """
    def use_fast_imem(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """use_fast_imem([0|1])

        Computes i_membrane_ [nA] at each step.
        """
    def use_local_dt(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """use_local_dt([0|1])

        1: with variable steps, each cell has its own step.
        """
    def use_long_double(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """use_long_double([0|1])

        Accepted, without effect: variable steps do not depend on the number of threads. Returns the
        value set, initially 0.
        """
    def use_mxb(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """use_mxb([0|1])

        1: requests a sparse solver. In Ranvier, only the equations determine the solver; results do not
        change.
        """
    def ygather(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ygather(y)

        Fills a Vector with the present values of the states; returns the number of states.
        """
    def yscatter(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """yscatter(y)

        Sets the states to these values; re_init() then continues from them.
        """

class Deck(HocObject):
    """h.Deck(...)

    A stack of windows.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def flip_to(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """flip_to(...)

        Accepted; no effect without a screen.
        """
    def intercept(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """box.intercept(on)

        1: windows created from now on go into the box.
        """
    def map(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """map(...)

        Accepted; no effect without a screen.
        """
    def move_last(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """move_last(...)

        Accepted; no effect without a screen.
        """
    def remove(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """remove(...)

        Accepted; no effect without a screen.
        """
    def remove_last(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """remove_last(...)

        Accepted; no effect without a screen.
        """
    def save(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save(...)

        Accepted; no effect without a screen.
        """
    def unmap(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """unmap(...)

        Accepted; no effect without a screen.
        """

class Exp2Syn(HocObject):
    """h.Exp2Syn(section(x))

    A synapse: each event of a NetCon opens it with the time constant tau1 [ms], and it closes with
    tau2 [ms]; at its peak, the conductance is the NetCon's weight [uS]. e [mV] is its reversal
    potential; i [nA] = g (v - e).
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    A: float  # [uS]
    _ref_A: Reference
    B: float  # [uS]
    _ref_B: Reference
    e: float  # [mV]
    _ref_e: Reference
    g: float  # [uS]
    _ref_g: Reference
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        The position of the point process; accesses its section until pop_section().
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        1 if the point process is located in a section.
        """
    i: float  # [nA]
    _ref_i: Reference
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Moves the point process to position x of the accessed section; returns x.
        """
    tau1: float  # [ms]
    _ref_tau1: Reference
    tau2: float  # [ms]
    _ref_tau2: Reference
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class ExpSyn(HocObject):
    """h.ExpSyn(section(x))

    A synapse: each event of a NetCon opens it at once by the NetCon's weight [uS]; it closes
    exponentially, with the time constant tau [ms]. e [mV] is its reversal potential; i [nA] = g (v
    - e).
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    e: float  # [mV]
    _ref_e: Reference
    g: float  # [uS]
    _ref_g: Reference
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        The position of the point process; accesses its section until pop_section().
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        1 if the point process is located in a section.
        """
    i: float  # [nA]
    _ref_i: Reference
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Moves the point process to position x of the accessed section; returns x.
        """
    tau: float  # [ms]
    _ref_tau: Reference
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class FInitializeHandler(HocObject):
    """h.FInitializeHandler([stage,] "statement"[, object])

    Runs a statement in finitialize: stage 0 before INITIAL blocks, 1 after (default), 2 at the end,
    3 at the start. The statement runs at the top level or, if an object is given, in its scope.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def allprint(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """allprint()

        Prints the statements of all handlers, by stage.
        """

class File(HocObject):
    """h.File("name")

    A file, read and written as text or as binary numbers.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def aopen(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.aopen("name")

        Opens for appending; 1 on success, else 0.
        """
    def chooser(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.chooser("type", "banner", "filter", "accept", "cancel", "path")

        Asks the user for a file; 0 without a screen.
        """
    def close(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.close()

        Closes the file.
        """
    def dir(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.dir()

        Folder last selected in a chooser; empty without a screen.
        """
    def eof(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.eof()

        1 at the end of the file.
        """
    def flush(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.flush()

        Writes buffered data.
        """
    def getname(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.getname(strdef)

        Assigns the file's name to strdef.
        """
    def gets(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.gets(strdef)

        Reads a line with its newline; returns its length, -1 at the end.
        """
    def isopen(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.isopen()

        1 while the file is open.
        """
    def mktemp(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.mktemp()

        Sets the name to that of a new temporary file.
        """
    def printf(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.printf("format", ...)

        Writes formatted text, like printf.
        """
    def ropen(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.ropen("name")

        Opens for reading; 1 on success, else 0.
        """
    def scanstr(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.scanstr(strdef)

        Reads the next word; returns its length, -1 at the end.
        """
    def scanvar(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.scanvar()

        Reads the next number.
        """
    def seek(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.seek(offset, base)

        Moves to a byte offset from base: 0 start, 1 here, 2 end. 0 on success.
        """
    def tell(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.tell()

        The position in the file in bytes.
        """
    def unlink(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.unlink()

        Removes the file; 1 on success, else 0.
        """
    def vread(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.vread(_ref_x)

        Reads a number in binary.
        """
    def vwrite(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.vwrite(_ref_x)

        Writes a number in binary.
        """
    def wopen(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.wopen("name")

        Opens for writing, truncating the file; 1 on success, else 0.
        """

class GidRange(HocObject):
    """h.GidRange(first, count)

    The gids first, first + 1, ..., for pc.connect. Takes no memory, also with a gap.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def contains(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """contains(gid)

        1: the gid is in the range; 0: it is not.
        """
    def first(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """first()

        The first gid.
        """
    def size(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """size()

        The number of gids.
        """
    def without(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """without(first, count)

        A GidRange without the gids first to first+count-1; it may have one gap.
        """

class Glyph(HocObject):
    """h.Glyph(...)

    A drawing for Graph.glyph.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def circle(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """circle(...)

        Accepted; no effect without a screen.
        """
    def close(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """close(...)

        Accepted; no effect without a screen.
        """
    def cpt(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """cpt(...)

        Accepted; no effect without a screen.
        """
    def curve(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """curve(...)

        Accepted; no effect without a screen.
        """
    def erase(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """erase(...)

        Accepted; no effect without a screen.
        """
    def fill(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """fill(...)

        Accepted; no effect without a screen.
        """
    def gif(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """gif(...)

        Accepted; no effect without a screen.
        """
    def l(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """l(...)

        Accepted; no effect without a screen.
        """
    def m(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m(...)

        Accepted; no effect without a screen.
        """
    def path(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """path(...)

        Accepted; no effect without a screen.
        """
    def s(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """s(...)

        Accepted; no effect without a screen.
        """

class Graph(HocObject):
    """h.Graph(mapped)

    A plot of lines with an x axis and a y axis.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def addexpr(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.addexpr("label", "expression", object, color, brush)

        Adds a line that plots an expression.
        """
    def addobject(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.addobject(RangeVarPlot, color, brush, x, y)

        Adds a line that plots a RangeVarPlot.
        """
    def addvar(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.addvar("label", _ref_variable, color, brush)

        Adds a line that plots a variable.
        """
    def align(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """align(...)

        Accepted; no effect without a screen.
        """
    def begin(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.begin()

        Restarts the lines of variables and expressions.
        """
    def beginline(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.beginline("label", color, brush)

        Begins a line.
        """
    def brush(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.brush(i)

        Sets the brush for subsequent drawing.
        """
    def color(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.color(i)

        Sets the color for subsequent drawing.
        """
    def crosshair_action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """crosshair_action(...)

        Accepted; no effect without a screen.
        """
    def erase(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.erase()

        Removes points and marks.
        """
    def erase_all(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.erase_all()

        Removes everything.
        """
    def exec_menu(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.exec_menu("item")

        Runs a menu item: "Keep Lines" or "Erase".
        """
    def family(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.family(on)

        1: keeps the lines of earlier runs.
        """
    def fastflush(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """fastflush(...)

        Accepted; no effect without a screen.
        """
    def fixed(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """fixed(...)

        Accepted; no effect without a screen.
        """
    def flush(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """flush(...)

        Accepted; no effect without a screen.
        """
    def getline(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """getline(...)

        Accepted; no effect without a screen.
        """
    def gif(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """gif(...)

        Accepted; no effect without a screen.
        """
    def glyph(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """glyph(...)

        Accepted; no effect without a screen.
        """
    def label(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.label(x, y, "text", fixed)

        Draws text; x and y are fractions of the window.
        """
    def line(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.line(x, y)

        Adds a point to the current line.
        """
    def line_info(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """line_info(...)

        Accepted; no effect without a screen.
        """
    def mark(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.mark(x, y, "style", size, color, brush)

        Draws a mark.
        """
    def menu_action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """menu_action(...)

        Accepted; no effect without a screen.
        """
    def menu_remove(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """menu_remove(...)

        Accepted; no effect without a screen.
        """
    def menu_tool(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """menu_tool(...)

        Accepted; no effect without a screen.
        """
    def plot(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.plot(x)

        Adds a point at x to the line of each variable and expression.
        """
    def printfile(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """printfile(...)

        Accepted; no effect without a screen.
        """
    def relative(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """relative(...)

        Accepted; no effect without a screen.
        """
    def save_name(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save_name(...)

        Accepted; no effect without a screen.
        """
    def simgraph(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """simgraph(...)

        Accepted; no effect without a screen.
        """
    def size(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.size(x0, x1, y0, y1)

        Sets the axis ranges; g.size(i) returns edge i (1: left, 2: right, 3: bottom, 4: top).
        """
    def unmap(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.unmap()

        Closes the window.
        """
    def vector(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vector(...)

        Accepted; no effect without a screen.
        """
    def vfixed(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vfixed(...)

        Accepted; no effect without a screen.
        """
    def view(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """view(...)

        Accepted; no effect without a screen.
        """
    def view_count(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.view_count()

        Number of windows: 1 if the graph is recorded, else 0.
        """
    def view_info(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """view_info(...)

        Accepted; no effect without a screen.
        """
    def view_size(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """view_size(...)

        Accepted; no effect without a screen.
        """
    def xaxis(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """xaxis(...)

        Accepted; no effect without a screen.
        """
    def xexpr(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """g.xexpr("expression")

        Sets the expression that plot uses for x.
        """
    def yaxis(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """yaxis(...)

        Accepted; no effect without a screen.
        """

class HBox(HocObject):
    """h.HBox(...)

    A box of windows.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def adjust(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """adjust(...)

        Accepted; no effect without a screen.
        """
    def adjuster(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """adjuster(...)

        Accepted; no effect without a screen.
        """
    def dialog(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """dialog(...)

        Accepted; no effect without a screen.
        """
    def dismiss_action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """dismiss_action(...)

        Accepted; no effect without a screen.
        """
    def full_request(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """full_request(...)

        Accepted; no effect without a screen.
        """
    def intercept(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """box.intercept(on)

        1: windows created from now on go into the box.
        """
    def ismapped(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ismapped(...)

        Accepted; no effect without a screen.
        """
    def map(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """map(...)

        Accepted; no effect without a screen.
        """
    def priority(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """priority(...)

        Accepted; no effect without a screen.
        """
    def ref(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """box.ref(object)

        Keeps the object alive as long as the box; a window that is never shown cannot be closed.
        """
    def save(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save(...)

        Accepted; no effect without a screen.
        """
    def size(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """size(...)

        Accepted; no effect without a screen.
        """
    def unmap(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """unmap(...)

        Accepted; no effect without a screen.
        """

class IClamp(HocObject):
    """h.IClamp(section(x))

    A current clamp: injects amp [nA] from del [ms] on, for dur [ms]. A positive current
    depolarizes. i [nA] is the current that flows now.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    amp: float  # [nA]
    _ref_amp: Reference
    delay: float  # [ms]
    _ref_delay: Reference
    dur: float  # [ms]
    _ref_dur: Reference
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        The position of the point process; accesses its section until pop_section().
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        1 if the point process is located in a section.
        """
    i: float  # [nA]
    _ref_i: Reference
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Moves the point process to position x of the accessed section; returns x.
        """
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class Impedance(HocObject):
    """h.Impedance()

    Input and transfer impedances of the cells, linearized at their current state.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def compute(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """compute(freq[, 0])

        Computes impedances at a frequency [Hz], from conductances and capacitances.
        """
    def deltafac(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """deltafac([factor])

        Relative change of a state for numerical derivatives; not used by compute(freq, 0).
        """
    def input(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """input(x)

        |v(x) / i(x)| [megohm].
        """
    def input_phase(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """input_phase(x)

        Phase of v(x) / i(x) [radian].
        """
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Injects the current at x of the accessed section.
        """
    def ratio(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ratio(x)

        |v(loc) / v(x)| for a current at x.
        """
    def transfer(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """transfer(x)

        |v(x) / i(loc)| [megohm].
        """
    def transfer_phase(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """transfer_phase(x)

        Phase of v(x) / i(loc) [radian].
        """

class IntFire1(HocObject):
    """h.IntFire1()

    An artificial cell: an event adds the NetCon's weight to m, which decays with the time constant
    tau [ms]. When m reaches 1 the cell fires, and is deaf for refrac [ms].
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def M(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """M(...)

        M of IntFire1.mod.
        """
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        An error: artificial cells are not located in a section.
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        0.
        """
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        An error: artificial cells are not located in a section.
        """
    m: float
    _ref_m: Reference
    refrac: float  # [ms]
    _ref_refrac: Reference
    tau: float  # [ms]
    _ref_tau: Reference
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class IntFire2(HocObject):
    """h.IntFire2()

    An artificial cell: an event adds the NetCon's weight to a current i, which decays to ib with
    taus [ms]; m follows it with taum [ms]. When m reaches 1 the cell fires, and m returns to 0.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def I(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """I(...)

        I of IntFire2.mod.
        """
    def M(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """M(...)

        M of IntFire2.mod.
        """
    def firetime(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """firetime(...)

        firetime of IntFire2.mod.
        """
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        An error: artificial cells are not located in a section.
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        0.
        """
    i: float
    _ref_i: Reference
    ib: float
    _ref_ib: Reference
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        An error: artificial cells are not located in a section.
        """
    m: float
    _ref_m: Reference
    def newton1(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """newton1(...)

        newton1 of IntFire2.mod.
        """
    taum: float  # [ms]
    _ref_taum: Reference
    taus: float  # [ms]
    _ref_taus: Reference
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class IntFire4(HocObject):
    """h.IntFire4()

    An artificial cell: events with positive weights excite it (time constant taue [ms]), those with
    negative weights inhibit it (taui1, taui2 [ms]); m follows with taum [ms]. When m reaches 1 the
    cell fires, and m returns to 0.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def E(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """E(...)

        E of IntFire4.mod.
        """
    def I(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """I(...)

        I of IntFire4.mod.
        """
    def M(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """M(...)

        M of IntFire4.mod.
        """
    ae: float  # [1/ms]
    _ref_ae: Reference
    ai1: float  # [1/ms]
    _ref_ai1: Reference
    ai2: float  # [1/ms]
    _ref_ai2: Reference
    def deriv(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """deriv(...)

        deriv of IntFire4.mod.
        """
    e: float
    _ref_e: Reference
    def factors(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """factors(...)

        factors of IntFire4.mod.
        """
    def firetimebound(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """firetimebound(...)

        firetimebound of IntFire4.mod.
        """
    def fixprecondition(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """fixprecondition(...)

        fixprecondition of IntFire4.mod.
        """
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        An error: artificial cells are not located in a section.
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        0.
        """
    i1: float
    _ref_i1: Reference
    i2: float
    _ref_i2: Reference
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        An error: artificial cells are not located in a section.
        """
    m: float
    _ref_m: Reference
    def newstates(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """newstates(...)

        newstates of IntFire4.mod.
        """
    nexcite: float
    _ref_nexcite: Reference
    ninhibit: float
    _ref_ninhibit: Reference
    nself: float
    _ref_nself: Reference
    def search(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """search(...)

        search of IntFire4.mod.
        """
    taue: float  # [ms]
    _ref_taue: Reference
    taui1: float  # [ms]
    _ref_taui1: Reference
    taui2: float  # [ms]
    _ref_taui2: Reference
    taum: float  # [ms]
    _ref_taum: Reference
    def update(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """update(...)

        update of IntFire4.mod.
        """
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class KSChan(HocObject):
    """h.KSChan([is_point])

    A channel described by gates, states and rates; it becomes a mechanism when its name is used.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def add_hhstate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.add_hhstate("name")

        Adds a Hodgkin-Huxley gate; returns its KSState.
        """
    def add_ksstate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.add_ksstate(gate, "name")

        Adds a state to the kinetic scheme of a gate, or of a new gate if that is null.
        """
    def add_transition(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.add_transition(from, to)

        Adds a transition between two states; returns its KSTrans.
        """
    def erev(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.erev([value])

        Default reversal potential [mV] of a nonspecific current.
        """
    def gate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.gate(i)

        The i-th KSGate.
        """
    def gmax(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.gmax([value])

        Default conductance [S/cm2, uS] or permeability [cm/s, cm3/s].
        """
    def ion(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.ion(["name"])

        The ion that the channel conducts, or NonSpecific.
        """
    def is_point(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.is_point()

        1 for a point process.
        """
    def iv_type(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.iv_type([type])

        0 ohmic, 1 ohmic with Nernst potential, 2 Goldman-Hodgkin-Katz.
        """
    def ligand(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.ligand(i)

        The i-th ion that binds, e.g. ca_ion.
        """
    def name(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.name(["name"])

        Name of the channel as a mechanism.
        """
    def ngate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.ngate()

        Number of gates.
        """
    def nligand(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.nligand()

        Number of ligands.
        """
    def nstate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.nstate()

        Number of states.
        """
    def ntrans(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.ntrans()

        Number of transitions.
        """
    def pr(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.pr()

        Prints gates, states and transitions.
        """
    def remove_state(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.remove_state(state)

        Removes a state and its transitions.
        """
    def remove_transition(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.remove_transition(transition)

        Removes a transition.
        """
    def setstructure(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.setstructure(vec)

        Sets gates, states and transitions from numbers in the channel builder's format.
        """
    def single(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.single([0])

        Single channels; not supported.
        """
    def state(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.state(i)

        The i-th KSState.
        """
    def trans(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.trans(i) or ks.trans(from, to)

        A KSTrans.
        """
    def usetable(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.usetable([use, [size, vmin, vmax]])

        Tables of Hodgkin-Huxley gates for fixed steps.
        """

class KSGate(HocObject):
    """h.ks.gate(i)

    A gate of a KSChan.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def index(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """gate.index()

        Index of the gate.
        """
    def nstate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """gate.nstate()

        Number of states of the gate.
        """
    def power(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """gate.power([n])

        Exponent of the gate in the conductance.
        """
    def sindex(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """gate.sindex()

        Index of the gate's first state.
        """

class KSState(HocObject):
    """h.ks.state(i)

    A state of a KSChan.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def frac(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """state.frac([value])

        Fraction of the full conductance.
        """
    def gate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """state.gate()

        The KSGate of the state.
        """
    def index(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """state.index()

        Index of the state.
        """
    def name(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """state.name(["name"])

        Name of the state.
        """

class KSTrans(HocObject):
    """h.ks.trans(i)

    A transition of a KSChan.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def ab(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.ab(v, a, b)

        Rates at the voltages of v [mV].
        """
    def f(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.f(direction, v)

        The function at v [mV].
        """
    def ftype(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.ftype(direction)

        Form of the transition's function; -1 if none was set.
        """
    def index(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.index()

        Index of the transition.
        """
    def inftau(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.inftau(v, inf, tau)

        Steady states and time constants at the voltages of v [mV].
        """
    def ligand(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.ligand()

        The ligand that binds: cai, cao, or empty.
        """
    def parm(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.parm(direction, [_ref_vmin, _ref_vmax])

        The Vector of the function's parameters.
        """
    def set_f(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.set_f(direction, form, vec, [vmin, vmax])

        Rate or, for type 1, steady state and time constant: 1 constant, 2 exp, 3 linoid, 4 sigmoid, 5
        and 6 Borg-Graham, 7 table.
        """
    def src(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.src()

        The KSState where the transition starts.
        """
    def stoichiometry(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.stoichiometry([n])

        Number of ligands that bind in the transition.
        """
    def target(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.target()

        The KSState where the transition ends.
        """
    def type(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.type([type, "ligand"])

        0 rates, 1 inf and tau, 2 ligand outside, 3 inside.
        """

class LinearMechanism(HocObject):
    """h.LinearMechanism(c, g, y, [y0,] b[, x | sections, x[, layers]])

    Solves c dy/dt + g y = b together with the cable equations. The first elements of y are the
    potentials at x of a section, or of the sections in a SectionList; layer 0 is inside, k the k-th
    extracellular layer.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def valid(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """valid()

        1 while all its sections exist.
        """

class List(HocObject):
    """h.List("Template")

    Objects in order; with a class name, all living objects of that class.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def accept_action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.accept_action("command")

        Sets the command for a double click in the window; no effect without a screen.
        """
    def append(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.append(object)

        Adds at the end; returns the count.
        """
    def browser(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.browser("title", "item")

        Shows the list in a window; no effect without a screen.
        """
    def count(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.count()

        Number of objects.
        """
    def index(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.index(object)

        Index of the object; -1 if it is not in the list.
        """
    def insrt(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.insrt(i, object)

        Inserts before object i; returns the count.
        """
    def o(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.o(i)

        Object i.
        """
    def object(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.object(i)

        Object i.
        """
    def prepend(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.prepend(object)

        Adds at the beginning; returns the count.
        """
    def remove(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.remove(i)

        Removes object i; returns the count.
        """
    def remove_all(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.remove_all()

        Removes all objects.
        """
    def scroll_pos(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.scroll_pos(i)

        Scroll position of the window; -1 without a screen.
        """
    def select(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.select(i)

        Selects object i.
        """
    def select_action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.select_action("command")

        Sets the command for a click in the window; no effect without a screen.
        """
    def selected(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.selected()

        Index last passed to select; initially -1.
        """
    def __iter__(self) -> Iterator[Any]: ...
    def __len__(self) -> int: ...
    def __contains__(self, value: Any) -> bool: ...
    @overload
    def __getitem__(self, index: int) -> Any: ...
    @overload
    def __getitem__(self, index: slice) -> list[Any]: ...

class Matrix(HocObject):
    """h.Matrix(rows, columns, storage)

    A matrix, initially 0; storage 1 full, 2 sparse, 3 banded (all are stored as full).
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def add(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.add(other, destination)

        The sum with a Matrix, in place or into a Matrix.
        """
    def bcopy(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.bcopy(row, column, rows, columns, to_row, to_column, destination)

        Copies a block.
        """
    def c(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.c(destination)

        A copy.
        """
    def det(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.det(_ref_exponent)

        Mantissa of the determinant, which is the result times 10^exponent.
        """
    def exp(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.exp(destination)

        The matrix exponential.
        """
    def fprint(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.fprint(with_size, file, "element format", "row end")

        Writes the size (unless with_size is 0) and the elements to a File.
        """
    def from_vector(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.from_vector(vec)

        Assigns all elements from a Vector, column by column.
        """
    def getcol(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.getcol(column, vec)

        A column as a Vector.
        """
    def getdiag(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.getdiag(k, vec)

        Diagonal k (0 main, > 0 above) as a Vector with one element per row.
        """
    def getrow(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.getrow(row, vec)

        A row as a Vector.
        """
    def getval(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.getval(row, column)

        An element.
        """
    def ident(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.ident()

        Sets the diagonal to 1 and all other elements to 0.
        """
    def inverse(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.inverse(destination)

        The inverse.
        """
    def mulm(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.mulm(other, destination)

        The product with a Matrix.
        """
    def muls(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.muls(number, destination)

        The product with a number, in place or into a Matrix.
        """
    def mulv(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.mulv(vec, destination)

        The product with a Vector.
        """
    def ncol(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.ncol()

        Number of columns.
        """
    def nrow(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.nrow()

        Number of rows.
        """
    def pow(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.pow(k, destination)

        The power k, a whole number up to 100.
        """
    def printf(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.printf("element format", "row end")

        Prints the elements.
        """
    def resize(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.resize(rows, columns)

        Changes the size; new elements are 0.
        """
    def scanf(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.scanf(file, rows, columns)

        Reads the elements from a File; without rows and columns, reads the size first.
        """
    def set(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.set(...)

        Assigns all elements, row by row.
        """
    def setcol(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.setcol(column, number or vec)

        Assigns to a column.
        """
    def setdiag(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.setdiag(k, number or vec)

        Assigns to diagonal k.
        """
    def setrow(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.setrow(row, number or vec)

        Assigns to a row.
        """
    def setval(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.setval(row, column, value)

        Assigns to an element.
        """
    def solv(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.solv(b, destination, use_former)

        The Vector x for which m x = b.
        """
    def spgetrowval(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.spgetrowval(row, k, _ref_column)

        The k-th nonzero element of a row.
        """
    def sprowlen(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.sprowlen(row)

        Number of nonzero elements of a row.
        """
    def svd(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.svd(u, v)

        Singular values; m = u^T diag(d) v.
        """
    def symmeig(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.symmeig(eigenvectors)

        Eigenvalues of a symmetric Matrix.
        """
    def to_vector(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.to_vector(vec)

        All elements as a Vector, column by column.
        """
    def transpose(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.transpose(destination)

        The transposed Matrix.
        """
    x: Array
    _ref_x: Any
    def zero(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.zero()

        Sets all elements to 0.
        """

class MechanismStandard(HocObject):
    """h.MechanismStandard("name", kind)

    Values for a mechanism's variables: kind 1 parameters, 2 assigned, 3 states, 0 all, -1 names of
    the GLOBALs.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def _in(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms._in(x)

        The same as in.
        """
    def action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms.action("statement")

        Sets the statement to run when a value changes in the panel.
        """
    def count(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms.count()

        Number of variables.
        """
    def get(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms.get("variable", i)

        The value of a variable, or of its element i.
        """
    def in_(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms.in(x)

        Copies from the accessed section (first segment, or at x), a point process or another standard.
        """
    def is_array(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms.is_array(i)

        1 if variable i is an array.
        """
    def name(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms.name(strdef, i)

        Name of variable i; returns its length. Without i: the mechanism's name.
        """
    def out(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms.out(x)

        Copies to the accessed section (all segments, or at x), a point process or another standard.
        """
    def panel(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms.panel("title")

        Shows fields for the variables; no effect without a screen.
        """
    def save(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms.save("name")

        Writes the MechanismStandard to a session file; no effect without a screen.
        """
    def set(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms.set("variable", value, i)

        Sets a variable, or its element i.
        """

class MechanismType(HocObject):
    """h.MechanismType(point_processes)

    A selection among density mechanisms (0), or point processes and artificial cells (1).
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.action("statement")

        Sets the statement to run when a menu item is chosen; hoc_ac_ is the item's index.
        """
    def code(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.code()

        Text of the .mod file; empty if the file no longer exists.
        """
    def count(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.count()

        Number of mechanisms.
        """
    def file(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.file()

        Path of the .mod file.
        """
    def has_net_event(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.has_net_event(i)

        1 if mechanism i can be the source of a NetCon.
        """
    def internal_type(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.internal_type()

        A number that identifies the mechanism in this run.
        """
    def is_artificial(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.is_artificial(i)

        1 if mechanism i is an artificial cell.
        """
    def is_ion(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.is_ion()

        1 if the selected mechanism is an ion.
        """
    def is_netcon_target(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.is_netcon_target(i)

        1 if mechanism i can be the target of a NetCon.
        """
    def make(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.make(objref)

        Inserts the selected mechanism into the accessed section, or makes a point process without a
        location.
        """
    def menu(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.menu()

        Adds a menu of all names to the panel being made.
        """
    def pp_begin(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.pp_begin()

        The first point process of the selected type in the accessed section, or NULLobject.
        """
    def pp_next(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.pp_next()

        The next point process, or NULLobject.
        """
    def remove(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.remove()

        Removes the selected mechanism from the accessed section.
        """
    def select(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.select("name")

        Selects a mechanism by name or index.
        """
    def selected(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.selected(strdef)

        Index and name of the selected mechanism.
        """

class NMODLRandom(HocObject):
    """h.NMODLRandom()

    A RANDOM variable of an instance: `synapse.name` or `section.name_mechanism(x)`. One made by
    `new` is empty.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def get_ids(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_ids()

        The three ids of the stream as a Vector.
        """
    def get_seq(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_seq()

        Position in the stream: four times the counter plus the index of the draw (0 to 3).
        """
    def set_ids(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """set_ids(id1, id2, id3)

        Selects the Random123 stream with these ids; the position stays the same.
        """
    def set_seq(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """set_seq(position)

        Sets the position in the stream; returns the object.
        """
    def uniform(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """uniform()

        The next draw, between 0 and 1.
        """

class NetCon(HocObject):
    """h.NetCon(section(x)._ref_v, target[, threshold, delay, weight]) or NetCon(cell, target, ...)

    Connects a spike source (mV threshold) to a target after a delay [ms].
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def active(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """active() or active(0|1)

        1 if the NetCon delivers events, else 0; with an argument, sets the state and returns the
        previous one.
        """
    delay: float  # [ms]
    _ref_delay: Reference
    def event(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """event(t)

        Delivers an event to the target at time t [ms]; returns 0 if the NetCon is inactive or has no
        target.
        """
    def get_recordvec(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_recordvec()

        The Vector in which record collects the source's spike times.
        """
    def postcell(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """postcell()

        The template instance that contains the target's section.
        """
    def postcelllist(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """postcelllist([List])

        A List of all NetCons whose target is in the same cell.
        """
    def postloc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """postloc()

        Position of the target, whose section is the accessed one until pop_section(); -1 if the target
        has no section.
        """
    def pre(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pre()

        The source, if it is an artificial cell or point process.
        """
    def precell(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """precell()

        The template instance that contains the source's section.
        """
    def precelllist(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """precelllist([List])

        A List of all NetCons whose source is in the same cell.
        """
    def prelist(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """prelist([List])

        A List of all NetCons with the same source.
        """
    def preloc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """preloc()

        Position of the source, whose section is the accessed one until pop_section(); -1 if the source
        has no section.
        """
    def record(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """record([tvec[, idvec[, id]]]) or record("statement"[, object])

        Records the source's spike times [ms], or runs a statement at each spike; without arguments,
        stops recording.
        """
    def setpost(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """setpost(target)

        Replaces the target.
        """
    def srcgid(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """srcgid()

        The source's gid, or -1 if it has none.
        """
    def syn(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """syn()

        The target.
        """
    def synlist(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """synlist([List])

        A List of all NetCons with the same target.
        """
    threshold: float  # [mV]
    _ref_threshold: Reference
    def valid(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """valid()

        1 if the NetCon has a source and a target.
        """
    def wcnt(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """wcnt()

        Number of weights.
        """
    weight: Array
    _ref_weight: Any
    x: float  # [mV]
    _ref_x: Reference
    def postseg(self, *ignored: Any) -> Any:
        """The segment of the target; None if it is not located in a section."""
    def preseg(self, *ignored: Any) -> Any:
        """The segment whose voltage the source watches; None if it watches none."""

class NetStim(HocObject):
    """h.NetStim()

    Generates spikes: number of them, interval [ms] apart on average, from start [ms] on. noise 0:
    at equal intervals; 1: at exponentially distributed ones, a Poisson process; between: a mixture.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def erand(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """erand(...)

        erand of NetStim.mod.
        """
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        An error: artificial cells are not located in a section.
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        0.
        """
    def init_sequence(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """init_sequence(...)

        init_sequence of NetStim.mod.
        """
    interval: float  # [ms]
    _ref_interval: Reference
    def invl(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """invl(...)

        invl of NetStim.mod.
        """
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        An error: artificial cells are not located in a section.
        """
    def next_invl(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """next_invl(...)

        next_invl of NetStim.mod.
        """
    noise: float
    _ref_noise: Reference
    def noiseFromRandom(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """noiseFromRandom(random)

        Draws the random part of the intervals from a Random, whose distribution should be negexp(1).
        """
    def noiseFromRandom123(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """noiseFromRandom123(...)

        noiseFromRandom123 of NetStim.mod.
        """
    number: float
    _ref_number: Reference
    def ranvar(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ranvar

        RANDOM ranvar of NetStim.mod.
        """
    def seed(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """seed(...)

        seed of NetStim.mod.
        """
    start: float  # [ms]
    _ref_start: Reference
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class OClamp(HocObject):
    """h.OClamp(section(x))

    A voltage clamp through the resistance rs [megohm], at vc [mV], while switched_on is not 0 and t
    is between on and off [ms]. i [nA] is the current that flows now.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def current_now(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """current_now(...)

        current_now of OClamp.mod.
        """
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        The position of the point process; accesses its section until pop_section().
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        1 if the point process is located in a section.
        """
    i: float  # [nA]
    _ref_i: Reference
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Moves the point process to position x of the accessed section; returns x.
        """
    off: float  # [ms]
    _ref_off: Reference
    on: float  # [ms]
    _ref_on: Reference
    rs: float  # [megohm]
    _ref_rs: Reference
    switched_on: float
    _ref_switched_on: Reference
    vc: float  # [mV]
    _ref_vc: Reference
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class PPShape(HocObject):
    """h.PPShape(...)

    A picture of point processes.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def append(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """append(...)

        Accepted; no effect without a screen.
        """
    def view(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """view(...)

        Accepted; no effect without a screen.
        """

class PWManager(HocObject):
    """h.PWManager(...)

    The arrangement of windows on screen and paper.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def close(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """close(...)

        Accepted; no effect without a screen.
        """
    def count(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """count(...)

        Accepted; no effect without a screen.
        """
    def deco(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """deco(...)

        Accepted; no effect without a screen.
        """
    def deiconify(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """deiconify(...)

        Accepted; no effect without a screen.
        """
    def group(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pwm.group(i, object)

        Group of window i; none without a screen.
        """
    def hide(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """hide(...)

        Accepted; no effect without a screen.
        """
    def iconify(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """iconify(...)

        Accepted; no effect without a screen.
        """
    def is_mapped(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """is_mapped(...)

        Accepted; no effect without a screen.
        """
    def landscape(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """landscape(...)

        Accepted; no effect without a screen.
        """
    def leader(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """leader(...)

        Accepted; no effect without a screen.
        """
    def manager(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """manager(...)

        Accepted; no effect without a screen.
        """
    def map(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """map(...)

        Accepted; no effect without a screen.
        """
    def name(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pwm.name(i)

        Name of window i; empty without a screen.
        """
    def paper_place(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """paper_place(...)

        Accepted; no effect without a screen.
        """
    def printfile(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """printfile(...)

        Accepted; no effect without a screen.
        """
    def save(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save(...)

        Accepted; no effect without a screen.
        """
    def scale(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """scale(...)

        Accepted; no effect without a screen.
        """
    def snap(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """snap(...)

        Accepted; no effect without a screen.
        """
    def window_place(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """window_place(...)

        Accepted; no effect without a screen.
        """

class ParallelContext(HocObject):
    """h.ParallelContext([nhost])

    Ranks, gids, the parallel run, and the bulletin board.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def allgather(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """allgather(value, vector)

        Fills the Vector with the value of each rank, in rank order.
        """
    def allreduce(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """allreduce(value or vector, type)

        Sum (1), maximum (2) or minimum (3) over ranks; a Vector is reduced element by element, in
        place.
        """
    def alltoall(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """alltoall(source, counts, destination)

        Sends counts.x[r] elements of source to each rank r.
        """
    def area(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """area(gid[, area]) or area(gids, areas)

        The area of a gid, for exchanges that use areas; -1: none. With an area, sets it; a Vector of
        gids takes a Vector of areas, or one area for all, and a GidRange takes one area.
        """
    def barrier(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """barrier()

        Waits for all ranks; returns the seconds waited.
        """
    def broadcast(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """broadcast(strdef or vector, root)

        Copies the root's string or Vector to all ranks; returns its length.
        """
    def cell(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """cell(gid, netcon[, output])

        Makes the NetCon's source fire for the gid; output 0: only on this rank.
        """
    def checkpoint(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """checkpoint("file"[, "every"[, resume]])

        Saves the state of the following runs at SIGTERM, SIGUSR1 and each interval of the model's time
        (10, "10ms") or of the clock ("30min"); resume = 1: the run continues from there; 2: also if its
        scripts or parameters differ. See --checkpoint.
        """
    def context(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """context("statement") or context([object,] "function", arguments)

        Runs a statement or function once on every worker.
        """
    def done(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """done()

        Ends the workers.
        """
    def event_time(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """event_time()

        Seconds spent delivering events.
        """
    def exchange(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """exchange(["name"[, "option", value, ...]])

        Sets the exchange strategy between ranks; returns the current one.
        """
    def find_areas(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """find_areas(n, sources, targets, delays, least, areas)

        Divides cells 0 to n-1 into at most `areas` areas with few connections between them, none with a
        delay shorter than least [ms]; returns a Vector with the area of each cell. If cells joined by
        shorter delays form more groups than that, METIS merges groups.
        """
    def get_partition(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_partition(thread)

        SectionList of the root sections of the cells assigned to a thread.
        """
    def gid2cell(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """gid2cell(gid)

        The template instance whose section or point process fires for the gid, else the artificial cell
        or point process that does.
        """
    def gid2obj(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """gid2obj(gid)

        The artificial cell or point process that fires for the gid, or the template instance that
        contains its section.
        """
    def gid_clear(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """gid_clear([type])

        Removes gids (type 1), the variables of gap junctions (4), or both (0).
        """
    def gid_connect(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """gid_connect(gid, target[, netcon])

        Creates a NetCon from the gid, on any rank, to a target on this rank.
        """
    def gid_exists(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """gid_exists(gid)

        0: gid not on this rank; 1: on this rank, without a source; 2: with a source; 3: with a source
        that other ranks can use.
        """
    def id(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """id()

        This rank.
        """
    def id_bbs(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """id_bbs()

        This rank.
        """
    def id_world(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """id_world()

        This rank.
        """
    def integ_time(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """integ_time()

        Seconds spent advancing cells.
        """
    def interval_log(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """interval_log(on) or interval_log("figure"[, vector])

        Records the cost of each exchange interval on this rank, from the next initialization on. With
        the name of a figure, returns a Vector of its values: t [ms]; deliver, update, collocate,
        communicate, synchronize, wait [s]; spikes_sent, spikes_received, bytes_sent, bytes_received,
        messages, rounds.
        """
    def look(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """look(key[, _ref_number | strdef | vector, ...])

        If there is a message with this key, unpacks it and returns 1; the message stays on the board.
        """
    def look_take(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """look_take(key[, _ref_number | strdef | vector, ...])

        If there is a message with this key, removes it, unpacks it and returns 1.
        """
    def master_works_on_jobs(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """master_works_on_jobs(flag)

        Whether rank 0 does jobs itself while it waits in working(), as it does by default; a single
        rank always does. Returns 0.
        """
    def max_histogram(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """max_histogram([vector])

        Collects a histogram of the most spikes that any rank sent in each exchange; only with
        allgather, where ranks know this number.
        """
    def mpiabort_on_error(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mpiabort_on_error(1)

        An error on one rank always ends all ranks.
        """
    def multisplit(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """multisplit(x, id[, backbone_style])

        Not supported: each cell is on one rank and one thread.
        """
    def nhost(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """nhost()

        Number of ranks.
        """
    def nhost_bbs(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """nhost_bbs()

        Number of ranks.
        """
    def nhost_world(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """nhost_world()

        Number of ranks.
        """
    def nrnbbcore_write(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """nrnbbcore_write([folder])

        Writes nothing and prints a warning: files for CoreNEURON are not supported.
        """
    def nthread(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """nthread([n[, parallel]])

        Number of threads of this rank; with an argument, sets it. parallel = 0: one thread does the
        work of all.
        """
    def nworker(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """nworker()

        The threads that work beside each other; 0 if there is one, or if one does the work of all
        (nthread).
        """
    def optimize_node_order(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """optimize_node_order([kind])

        Accepted, without effect: cells of equal shape are always stored side by side. Returns the last
        kind set, initially 0.
        """
    def outputcell(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """outputcell(gid)

        Makes the gid available to other ranks.
        """
    def pack(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pack(values)

        Adds numbers, strings and Vectors to the next post.
        """
    def partition(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """partition([thread, list])

        Stores the SectionList of the root sections of a thread's cells; without arguments, discards all
        lists. Ranvier distributes cells over threads itself, and results do not depend on the lists.
        """
    def placement(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """placement("way", ...)

        A Vector with the rank of each cell, 0 to n-1: ("round_robin", n), ("consecutive", n),
        ("shuffled", n, seed), ("by_area", areas), ("least_loaded", weights), ("metis", n, sources,
        targets[, weights]).
        """
    def post(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """post(key[, values])

        Posts a message (the packed one, or the given values) under a key.
        """
    def prcellstate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """prcellstate(gid[, "suffix"])

        Writes the state of the gid's cell to the text file GID_SUFFIX.nrndat, to compare two runs; on
        ranks without the gid, does nothing.
        """
    def psolve(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """psolve(tstop)

        Advances all ranks to tstop [ms].
        """
    def pyret(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pyret()

        What the Python function of the job that working() returned last has returned.
        """
    def raster(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """raster("file.h5") | spikes = raster()

        Records the spikes of all gids of all ranks into a raster, from the next finitialize on: SONATA
        if the name ends in .h5 or .hdf5, else text. Without a name, completes the file and returns its
        number of spikes; the end of the program completes it, too. Each finitialize starts the file
        again. All ranks call it. See --raster.
        """
    def replay(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """replay("raster", gids) or replay(tvec, gidvec, gids)

        From the next finitialize on, only the cells of these gids run; all others fire from the raster.
        """
    def report(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """report("file.h5:variable=v,..."[, gids | sectionlist])

        Records a variable of many segments into a SONATA report, from the next finitialize on; see
        --report.
        """
    def retval(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """retval()

        The result of the job that working() returned last.
        """
    def runworker(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """runworker()

        Ranks above 0 run jobs until done() and then exit; rank 0 continues.
        """
    def sec_in_thread(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sec_in_thread()

        The thread to which the accessed section's cell is assigned.
        """
    def send_time(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """send_time([kind])

        Seconds spent collecting and exchanging spikes; kind 4: number of additional exchange rounds; 8:
        method bits as in spike_compress; others: 0.
        """
    def set_gid2node(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """set_gid2node(gid, rank)

        Assigns the gid to that rank.
        """
    def set_maxstep(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """set_maxstep(ms)

        Sets the exchange interval [ms] to the minimum delay between ranks, or to the argument if that
        is smaller; returns the interval.
        """
    def setup_transfer(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """setup_transfer()

        Sets up the gap junctions. All ranks must call it after the last source_var and target_var.
        """
    def source_var(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """source_var(_ref_x, id)

        Makes x a source of gap junctions, identified by a number that is unique across all ranks.
        """
    def spike_compress(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """spike_compress(nspike, gid_compress[, method])

        Chooses the exchange as in NEURON: Allgather with nspike spikes in the fixed part, compressed or
        not; or, by the bits of method, point-to-point messages (1) with two sub-intervals (4) or two
        phases (8).
        """
    def spike_record(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """spike_record(gid | -1 | gids, tvec, idvec)

        Records spike times [ms] and gids of this rank, for one gid, all gids (-1) or a Vector of gids.
        """
    def spike_statistics(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """spike_statistics([_ref_sent[, _ref_received[, _ref_used]]])

        Returns the most spikes that this rank sent in one exchange; assigns the total numbers of spikes
        sent, received, and received and used.
        """
    def splitcell(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """splitcell(that_host)

        Not supported: each cell is on one rank and one thread.
        """
    def step_time(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """step_time()

        Seconds spent advancing cells and delivering events.
        """
    def step_wait(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """step_wait()

        Seconds spent waiting for other ranks at exchanges.
        """
    def submit(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """submit([userid,] "statement") or submit([userid,] [object,] "function", arguments)

        Submits a job for an idle rank; returns its id. The function may be a Python function instead of
        a name; it and Python objects among the arguments travel pickled.
        """
    def subworlds(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """subworlds(n)

        All ranks form one world: n must be the number of ranks.
        """
    def t(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """t(thread)

        The time of a thread [ms]; between steps, all threads have the time t.
        """
    def take(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """take(key[, _ref_number | strdef | vector, ...])

        Waits for a message with this key, removes it and unpacks it.
        """
    def target_var(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """target_var([pointprocess,] _ref_x, id)

        At each step, assigns the value of the source with that number to x.
        """
    def thread_busywait(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """thread_busywait(on)

        Accepted, without effect: whether waiting threads keep a processor busy. Returns the previous
        setting.
        """
    def thread_how_many_proc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """thread_how_many_proc()

        Number of hardware threads of this computer.
        """
    def thread_stat(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """thread_stat()

        Does nothing: there are no thread statistics.
        """
    def threshold(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """threshold(gid[, mV])

        The threshold of the gid's source [mV]; with an argument, sets it.
        """
    def time(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """time()

        Wall clock [s].
        """
    def timeout(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """timeout([s])

        Accepted, without effect: when a rank fails, the launcher ends the others.
        """
    def unpack(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """unpack(_ref_number | strdef | vector, ...)

        Unpacks the next items of the message.
        """
    def upkpyobj(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """upkpyobj()

        Unpacks the next Python object of the message.
        """
    def upkscalar(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """upkscalar()

        Unpacks the next number of the message.
        """
    def upkstr(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """upkstr(strdef)

        Unpacks the next string of the message.
        """
    def upkvec(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """upkvec([vector])

        Unpacks the next Vector of the message.
        """
    def userid(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """userid()

        The user's id of the job that working() returned last.
        """
    def vtransfer_time(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vtransfer_time()

        Always 0; in NEURON, seconds spent transferring voltages of gap junctions.
        """
    def wait_time(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """wait_time()

        Seconds spent waiting for other ranks.
        """
    def working(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """working()

        Waits for a submitted job to finish; returns its id, or 0 if no job is left.
        """
    def write_connections(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """write_connections("file")

        Writes the connections from gids onto artificial cells to one file for all ranks: SONATA edges
        (.h5) or CSV (.csv). Every rank must call it.
        """
    def cells(self, *arguments: Any, **words: Any) -> Any:
        """Makes cells of consecutive gids; a word gives a value of all cells, or of each."""
    def connect(self, *arguments: Any, **words: Any) -> Any:
        """Makes connections by a rule; returns their number. A word such as delay=2 gives a value or a distribution."""
    def py_allgather(self, item: Any) -> Any:
        """The list of the items of all ranks."""
    def py_alltoall(self, items: Any, size: Any = ...) -> Any:
        """Sends items[r] to each rank r; the list of what each rank has sent here. `size` is accepted, without effect."""
    def py_broadcast(self, item: Any, root: Any = ...) -> Any:
        """The item of rank `root`, on every rank."""
    def py_gather(self, item: Any, root: Any = ...) -> Any:
        """The list of the items of all ranks on rank `root`, None on the others."""
    def py_scatter(self, items: Any, root: Any = ...) -> Any:
        """The item of the list of rank `root` for this rank."""

class PatternStim(HocObject):
    """h.PatternStim()

    Plays a raster into the connections made by pc.gid_connect, as if other ranks had sent it.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    fake_output: float
    _ref_fake_output: Reference
    def play(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """play([tvec, gidvec]) or play("raster")

        Plays spikes from the next finitialize on: copies of the times [ms] and gids, or a SONATA or
        text file; without arguments, stops.
        """

class PlotShape(HocObject):
    """h.PlotShape(SectionList)

    A picture of the sections that shows a variable as color.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """action(...)

        Accepted; no effect without a screen.
        """
    def begin(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """begin(...)

        Accepted; no effect without a screen.
        """
    def beginline(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """beginline(...)

        Accepted; no effect without a screen.
        """
    def color(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.color(i)

        Sets the color of the accessed section.
        """
    def color_all(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.color_all(i)

        Sets the color of all sections.
        """
    def color_list(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.color_list(SectionList, i)

        Sets the color of the sections in the list.
        """
    def colormap(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """colormap(...)

        Accepted; no effect without a screen.
        """
    def erase(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """erase(...)

        Accepted; no effect without a screen.
        """
    def erase_all(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """erase_all(...)

        Accepted; no effect without a screen.
        """
    def exec_menu(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.exec_menu("item")

        Runs a menu item: "Shape Plot" shows values as colors.
        """
    def fastflush(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """fastflush(...)

        Accepted; no effect without a screen.
        """
    def flush(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """flush(...)

        Accepted; no effect without a screen.
        """
    def gif(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """gif(...)

        Accepted; no effect without a screen.
        """
    def hinton(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """hinton(...)

        Accepted; no effect without a screen.
        """
    def label(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """label(...)

        Accepted; no effect without a screen.
        """
    def len_scale(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """len_scale(...)

        Accepted; no effect without a screen.
        """
    def line(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """line(...)

        Accepted; no effect without a screen.
        """
    def mark(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mark(...)

        Accepted; no effect without a screen.
        """
    def menu_action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """menu_action(...)

        Accepted; no effect without a screen.
        """
    def menu_tool(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """menu_tool(...)

        Accepted; no effect without a screen.
        """
    def nearest(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """nearest(...)

        Accepted; no effect without a screen.
        """
    def point_mark(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.point_mark(x, color)

        Marks x of the accessed section.
        """
    def point_mark_remove(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.point_mark_remove()

        Removes marks.
        """
    def printfile(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """printfile(...)

        Accepted; no effect without a screen.
        """
    def push_selected(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """push_selected(...)

        Accepted; no effect without a screen.
        """
    def rotate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rotate(...)

        Accepted; no effect without a screen.
        """
    def save_name(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save_name(...)

        Accepted; no effect without a screen.
        """
    def select(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """select(...)

        Accepted; no effect without a screen.
        """
    def size(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """size(...)

        Accepted; no effect without a screen.
        """
    def unmap(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.unmap()

        Closes the window.
        """
    def view(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """view(...)

        Accepted; no effect without a screen.
        """
    def view_count(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """view_count(...)

        Accepted; no effect without a screen.
        """
    def observe(self, *sections: Any) -> Any:
        """shape.observe(SectionList)

        Selects the sections to draw; without a list, all.
        """
    def plot(self, graph: Any, line_width: Any = ..., cmap: Any = ..., **options: Any) -> Any:
        """Draws on matplotlib.pyplot, in a new figure, or on a matplotlib Figure; returns the axes.

        Segments have the color of variable() between the limits of scale(), by `cmap`, black where it does not exist. Other
        options go to matplotlib, which chooses the colors without a variable. Lines are as wide as the segments' diameters
        after show(0), else `line_width`. `axes.mark(segment)` marks a place.
        """
    def scale(self, low: Any, high: Any) -> Any:
        """shape.scale(low, high)

        Sets the values of the first and last color.
        """
    def show(self, *style: Any) -> Any:
        """shape.show([style])

        How sections are drawn in windows: 0 with their diameters, 1 as lines through their 3-d points,
        2 as straight lines. Returns the style.
        """
    def variable(self, name: Any) -> Any:
        """shape.variable("name")

        Sets the range variable whose values are shown.
        """

class PointProcessMark(HocObject):
    """h.PointProcessMark(section(x))

    Marks a place in a section, for display or by name. It does nothing.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        The position of the point process; accesses its section until pop_section().
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        1 if the point process is located in a section.
        """
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Moves the point process to position x of the accessed section; returns x.
        """
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class Pointer(HocObject):
    """h.Pointer("variable" or _ref_variable, ["statement"])

    A reference to a variable; assign() runs the statement, if given, with $1 replaced by the
    number.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def assign(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """p.assign(x)

        Sets the variable, or runs the statement.
        """
    s: str
    val: float
    _ref_val: Reference

class PtrVector(HocObject):
    """h.PtrVector(size)

    A list of pointers to variables, which are read or set together.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def gather(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pv.gather(vector)

        Copies the variables to the elements of a Vector of the same size.
        """
    def getval(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pv.getval(i)

        Value of variable i.
        """
    def label(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pv.label([name])

        Label of the line drawn by plot; with an argument, sets it.
        """
    def plot(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pv.plot(graph, x, color, brush)

        Plots the variables against x, a Vector or an interval.
        """
    def pset(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pv.pset(i, _ref_variable)

        Makes element i refer to the variable; returns its value.
        """
    def resize(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pv.resize(size)

        Changes the number of variables; set new elements with pset.
        """
    def scatter(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pv.scatter(vector)

        Copies the elements of a Vector of the same size to the variables.
        """
    def setval(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pv.setval(i, value)

        Sets variable i.
        """
    def size(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """pv.size()

        Number of variables.
        """

class PythonObject(HocObject):
    """h.PythonObject()

    Python's module __main__: `po.name` is one of its variables, or a built-in function, as a
    number, a string or another PythonObject; `po.name[i]` and `po._[i]` are elements, and
    `po.name(...)` is a call. Variables and elements can be assigned.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...

class Random(HocObject):
    """h.Random(seed, size)

    Random numbers of a distribution from a stream; initially normal(0, 1) from Random123(seed,
    size), or from ACG(seed, size) with ranvier_compat(8.2).
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def ACG(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.ACG(seed, size)

        Draws from libg++'s additive congruential generator, like NEURON up to 8.2.
        """
    def MCellRan4(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.MCellRan4(high, low)

        Draws from the MCellRan4 stream that starts at high; 0 selects an unused start. Returns the
        start.
        """
    def MLCG(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.MLCG(seed1, seed2)

        Draws from libg++'s multiplicative linear congruential generator, like NEURON up to 8.2.
        """
    def Random123(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.Random123(id1, id2, id3)

        Draws from the start of the Random123 stream with these ids.
        """
    def Random123_globalindex(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.Random123_globalindex(index)

        Global index, part of the key of all Random123 streams; with an argument, sets it.
        """
    def binomial(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.binomial(n, p)

        Successes in n trials of probability p.
        """
    def discunif(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.discunif(low, high)

        Whole numbers from low to high.
        """
    def erlang(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.erlang(mean, variance)

        Erlang distribution.
        """
    def geometric(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.geometric(mean)

        Geometric distribution, 0 <= mean <= 1.
        """
    def hypergeo(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.hypergeo(mean, variance)

        Hypergeometric distribution.
        """
    def lognormal(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.lognormal(mean, variance)

        Log-normal distribution.
        """
    def negexp(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.negexp(mean)

        Exponential distribution.
        """
    def normal(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.normal(mean, variance)

        Normal distribution.
        """
    def play(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.play(_ref_variable)

        Sets the variable to a new draw at finitialize and at each step, as long as the Random exists.
        """
    def poisson(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.poisson(mean)

        Poisson distribution.
        """
    def repick(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.repick()

        The next number of the current distribution.
        """
    def seq(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.seq(position)

        Position in the stream; with an argument, sets it.
        """
    def uniform(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.uniform(low, high)

        Uniform between low and high.
        """
    def weibull(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.weibull(alpha, beta)

        Weibull distribution.
        """

class RangeVarPlot(HocObject):
    """h.RangeVarPlot("variable" or "expression of $1")

    A range variable along the path between two places.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def begin(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.begin(section(x))

        The path begins at x of the accessed section.
        """
    def color(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.color([i])

        Color of the line.
        """
    def d2root(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.d2root()

        Distance from the path's point nearest the root to the root [um].
        """
    def end(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.end(section(x))

        The path ends at x of the accessed section.
        """
    def from_vector(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.from_vector(y)

        Sets the variable along the path.
        """
    def left(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.left()

        Distance of the first point [um].
        """
    def list(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.list(SectionList)

        Appends the sections of the path.
        """
    def origin(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.origin([x])

        Offset [um] added to distances, which are measured from the path's point nearest the root.
        """
    def right(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.right()

        Distance of the last point [um].
        """
    def to_vector(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.to_vector(y, [x])

        Copies values, and distances [um]; returns their number.
        """
    def vector(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.vector()

        A Vector of the values.
        """

class SEClamp(HocObject):
    """h.SEClamp(section(x))

    A voltage clamp with one electrode: holds the membrane at amp1, amp2, amp3 [mV] for dur1, dur2,
    dur3 [ms], one after the other, through the resistance rs [megohm]. i [nA] is the current that
    flows now.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    amp1: float  # [mV]
    _ref_amp1: Reference
    amp2: float  # [mV]
    _ref_amp2: Reference
    amp3: float  # [mV]
    _ref_amp3: Reference
    dur1: float  # [ms]
    _ref_dur1: Reference
    dur2: float  # [ms]
    _ref_dur2: Reference
    dur3: float  # [ms]
    _ref_dur3: Reference
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        The position of the point process; accesses its section until pop_section().
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        1 if the point process is located in a section.
        """
    i: float  # [nA]
    _ref_i: Reference
    def icur(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """icur(...)

        icur of SEClamp.mod.
        """
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Moves the point process to position x of the accessed section; returns x.
        """
    rs: float  # [megohm]
    _ref_rs: Reference
    vc: float  # [mV]
    _ref_vc: Reference
    def vstim(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vstim(...)

        vstim of SEClamp.mod.
        """
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class SaveState(HocObject):
    """h.SaveState()

    Saves what a run has changed (t, voltages, STATEs, ions, all variables of mechanisms with
    NET_RECEIVE, weights, pending events), to continue from this state later.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def fread(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """fread(file[, 0])

        Opens the File and reads a state; closes the File unless the second argument is 0.
        """
    def fwrite(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """fwrite(file[, 0])

        Opens the File and writes the saved state; closes the File unless the second argument is 0.
        """
    def restore(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """restore([1])

        Restores the saved state; with 1, all but the pending events. The model must have the same
        structure.
        """
    def save(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save()

        Saves the current state of this rank; all ranks must save, and all must restore.
        """

class SectionBrowser(HocObject):
    """h.SectionBrowser(...)

    A list of the sections.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def accept_action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """accept_action(...)

        Accepted; no effect without a screen.
        """
    def select(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """select(...)

        Accepted; no effect without a screen.
        """
    def select_action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """select_action(...)

        Accepted; no effect without a screen.
        """

class SectionList(HocObject):
    """h.SectionList()

    A list of sections, for forsec.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def allroots(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """allroots()

        Appends the root section of every cell.
        """
    def printnames(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """printnames()

        Prints the names of the sections, one per line.
        """
    def size(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """size()

        Number of sections.
        """
    def unique(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """unique()

        Removes duplicates; returns their number.
        """
    def __iter__(self) -> Iterator[Section]: ...
    def __len__(self) -> int: ...
    def __contains__(self, value: Any) -> bool: ...
    def append(self, *arguments: Any, **words: Any) -> Any:
        """append()

        Appends the accessed section.
        """
    def children(self, *arguments: Any, **words: Any) -> Any:
        """children()

        Appends the children of the accessed section.
        """
    def contains(self, *arguments: Any, **words: Any) -> Any:
        """contains()

        1 if the accessed section is in the list.
        """
    def remove(self, *arguments: Any, **words: Any) -> Any:
        """remove() or remove(list)

        Removes the first occurrence of the accessed section, or all sections of another list.
        """
    def subtree(self, *arguments: Any, **words: Any) -> Any:
        """subtree()

        Appends the accessed section and its subtree.
        """
    def wholetree(self, *arguments: Any, **words: Any) -> Any:
        """wholetree()

        Appends all sections of the accessed section's cell, from the root.
        """

class SectionRef(HocObject):
    """h.SectionRef()

    Holds the accessed section.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    child: Any
    def exists(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """exists()

        1 unless the section was deleted.
        """
    def has_parent(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_parent()

        1 if the section has a parent.
        """
    def has_trueparent(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_trueparent()

        1 if the section has a true parent.
        """
    def is_cas(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """is_cas()

        1 if the section is the accessed one.
        """
    def nchild(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """nchild()

        Number of children.
        """
    parent: Any
    def rename(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ref.rename("name", list)

        Names the section, after unname(); with a List of SectionRefs names an array of them. Prints why
        and returns 0 if it cannot.
        """
    root: Any
    sec: Any
    trueparent: Any
    def unname(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ref.unname()

        Removes the section's name, so that rename can give it another; 0 if the section is not of hoc's
        top level.
        """

class Shape(HocObject):
    """h.Shape(SectionList)

    A picture of the sections.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """action(...)

        Accepted; no effect without a screen.
        """
    def begin(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """begin(...)

        Accepted; no effect without a screen.
        """
    def beginline(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """beginline(...)

        Accepted; no effect without a screen.
        """
    def color(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.color(i)

        Sets the color of the accessed section.
        """
    def color_all(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.color_all(i)

        Sets the color of all sections.
        """
    def color_list(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.color_list(SectionList, i)

        Sets the color of the sections in the list.
        """
    def erase(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """erase(...)

        Accepted; no effect without a screen.
        """
    def erase_all(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """erase_all(...)

        Accepted; no effect without a screen.
        """
    def exec_menu(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.exec_menu("item")

        Runs a menu item: "Shape Plot" shows values as colors.
        """
    def fastflush(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """fastflush(...)

        Accepted; no effect without a screen.
        """
    def flush(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """flush(...)

        Accepted; no effect without a screen.
        """
    def gif(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """gif(...)

        Accepted; no effect without a screen.
        """
    def label(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """label(...)

        Accepted; no effect without a screen.
        """
    def len_scale(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """len_scale(...)

        Accepted; no effect without a screen.
        """
    def line(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """line(...)

        Accepted; no effect without a screen.
        """
    def mark(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mark(...)

        Accepted; no effect without a screen.
        """
    def menu_action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """menu_action(...)

        Accepted; no effect without a screen.
        """
    def menu_tool(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """menu_tool(...)

        Accepted; no effect without a screen.
        """
    def nearest(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """nearest(...)

        Accepted; no effect without a screen.
        """
    def observe(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.observe(SectionList)

        Selects the sections to draw; without a list, all.
        """
    def point_mark(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.point_mark(x, color)

        Marks x of the accessed section.
        """
    def point_mark_remove(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.point_mark_remove()

        Removes marks.
        """
    def printfile(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """printfile(...)

        Accepted; no effect without a screen.
        """
    def push_selected(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """push_selected(...)

        Accepted; no effect without a screen.
        """
    def rotate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rotate(...)

        Accepted; no effect without a screen.
        """
    def save_name(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save_name(...)

        Accepted; no effect without a screen.
        """
    def select(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """select(...)

        Accepted; no effect without a screen.
        """
    def show(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.show([style])

        How sections are drawn in windows: 0 with their diameters, 1 as lines through their 3-d points,
        2 as straight lines. Returns the style.
        """
    def size(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """size(...)

        Accepted; no effect without a screen.
        """
    def unmap(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.unmap()

        Closes the window.
        """
    def view(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """view(...)

        Accepted; no effect without a screen.
        """
    def view_count(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """view_count(...)

        Accepted; no effect without a screen.
        """

class StateTransitionEvent(HocObject):
    """h.StateTransitionEvent(number_of_states[, point_process])

    A state machine: when one variable rises above another during a run, the state changes and a
    statement runs.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def state(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """state([number])

        The current state; with an argument, enters this state, which is required again after each
        finitialize.
        """
    def transition(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """transition(from, to, _ref_x, _ref_y[, "statement"[, object]])

        In state `from`, when x rises above y, the state becomes `to` and the statement runs.
        """

class StringFunctions(HocObject):
    """h.StringFunctions()

    Functions for strings.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def alias(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.alias(object, ["name", [_ref_x or other]])

        Makes object.name refer to x or to the other object; without a target removes the alias, without
        a name all aliases.
        """
    def alias_list(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.alias_list(object)

        A List of Strings: the aliases of an object.
        """
    def head(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.head(string, pattern, strdef)

        Assigns the text before the match of a regular expression to strdef; returns its length, or -1.
        """
    def is_artificial(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.is_artificial(object)

        1 if the object is an artificial cell.
        """
    def is_name(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.is_name(string)

        1 if string is a name of the language or of the script.
        """
    def is_point_process(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.is_point_process(object)

        1 if the object is a point process or an artificial cell.
        """
    def left(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.left(strdef, n)

        Keeps the first n characters.
        """
    def len(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.len(string)

        Number of characters.
        """
    def ltrim(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.ltrim(string, strdef, characters)

        Assigns string without leading blanks to strdef.
        """
    def references(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.references(object)

        Prints whether anything refers to the object.
        """
    def right(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.right(strdef, n)

        Removes the first n characters.
        """
    def rtrim(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.rtrim(string, strdef, characters)

        Assigns string without trailing blanks to strdef.
        """
    def substr(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.substr(string, part)

        Index of part in string, -1 if it does not occur.
        """
    def tail(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.tail(string, pattern, strdef)

        Assigns the text after the match of a regular expression to strdef; returns its index, or -1.
        """

class SymChooser(HocObject):
    """h.SymChooser(...)

    A dialog for choosing a name.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def run(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """run(...)

        Accepted; no effect without a screen.
        """
    def text(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """text(...)

        Accepted; no effect without a screen.
        """

class TextEditor(HocObject):
    """h.TextEditor(...)

    A text editor.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def map(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """map(...)

        Accepted; no effect without a screen.
        """
    def readonly(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """readonly(...)

        Accepted; no effect without a screen.
        """
    def text(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """editor.text("string")

        The text; with an argument, sets it.
        """

class Timer(HocObject):
    """h.Timer(...)

    Runs a statement periodically; without a screen, never runs it.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def end(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """end(...)

        Accepted; no effect without a screen.
        """
    def seconds(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """seconds(...)

        Accepted; no effect without a screen.
        """
    def start(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """start(...)

        Accepted; no effect without a screen.
        """

class VBox(HocObject):
    """h.VBox(...)

    A box of windows.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def adjust(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """adjust(...)

        Accepted; no effect without a screen.
        """
    def adjuster(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """adjuster(...)

        Accepted; no effect without a screen.
        """
    def dialog(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """dialog(...)

        Accepted; no effect without a screen.
        """
    def dismiss_action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """dismiss_action(...)

        Accepted; no effect without a screen.
        """
    def full_request(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """full_request(...)

        Accepted; no effect without a screen.
        """
    def intercept(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """box.intercept(on)

        1: windows created from now on go into the box.
        """
    def ismapped(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ismapped(...)

        Accepted; no effect without a screen.
        """
    def map(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """map(...)

        Accepted; no effect without a screen.
        """
    def priority(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """priority(...)

        Accepted; no effect without a screen.
        """
    def ref(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """box.ref(object)

        Keeps the object alive as long as the box; a window that is never shown cannot be closed.
        """
    def save(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save(...)

        Accepted; no effect without a screen.
        """
    def size(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """size(...)

        Accepted; no effect without a screen.
        """
    def unmap(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """unmap(...)

        Accepted; no effect without a screen.
        """

class VClamp(HocObject):
    """h.VClamp(section(x))

    A voltage clamp with two electrodes and their amplifier: holds the membrane at amp[0], amp[1],
    amp[2] [mV] for dur[0], dur[1], dur[2] [ms], one after the other. i [nA] is the current that
    flows now.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    amp: Array  # [mV]
    _ref_amp: Any
    def clamp(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """clamp(...)

        clamp of VClamp.mod.
        """
    dur: Array  # [ms]
    _ref_dur: Any
    e: float  # [mV]
    _ref_e: Reference
    e0: float  # [mV]
    _ref_e0: Reference
    fac: float
    _ref_fac: Reference
    gain: float
    _ref_gain: Reference
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        The position of the point process; accesses its section until pop_section().
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        1 if the point process is located in a section.
        """
    i: float  # [nA]
    _ref_i: Reference
    def icur(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """icur(...)

        icur of VClamp.mod.
        """
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Moves the point process to position x of the accessed section; returns x.
        """
    rstim: float  # [megohm]
    _ref_rstim: Reference
    tau1: float  # [ms]
    _ref_tau1: Reference
    tau2: float  # [ms]
    _ref_tau2: Reference
    def update(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """update(...)

        update of VClamp.mod.
        """
    vi: float  # [mV]
    _ref_vi: Reference
    vi0: float  # [mV]
    _ref_vi0: Reference
    vo: float  # [mV]
    _ref_vo: Reference
    vo0: float  # [mV]
    _ref_vo0: Reference
    def vstim(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vstim(...)

        vstim of VClamp.mod.
        """
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class ValueFieldEditor(HocObject):
    """h.ValueFieldEditor(...)

    A field for a number.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def default(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """default(...)

        Accepted; no effect without a screen.
        """

class Vector(HocObject):
    """h.Vector(size, value)

    A growable list of numbers; both arguments default to 0.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def abs(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.abs(source)

        Absolute values of the elements of source, or of this Vector.
        """
    def add(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.add(number or Vector)

        Adds to each element.
        """
    def addrand(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.addrand(random, start, end)

        Adds draws of a Random to the elements.
        """
    def append(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.append(value or Vector, ...)

        Adds numbers and copies of Vectors at the end.
        """
    def at(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.at(start, end)

        A new Vector with a copy of elements start to end, or of all.
        """
    def buffer_size(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.buffer_size(n)

        Capacity in elements; with n, sets it.
        """
    def c(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.c(start, end)

        A new Vector with a copy of elements start to end, or of all.
        """
    def cl(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.cl(start, end)

        Like c, but also copies the label.
        """
    def clear(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.clear()

        Changes the size to 0 and keeps the capacity.
        """
    def contains(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.contains(value)

        1 if an element equals value, else 0.
        """
    def convlv(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.convlv(source, response, direction)

        source convolved with response (wrap-around order, odd size); -1 deconvolves.
        """
    def copy(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.copy(source, destination_start, source_start, source_end, destination_step, source_step)

        Copies elements of source here, by ranges or by Vectors of indices.
        """
    def correl(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.correl(source, other)

        Cross-correlation, or auto-correlation of source.
        """
    def deriv(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.deriv(source, dx, method)

        Differences of source over dx; method 2 central, 1 forward.
        """
    def div(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.div(number or Vector)

        Divides each element.
        """
    def dot(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.dot(other)

        The scalar product.
        """
    def eq(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.eq(other)

        1 if all elements equal those of other, else 0.
        """
    def fft(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.fft(source, direction)

        Fourier transform (1) or inverse (-1) of source, padded with zeros to a power of 2.
        """
    def fill(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.fill(value, start, end)

        Assigns value to elements start to end, or to all.
        """
    def filter(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.filter(source, filter)

        source convolved with the spectrum of filter.
        """
    def firstpeak(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """v.firstpeak()

        Index of the first peak above -20 mV; 0 if there is none.
        """
    def fit(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """data.fit(fitted, "function", x, _ref_p1, ...)

        Fits a function (exp1 exp2 charging line quad, or a func f(x, p1, ...)) to data; returns the
        mean square error.
        """
    def floor(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.floor(source)

        The elements of source, or of this Vector, rounded down.
        """
    def fread(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.fread(file, n, type)

        Reads n binary numbers; type 1 char, 2 unsigned short, 3 float, 4 double, 5 short.
        """
    def from_double(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.from_double(n, _ref_x)

        Copies n numbers from x on.
        """
    def fwrite(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.fwrite(file, start, end)

        Writes the elements as binary doubles.
        """
    def get(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.get(i)

        Element i.
        """
    def hist(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.hist(data, low, size, width)

        Counts data in `size` bins from low on.
        """
    def histogram(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.histogram(low, high, width)

        A new Vector of counts; element 0 counts values below low.
        """
    def ind(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.ind(indices)

        A new Vector of the elements at the indices; skips indices out of range.
        """
    def index(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.index(source, indices)

        The elements of source (or of this Vector) at the indices; 0 if out of range.
        """
    def indgen(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.indgen(start, stop, step)

        Equidistant numbers; also (), (step) and (start, step).
        """
    def indvwhere(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.indvwhere(source, "op", value, value2)

        The indices of the elements of source (or of this Vector) that pass a comparison.
        """
    def indwhere(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.indwhere("op", value, value2)

        Index of the first element that passes, or -1.
        """
    def inf(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.inf(i, dt, gl, el, cm, threshold, reset, refractory)

        Voltage of an integrate-and-fire cell.
        """
    def insrt(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.insrt(i, value or Vector, ...)

        Inserts numbers and copies of Vectors before element i.
        """
    def integral(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.integral(source, dx)

        The running sum of source times dx.
        """
    def interpolate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.interpolate(x_destination, x_source, y_source)

        Linear interpolation.
        """
    def label(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.label(name)

        The name shown in graphs; with an argument, sets it.
        """
    def line(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.line(graph, x, color, brush)

        Like plot, from a copy of the elements.
        """
    def log(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.log(source)

        Natural logarithms of the elements of source, or of this Vector.
        """
    def log10(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.log10(source)

        Logarithms to base 10 of the elements of source, or of this Vector.
        """
    def mag(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.mag()

        The Euclidean length.
        """
    def mark(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.mark(graph, x, "style", size, color, brush)

        Draws marks at the elements.
        """
    def max(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.max(start, end)

        The largest element; 0 if there is none.
        """
    def max_ind(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.max_ind(start, end)

        Index of the largest element; -1 if there is none.
        """
    def mean(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.mean(start, end)

        The mean of the elements.
        """
    def meansqerr(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.meansqerr(other, weights)

        The mean of the squared differences, weighted.
        """
    def medfltr(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.medfltr(source, points)

        The median of the neighborhood of each element.
        """
    def median(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.median()

        The median.
        """
    def min(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.min(start, end)

        The smallest element; 0 if there is none.
        """
    def min_ind(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.min_ind(start, end)

        Index of the smallest element; -1 if there is none.
        """
    def mul(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.mul(number or Vector)

        Multiplies each element.
        """
    def play(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """play(_ref_x, dt | tvec[, continuous])

        Sets x during the run to each value at its time [ms]; if continuous, interpolates linearly
        between the values.
        """
    def play_remove(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """play_remove()

        Stops recording into, or playing, this Vector.
        """
    def plot(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.plot(graph, x, color, brush)

        Plots the elements against x, a Vector or an interval.
        """
    def ploterr(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.ploterr(graph, x, error, size, color, brush)

        Draws error bars.
        """
    def pow(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.pow(source, power)

        Powers of the elements of source, or of this Vector.
        """
    def printf(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.printf(file, "format", start, end)

        Prints the elements to a File or to the screen.
        """
    def psth(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.psth(source, dt, trials, size)

        Spike rate in Hz from counts; dt in ms.
        """
    def rebin(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.rebin(source, factor)

        Sums over groups of `factor` consecutive elements.
        """
    def record(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """record(_ref_x[, dt | tvec])

        Records x at each step, every dt [ms], or at the times in tvec [ms].
        """
    def reduce(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.reduce("function", base, start, end)

        base plus the sum of function(x) over the elements.
        """
    def remove(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.remove(start, end)

        Removes elements start to end, or one.
        """
    def resample(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.resample(source, rate)

        source at rate times as many points.
        """
    def resize(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.resize(n)

        Changes the number of elements; new ones are 0.
        """
    def reverse(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.reverse()

        Reverses the order.
        """
    def rotate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.rotate(n, 0)

        Rotates the elements by n places; with a second argument shifts them and moves zeros in.
        """
    def scale(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.scale(low, high)

        Scales to the range low to high; returns the factor.
        """
    def scanf(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.scanf(file, n, column, columns)

        Reads numbers from a column of a text file.
        """
    def scantil(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.scantil(file, sentinel, column, columns)

        Reads numbers up to the sentinel.
        """
    def set(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.set(i, value)

        Assigns to element i.
        """
    def setrand(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.setrand(random, start, end)

        Assigns draws of a Random to the elements.
        """
    def sin(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.sin(frequency, phase, dx)

        A sine wave; frequency in Hz, phase in rad, dx in ms.
        """
    def size(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.size()

        Number of elements.
        """
    def smhist(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.smhist(data, low, size, step, variance, weights)

        A histogram of data smoothed by a Gaussian.
        """
    def sort(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.sort()

        Sorts in ascending order.
        """
    def sortindex(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.sortindex(destination)

        The indices that sort the Vector.
        """
    def spctrm(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.spctrm(source, size)

        Power spectrum of source from segments of `size` points.
        """
    def spikebin(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.spikebin(source, threshold, width)

        1 in each bin in which source crosses the threshold upwards.
        """
    def sqrt(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.sqrt(source)

        Square roots of the elements of source, or of this Vector.
        """
    def stderr(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.stderr(start, end)

        The standard error of the mean.
        """
    def stdev(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.stdev(start, end)

        The sample standard deviation.
        """
    def sub(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.sub(number or Vector)

        Subtracts from each element.
        """
    def sum(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.sum(start, end)

        The sum of the elements.
        """
    def sumgauss(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.sumgauss(low, high, step, variance, weights)

        A new Vector: the sum of Gaussians centered at the elements.
        """
    def sumsq(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.sumsq(start, end)

        The sum of the squares of the elements.
        """
    def tanh(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.tanh(source)

        Hyperbolic tangents of the elements of source, or of this Vector.
        """
    def trigavg(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.trigavg(data, indices, before, after)

        The mean of data in windows around indices.
        """
    def var(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.var(start, end)

        The sample variance.
        """
    def vread(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.vread(file)

        Reads the output of vwrite, in either byte order.
        """
    def vwrite(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.vwrite(file, type)

        Writes size, type and elements; type 1 char, 2 short (both scaled), 3 float, 4 double, 5 int.
        """
    def where(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """vec.where(source, "op", value, value2)

        The elements of source (or of this Vector) that pass a comparison: == != > < >= <= () [] [) (].
        """
    def width(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """v.width(times, height)

        Time between the first rise to a height and the return to it.
        """
    x: Array
    _ref_x: Any
    def xfitness(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """v.xfitness(times, peak, heights, data)

        Sum of squared differences between the data and the times after `peak` at which v reaches the
        heights.
        """
    def yfitness(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """v.yfitness(times, peak, data, at)

        Sum of squared differences between v and the data at times after `peak`.
        """
    def __iter__(self) -> Iterator[float]: ...
    def __len__(self) -> int: ...
    def __contains__(self, value: Any) -> bool: ...
    @overload
    def __getitem__(self, index: int) -> float: ...
    @overload
    def __getitem__(self, index: slice) -> Vector: ...
    def __setitem__(self, index: int | slice, value: Any) -> None: ...
    def __array__(self, dtype: Any = ..., copy: Any = ...) -> Any: ...
    def __add__(self, other: Any) -> Vector: ...
    def __sub__(self, other: Any) -> Vector: ...
    def __mul__(self, other: Any) -> Vector: ...
    def __truediv__(self, other: Any) -> Vector: ...
    def __radd__(self, other: Any) -> Vector: ...
    def __rsub__(self, other: Any) -> Vector: ...
    def __rmul__(self, other: Any) -> Vector: ...
    def __rtruediv__(self, other: Any) -> Vector: ...
    def __neg__(self) -> Vector: ...
    def __pos__(self) -> Vector: ...
    def __abs__(self) -> Vector: ...
    def apply(self, function: Any, *stretch: Any) -> Any:
        """Replaces each number x by function(x); `function` is a Python function or the name of a hoc function."""
    def as_numpy(self, *ignored: Any) -> Any:
        """A NumPy array that shares the Vector's memory, and keeps the Vector; valid until the Vector grows."""
    def from_python(self, source: Any) -> Any:
        """Copies the numbers of a sequence or array to the Vector, whose size becomes theirs; returns the Vector."""
    def to_python(self, target: Any = ..., *ignored: Any) -> Any:
        """A list of the numbers; or copies them to `target`, a sequence of the same length."""
