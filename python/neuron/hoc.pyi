# Written by scripts/python-stubs.
from typing import Any, Callable, Iterable, Iterator, Sequence, SupportsFloat, TypeAlias, overload

from neuron.nrn import Reference, Section, Segment

Number: TypeAlias = SupportsFloat

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
    def hocobjptr(self) -> Any:
        """A number that no other living object has."""
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

    Counts action potentials: n is the number of times that v has risen above thresh [mV], time [ms]
    is the time of the last crossing, and record(vector) records the times of all crossings in a
    Vector.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def check(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """check(...)

        Calls check of APCount.mod.
        """
    firing: float
    _ref_firing: Reference
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        Position of the point process, whose section becomes the accessed one until pop_section().
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

    A synapse that opens once, without a NetCon: from onset [ms] on, its conductance g follows an
    alpha function, which reaches its peak gmax [uS] after tau [ms]. e [mV] is the reversal
    potential; i [nA] = g (v - e).
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def alpha(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """alpha(...)

        Calls alpha of AlphaSynapse.mod.
        """
    e: float  # [mV]
    _ref_e: Reference
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        Position of the point process, whose section becomes the accessed one until pop_section().
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

        Excludes a point process from saving and restoring; without an argument, ends all exclusions.
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

        Reads in/tmp.GID for each cell on this rank or, if there is no folder named `in`,
        bbss_in/tmp.GID.
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

        Fills two Vectors with the gids of this rank's cells and with the number of bytes that
        save_test_bin would write for each; returns the number of cells. All ranks must call it.
        """
    def save_test(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """save_test()

        Writes each cell to the text file bbss_out/tmp.GID.RANK. A copy named in/tmp.GID, preceded by a
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

        Fills a Vector with the estimated error of each state in the last step.
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

        The factor that multiplies the absolute tolerance of a variable wherever the variable is a
        state. The factor can only reduce tolerances.
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

        A number that encodes the method. It is the sum of 1 for ordinary differential equations, or 2
        if some equations are algebraic (extracellular, LinearMechanism); 10 for a sparse solver; 100
        times secondorder with fixed steps, 300 with variable steps, or 400 with variable steps for
        algebraic equations (use_daspk); and 1000 for local steps.
        """
    def dae_init_dteps(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """dae_init_dteps([value])

        Step size for the initial solution of algebraic equations with variable steps.
        """
    def dstates(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """dstates(vector)

        Fills a Vector with the derivatives of the states.
        """
    def error_weights(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """error_weights(vector)

        Fills a Vector with 1/tolerance of each state.
        """
    def event(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """event(t[, "statement"[, object]])

        Runs a statement at time t [ms], after all cells have advanced to t.
        """
    def event_queue_info(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """event_queue_info(2, times, list) or event_queue_info(3, times, flags, list)

        With 2, fills a Vector with the times [ms] of the pending deliveries and a List with their
        NetCons; with 3, does the same for the events of net_send, with their flags and targets.
        Connections made by rule appear as NULLobject.
        """
    def extra_scatter_gather(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """extra_scatter_gather(direction, callable)

        Calls a Python function without arguments. Direction 0: in each step, when voltages have been
        computed and states have not; with variable steps, whenever states have been set. Direction 1:
        with variable steps, before a restart takes the states of the model; with fixed steps, in
        re_init().
        """
    def extra_scatter_gather_remove(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """extra_scatter_gather_remove(callable)

        Steps no longer call the function, in either direction.
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

        The Jacobian of Newton's iteration: that of the tree equations and of the equations of each
        mechanism (0), a dense matrix (1) or a diagonal matrix (2).
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

        Smallest variable step [ms]; 0: no limit.
        """
    def netconlist(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """netconlist(precell, postcell, target[, list])

        A List of the NetCons between the given objects.
        """
    def order(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """order([i])

        Order of the last step; with local steps, i selects the cell.
        """
    def print_event_queue(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """print_event_queue([times])

        Prints the pending events of this rank in order of time [ms], one per line; with a Vector, fills
        the Vector with their times instead. A spike whose source has more than two NetCons, all with
        the same delay, is one event.
        """
    def queue_mode(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """queue_mode([bins[, self_queue]])

        With self_queue 1, events that artificial cells send to themselves by net_send with flag 1 come
        after the events of connections at the same time; with 0, they come before. bins is accepted,
        without effect. Returns bins + 2*self_queue.
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

        Advances to tstop [ms]; without an argument, by one step.
        """
    def spike_stat(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """spike_stat(vector)

        Fills a Vector with 11 counts: states; NetCons; events delivered; events delivered by NetCons;
        spikes sent; self events delivered, sent and moved; queue entries inserted, moved and removed.
        """
    def state_magnitudes(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """state_magnitudes(on | vector[, errors] | "variable"[, _ref_error])

        1: starts recording the largest magnitudes of states and estimated errors; 0: stops recording;
        2: groups the magnitudes by variable. With the name of a variable, returns the largest magnitude
        in its group; with a Vector, fills the Vector with the magnitudes of all states, or of their
        errors; with local steps, of those of the first cell, and with 0 for the others.
        """
    def statename(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """statename(i, strdef[, style])

        Assigns the name of state i to strdef; with style 2, only the name of its variable.
        """
    def states(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """states(vector)

        Fills a Vector with the states that variable steps integrate.
        """
    def statistics(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """statistics([i])

        Prints counters of variable steps since the last restart by re_init, and of events since
        finitialize. With local steps, i selects a cell.
        """
    def stiff(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """stiff([value])

        States that are integrated implicitly: none (0), voltages (1) or all (2).
        """
    def use_daspk(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """use_daspk([0|1])

        1: variable steps use the integrator for algebraic equations.
        """
    def use_fast_imem(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """use_fast_imem([0|1])

        1: computes i_membrane_ [nA] at each step.
        """
    def use_local_dt(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """use_local_dt([0|1])

        1: with variable steps, each cell has its own step.
        """
    def use_long_double(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """use_long_double([0|1])

        Accepted, without effect: variable steps do not depend on the number of threads. Returns the
        value last set, initially 0.
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

class ConnectionColumns(HocObject):
    """h.ConnectionColumns

    The connections onto a cell, as pc.connections returns them, in the order of their creation.
    Later changes of the network do not change it.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def active(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """active()

        A Vector that has 1 for each active connection, else 0.
        """
    def delay(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """delay()

        A Vector of the delays [ms].
        """
    def mechanism(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mechanism(i)

        The mechanism of the synapse of connection i, as a string.
        """
    def number(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """number()

        A Vector of the numbers of the synapses, counted from 0 in the order in which they occur here:
        connections with the same number share their synapse.
        """
    def parameter(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """parameter("name")

        A Vector of a variable of the synapses, such as "tau"; NaN where a synapse has no such variable.
        """
    def section(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """section(i)

        The name of the section of this synapse within its cell, such as "dend[3]", as a string; empty
        for an artificial cell.
        """
    def size(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """size()

        The number of connections.
        """
    def source(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """source()

        A Vector of the gids of the sources; -1 where a source has none.
        """
    def synapse(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """synapse(i)

        The object of the synapse of connection i; NULLobject if no script has it.
        """
    def weight(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """weight([k])

        A Vector of the weights of number k, by default 0; NaN where there is none.
        """
    def weights(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """weights()

        The largest number of weights that one of the connections has.
        """
    def x(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """x()

        A Vector of the places of the synapses in their sections, 0 to 1; NaN for an artificial cell.
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

    A synapse: after each event of a NetCon, the conductance g [uS] rises with the time constant
    tau1 [ms] and decays with the time constant tau2 [ms]; its peak is the NetCon's weight. e [mV]
    is the reversal potential; i [nA] = g (v - e).
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

        Position of the point process, whose section becomes the accessed one until pop_section().
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

    A synapse: each event of a NetCon raises the conductance g [uS] at once by the NetCon's weight;
    g then decays exponentially with the time constant tau [ms]. e [mV] is the reversal potential; i
    [nA] = g (v - e).
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    e: float  # [mV]
    _ref_e: Reference
    g: float  # [uS]
    _ref_g: Reference
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        Position of the point process, whose section becomes the accessed one until pop_section().
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

    Runs a statement in finitialize. The stage says when: 0, before the INITIAL blocks; 1 (the
    default), after them; 2, at the end; 3, at the start. The statement runs at the top level or, if
    an object is given, in the object's scope.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def allprint(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """allprint()

        Prints the statements of all handlers, by stage.
        """

class File(HocObject):
    """h.File("name")

    A file that can be read and written as text or as binary numbers.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def aopen(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.aopen("name")

        Opens the file for appending; returns 1 on success, else 0.
        """
    def chooser(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.chooser("type", "banner", "filter", "accept", "cancel", "path")

        Asks the user for a file; returns 0 without a screen.
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

        Reads a line with its newline; returns its length, or -1 at the end of the file.
        """
    def isopen(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.isopen()

        1 while the file is open.
        """
    def mktemp(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.mktemp()

        Creates an empty temporary file and sets this File's name to it.
        """
    def printf(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.printf("format", ...)

        Writes formatted text, like printf.
        """
    def ropen(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.ropen("name")

        Opens the file for reading; returns 1 on success, else 0.
        """
    def scanstr(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.scanstr(strdef)

        Reads the next word; returns its length, or -1 at the end of the file.
        """
    def scanvar(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.scanvar()

        Reads the next number.
        """
    def seek(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.seek(offset, base)

        Moves to a byte offset from the start (base 0), the current position (1) or the end (2) of the
        file; returns 0 on success.
        """
    def tell(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.tell()

        The position in the file in bytes.
        """
    def unlink(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """file.unlink()

        Deletes the file; returns 1 on success, else 0.
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

        Opens the file for writing and truncates it; returns 1 on success, else 0.
        """

class GUIMath(HocObject):
    """h.GUIMath()

    Distances in the plane, and the direction of rounding.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def d2line(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """d2line(x, y, x1, y1, x2, y2)

        Distance of (x, y) to the line through two points.
        """
    def d2line_seg(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """d2line_seg(x, y, x1, y1, x2, y2)

        Distance of (x, y) to the line between two points.
        """
    def feround(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """feround([direction])

        Sets the direction of rounding (1 down, 2 to nearest, 3 to zero, 4 up) and returns the previous
        one.
        """
    def inside(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """inside(x, y, left, bottom, right, top)

        1 if (x, y) is in the rectangle or on its border.
        """

class GidRange(HocObject):
    """h.GidRange(first, count)

    A range of gids, first to first + count - 1, for pc.connect. The gids take no memory, even if
    the range has a gap.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def contains(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """contains(gid)

        1 if the gid is in the range, else 0.
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

        A GidRange with the same gids, except first to first + count - 1. The result may have one gap.
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

        Keeps the object alive as long as the box exists; a window that is never shown cannot be closed.
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
    depolarizes. i [nA] is the current at time t.
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

        Position of the point process, whose section becomes the accessed one until pop_section().
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
    tau [ms]. When m reaches 1, the cell fires and then ignores events for refrac [ms].
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def M(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """M(...)

        Calls M of IntFire1.mod.
        """
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        Always fails: an artificial cell is not located in a section.
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        Always 0: an artificial cell is not located in a section.
        """
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Always fails: an artificial cell is not located in a section.
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
    the time constant taus [ms]; m follows i with the time constant taum [ms]. When m reaches 1, the
    cell fires and m returns to 0.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def I(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """I(...)

        Calls I of IntFire2.mod.
        """
    def M(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """M(...)

        Calls M of IntFire2.mod.
        """
    def firetime(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """firetime(...)

        Calls firetime of IntFire2.mod.
        """
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        Always fails: an artificial cell is not located in a section.
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        Always 0: an artificial cell is not located in a section.
        """
    i: float
    _ref_i: Reference
    ib: float
    _ref_ib: Reference
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Always fails: an artificial cell is not located in a section.
        """
    m: float
    _ref_m: Reference
    def newton1(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """newton1(...)

        Calls newton1 of IntFire2.mod.
        """
    taum: float  # [ms]
    _ref_taum: Reference
    taus: float  # [ms]
    _ref_taus: Reference
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class IntFire4(HocObject):
    """h.IntFire4()

    An artificial cell: events with positive weights excite it (time constant taue [ms]), and events
    with negative weights inhibit it (time constants taui1 and taui2 [ms]); m follows with the time
    constant taum [ms]. When m reaches 1, the cell fires and m returns to 0.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def E(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """E(...)

        Calls E of IntFire4.mod.
        """
    def I(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """I(...)

        Calls I of IntFire4.mod.
        """
    def M(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """M(...)

        Calls M of IntFire4.mod.
        """
    ae: float  # [1/ms]
    _ref_ae: Reference
    ai1: float  # [1/ms]
    _ref_ai1: Reference
    ai2: float  # [1/ms]
    _ref_ai2: Reference
    def deriv(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """deriv(...)

        Calls deriv of IntFire4.mod.
        """
    e: float
    _ref_e: Reference
    def factors(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """factors(...)

        Calls factors of IntFire4.mod.
        """
    def firetimebound(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """firetimebound(...)

        Calls firetimebound of IntFire4.mod.
        """
    def fixprecondition(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """fixprecondition(...)

        Calls fixprecondition of IntFire4.mod.
        """
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        Always fails: an artificial cell is not located in a section.
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        Always 0: an artificial cell is not located in a section.
        """
    i1: float
    _ref_i1: Reference
    i2: float
    _ref_i2: Reference
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Always fails: an artificial cell is not located in a section.
        """
    m: float
    _ref_m: Reference
    def near(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """near(...)

        Calls near of IntFire4.mod.
        """
    def newstates(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """newstates(...)

        Calls newstates of IntFire4.mod.
        """
    nexcite: float
    _ref_nexcite: Reference
    ninhibit: float
    _ref_ninhibit: Reference
    nself: float
    _ref_nself: Reference
    def search(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """search(...)

        Calls search of IntFire4.mod.
        """
    def separate_taum(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """separate_taum(...)

        Calls separate_taum of IntFire4.mod.
        """
    def set_factor_of_i2(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """set_factor_of_i2(...)

        Calls set_factor_of_i2 of IntFire4.mod.
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

        Calls update of IntFire4.mod.
        """
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class KSChan(HocObject):
    """h.KSChan([is_point])

    A channel described by gates, states and rates. It becomes a mechanism when a script first uses
    its name.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def add_hhstate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.add_hhstate("name")

        Adds a Hodgkin-Huxley gate; returns its KSState.
        """
    def add_ksstate(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.add_ksstate(gate, "name")

        Adds a state to the kinetic scheme of a gate or, if gate is NULLobject, of a new gate; returns
        the KSState.
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

        1 if the channel is a point process.
        """
    def iv_type(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.iv_type([type])

        Type of the current: 0 ohmic, 1 ohmic with Nernst potential, 2 Goldman-Hodgkin-Katz.
        """
    def ligand(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.ligand(i)

        The i-th ion that binds to the channel, for example ca_ion.
        """
    def name(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.name(["name"])

        Name of the mechanism that the channel becomes.
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
    def rseed(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.rseed([seed])

        Seed of the random streams of all single channels; with an argument, they begin again.
        """
    def setstructure(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.setstructure(vec)

        Sets the gates, states and transitions from a Vector of numbers in the channel builder's format.
        """
    def single(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.single([choice])

        1 if the molecules of each point process are simulated one by one: its Nsingle is their number,
        gmax the conductance of one.
        """
    def state(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.state(i)

        The i-th KSState.
        """
    def trans(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.trans(i) or ks.trans(from, to)

        The i-th KSTrans, or the KSTrans from one state to another.
        """
    def usetable(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.usetable([use, [size, vmin, vmax]])

        1 if fixed steps use tables of the Hodgkin-Huxley gates; with arguments, sets this, and the size
        and voltage range [mV] of the tables.
        """
    def vres(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ks.vres([value])

        Change of the voltage after which single channels draw new waiting times [mV]; the same for all
        channels.
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

        Fraction of the full conductance in this state.
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

        Fills the Vectors a and b with the rates at the voltages in v [mV].
        """
    def f(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.f(direction, v)

        Value of the function for a direction at v [mV].
        """
    def ftype(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.ftype(direction)

        Form of the function for a direction; -1 if no function was set.
        """
    def index(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.index()

        Index of the transition.
        """
    def inftau(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.inftau(v, inf, tau)

        Fills the Vectors inf and tau with the steady states and time constants at the voltages in v
        [mV].
        """
    def ligand(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.ligand()

        The ligand that binds in the transition, for example cai or cao; empty if there is none.
        """
    def parm(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.parm(direction, [_ref_vmin, _ref_vmax])

        The Vector of parameters of the function for a direction; assigns the range of a table to vmin
        and vmax.
        """
    def set_f(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """kst.set_f(direction, form, vec, [vmin, vmax])

        Sets the function for a direction (0 or 1): a rate or, in a transition of type 1, the steady
        state (0) or time constant (1). Forms: 1 constant, 2 exp, 3 linoid, 4 sigmoid, 5 and 6 Borg-
        Graham, 7 table.
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

        Type of the transition: 0 rates, 1 inf and tau, 2 ligand outside, 3 ligand inside.
        """

class LinearMechanism(HocObject):
    """h.LinearMechanism(["statement",] c, g, y, [y0,] b[, x | sections, x[, layers]])

    Solves c dy/dt + g y = b together with the cable equations. The first elements of y are the
    potentials at x of a section, or at the positions x of the sections in a SectionList. Layer 0 is
    the inside of the cell; layer k is the k-th extracellular layer. The statement, in Python a
    function, runs before each solution and may change g, b and y.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def valid(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """valid()

        1 while all its sections exist.
        """

class List(HocObject):
    """h.List("Template")

    A list of objects; with the name of a class, a list of all existing objects of that class.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def accept_action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.accept_action("command")

        Sets the command for a double click in the window; no effect without a screen.
        """
    def append(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.append(object)

        Adds an object at the end; returns the number of objects.
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

        Inserts an object before object i; returns the number of objects.
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

        Adds an object at the beginning; returns the number of objects.
        """
    def remove(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """list.remove(i)

        Removes object i; returns the number of objects.
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

        The index last passed to select; initially -1.
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

    A matrix whose elements are initially 0. The storage is 1 (full), 2 (sparse) or 3 (banded); all
    are stored as full.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def add(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.add(other, destination)

        The sum with another Matrix, stored in this Matrix or in destination.
        """
    def bcopy(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.bcopy(row, column, rows, columns, to_row, to_column, destination)

        Copies a block to a new Matrix or to destination.
        """
    def c(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.c(destination)

        A copy.
        """
    def det(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.det(_ref_exponent)

        Mantissa of the determinant; the determinant is this mantissa times 10^exponent.
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

        Diagonal k (0: the main diagonal; k > 0: above it) as a Vector with one element per row.
        """
    def getrow(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.getrow(row, vec)

        A row as a Vector.
        """
    def getval(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.getval(row, column)

        The element at row and column.
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

        The product with a number, stored in this Matrix or in destination.
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

        The Matrix raised to the power k, a whole number up to 100.
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

        Sets a column to a number or to the elements of a Vector.
        """
    def setdiag(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.setdiag(k, number or vec)

        Sets diagonal k to a number or to the elements of a Vector.
        """
    def setrow(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.setrow(row, number or vec)

        Sets a row to a number or to the elements of a Vector.
        """
    def setval(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.setval(row, column, value)

        Sets the element at row and column to value.
        """
    def solv(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.solv(b, destination, use_former)

        The Vector x for which m x = b. use_former 1: as if m still had the elements of the latest call.
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

        The singular values d, where m = u^T diag(d) v.
        """
    def symmeig(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """m.symmeig(eigenvectors)

        Eigenvalues of a symmetric Matrix; stores the eigenvectors as the columns of the argument.
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

    Values for the variables of a mechanism. kind selects the variables: 1 parameters, 2 assigned, 3
    states, 0 all of these; -1 only the names of the GLOBALs, without values.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def _in(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms._in(x)

        The same as ms.in.
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

        Copies values from the accessed section (its first segment, or the segment at x), a point
        process or another MechanismStandard.
        """
    def is_array(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms.is_array(i)

        1 if variable i is an array.
        """
    def name(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms.name(strdef, i)

        Assigns the name of variable i to strdef, or without i the mechanism's name; returns the length
        of the name.
        """
    def out(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ms.out(x)

        Copies the values to the accessed section (all its segments, or the segment at x), a point
        process or another MechanismStandard.
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

    A list of the density mechanisms (0), or of the point processes and artificial cells (1), from
    which one can be selected.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def action(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.action("statement")

        Sets the statement to run when a menu item is chosen; hoc_ac_ is the item's index.
        """
    def code(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.code()

        Text of the selected mechanism's .mod file; empty if the file no longer exists.
        """
    def count(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.count()

        Number of mechanisms.
        """
    def file(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.file()

        Path of the selected mechanism's .mod file.
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

        Inserts the selected density mechanism into the accessed section, or makes a point process that
        has no location and assigns it to objref.
        """
    def menu(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.menu()

        Adds a menu of all names to the panel that is being built.
        """
    def pp_begin(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.pp_begin()

        The first point process of the selected type in the accessed section, or NULLobject.
        """
    def pp_next(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """mt.pp_next()

        The next point process after the one returned last, or NULLobject.
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

        Returns the index of the selected mechanism and assigns its name to strdef.
        """

class NMODLRandom(HocObject):
    """h.NMODLRandom()

    A RANDOM variable of a mechanism instance: `synapse.name` or `section.name_mechanism(x)`. An
    object made with `new` belongs to no instance and is empty.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def get_ids(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_ids()

        The three ids of the stream as a Vector.
        """
    def get_seq(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_seq()

        Position in the stream: four times the stream's counter, plus the index of the draw (0 to 3).
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

        The next random number of the stream, between 0 and 1.
        """

class NamedRule(HocObject):
    """h.NamedRule

    The connections of all rules to which a script gave the same name, as pc.rule returns them. What
    it changes stays changed in later runs. Each rank changes its own connections.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def active(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """active(0 or 1)

        Turns the connections off or on; returns their number on this rank.
        """
    def scale_weights(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """scale_weights(factor[, k])

        Multiplies the weights of number k, by default 0, of all its connections; returns their number
        on this rank.
        """
    def size(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """size()

        The number of connections on this rank.
        """

class NetCon(HocObject):
    """h.NetCon(section(x)._ref_v, target[, threshold, delay, weight]) or NetCon(cell, target, ...)

    Connects a spike source, which has a threshold [mV], to a target, which receives each spike
    after a delay [ms].
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
        """event(t[, flag])

        Delivers an event to the target at time t [ms]; returns 0 if the NetCon is inactive or has no
        target. With a flag, an artificial cell receives it as a self event, as from net_send.
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

        Position of the target, whose section becomes the accessed one until pop_section(); -1 if the
        target has no section.
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

        Position of the source, whose section becomes the accessed one until pop_section(); -1 if the
        source has no section.
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

        1 if the NetCon has a target, and its source exists or it was made without one.
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

    Generates `number` spikes from `start` [ms] on, separated by `interval` [ms] on average. With
    noise 0, the intervals are equal; with noise 1, they are exponentially distributed (a Poisson
    process); with values between 0 and 1, they are a mixture of both.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def erand(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """erand(...)

        Calls erand of NetStim.mod.
        """
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        Always fails: an artificial cell is not located in a section.
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        Always 0: an artificial cell is not located in a section.
        """
    def init_sequence(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """init_sequence(...)

        Calls init_sequence of NetStim.mod.
        """
    interval: float  # [ms]
    _ref_interval: Reference
    def invl(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """invl(...)

        Calls invl of NetStim.mod.
        """
    def loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """loc(x)

        Always fails: an artificial cell is not located in a section.
        """
    def next_invl(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """next_invl(...)

        Calls next_invl of NetStim.mod.
        """
    noise: float
    _ref_noise: Reference
    def noiseFromRandom(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """noiseFromRandom(random)

        Draws the random part of the intervals from a Random, whose distribution should be negexp(1).
        """
    def noiseFromRandom123(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """noiseFromRandom123(...)

        Calls noiseFromRandom123 of NetStim.mod.
        """
    number: float
    _ref_number: Reference
    def ranvar(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ranvar

        RANDOM ranvar of NetStim.mod.
        """
    def seed(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """seed(...)

        Calls seed of NetStim.mod.
        """
    start: float  # [ms]
    _ref_start: Reference
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class OClamp(HocObject):
    """h.OClamp(section(x))

    A voltage clamp that can be switched: holds the membrane at vc [mV] through the resistance rs
    [megohm] while switched_on is not 0 and t is between on and off [ms]. i [nA] is the current at
    time t.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def current_now(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """current_now(...)

        Calls current_now of OClamp.mod.
        """
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        Position of the point process, whose section becomes the accessed one until pop_section().
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
        """pwm.scale(factor)

        Accepted; returns the factor.
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

    Provides access to ranks, gids, parallel runs and the bulletin board.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def allgather(self, value: Number, result: Vector, *, sec: Section | None = ...) -> float:
        """allgather(value, vector)

        Fills the Vector with the value of each rank, in rank order.
        """
    def allreduce(self, value: Number | Vector, type: Number, *, sec: Section | None = ...) -> float:
        """allreduce(value or vector, type)

        Sum (1), maximum (2) or minimum (3) over all ranks; a Vector is reduced element by element, in
        place.
        """
    def alltoall(self, source: Vector, counts: Vector, destination: Vector, *, sec: Section | None = ...) -> float:
        """alltoall(source, counts, destination)

        Sends counts.x[r] elements of source to each rank r.
        """
    def area(self, gid: Number | Vector, area: Number | Vector = ..., *, sec: Section | None = ...) -> float:
        """area(gid[, area]) or area(gids, areas)

        The area of a gid, for exchange strategies that use areas; -1 if the gid has no area. With a
        second argument, sets the area: a Vector of gids takes a Vector of areas or one area for all
        gids, and a GidRange takes one area.
        """
    def barrier(self, *, sec: Section | None = ...) -> float:
        """barrier()

        Waits for all ranks; returns the seconds waited.
        """
    def broadcast(self, value: Reference | Vector, root: Number, *, sec: Section | None = ...) -> float:
        """broadcast(strdef or vector, root)

        Copies the string or Vector of rank root to all ranks; returns its length.
        """
    def cell(self, gid: Number, netcon: NetCon, output: Number = ..., *, sec: Section | None = ...) -> float:
        """cell(gid, netcon[, output])

        Makes the NetCon's source the source of the gid; with output 0, other ranks cannot use the
        source.
        """
    def checkpoint(self, file: str, every: str | Number = ..., resume: Number = ..., *, sec: Section | None = ...) -> float:
        """checkpoint("file"[, "every"[, resume]])

        Saves the state of subsequent runs when SIGTERM or SIGUSR1 arrives, and at intervals of model
        time (10, "10ms") or wall-clock time ("30min"). With resume = 1, the run continues from the last
        checkpoint; with resume = 2, even if its scripts or parameters have changed. See --checkpoint.
        """
    def context(self, what: Any, *arguments: Any, sec: Section | None = ...) -> float:
        """context("statement") or context([object,] "function", arguments)

        Runs a statement or function once on every worker.
        """
    def done(self, *, sec: Section | None = ...) -> float:
        """done()

        Ends the workers.
        """
    def event_time(self, *, sec: Section | None = ...) -> float:
        """event_time()

        Seconds spent delivering events.
        """
    def exchange(self, name: str = ..., *options: Any, sec: Section | None = ...) -> str:
        """exchange(["name"[, "option", value, ...]])

        Sets the exchange strategy between ranks; returns the current strategy.
        """
    def find_areas(self, n: Number, sources: Vector, targets: Vector, delays: Vector, least: Number, areas: Number, *, sec: Section | None = ...) -> Vector:
        """find_areas(n, sources, targets, delays, least, areas)

        Divides the cells 0 to n-1 into at most `areas` areas. There are few connections between areas,
        and none of these has a delay shorter than least [ms]. Returns a Vector with the area of each
        cell. If the cells that are joined by shorter delays form more than `areas` groups, METIS merges
        groups.
        """
    def gap_junctions(self, gid: int, *, sec: Section | None = ...) -> List:
        """gap_junctions(gid)

        Returns a List of the halves of gap junctions that pc.connect has made in the cell of this gid,
        each a GapJunction; on a rank that does not have the cell, the List is empty.
        """
    def get_partition(self, thread: Number, *, sec: Section | None = ...) -> SectionList:
        """get_partition(thread)

        A SectionList of the root sections of the cells assigned to a thread.
        """
    def gid2cell(self, gid: Number, *, sec: Section | None = ...) -> Any:
        """gid2cell(gid)

        The cell that pc.cells has made for the gid, or else the template instance that contains the
        section or point process whose spikes have this gid; if there is neither, the point process or
        artificial cell itself.
        """
    def gid2obj(self, gid: Number, *, sec: Section | None = ...) -> Any:
        """gid2obj(gid)

        The artificial cell or point process that is the source of the gid; if the source is a section,
        the template instance that contains the section.
        """
    def gid_clear(self, type: Number = ..., *, sec: Section | None = ...) -> float:
        """gid_clear([type])

        Removes all gids (type 1), the variables of all gap junctions (4), or both (0). Types 2 and 3,
        which are for split cells, have no effect.
        """
    def gid_connect(self, gid: Number, target: Any, netcon: NetCon = ..., *, sec: Section | None = ...) -> NetCon:
        """gid_connect(gid, target[, netcon])

        Creates a NetCon to a target on this rank from the gid, which may be on any rank.
        """
    def gid_exists(self, gid: Number, *, sec: Section | None = ...) -> int:
        """gid_exists(gid)

        0: the gid is not on this rank; 1: it is on this rank and has no source; 2: it has a source that
        only this rank can use; 3: it has a source that other ranks can use.
        """
    def id(self, *, sec: Section | None = ...) -> int:
        """id()

        Number of this rank.
        """
    def id_bbs(self, *, sec: Section | None = ...) -> int:
        """id_bbs()

        Number of this rank.
        """
    def id_world(self, *, sec: Section | None = ...) -> int:
        """id_world()

        Number of this rank.
        """
    def integ_time(self, *, sec: Section | None = ...) -> float:
        """integ_time()

        Seconds spent advancing cells.
        """
    @overload
    def interval_log(self, on: Number, *, sec: Section | None = ...) -> float:
        """interval_log(on) or interval_log("figure"[, vector])

        With 1, records the cost of each exchange interval on this rank, from the next initialization
        on. With the name of a figure, returns a Vector of its values. The figures are t [ms]; deliver,
        update, collocate, communicate, synchronize, wait [s]; spikes_sent, spikes_received, bytes_sent,
        bytes_received, messages, rounds.
        """
    @overload
    def interval_log(self, figure: str, values: Vector = ..., *, sec: Section | None = ...) -> Any: ...
    def look(self, key: str | Number, *items: Any, sec: Section | None = ...) -> bool:
        """look(key[, _ref_number | strdef | vector, ...])

        If there is a message with this key, unpacks it and returns 1, else returns 0; the message stays
        on the board.
        """
    def look_take(self, key: str | Number, *items: Any, sec: Section | None = ...) -> bool:
        """look_take(key[, _ref_number | strdef | vector, ...])

        If there is a message with this key, removes it, unpacks it and returns 1, else returns 0.
        """
    def master_works_on_jobs(self, flag: Number, *, sec: Section | None = ...) -> float:
        """master_works_on_jobs(flag)

        Sets whether rank 0 runs jobs itself while it waits in working(). By default, it does; if there
        is only one rank, it always does. Returns 0.
        """
    def max_histogram(self, counts: Vector = ..., *, sec: Section | None = ...) -> float:
        """max_histogram([vector])

        Collects a histogram of the largest number of spikes that any rank sent in each exchange. Works
        only with allgather, where all ranks know this number; with other strategies, the program ends
        with a notice.
        """
    def mpiabort_on_error(self, flag: Number, *, sec: Section | None = ...) -> float:
        """mpiabort_on_error(flag)

        Accepted but ignored: an error that a script catches never ends other ranks, and an error that
        ends one rank ends all ranks. Returns the flag's previous value, initially 1.
        """
    def multisplit(self, x: Number, id: Number, backbone_style: Number = ..., *, sec: Section | None = ...) -> float:
        """multisplit(x, id[, backbone_style])

        Not supported: each cell is on one rank and one thread.
        """
    def netcons(self, gid: int, *, sec: Section | None = ...) -> List:
        """netcons(gid)

        Returns a List of NetCons, one for each connection onto the cell of this gid, which must be on
        this rank, in the order of pc.connections. Connections that pc.connect has made get objects,
        which last as long as a script keeps them; deleting them does not remove the connections.
        """
    def nhost(self, *, sec: Section | None = ...) -> int:
        """nhost()

        Number of ranks.
        """
    def nhost_bbs(self, *, sec: Section | None = ...) -> int:
        """nhost_bbs()

        Number of ranks.
        """
    def nhost_world(self, *, sec: Section | None = ...) -> int:
        """nhost_world()

        Number of ranks.
        """
    def nrnbbcore_write(self, folder: str = ..., *more: Any, sec: Section | None = ...) -> float:
        """nrnbbcore_write([folder])

        Writes nothing and prints a warning: files for CoreNEURON are not supported.
        """
    def nthread(self, n: Number = ..., parallel: Number | bool = ..., *, sec: Section | None = ...) -> int:
        """nthread([n[, parallel]])

        Number of threads of this rank; with an argument, sets it. With parallel = 0, one thread does
        the work of all threads.
        """
    def nworker(self, *, sec: Section | None = ...) -> int:
        """nworker()

        Number of threads that work in parallel; 0 if there is only one thread, or if one thread does
        the work of all (see nthread).
        """
    def optimize_node_order(self, kind: Number = ..., *, sec: Section | None = ...) -> int:
        """optimize_node_order([kind])

        Accepted but ignored: cells of equal shape are always stored side by side. Returns the kind that
        was set last, initially 0.
        """
    def outputcell(self, gid: Number, *, sec: Section | None = ...) -> float:
        """outputcell(gid)

        Makes the source of the gid available to other ranks.
        """
    def pack(self, *values: Any, sec: Section | None = ...) -> float:
        """pack(values)

        Adds numbers, strings and Vectors to the message that the next post sends.
        """
    @overload
    def partition(self, *, sec: Section | None = ...) -> float:
        """partition([thread, list])

        Stores the SectionList of the root sections of a thread's cells; without arguments, discards all
        lists. Ranvier distributes cells over threads itself, and results do not depend on the lists.
        """
    @overload
    def partition(self, thread: Number, roots: SectionList, *, sec: Section | None = ...) -> float: ...
    def placement(self, way: str, *arguments: Any, sec: Section | None = ...) -> Vector:
        """placement("way", ...)

        A Vector with the rank of each of the cells 0 to n-1. The arguments are one of the following:
        ("round_robin", n), ("consecutive", n), ("shuffled", n, seed), ("by_area", areas),
        ("least_loaded", weights), ("metis", n, sources, targets[, weights]).
        """
    def post(self, key: str | Number, *items: Any, sec: Section | None = ...) -> float:
        """post(key[, values])

        Posts a message under a key: the packed values, followed by the values given here.
        """
    def prcellstate(self, gid: Number, suffix: str = ..., *, sec: Section | None = ...) -> float:
        """prcellstate(gid[, "suffix"])

        Writes the state of the gid's cell to the text file GID_SUFFIX.nrndat, for example to compare
        two runs. Does nothing on ranks without the gid.
        """
    def psolve(self, tstop: Number, *, sec: Section | None = ...) -> float:
        """psolve(tstop)

        Advances all ranks to tstop [ms].
        """
    def pyret(self, *, sec: Section | None = ...) -> Any:
        """pyret()

        The return value of the Python function in the job that working() returned last.
        """
    def raster(self, file: str = ..., *, sec: Section | None = ...) -> Any:
        """raster("file.h5") | spikes = raster()

        Records the spikes of all gids on all ranks in a raster, from the next finitialize on. The file
        is a SONATA file if its name ends in .h5 or .hdf5, else a text file. Without a name, completes
        the file and returns the number of spikes in it; the file is also completed at the end of the
        program. Each finitialize starts the file again. All ranks must call raster. See --raster.
        """
    @overload
    def replay(self, raster: str, gids: Any, *, sec: Section | None = ...) -> float:
        """replay("raster", gids) or replay(tvec, gidvec, gids)

        From the next finitialize on, runs only the cells with these gids; the spikes of all other cells
        come from the raster.
        """
    @overload
    def replay(self, times: Vector, ids: Vector, gids: Any, *, sec: Section | None = ...) -> float: ...
    def report(self, words: str, where: Any = ..., *, sec: Section | None = ...) -> float:
        """report("file.h5:variable=v,..."[, gids | sectionlist])

        Records a variable of many segments in a SONATA report, from the next finitialize on. See
        --report.
        """
    def retval(self, *, sec: Section | None = ...) -> float:
        """retval()

        The result of the job that working() returned last.
        """
    def rule(self, name: str, *, sec: Section | None = ...) -> HocObject:
        """rule("name")

        Returns the connections of the rules that pc.connect was given with the words "name", "...", as
        a NamedRule: scale_weights and active change them between runs.
        """
    def runworker(self, *, sec: Section | None = ...) -> float:
        """runworker()

        Ranks above 0 run jobs until done() and then exit; rank 0 continues.
        """
    def sec_in_thread(self, *, sec: Section | None = ...) -> float:
        """sec_in_thread()

        The thread to which the accessed section's cell is assigned.
        """
    def send_time(self, kind: Number = ..., *, sec: Section | None = ...) -> float:
        """send_time([kind])

        With kind 0, the default, seconds spent collecting and exchanging spikes; with kind 4, the
        number of additional exchange rounds; with kind 8, the bits of method as in spike_compress; with
        other kinds, which refer to NEURON's internals, 0 and a notice at the end.
        """
    def set_gid2node(self, gid: Number, rank: Number, *, sec: Section | None = ...) -> float:
        """set_gid2node(gid, rank)

        Assigns the gid to the rank.
        """
    def set_maxstep(self, ms: Number, *, sec: Section | None = ...) -> float:
        """set_maxstep(ms)

        Sets the exchange interval [ms] to the minimum delay between ranks, or to the argument if the
        argument is smaller; returns the interval.
        """
    def setup_transfer(self, *, sec: Section | None = ...) -> float:
        """setup_transfer()

        Sets up the gap junctions. All ranks must call it after the last source_var and target_var.
        """
    def source_var(self, reference: Reference, id: Number, *, sec: Section | None = ...) -> float:
        """source_var(_ref_x, id)

        Makes x a source of gap junctions. id is a number that is unique across all ranks.
        """
    def spike_compress(self, nspike: Number = ..., gid_compress: Number = ..., method: Number = ..., *, sec: Section | None = ...) -> float:
        """spike_compress(nspike, gid_compress[, method])

        Selects the exchange strategy as in NEURON: allgather with nspike spikes in the fixed part,
        compressed or not. The bits of method can select point-to-point messages (1) instead, and add
        two sub-intervals (4) or two phases (8).
        """
    def spike_record(self, gids: Number | Vector, times: Vector, ids: Vector, *, sec: Section | None = ...) -> float:
        """spike_record(gid | -1 | gids, tvec, idvec)

        Records the times [ms] and gids of spikes on this rank, for one gid, for all gids (-1) or for a
        Vector of gids.
        """
    def spike_statistics(self, *counts: Reference, sec: Section | None = ...) -> int:
        """spike_statistics([_ref_sent[, _ref_received[, _ref_used]]])

        Returns the largest number of spikes that this rank sent in one exchange. Assigns the total
        numbers of spikes that this rank sent, that it received, and that it received and used.
        """
    def splitcell(self, that_host: Number, *, sec: Section | None = ...) -> float:
        """splitcell(that_host)

        Not supported: each cell is on one rank and one thread.
        """
    def step_time(self, *, sec: Section | None = ...) -> float:
        """step_time()

        Seconds spent advancing cells and delivering events.
        """
    def step_wait(self, *, sec: Section | None = ...) -> float:
        """step_wait()

        Seconds spent waiting for other ranks at exchanges.
        """
    def submit(self, what: Any, *arguments: Any, sec: Section | None = ...) -> float:
        """submit([userid,] "statement") or submit([userid,] [object,] "function", arguments)

        Submits a job for an idle rank; returns the id of the job. A Python function may be given in
        place of the function's name. This function and all Python objects among the arguments are
        pickled.
        """
    def subworlds(self, n: Number, *, sec: Section | None = ...) -> float:
        """subworlds(n)

        Has no effect: all ranks form one world, so n must be the number of ranks.
        """
    def t(self, thread: Number, *, sec: Section | None = ...) -> float:
        """t(thread)

        The time of a thread [ms]; between steps, all threads have the time t.
        """
    def take(self, key: str | Number, *items: Any, sec: Section | None = ...) -> float:
        """take(key[, _ref_number | strdef | vector, ...])

        Waits for a message with this key, removes it and unpacks it.
        """
    @overload
    def target_var(self, reference: Reference, id: Number, *, sec: Section | None = ...) -> float:
        """target_var([pointprocess,] _ref_x, id)

        At each step, assigns the value of the source with this id to x.
        """
    @overload
    def target_var(self, process: HocObject, reference: Reference, id: Number, *, sec: Section | None = ...) -> float: ...
    def thread_busywait(self, on: Number, *, sec: Section | None = ...) -> float:
        """thread_busywait(on)

        Accepted but ignored: in NEURON, 1 lets waiting threads keep a processor busy. Returns the
        previous setting.
        """
    def thread_how_many_proc(self, *, sec: Section | None = ...) -> int:
        """thread_how_many_proc()

        Number of hardware threads of this computer.
        """
    def thread_stat(self, *, sec: Section | None = ...) -> float:
        """thread_stat()

        Does nothing: there are no thread statistics.
        """
    def threshold(self, gid: Number, mV: Number = ..., *, sec: Section | None = ...) -> float:
        """threshold(gid[, mV])

        The threshold of the gid's source [mV]; with an argument, sets it.
        """
    def time(self, *, sec: Section | None = ...) -> float:
        """time()

        Wall-clock time [s].
        """
    def timeout(self, seconds: Number = ..., *, sec: Section | None = ...) -> float:
        """timeout([s])

        Accepted but ignored: when a rank fails, the launcher ends the others.
        """
    def unpack(self, *places: Reference | Vector, sec: Section | None = ...) -> float:
        """unpack(_ref_number | strdef | vector, ...)

        Unpacks the next items of the message.
        """
    def upkpyobj(self, *, sec: Section | None = ...) -> Any:
        """upkpyobj()

        Unpacks the next Python object of the message.
        """
    def upkscalar(self, *, sec: Section | None = ...) -> float:
        """upkscalar()

        Unpacks the next number of the message.
        """
    def upkstr(self, text: Reference, *, sec: Section | None = ...) -> Any:
        """upkstr(strdef)

        Unpacks the next string of the message.
        """
    def upkvec(self, values: Vector = ..., *, sec: Section | None = ...) -> Vector:
        """upkvec([vector])

        Unpacks the next Vector of the message.
        """
    def userid(self, *, sec: Section | None = ...) -> float:
        """userid()

        The userid of the job that working() returned last.
        """
    def vtransfer_time(self, *, sec: Section | None = ...) -> float:
        """vtransfer_time()

        Always 0; in NEURON, seconds spent transferring voltages of gap junctions.
        """
    def wait_time(self, *, sec: Section | None = ...) -> float:
        """wait_time()

        Seconds spent waiting for other ranks.
        """
    def working(self, *, sec: Section | None = ...) -> int:
        """working()

        Waits for a submitted job to finish; returns its id, or 0 if no job is left.
        """
    def write_connections(self, file: str, *, sec: Section | None = ...) -> float:
        """write_connections("file")

        Writes the active connections between gids on all ranks to a single file, with all weights and
        the places of synapses: SONATA edges (.h5) or CSV (.csv). Every rank must call
        write_connections.
        """
    def cells(self, template: Any, first: Number, n: Number, *placement: Any, **words: Any) -> GidRange:
        """Makes cells of consecutive gids; a word gives a value of all cells, or of each. The first argument may be a class."""
    def connect(self, sources: Any, targets: Any, rule: str, *arguments: Any, **words: Any) -> float:
        """Makes connections by a rule; returns their number. A word such as delay=2 gives a value or a distribution."""
    def connections(self, gid: Any) -> Any:
        """The connections onto the cell of a gid on this rank: a dict of columns, for example for pandas.DataFrame."""
    def insert(self, *arguments: Any, **words: Any) -> Any:
        """Makes a point process in each of some cells; returns the number of those made on this rank."""
    def population(self, name: str, gids: Any, *, sec: Section | None = ...) -> int:
        """Gives cells a name, which rasters keep for figures; returns their number."""
    def position(self, gids: Any, *locations: Any, **words: Any) -> Any:
        """The position [um] of a gid, a Vector; with further arguments, sets the positions of gids."""
    def py_allgather(self, item: Any, *, sec: Section | None = ...) -> list[Any]:
        """The list of the items of all ranks."""
    def py_alltoall(self, items: Sequence[Any], size: Number = ..., *, sec: Section | None = ...) -> list[Any]:
        """Sends items[r] to each rank r; the list of what each rank has sent here. `size` is accepted, without effect."""
    def py_broadcast(self, item: Any, root: Number = ..., *, sec: Section | None = ...) -> Any:
        """The item of rank `root`, on every rank."""
    def py_gather(self, item: Any, root: Number = ..., *, sec: Section | None = ...) -> Any:
        """The list of the items of all ranks on rank `root`, None on the others."""
    def py_scatter(self, items: Sequence[Any] | None, root: Number = ..., *, sec: Section | None = ...) -> Any:
        """The item of the list of rank `root` for this rank."""
    def synapses(self, gid: Any) -> Any:
        """The synapses onto the cell of a gid on this rank, a list in the order of the numbers in `connections`."""

class PatternStim(HocObject):
    """h.PatternStim()

    Plays the spikes of a raster into the connections made by pc.gid_connect, as if other ranks had
    sent the spikes.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    fake_output: float
    _ref_fake_output: Reference
    def play(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """play([tvec, gidvec]) or play("raster")

        From the next finitialize on, plays spikes with the given times [ms] and gids, which are copied,
        or the spikes in a SONATA or text file; without arguments, stops playing.
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
    def nearest_seg(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.nearest_seg()

        A segment that was chosen with the mouse: none without a screen.
        """
    def point_mark(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.point_mark(x, color)

        Marks position x of the accessed section.
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
    def selected_seg(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.selected_seg()

        A segment that was chosen with the mouse: none without a screen.
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

        Selects the sections to draw; without a list, selects all.
        """
    def plot(self, graph: Any, *arguments: Any, **options: Any) -> Any:
        """Draws on matplotlib.pyplot, in a new figure, on a matplotlib Figure, or with plotly; returns axes or a plotly figure.

        Segments have the color of variable() between the limits of scale(), by the matplotlib colormap `cmap`, black where
        it does not exist, or all of them the `color`. After show(0), lines are as wide as the segments' diameters.
        Beside matplotlib's picture, a bar shows which color stands for which value, with the variable's unit.

        matplotlib: plot(pyplot, line_width=2, cmap=None, ...); further options go to matplotlib, which chooses the colors
        without a variable. plotly: plot(plotly, width=2, color=None, cmap=None). Of the result, `mark(segment)` marks a place.
        """
    def scale(self, low: Any, high: Any) -> Any:
        """shape.scale(low, high)

        Sets the values that the first and last colors represent.
        """
    def show(self, *style: Any) -> Any:
        """shape.show([style])

        Sets how sections are drawn in windows: with their diameters (0), as lines through their 3-D
        points (1) or as straight lines (2). Without an argument, returns the style.
        """
    def variable(self, name: Any) -> Any:
        """shape.variable("name")

        Sets the range variable whose values are shown.
        """

class PointProcessMark(HocObject):
    """h.PointProcessMark(section(x))

    Marks a place in a section, for display or by name. It has no effect on the simulation.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def get_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """get_loc()

        Position of the point process, whose section becomes the accessed one until pop_section().
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

    A reference to a variable; assign(x) runs the statement, if given, with $1 replaced by x.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def assign(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """p.assign(x)

        Sets the variable, or runs the statement.
        """
    def s(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """p.s()

        The variable's name.
        """
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

        Plots the variables against x, which is a Vector or the interval between points.
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

    Python's module __main__. `po.name` is a variable of the module, or a built-in function; its
    value is a number, a string or another PythonObject. `po.name[i]` and `po._[i]` are elements,
    and `po.name(...)` is a call. Variables and elements can be assigned.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...

class Random(HocObject):
    """h.Random(seed, size)

    Draws random numbers with one distribution from one stream. Initially, the distribution is
    normal(0, 1) and the stream is Random123(seed, size), or ACG(seed, size) with
    ranvier_compat(8.2).
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    def ACG(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.ACG(seed, size)

        Selects libg++'s additive congruential generator, as in NEURON up to 8.2.
        """
    def MCellRan4(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.MCellRan4(high, low)

        Selects the MCellRan4 stream that starts at high; 0 selects an unused start. Returns the start.
        """
    def MLCG(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.MLCG(seed1, seed2)

        Selects libg++'s multiplicative linear congruential generator, as in NEURON up to 8.2.
        """
    def Random123(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.Random123(id1, id2, id3)

        Selects the Random123 stream with these ids and goes to its beginning.
        """
    def Random123_globalindex(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.Random123_globalindex(index)

        Global index, part of the key of all Random123 streams; with an argument, sets it.
        """
    def binomial(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.binomial(n, p)

        Binomial distribution: the number of successes in n trials, each with probability p.
        """
    def discunif(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.discunif(low, high)

        Uniformly distributed whole numbers from low to high.
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

        The next number from the current distribution.
        """
    def seq(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.seq(position)

        Position in the stream; with an argument, sets it.
        """
    def uniform(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rand.uniform(low, high)

        Uniform distribution between low and high.
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

        Begins the path at x of the accessed section.
        """
    def color(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.color([i])

        Color of the line, before it is set to i.
        """
    def d2root(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.d2root()

        Distance [um] from the root to the point of the path nearest the root.
        """
    def end(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.end(section(x))

        Ends the path at x of the accessed section.
        """
    def from_vector(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.from_vector(y)

        Sets the variable along the path to the values in y.
        """
    def left(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.left()

        Distance [um] of the first point of the path.
        """
    def list(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.list(SectionList)

        Appends the sections of the path to the SectionList.
        """
    def origin(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.origin([x])

        Offset [um] that is added to all distances. Distances are measured from the point of the path
        nearest the root.
        """
    def right(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.right()

        Distance [um] of the last point of the path.
        """
    def to_vector(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.to_vector(y, [x])

        Copies the values along the path to y and their distances [um] to x; returns the number of
        values.
        """
    def vector(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """rvp.vector()

        A Vector of the values along the path.
        """
    def plot(self, graph: Any, *arguments: Any, **options: Any) -> Any:
        """Draws the variable against the distance: plot(pyplot), plot(axes), plot(plotly) or plot(h.Graph()).

        Further arguments go to the library that draws; returns what it returns, for matplotlib a list with the line.
        """

class SEClamp(HocObject):
    """h.SEClamp(section(x))

    A voltage clamp with one electrode: holds the membrane at amp1, amp2 and amp3 [mV] for dur1,
    dur2 and dur3 [ms], one after the other, through the resistance rs [megohm]. i [nA] is the
    current at time t.
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

        Position of the point process, whose section becomes the accessed one until pop_section().
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        1 if the point process is located in a section.
        """
    i: float  # [nA]
    _ref_i: Reference
    def icur(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """icur(...)

        Calls icur of SEClamp.mod.
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

        Calls vstim of SEClamp.mod.
        """
    def get_segment(self) -> Segment | None:
        """The segment of the point process; None if it is not located in a section."""

class SaveState(HocObject):
    """h.SaveState()

    Saves what a run has changed (t, voltages, STATEs, ions, all variables of mechanisms with
    NET_RECEIVE, weights, pending events), so that a run can continue from this state later.
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

        Restores the saved state; with 1, restores all but the pending events. The model must have the
        same structure.
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

    A reference to the section that is accessed when the object is created.
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

        Gives a new name to the section, whose old name unname() has removed; with a List of
        SectionRefs, makes their sections an array with this name. If this is impossible, prints the
        reason and returns 0.
        """
    root: Any
    sec: Any
    trueparent: Any
    def unname(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """ref.unname()

        Removes the section's name, so that rename can give it a new one; returns 0 if the section
        belongs to an object or to Python.
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
    def nearest_seg(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.nearest_seg()

        A segment that was chosen with the mouse: none without a screen.
        """
    def observe(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.observe(SectionList)

        Selects the sections to draw; without a list, selects all.
        """
    def point_mark(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.point_mark(x, color)

        Marks position x of the accessed section.
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
    def selected_seg(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.selected_seg()

        A segment that was chosen with the mouse: none without a screen.
        """
    def show(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """shape.show([style])

        Sets how sections are drawn in windows: with their diameters (0), as lines through their 3-D
        points (1) or as straight lines (2). Without an argument, returns the style.
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

        The current state; with an argument, enters that state. A state must be entered again after each
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

        Makes object.name refer to x or to the other object; without a target, removes the alias;
        without a name, removes all aliases.
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

        The same number if the object is an artificial cell; 0 for other objects.
        """
    def is_name(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.is_name(string)

        1 if string is a name that the language or the script defines.
        """
    def is_point_process(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.is_point_process(object)

        The number of the object's class among the point processes and artificial cells, from 1; 0 for
        other objects.
        """
    def left(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.left(strdef, n)

        Keeps only the first n characters.
        """
    def len(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.len(string)

        Number of characters.
        """
    def ltrim(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.ltrim(string, strdef, characters)

        Assigns string without leading blanks (or leading `characters`) to strdef.
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

        Assigns string without trailing blanks (or trailing `characters`) to strdef.
        """
    def substr(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """sf.substr(string, part)

        Index of part in string, or -1 if part does not occur.
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

        Keeps the object alive as long as the box exists; a window that is never shown cannot be closed.
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

    A voltage clamp with two electrodes and their amplifier: holds the membrane at amp[0], amp[1]
    and amp[2] [mV] for dur[0], dur[1] and dur[2] [ms], one after the other. i [nA] is the current
    at time t.
    """
    def __init__(self, *arguments: Any, sec: Section | None = ..., **words: Any) -> None: ...
    amp: Array  # [mV]
    _ref_amp: Any
    def clamp(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """clamp(...)

        Calls clamp of VClamp.mod.
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

        Position of the point process, whose section becomes the accessed one until pop_section().
        """
    def has_loc(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """has_loc()

        1 if the point process is located in a section.
        """
    i: float  # [nA]
    _ref_i: Reference
    def icur(self, *arguments: Any, sec: Section | None = ...) -> Any:
        """icur(...)

        Calls icur of VClamp.mod.
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

        Calls update of VClamp.mod.
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

        Calls vstim of VClamp.mod.
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
    def abs(self, source: Vector = ..., *, sec: Section | None = ...) -> Vector:
        """vec.abs(source)

        Absolute values of the elements of source, or of this Vector.
        """
    def add(self, other: Number | Vector, *, sec: Section | None = ...) -> Vector:
        """vec.add(number or Vector)

        Adds a number to each element, or adds a Vector element by element.
        """
    def addrand(self, random: Random, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.addrand(random, start, end)

        Adds a draw from a Random to each element.
        """
    def append(self, *values: Number | Vector, sec: Section | None = ...) -> Vector:
        """vec.append(value or Vector, ...)

        Adds numbers and copies of Vectors at the end.
        """
    def at(self, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.at(start, end)

        A new Vector with a copy of elements start to end, or of all.
        """
    def buffer_size(self, n: Number = ..., *, sec: Section | None = ...) -> int:
        """vec.buffer_size(n)

        Capacity in elements; with n, sets it.
        """
    def c(self, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.c(start, end)

        A new Vector with a copy of elements start to end, or of all.
        """
    def cl(self, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.cl(start, end)

        Like c, but also copies the label.
        """
    def clear(self, *, sec: Section | None = ...) -> Vector:
        """vec.clear()

        Changes the size to 0 and keeps the capacity.
        """
    def contains(self, value: Number, *, sec: Section | None = ...) -> bool:
        """vec.contains(value)

        1 if an element equals value, else 0.
        """
    def convlv(self, source: Vector, response: Vector, direction: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.convlv(source, response, direction)

        Convolves source with response, which has an odd size and is in wrap-around order; direction -1
        deconvolves.
        """
    def copy(self, source: Vector, *places: Number | Vector, sec: Section | None = ...) -> Vector:
        """vec.copy(source, destination_start, source_start, source_end, destination_step, source_step)

        Copies elements of source into this Vector, selected by ranges or by Vectors of indices.
        """
    def correl(self, source: Vector, other: Vector = ..., *, sec: Section | None = ...) -> Vector:
        """vec.correl(source, other)

        Cross-correlation of source and other; without other, autocorrelation of source.
        """
    def deriv(self, source: Vector = ..., dx: Number = ..., method: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.deriv(source, dx, method)

        Differences of source divided by dx: central differences with method 2, forward differences with
        1.
        """
    def div(self, other: Number | Vector, *, sec: Section | None = ...) -> Vector:
        """vec.div(number or Vector)

        Divides each element by a number, or by the same element of a Vector.
        """
    def dot(self, other: Vector, *, sec: Section | None = ...) -> float:
        """vec.dot(other)

        The scalar product.
        """
    def eq(self, other: Vector, *, sec: Section | None = ...) -> float:
        """vec.eq(other)

        1 if all elements equal those of other, else 0.
        """
    @overload
    def fft(self, direction: Number, *, sec: Section | None = ...) -> Vector:
        """vec.fft(source, direction)

        Fourier transform (direction 1) or inverse transform (-1) of source, which is padded with zeros
        to a power of 2.
        """
    @overload
    def fft(self, source: Vector, direction: Number, *, sec: Section | None = ...) -> Vector: ...
    def fill(self, value: Number, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.fill(value, start, end)

        Assigns value to elements start to end, or to all.
        """
    @overload
    def filter(self, filter: Vector, *, sec: Section | None = ...) -> Vector:
        """vec.filter(source, filter)

        Convolves source with the spectrum of filter.
        """
    @overload
    def filter(self, source: Vector, filter: Vector, *, sec: Section | None = ...) -> Vector: ...
    def firstpeak(self, *, sec: Section | None = ...) -> float:
        """v.firstpeak()

        Index of the first peak above -20 mV; 0 if there is none.
        """
    def fit(self, fitted: Vector, function: str, *arguments: Any, sec: Section | None = ...) -> float:
        """data.fit(fitted, "function", x, _ref_p1, ...)

        Fits a function to data; returns the mean squared error. The function is one of exp1, exp2,
        charging, line and quad, or a func f(x, p1, ...).
        """
    def floor(self, source: Vector = ..., *, sec: Section | None = ...) -> Vector:
        """vec.floor(source)

        The elements of source, or of this Vector, rounded down.
        """
    def fread(self, file: File, n: Number = ..., type: Number = ..., *, sec: Section | None = ...) -> float:
        """vec.fread(file, n, type)

        Reads n binary numbers. The type is 1 (char), 2 (unsigned short), 3 (float), 4 (double) or 5
        (short).
        """
    def from_double(self, n: Number, x: Reference, *, sec: Section | None = ...) -> Vector:
        """vec.from_double(n, _ref_x)

        Copies n numbers into this Vector, beginning with x.
        """
    def fwrite(self, file: File, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> float:
        """vec.fwrite(file, start, end)

        Writes the elements as binary doubles.
        """
    def get(self, i: Number, *, sec: Section | None = ...) -> float:
        """vec.get(i)

        Element i.
        """
    def hist(self, data: Vector, low: Number, size: Number, width: Number, *, sec: Section | None = ...) -> Vector:
        """vec.hist(data, low, size, width)

        Counts the data in each of `size` bins, the first of which starts at low.
        """
    def histogram(self, low: Number, high: Number, width: Number, *, sec: Section | None = ...) -> Vector:
        """vec.histogram(low, high, width)

        A new Vector of counts; element 0 counts values below low.
        """
    def ind(self, indices: Vector, *, sec: Section | None = ...) -> Vector:
        """vec.ind(indices)

        A new Vector of the elements at the indices; skips indices out of range.
        """
    @overload
    def index(self, indices: Vector, *, sec: Section | None = ...) -> Vector:
        """vec.index(source, indices)

        The elements of source (or of this Vector) at the indices; 0 for an index out of range.
        """
    @overload
    def index(self, source: Vector, indices: Vector, *, sec: Section | None = ...) -> Vector: ...
    def indgen(self, start: Number = ..., stop: Number = ..., step: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.indgen(start, stop, step)

        Fills the Vector with equally spaced numbers; also called with (), (step) or (start, step).
        """
    @overload
    def indvwhere(self, operator: str, value: Number, value2: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.indvwhere(source, "op", value, value2)

        The indices of the elements of source (or of this Vector) that pass a comparison.
        """
    @overload
    def indvwhere(self, source: Vector, operator: str, value: Number, value2: Number = ..., *, sec: Section | None = ...) -> Vector: ...
    def indwhere(self, operator: str, value: Number, value2: Number = ..., *, sec: Section | None = ...) -> int:
        """vec.indwhere("op", value, value2)

        Index of the first element that passes a comparison, or -1.
        """
    def inf(self, i: Vector, dt: Number, *parameters: Number, sec: Section | None = ...) -> Vector:
        """vec.inf(i, dt, gl, el, cm, threshold, reset, refractory)

        Voltage of an integrate-and-fire cell that is driven by i.
        """
    def insrt(self, i: Number, *values: Number | Vector, sec: Section | None = ...) -> Vector:
        """vec.insrt(i, value or Vector, ...)

        Inserts numbers and copies of Vectors before element i.
        """
    def integral(self, source: Vector = ..., dx: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.integral(source, dx)

        The running sum of source times dx.
        """
    @overload
    def interpolate(self, x_destination: Vector, x_source: Vector, *, sec: Section | None = ...) -> Vector:
        """vec.interpolate(x_destination, x_source, y_source)

        Interpolates linearly at the points x_destination; the values at x_source are y_source (or this
        Vector).
        """
    @overload
    def interpolate(self, x_destination: Vector, x_source: Vector, y_source: Vector, *, sec: Section | None = ...) -> Vector: ...
    def label(self, name: str = ..., *, sec: Section | None = ...) -> str:
        """vec.label(name)

        The name shown in graphs; with an argument, sets it.
        """
    def line(self, graph: Graph, *how: Any, sec: Section | None = ...) -> Vector:
        """vec.line(graph, x, color, brush)

        Like plot, but draws a copy of the elements.
        """
    def log(self, source: Vector = ..., *, sec: Section | None = ...) -> Vector:
        """vec.log(source)

        Natural logarithms of the elements of source, or of this Vector.
        """
    def log10(self, source: Vector = ..., *, sec: Section | None = ...) -> Vector:
        """vec.log10(source)

        Logarithms to base 10 of the elements of source, or of this Vector.
        """
    def mag(self, *, sec: Section | None = ...) -> float:
        """vec.mag()

        The Euclidean length.
        """
    def mark(self, graph: Graph, *how: Any, sec: Section | None = ...) -> Vector:
        """vec.mark(graph, x, "style", size, color, brush)

        Draws marks at the elements.
        """
    def max(self, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> float:
        """vec.max(start, end)

        The largest element; 0 if there is none.
        """
    def max_ind(self, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> int:
        """vec.max_ind(start, end)

        Index of the largest element; -1 if there is none.
        """
    def mean(self, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> float:
        """vec.mean(start, end)

        The mean of the elements.
        """
    def meansqerr(self, other: Vector, weights: Vector = ..., *, sec: Section | None = ...) -> float:
        """vec.meansqerr(other, weights)

        The mean of the squared differences from other, weighted if weights are given.
        """
    @overload
    def medfltr(self, points: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.medfltr(source, points)

        The median of the neighborhood of each element.
        """
    @overload
    def medfltr(self, source: Vector, points: Number = ..., *, sec: Section | None = ...) -> Vector: ...
    def median(self, *, sec: Section | None = ...) -> float:
        """vec.median()

        The median.
        """
    def min(self, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> float:
        """vec.min(start, end)

        The smallest element; 0 if there is none.
        """
    def min_ind(self, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> int:
        """vec.min_ind(start, end)

        Index of the smallest element; -1 if there is none.
        """
    def mul(self, other: Number | Vector, *, sec: Section | None = ...) -> Vector:
        """vec.mul(number or Vector)

        Multiplies each element by a number, or by the same element of a Vector.
        """
    @overload
    def play(self, reference: Reference, *times: Number | Vector, sec: Section | None = ...) -> Vector:
        """play(_ref_x, dt | tvec[, continuous | indices])

        During the run, sets x to each value at its time [ms]; if continuous, interpolates linearly
        between the values. A Vector of indices also interpolates, and tells at which values x jumps.
        """
    @overload
    def play(self, statement: str, *times: Number | Vector, sec: Section | None = ...) -> Vector: ...
    @overload
    def play(self, process: HocObject, reference: Reference, *times: Number | Vector, sec: Section | None = ...) -> Vector: ...
    @overload
    def play(self, index: Number, *, sec: Section | None = ...) -> Vector: ...
    def play_remove(self, *, sec: Section | None = ...) -> float:
        """play_remove()

        Stops recording into, or playing, this Vector.
        """
    def plot(self, graph: Graph, *how: Any, sec: Section | None = ...) -> Vector:
        """vec.plot(graph, x, color, brush)

        Plots the elements against x, which is a Vector or the interval between points.
        """
    def ploterr(self, graph: Graph, *how: Any, sec: Section | None = ...) -> Vector:
        """vec.ploterr(graph, x, error, size, color, brush)

        Draws error bars.
        """
    @overload
    def pow(self, power: Number, *, sec: Section | None = ...) -> Vector:
        """vec.pow(source, power)

        Powers of the elements of source, or of this Vector.
        """
    @overload
    def pow(self, source: Vector, power: Number, *, sec: Section | None = ...) -> Vector: ...
    @overload
    def printf(self, format: str = ..., start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> int:
        """vec.printf(file, "format", start, end)

        Prints the elements to a File or to the screen.
        """
    @overload
    def printf(self, file: File, format: str = ..., start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> int: ...
    def psth(self, source: Vector, dt: Number, trials: Number, size: Number, *, sec: Section | None = ...) -> Vector:
        """vec.psth(source, dt, trials, size)

        Spike rate in Hz from the counts in source; dt is the width of a bin in ms.
        """
    @overload
    def rebin(self, factor: Number, *, sec: Section | None = ...) -> Vector:
        """vec.rebin(source, factor)

        Sums over groups of `factor` consecutive elements.
        """
    @overload
    def rebin(self, source: Vector, factor: Number, *, sec: Section | None = ...) -> Vector: ...
    @overload
    def record(self, reference: Reference, times: Number | Vector = ..., discontinuities: Number = ..., *, sec: Section | None = ...) -> Vector:
        """record(_ref_x[, dt | tvec])

        Records x at each step, every dt [ms], or at the times in tvec [ms].
        """
    @overload
    def record(self, process: HocObject, reference: Reference, times: Number | Vector = ..., *, sec: Section | None = ...) -> Vector: ...
    def reduce(self, function: str, base: Number = ..., start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> float:
        """vec.reduce("function", base, start, end)

        base plus the sum of function(x) over the elements.
        """
    def remove(self, start: Number, end: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.remove(start, end)

        Removes elements start to end; without end, removes only element start.
        """
    def resample(self, source: Vector, rate: Number, *, sec: Section | None = ...) -> Vector:
        """vec.resample(source, rate)

        Resamples source at `rate` times as many points.
        """
    def resize(self, n: Number, *, sec: Section | None = ...) -> Vector:
        """vec.resize(n)

        Changes the number of elements; new elements are 0.
        """
    def reverse(self, *, sec: Section | None = ...) -> Vector:
        """vec.reverse()

        Reverses the order.
        """
    def rotate(self, n: Number, shift: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.rotate(n, 0)

        Rotates the elements by n places; with a second argument, shifts them and fills the vacated
        places with zeros.
        """
    def scale(self, low: Number, high: Number, *, sec: Section | None = ...) -> float:
        """vec.scale(low, high)

        Scales the elements linearly to the range from low to high; returns the factor.
        """
    def scanf(self, file: File, *where: Number, sec: Section | None = ...) -> float:
        """vec.scanf(file, n, column, columns)

        Reads numbers from a column of a text file.
        """
    def scantil(self, file: File, sentinel: Number, *where: Number, sec: Section | None = ...) -> float:
        """vec.scantil(file, sentinel, column, columns)

        Reads numbers from a column of a text file up to the sentinel.
        """
    def set(self, i: Number, value: Number, *, sec: Section | None = ...) -> Vector:
        """vec.set(i, value)

        Sets element i to value.
        """
    def setrand(self, random: Random, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.setrand(random, start, end)

        Sets each element to a draw from a Random.
        """
    def sin(self, frequency: Number, phase: Number, dx: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.sin(frequency, phase, dx)

        A sine wave; frequency in Hz, phase in rad, dx in ms.
        """
    def size(self, *, sec: Section | None = ...) -> int:
        """vec.size()

        Number of elements.
        """
    def smhist(self, data: Vector, low: Number, size: Number, step: Number, *smoothing: Number | Vector, sec: Section | None = ...) -> Vector:
        """vec.smhist(data, low, size, step, variance, weights)

        A histogram of data, smoothed by a Gaussian.
        """
    def sort(self, *, sec: Section | None = ...) -> Vector:
        """vec.sort()

        Sorts in ascending order.
        """
    def sortindex(self, destination: Vector = ..., *, sec: Section | None = ...) -> Vector:
        """vec.sortindex(destination)

        The indices that sort the Vector.
        """
    def spctrm(self, source: Vector = ..., size: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.spctrm(source, size)

        Power spectrum of source from segments of `size` points.
        """
    def spikebin(self, source: Vector, threshold: Number, width: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.spikebin(source, threshold, width)

        1 in each bin in which source crosses the threshold upwards.
        """
    def sqrt(self, source: Vector = ..., *, sec: Section | None = ...) -> Vector:
        """vec.sqrt(source)

        Square roots of the elements of source, or of this Vector.
        """
    def stderr(self, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> float:
        """vec.stderr(start, end)

        The standard error of the mean.
        """
    def stdev(self, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> float:
        """vec.stdev(start, end)

        The sample standard deviation.
        """
    def sub(self, other: Number | Vector, *, sec: Section | None = ...) -> Vector:
        """vec.sub(number or Vector)

        Subtracts a number from each element, or subtracts a Vector element by element.
        """
    def sum(self, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> float:
        """vec.sum(start, end)

        The sum of the elements.
        """
    def sumgauss(self, low: Number, high: Number, step: Number, variance: Number, weights: Vector = ..., *, sec: Section | None = ...) -> Vector:
        """vec.sumgauss(low, high, step, variance, weights)

        A new Vector: the sum of Gaussians centered at the elements.
        """
    def sumsq(self, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> float:
        """vec.sumsq(start, end)

        The sum of the squares of the elements.
        """
    def tanh(self, source: Vector = ..., *, sec: Section | None = ...) -> Vector:
        """vec.tanh(source)

        Hyperbolic tangents of the elements of source, or of this Vector.
        """
    def trigavg(self, data: Vector, indices: Vector, before: Number, after: Number, *, sec: Section | None = ...) -> float:
        """vec.trigavg(data, indices, before, after)

        The average of the windows of data around the indices.
        """
    def var(self, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> float:
        """vec.var(start, end)

        The sample variance.
        """
    def vread(self, file: File, *, sec: Section | None = ...) -> float:
        """vec.vread(file)

        Reads the output of vwrite, in either byte order.
        """
    def vwrite(self, file: File, type: Number = ..., *, sec: Section | None = ...) -> float:
        """vec.vwrite(file, type)

        Writes the size, the type and the elements. The type is 1 (char, scaled), 2 (short, scaled), 3
        (float), 4 (double) or 5 (int).
        """
    @overload
    def where(self, operator: str, value: Number, value2: Number = ..., *, sec: Section | None = ...) -> Vector:
        """vec.where(source, "op", value, value2)

        The elements of source (or of this Vector) that pass one of the comparisons == != > < >= <= ()
        [] [) (].
        """
    @overload
    def where(self, source: Vector, operator: str, value: Number, value2: Number = ..., *, sec: Section | None = ...) -> Vector: ...
    def width(self, times: Vector, height: Number, *, sec: Section | None = ...) -> float:
        """v.width(times, height)

        Time between the first rise to a height and the return to it.
        """
    x: Array
    _ref_x: Any
    def xfitness(self, times: Vector, peak: Number, heights: Vector, data: Vector, *, sec: Section | None = ...) -> float:
        """v.xfitness(times, peak, heights, data)

        Sum of squared differences between the data and the times after `peak` at which v reaches the
        heights.
        """
    def yfitness(self, times: Vector, peak: Number, data: Vector, at: Vector, *, sec: Section | None = ...) -> float:
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
    def apply(self, function: str, start: Number = ..., end: Number = ..., *, sec: Section | None = ...) -> Vector:
        """Replaces each number x by function(x); `function` is a Python function or the name of a hoc function."""
    def as_numpy(self, *ignored: Any, sec: Section | None = ...) -> Any:
        """A NumPy array that shares the Vector's memory. When the Vector outgrows this memory, you get a RuntimeWarning."""
    def from_python(self, source: Iterable[Number], *, sec: Section | None = ...) -> Vector:
        """Copies the numbers of a sequence or array to the Vector, whose size becomes theirs; returns the Vector."""
    def to_python(self, target: Any = ..., *ignored: Any, sec: Section | None = ...) -> Any:
        """A list of the numbers; or copies them to `target`, a sequence of the same length."""
