"""What all reports have in common."""

import os

from .report_files import ReportFile


class Report:
    """What all reports have in common. `variables` are the names; each gets a separate file if there are several."""

    def __init__(self, circuit, node_sets, name, words):
        self.circuit, self._node_sets = circuit, node_sets
        self.key, self.words = f"reports.{name}", words
        self._name = name
        variables = words.get("variable_name")
        variables = variables if isinstance(variables, list) else [variables]
        if not variables or not all(isinstance(each, str) for each in variables):
            raise self.error("variable_name", "must be a name, or a list of names")
        self.variables = variables
        self._arrays = self._read_transform(words.get("transform"))
        self.steps, self.times = self._read_steps()
        self.rows = node_sets.rows(words.get("cells", "biophysical"), f"{self.key}.cells")

    def error(self, name, what):
        return self.circuit.configuration.error(f"{self.key}.{name}", what)

    def _read_transform(self, wanted):
        """The variables of which the first element is reported, such as vext: `transform` may name the only function there is."""
        functions = wanted if isinstance(wanted, dict) else dict.fromkeys(self.variables, wanted) if wanted else {}
        for name, function in functions.items():
            if function != "first_element" or name not in self.variables:
                what = f"must be first_element, or an object of variables of the report with it, not {wanted!r}"
                raise self.error("transform", what)
        return set(functions)

    def _time(self, name, default):
        value = self.words.get(name, default)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.error(name, f"must be a number, not {value!r}")
        return float(value)

    def _read_steps(self):
        dt, tstop = self.circuit.dt, self.circuit.configuration.number("run", "tstop")
        every = self._time("dt", dt)
        steps = round(every / dt)
        if steps < 1 or abs(steps * dt - every) > 1e-6 * every:
            raise self.error("dt", f"must be a multiple of run.dt = {dt:g} ms")
        start, end = self._time("start_time", 0), self._time("end_time", tstop)
        if not 0 <= start < end <= tstop + 1e-9:
            raise self.error("start_time", f"and end_time must be times from 0 to run.tstop = {tstop:g} ms")
        return (round(start / dt), round(end / dt), steps), (start, end, every)

    def file(self, variable):
        name = self.words.get("file_name", self._name)
        stem, ending = os.path.splitext(name)
        if ending not in (".h5", ".hdf5", ".hdf"):
            stem, ending = name, ".h5"
        return f"{stem}_{variable}{ending}" if len(self.variables) > 1 else stem + ending

    def local_gids(self):
        """(population, node id, gid) of the chosen cells of this rank, in order."""
        for population, rows in self.rows:
            for node in sorted(population.node_ids[rows].tolist()):
                gid = population.offset + node
                if self.circuit.owners[gid] == self.circuit.rank and not self.circuit.is_virtual(population):
                    yield population, node, gid

    def files(self, pc, folder, _clamps):
        """The files of this report. Called on every rank."""
        for variable in self.variables:
            columns = {}
            for population, node, gid in self.local_gids():
                columns.setdefault(population.name, []).extend(self.columns(pc, node, gid, variable))
            yield ReportFile(os.path.join(folder, self.file(variable)), variable, columns, self.steps, self.times)

    def reference(self, owner, variable, place):
        try:
            found = getattr(owner, f"_ref_{variable}")
            return found[0] if variable in self._arrays else found
        except (AttributeError, LookupError, RuntimeError):
            raise self.error("variable_name", f"{place} has no variable {variable}") from None
