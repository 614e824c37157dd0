"""The report's tables, as rows, CSV and LaTeX."""

import csv
import dataclasses
import io

from .runs import text_of

STATUS = {"done": "done", "failed": "failed", "missing": "not yet run"}


@dataclasses.dataclass
class Table:
    """`kinds` of columns: "text", or a format of numbers; `keys`: of each row, for the page's filter."""

    key: str
    title: str
    columns: list[str]
    kinds: list[str]
    rows: list[list]
    keys: list[int]

    def of(self, is_chosen):
        """The table with only those rows whose keys are chosen."""
        kept = [(row, key) for row, key in zip(self.rows, self.keys) if is_chosen(key)]
        return dataclasses.replace(self, rows=[row for row, _ in kept], keys=[key for _, key in kept])

    def shown(self, row):
        """A row as text, rounded."""
        return [show(value, kind) for value, kind in zip(row, self.kinds)]

    def csv(self):
        """All rows, numbers in full."""
        head, rows, _ = self.csv_parts()
        return head + "".join(rows)

    def csv_parts(self):
        """What stands before the rows, each row, and what stands behind them."""
        return csv_of([self.columns]), [csv_of([row]) for row in self.rows], ""

    def latex(self):
        """A tabular for booktabs."""
        head, rows, tail = self.latex_parts()
        return head + "".join(rows) + tail

    def latex_parts(self):
        """As csv_parts."""
        align = "".join("l" if kind == "text" else "r" for kind in self.kinds)
        head = [rf"\begin{{tabular}}{{{align}}}", r"\toprule"]
        head += [" & ".join(latex_text(name) for name in self.columns) + r" \\", r"\midrule"]
        rows = [" & ".join(latex_text(text) for text in self.shown(row)) + " \\\\\n" for row in self.rows]
        return "\n".join(head) + "\n", rows, "\\bottomrule\n\\end{tabular}\n"


def show(value, kind):
    if value is None or value == "":
        return "–"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if kind == "text" else format(value, kind)


def csv_of(rows):
    """Lines of CSV; None is an empty field. Numbers have all digits."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    for row in rows:
        writer.writerow([guarded(value) for value in row])
    return text.getvalue()


def guarded(value):
    """A text that a spreadsheet would read as a formula gets an apostrophe in front."""
    if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r"):
        return "'" + value
    return value


LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "·": r"$\cdot$",
    "×": r"$\times$",
    "≤": r"$\le$",
}


def latex_text(text):
    return "".join(LATEX.get(character, character) for character in text)


def table_of_runs(book):
    """Every run of the plan, in the order in which they took place."""
    axes = [key for key, values in book.study.axes.items() if len(values) > 1]
    columns = ["run", *(key.removeprefix("model.set.") for key in axes), "repetition", "status", "wall (s)"]
    columns += [
        "real-time factor",
        "construction (s)",
        "spikes",
        "peak memory of a rank (MiB)",
        "load before",
        "attempt",
    ]
    kinds = ["text", *("text" for _ in axes), "d", "text", ".4g", ".4g", ".3g", ".0f", ".4g", ".2f", "text"]
    rows = []
    ordered = sorted(book.study.runs, key=lambda run: (run.order if run.order is not None else 0, run.name))
    for run in ordered:
        values = [text_of(run.configuration.get(key)) for key in axes]
        status = STATUS.get(run.status, run.status) + (", disturbed" if run.disturbed else "")
        row = [run.name, *values, run.repetition, status]
        if run.summary is None:
            row += [None] * 5
        else:
            peak = max(run.peaks) / 2**20 if run.peaks else None
            row += [run.wall, run.real_time_factor, run.construction, run.count("spikes_fired"), peak]
        rows.append(row + [run.load, run.attempt])
    return Table("runs", "Runs", columns, kinds, rows, [book.key_of(run.configuration) for run in ordered])


def table_of_comparisons(book):
    """A row for each configuration that has pairs of runs with the baseline."""
    groups = [key for key, values in book.study.axes.items() if len(values) > 1]
    groups = [key for key in groups if any(key in c.group for c in book.study.comparisons)]
    columns = ["configuration", *(key.removeprefix("model.set.") for key in groups)]
    columns += [book.abscissa or "at", "times as fast", "from", "to", "p, adjusted", "difference", "pairs"]
    columns += ["smallest ratio that would have shown"]
    kinds = ["text", *("text" for _ in groups), "text", ".3f", ".3f", ".3f", ".3g", "text", "d", ".3f"]
    rows = [
        [c.strategy.label, *(text_of(c.group.get(key)) for key in groups), text_of(c.point) if book.abscissa else "all"]
        + [c.ratio, c.low, c.high, c.p, c.difference, c.pairs, c.smallest]
        for c in book.study.comparisons
    ]
    keys = [book.key_of(c.values) for c in book.study.comparisons]
    return Table("comparisons", "Comparisons with the baseline", columns, kinds, rows, keys)


def table_of_means(book):
    """Means of each configuration: time, phases, memory."""
    from .panel import mean
    from .runs import PHASES

    axes = [key for key, values in book.study.axes.items() if len(values) > 1]
    names = [*PHASES, "unmeasured"]
    names = [name for name in names if any(run.phases[name] for run in book.study.done)]
    columns = [*(key.removeprefix("model.set.") for key in axes), "runs", "wall (s)", *(f"{n} (s)" for n in names)]
    kinds = [*("text" for _ in axes), "d", ".4g", *(".3g" for _ in names)]
    found = {}
    for run in book.study.done:
        found.setdefault(tuple(text_of(run.configuration.get(key)) for key in axes), []).append(run)
    places = {key: [text_of(value) for value in book.study.axes[key]] for key in axes}
    rows, row_keys = [], []
    for values, runs in sorted(found.items(), key=lambda entry: [places[k].index(v) for k, v in zip(axes, entry[0])]):
        means = [mean([run.phases[name] for run in runs]) for name in names]
        rows.append([*values, len(runs), mean([run.wall for run in runs]), *means])
        row_keys.append(book.key_of(runs[0].configuration))
    return Table("means", "Means of the configurations", columns, kinds, rows, row_keys)
