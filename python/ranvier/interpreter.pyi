# Written by scripts/python-stubs.
from typing import Any, Iterator, TypeAlias

from neuron import hoc as _hoc
from neuron import nrn as _nrn

# For annotations such as h.Section, h is a class here, and TopLevel its type.
class TopLevel(type):
    """hoc's top level: `h.name` is a variable, function, class or section; `h("statements")` runs hoc statements."""
    def ref(self, value: object) -> _nrn.Reference: ...
    def setpointer(self, reference: _nrn.Reference, name: str, holder: object) -> None: ...
    def allsec(self) -> Iterator[_nrn.Section]: ...
    def cas(self) -> _nrn.Section: ...
    def distance(self, *where: Any, sec: _nrn.Section | None = ...) -> float: ...
    # Names of scripts and mechanisms.
    def __getattr__(self, name: str) -> Any: ...
    def __setattr__(self, name: str, value: Any) -> None: ...
    def allobjects(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.allobjects([class])

        Prints all existing objects, or the objects of a class.
        """
    def arc3d(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.arc3d(i)

        Path length from the first point to point i [um].
        """
    def area(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.area(x)

        Membrane area of the segment at x [um2].
        """
    def argtype(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.argtype(i)

        0 number, 1 object, 2 string, 3 pointer, -1 missing.
        """
    def atan2(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.atan2(y, x)

        The angle of (x, y) [rad].
        """
    def attr_praxis(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.attr_praxis(tolerance, step, printing) or attr_praxis(stream)

        Sets the tolerance, the largest step and the verbosity (0 to 4) of fit_praxis; with one
        argument, selects its stream of random numbers.
        """
    def axis(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.axis(...)

        A graphics function of the first versions of hoc; no effect without a screen.
        """
    def batch_run(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.batch_run(tstop, tstep, ["file", "comment"])

        Runs to tstop [ms] and writes the variables of batch_save to a file every tstep [ms].
        """
    def batch_save(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.batch_save(_ref_x, ...)

        Adds variables for batch_run to write; without arguments, removes all.
        """
    def boolean_dialog(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.boolean_dialog("question", "yes", "no")

        Asks a question; returns 0 without a screen.
        """
    celsius: float  # [degC]
    _ref_celsius: _nrn.Reference
    def chdir(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.chdir("folder")

        Changes the current folder; returns 0 on success, else -1.
        """
    clamp_resist: float  # [megohm]
    _ref_clamp_resist: _nrn.Reference
    def continue_dialog(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.continue_dialog("message")

        Shows a message; no effect without a screen.
        """
    def coredump_on_error(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.coredump_on_error(on)

        For debugging NEURON; no effect.
        """
    def define_shape(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.define_shape()

        Adds points to sections that have none, so that they can be drawn.
        """
    def delete_section(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.delete_section()

        Deletes the accessed section.
        """
    def depvar(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.depvar x, y[2], ...

        Statement: declares unknowns of the system of equations.
        """
    def diam3d(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.diam3d(i)

        Diameter at point i [um].
        """
    diam_changed: float
    _ref_diam_changed: _nrn.Reference
    def disconnect(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.disconnect()

        Separates the accessed section from its parent.
        """
    def doEvents(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.doEvents()

        Handles pending mouse and keyboard events; no effect without a screen.
        """
    def doNotify(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.doNotify()

        Redraws what has changed; no effect without a screen.
        """
    dt: float  # [ms]
    _ref_dt: _nrn.Reference
    eps_IntFire4: float
    _ref_eps_IntFire4: _nrn.Reference
    def eqinit(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.eqinit([delta])

        Starts a new system of equations; difference quotients change unknowns by delta (0.001).
        """
    def eqn(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.eqn x:: left = right

        Statement: the equation of unknown x; `eqn x: left =` and `eqn x: = right` add terms to it.
        """
    def execerror(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.execerror(message, more)

        Stops with an error.
        """
    def execute(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.execute(statement, [object])

        Runs a statement, in the scope of an object if given.
        """
    def execute1(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.execute1(statement, [object], [show])

        Runs lines of hoc; returns 1, or 0 after an error, which is printed to stderr unless `show` is
        0.
        """
    def fadvance(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.fadvance()

        Advances by one step.
        """
    def fclamp(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.fclamp(n, x) or fclamp(i, duration, level)

        Makes a voltage clamp with n consecutive levels at x of the accessed section, or sets the
        duration [ms] and the voltage [mV] of level i.
        """
    def fclampi(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.fclampi()

        Current [nA] of the fclamp at time t.
        """
    def fclampv(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.fclampv()

        Voltage level [mV] of the fclamp at time t.
        """
    def fcurrent(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.fcurrent()

        Recomputes currents and conductances from the present state.
        """
    def finitialize(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.finitialize([v])

        Sets t to 0, the voltage to v [mV] everywhere, and all states to their initial values.
        """
    def fprint(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.fprint("format", ...)

        Writes formatted text to the file opened by wopen; without a file, prints it.
        """
    def frecord_init(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.frecord_init()

        Clears the recording Vectors and restarts recording at t.
        """
    def fscan(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.fscan()

        The next number in the file opened by ropen; without a file, the next number in the script after
        this line.
        """
    def fstim(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.fstim(n) or fstim(i, x, delay, duration, amplitude)

        For old scripts: makes room for n current pulses [nA], or places pulse i at x of the accessed
        section.
        """
    def fstimi(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.fstimi(i)

        Current [nA] of fstim pulse i at time t.
        """
    def fsyn(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.fsyn(n) or fsyn(i, x, onset, tau, gmax, erev)

        For old scripts: makes room for n alpha synapses [uS, mV], or places synapse i at x of the
        accessed section.
        """
    def fsyng(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.fsyng(i)

        Conductance [uS] of fsyn synapse i at time t.
        """
    def fsyni(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.fsyni(i)

        Current [nA] of fsyn synapse i at time t.
        """
    def getcwd(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.getcwd()

        The current folder, with a / at its end.
        """
    def getstr(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.getstr(strdef, word)

        Reads the next line (with word 1, the next word) of the file opened by ropen into strdef;
        returns its length.
        """
    def ghk(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.ghk(v, ci, co, charge)

        Goldman-Hodgkin-Katz current at unit permeability; v is in [mV], ci and co are in [mM].
        """
    def graph(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.graph(...)

        A graphics function of the first versions of hoc; no effect without a screen.
        """
    def graphmode(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.graphmode(...)

        A graphics function of the first versions of hoc; no effect without a screen.
        """
    def hoc_stdout(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.hoc_stdout("name")

        Redirects printed text to a file; without a name, back to the screen.
        """
    ib_IntFire4: float
    _ref_ib_IntFire4: _nrn.Reference
    def initnrn(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.initnrn()

        Resets t, dt, celsius and secondorder to their initial values.
        """
    def install_vector_fitness(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.install_vector_fitness()

        No effect: Vectors always have firstpeak, width, xfitness and yfitness.
        """
    def ion_charge(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.ion_charge("name_ion")

        Valence of an ion.
        """
    def ion_register(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.ion_register("name", charge)

        Registers an ion; returns the number of its type.
        """
    def ion_style(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.ion_style("name_ion"[, c_style, e_style, einit, eadvance, cinit])

        Sets how an ion's concentrations and reversal potential behave in the accessed section; returns
        the previous style.
        """
    def ismembrane(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.ismembrane(name)

        1 if the mechanism is inserted in the accessed section.
        """
    def issection(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.issection(pattern)

        1 if the regular expression matches the whole name of the accessed section.
        """
    def ivoc_style(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.ivoc_style("name", value)

        Sets the style of windows; no effect without a screen.
        """
    ki0_k_ion: float  # [mM]
    _ref_ki0_k_ion: _nrn.Reference
    ko0_k_ion: float  # [mM]
    _ref_ko0_k_ion: _nrn.Reference
    def load_file(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.load_file([again], file, [name])

        Runs a file from the library path, once; returns 1 if the file was found.
        """
    def load_func(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.load_func(name, ...)

        Loads the file in the library path that declares `func name`, unless the name is already
        declared.
        """
    def load_proc(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.load_proc(name, ...)

        Loads the file in the library path that declares `proc name`, unless the name is already
        declared.
        """
    def load_template(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.load_template(name, ...)

        Loads the file in the library path that declares `begintemplate name`, unless the name is
        already declared.
        """
    def lw(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.lw(...)

        A graphics function of the first versions of hoc; no effect without a screen.
        """
    def machine_name(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.machine_name(strdef)

        Assigns the name of this computer to strdef.
        """
    def make_mechanism(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.make_mechanism(suffix, template[, parameters])

        Turns a template into a density mechanism. The template's public numbers become range variables;
        the numbers named in `parameters` become parameters.
        """
    def make_pointprocess(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.make_pointprocess(template[, parameters])

        Turns a template into a point process.
        """
    def mcell_ran4(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.mcell_ran4(_ref_high)

        A number in [0, 1) from the MCellRan4 stream at high; advances high.
        """
    def mcell_ran4_init(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.mcell_ran4_init(low)

        Sets the low index of MCellRan4 streams; returns the previous one.
        """
    def n3d(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.n3d()

        Number of 3-D points of the section.
        """
    nai0_na_ion: float  # [mM]
    _ref_nai0_na_ion: _nrn.Reference
    def name_declared(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.name_declared(name, [scope])

        0 unknown, 2 objref, 3 section, 4 strdef, 5 number, 1 anything else; with 2 as scope 6 for an
        array of numbers, 8 for nseg, L, Ra, rallbranch.
        """
    nao0_na_ion: float  # [mM]
    _ref_nao0_na_ion: _nrn.Reference
    def nernst(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nernst(ci, co, charge) or nernst(name[, x])

        Reversal potential [mV] for the concentrations ci and co [mM] at celsius. With a name, the
        potential ("ena") or concentration ("nai", "nao") that balances the ion's other two values at x
        of the accessed section.
        """
    def neuronhome(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.neuronhome()

        Folder of the standard library, which is embedded in the program.
        """
    def nlayer_extracellular(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nlayer_extracellular([n])

        Number of extracellular layers; with an argument, sets it. The number can be changed only while
        no section has the mechanism extracellular.
        """
    def nrn_feenableexcept(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrn_feenableexcept(on)

        Turns floating-point exceptions on or off; no effect.
        """
    def nrn_load_dll(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrn_load_dll(path)

        Loads mechanisms from a .mod file, a folder of .mod files, or a library made by nrnivmodl;
        returns 1, or 0 if the path does not exist.
        """
    def nrn_mallinfo(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrn_mallinfo(what)

        Memory statistics of the C library; always 0.
        """
    def nrnallpointmenu(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrnallpointmenu(...)

        Panels of sections and mechanisms; no effect without a screen.
        """
    def nrnallsectionmenu(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrnallsectionmenu(...)

        Panels of sections and mechanisms; no effect without a screen.
        """
    def nrnglobalmechmenu(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrnglobalmechmenu(...)

        Panels of sections and mechanisms; no effect without a screen.
        """
    def nrnmechmenu(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrnmechmenu(...)

        Panels of sections and mechanisms; no effect without a screen.
        """
    def nrnmpi_init(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrnmpi_init()

        Prints the number of ranks, once. MPI is already initialized if mpiexec started the program.
        """
    def nrnpointmenu(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrnpointmenu(...)

        Panels of sections and mechanisms; no effect without a screen.
        """
    def nrnpython(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrnpython("statements")

        Runs Python statements in the module __main__; returns 0 if they raise an exception.
        """
    def nrnpython_callback(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrnpython_callback(number)

        Calls the Python function that was given instead of a statement.
        """
    def nrnsecmenu(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrnsecmenu(...)

        Panels of sections and mechanisms; no effect without a screen.
        """
    def nrnunit_use_legacy(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrnunit_use_legacy([on])

        Physical constants such as FARADAY always have their values of 2019; for 1, a warning says so.
        """
    def nrnversion(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.nrnversion(what)

        The version of NEURON whose results Ranvier reproduces; with 7, the program and its options;
        with 8, the machine; with 9, its number of processors.
        """
    def numarg(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.numarg()

        Number of arguments of the running procedure.
        """
    def object_id(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.object_id(object, [1])

        A unique number for an object or, with 1, its index; for NULLobject 0 or, with 1, -1.
        """
    def object_pop(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.object_pop()

        Ends the scope of the last object_push.
        """
    def object_push(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.object_push(object)

        Runs the following statements in the scope of the object.
        """
    def parent_connection(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.parent_connection()

        Position on the parent at which the section is connected.
        """
    def parent_section(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.parent_section(x)

        Number of the parent section, for push_section; 0 for a root.
        """
    def plot(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.plot(...)

        A graphics function of the first versions of hoc; no effect without a screen.
        """
    def plotx(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.plotx(...)

        A graphics function of the first versions of hoc; no effect without a screen.
        """
    def ploty(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.ploty(...)

        A graphics function of the first versions of hoc; no effect without a screen.
        """
    def plt(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.plt(...)

        A graphics function of the first versions of hoc; no effect without a screen.
        """
    def pop_section(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.pop_section()

        Undoes push_section.
        """
    def print_session(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.print_session(...)

        Prints the windows; no effect without a screen.
        """
    def printf(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.printf(format, ...)

        Prints formatted text; returns the number of characters.
        """
    def prmat(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.prmat()

        Prints the pattern of the equations' matrix: a star for each entry.
        """
    def prstim(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.prstim()

        Prints the stimuli of fstim, fclamp and fsyn.
        """
    def psection(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.psection()

        Prints the contents of the accessed section.
        """
    def pt3dadd(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.pt3dadd(x, y, z, diam) or pt3dadd(xvec, yvec, zvec, diamvec)

        Appends a point to the section's shape [um]. Vectors hold all points, in the place of earlier
        ones. Of a negative diameter, the magnitude counts.
        """
    def pt3dchange(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.pt3dchange(i, x, y, z, diam) or pt3dchange(i, diam)

        Changes point i, or only its diameter [um].
        """
    def pt3dclear(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.pt3dclear([buffersize])

        Removes all 3-D points of the section.
        """
    def pt3dconst(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.pt3dconst(on)

        1: the 3-D points of cells stay in place when the cells are drawn. Returns the previous value.
        """
    def pt3dinsert(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.pt3dinsert(i, x, y, z, diam)

        Inserts a point [um] before point i.
        """
    def pt3dremove(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.pt3dremove(i)

        Removes point i.
        """
    def pt3dstyle(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.pt3dstyle(1, x, y, z)

        Sets the point [um] at which the drawing of the section leaves its parent. After pt3dstyle(0),
        it leaves the parent at the section's first 3-D point.
        """
    def push_section(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.push_section(number or name)

        Makes a section the accessed one until pop_section().
        """
    def pval_praxis(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.pval_praxis(i, [_ref_axis[0] or Vector])

        Principal value i of the quadratic form of fit_praxis; copies the axis of this value to the
        second argument.
        """
    def pwman_place(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.pwman_place(left, top, shown)

        Sets the position of the next window; no effect.
        """
    def quit(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.quit([status])

        Ends the program.
        """
    def ranvier_compat(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.ranvier_compat(version)

        The version of NEURON whose random numbers are the default, 8.2 or 9; with an argument, sets it
        for objects created later. With 8.2, Random draws from ACG, and NetStim from the process-wide
        stream.
        """
    def rates_hh(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.rates_hh(...)

        Calls rates of hh.mod in the accessed section.
        """
    def regraph(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.regraph(...)

        A graphics function of the first versions of hoc; no effect without a screen.
        """
    def retrieveaudit(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.retrieveaudit()

        A function of the first versions of hoc; not supported.
        """
    def ri(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.ri(x)

        Axial resistance from the segment at x to its parent [megohm].
        """
    def ropen(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.ropen("name")

        Opens the file for fscan and getstr; without a name, closes it.
        """
    def save_session(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.save_session("file")

        Writes no file; prints that, without a screen, there are no windows to save.
        """
    def saveaudit(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.saveaudit()

        A function of the first versions of hoc; not supported.
        """
    def secname(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.secname()

        The name of the accessed section.
        """
    secondorder: float
    _ref_secondorder: _nrn.Reference
    def section_exists(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.section_exists(name, [index], [object])

        1 if a section with this name exists.
        """
    def section_orientation(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.section_orientation()

        The end of the section (0 or 1) that is connected to its parent.
        """
    def section_owner(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.section_owner()

        The object whose template created the accessed section, or NULLobject.
        """
    def sectionname(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.sectionname(strdef)

        Writes the name of the accessed section into a strdef.
        """
    def setcolor(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.setcolor(i)

        A graphics function of the first versions of hoc; no effect without a screen.
        """
    def setdata_fastpas(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.setdata_fastpas(x)

        Makes the functions of fastpas use its instance at x of the accessed section.
        """
    def setdata_hh(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.setdata_hh(x)

        Makes the functions of hh use its instance at x of the accessed section.
        """
    def setdata_pas(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.setdata_pas(x)

        Makes the functions of pas use its instance at x of the accessed section.
        """
    def show_errmess_always(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.show_errmess_always(on)

        Errors are always shown; no effect.
        """
    def show_winio(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.show_winio(on)

        Shows or hides the Windows console; no effect here.
        """
    def solve(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.solve()

        A step of Newton's method; returns the sum of residuals and changes. Equations must then be
        given again.
        """
    def spine3d(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.spine3d(i)

        1 if point i represents spines; Ranvier always returns 0.
        """
    def sprint(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.sprint(strdef, format, ...)

        Writes formatted text to a strdef.
        """
    def sred(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.sred(...)

        A graphics function of the first versions of hoc; no effect without a screen.
        """
    def sscanf(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.sscanf(string, format, _ref_x, ...)

        Reads from a string; returns the number of values found.
        """
    def startsw(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.startsw()

        Seconds since 1 January 1970.
        """
    def stop_praxis(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.stop_praxis([rounds])

        Makes the next fit_praxis end after this many rounds; with 0, when it has found the minimum.
        """
    stoprun: float
    _ref_stoprun: _nrn.Reference
    def stopsw(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.stopsw()

        Seconds since the last call of stopsw.
        """
    def strcmp(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.strcmp(a, b)

        Compares strings: 0 if they are equal, negative if a sorts before b, else positive.
        """
    def string_dialog(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.string_dialog("question", strdef)

        Asks for a string; returns 0 without a screen.
        """
    def symbols(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.symbols(...)

        A graphics function of the first versions of hoc; no effect without a screen.
        """
    def system(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.system("command", strdef)

        Runs a shell command; prints its output or assigns it to strdef. Returns the status as C's
        wait() does: 256 times the exit status.
        """
    t: float  # [ms]
    _ref_t: _nrn.Reference
    taueps_IntFire4: float
    _ref_taueps_IntFire4: _nrn.Reference
    def this_section(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.this_section()

        Number of the accessed section, for push_section.
        """
    def topology(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.topology()

        Prints the tree of sections.
        """
    def units(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.units("name" | _ref_x[, "units"])

        Units of a variable, or "" if the variable has none. A member of a class is written
        "IClamp.amp". With a second argument, sets the units.
        """
    def unix_mac_pc(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.unix_mac_pc()

        The kind of system: 1 Unix, 3 Windows, 4 macOS.
        """
    def use_exp_pow_precision(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.use_exp_pow_precision(n)

        exp and pow always have full precision; no effect.
        """
    def use_mcell_ran4(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.use_mcell_ran4(on)

        1: mechanisms draw from MCellRan4, seeded by set_seed; returns the previous setting.
        """
    usetable_hh: float
    _ref_usetable_hh: _nrn.Reference
    def variable_domain(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.variable_domain(_ref_x, low, high)

        Sets the limits of a variable in panels; no effect without a screen.
        """
    def vtrap_hh(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.vtrap_hh(...)

        Calls vtrap of hh.mod in the accessed section.
        """
    def wopen(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.wopen("name")

        Opens the file for fprint; without a name, closes it.
        """
    def x3d(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.x3d(i)

        x coordinate of point i [um].
        """
    def xbutton(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xbutton("label", "statement")

        Adds a button.
        """
    def xcheckbox(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xcheckbox("label", _ref_x, "statement")

        Adds a checkbox.
        """
    def xfixedvalue(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xfixedvalue("label", "variable")

        Adds a number that cannot be edited.
        """
    def xlabel(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xlabel("text")

        Adds text to a panel.
        """
    def xmenu(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xmenu("title")

        Begins a menu; without a title, ends it.
        """
    def xopen(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xopen(file)

        Runs a file.
        """
    def xpanel(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xpanel("title", horizontal)

        Begins a panel; without a title, ends it.
        """
    def xpvalue(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xpvalue("label", _ref_x, button, "statement")

        Adds a field for a number.
        """
    def xradiobutton(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xradiobutton("label", "statement", on)

        Adds a radio button.
        """
    def xred(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xred("prompt", default, low, high)

        Asks for a number between low and high; an empty line selects the default.
        """
    def xslider(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xslider(_ref_x, low, high, "statement")

        Adds a slider.
        """
    def xstatebutton(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xstatebutton("label", _ref_x, "statement")

        Adds a checkbox.
        """
    def xvalue(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xvalue("label", "variable", button, "statement")

        Adds a field for a number.
        """
    def xvarlabel(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.xvarlabel(strdef)

        Adds a label that shows the current value of a string variable.
        """
    def y3d(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.y3d(i)

        y coordinate of point i [um].
        """
    def z3d(self, *arguments: Any, sec: _nrn.Section | None = ...) -> Any:
        """h.z3d(i)

        z coordinate of point i [um].
        """

class h(metaclass=TopLevel):
    def __new__(cls, statements: str) -> bool: ...  # type: ignore[misc]
    Section: TypeAlias = _nrn.Section
    APCount: TypeAlias = _hoc.APCount
    AlphaSynapse: TypeAlias = _hoc.AlphaSynapse
    BBSaveState: TypeAlias = _hoc.BBSaveState
    CVode: TypeAlias = _hoc.CVode
    ConnectionColumns: TypeAlias = _hoc.ConnectionColumns
    Deck: TypeAlias = _hoc.Deck
    Exp2Syn: TypeAlias = _hoc.Exp2Syn
    ExpSyn: TypeAlias = _hoc.ExpSyn
    FInitializeHandler: TypeAlias = _hoc.FInitializeHandler
    File: TypeAlias = _hoc.File
    GUIMath: TypeAlias = _hoc.GUIMath
    GidRange: TypeAlias = _hoc.GidRange
    Glyph: TypeAlias = _hoc.Glyph
    Graph: TypeAlias = _hoc.Graph
    HBox: TypeAlias = _hoc.HBox
    IClamp: TypeAlias = _hoc.IClamp
    Impedance: TypeAlias = _hoc.Impedance
    IntFire1: TypeAlias = _hoc.IntFire1
    IntFire2: TypeAlias = _hoc.IntFire2
    IntFire4: TypeAlias = _hoc.IntFire4
    KSChan: TypeAlias = _hoc.KSChan
    KSGate: TypeAlias = _hoc.KSGate
    KSState: TypeAlias = _hoc.KSState
    KSTrans: TypeAlias = _hoc.KSTrans
    LinearMechanism: TypeAlias = _hoc.LinearMechanism
    List: TypeAlias = _hoc.List
    Matrix: TypeAlias = _hoc.Matrix
    MechanismStandard: TypeAlias = _hoc.MechanismStandard
    MechanismType: TypeAlias = _hoc.MechanismType
    NMODLRandom: TypeAlias = _hoc.NMODLRandom
    NamedRule: TypeAlias = _hoc.NamedRule
    NetCon: TypeAlias = _hoc.NetCon
    NetStim: TypeAlias = _hoc.NetStim
    OClamp: TypeAlias = _hoc.OClamp
    PPShape: TypeAlias = _hoc.PPShape
    PWManager: TypeAlias = _hoc.PWManager
    ParallelContext: TypeAlias = _hoc.ParallelContext
    PatternStim: TypeAlias = _hoc.PatternStim
    PlotShape: TypeAlias = _hoc.PlotShape
    PointProcessMark: TypeAlias = _hoc.PointProcessMark
    Pointer: TypeAlias = _hoc.Pointer
    PtrVector: TypeAlias = _hoc.PtrVector
    PythonObject: TypeAlias = _hoc.PythonObject
    Random: TypeAlias = _hoc.Random
    RangeVarPlot: TypeAlias = _hoc.RangeVarPlot
    SEClamp: TypeAlias = _hoc.SEClamp
    SaveState: TypeAlias = _hoc.SaveState
    SectionBrowser: TypeAlias = _hoc.SectionBrowser
    SectionList: TypeAlias = _hoc.SectionList
    SectionRef: TypeAlias = _hoc.SectionRef
    Shape: TypeAlias = _hoc.Shape
    StateTransitionEvent: TypeAlias = _hoc.StateTransitionEvent
    StringFunctions: TypeAlias = _hoc.StringFunctions
    SymChooser: TypeAlias = _hoc.SymChooser
    TextEditor: TypeAlias = _hoc.TextEditor
    Timer: TypeAlias = _hoc.Timer
    VBox: TypeAlias = _hoc.VBox
    VClamp: TypeAlias = _hoc.VClamp
    ValueFieldEditor: TypeAlias = _hoc.ValueFieldEditor
    Vector: TypeAlias = _hoc.Vector
