"""The commands of `ranvier study`."""

import argparse
import collections
import csv
import io
import json
import os
import pathlib
import signal
import sys
from collections.abc import Callable
from typing import Any

from . import advice, configuration, pairing, plan, programs, runner, scripts, slurm, statistics, storage, table, trial
from .errors import StudyError
from .progress import Progress, spoken
from .summaries import RunFailed

DEFAULT_COLUMNS = ("run", "state", "axis.", "repetition", "time.setup", "time.run", "memory.peak_bytes.sum")


def main(arguments: list[str]) -> int:
    """Runs a command; its exit status: 0, 1 for an error that the user can fix, 2 for invalid arguments, 128 + n at a signal."""
    try:
        if arguments[:1] == ["view"]:  # has its own options
            return view(arguments[1:])
        options = parser().parse_args(arguments)
        return options.command(options)
    except StudyError as error:
        print(error, file=sys.stderr)
        return 1
    except runner.Interrupted as stopped:
        name = signal.Signals(stopped.number).name
        print(f"\nstopped by {name}; the same command continues with what is left", file=sys.stderr)
        return 128 + stopped.number
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # of `query | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        print(f"{error.filename or 'ranvier study'}: {error.strerror}", file=sys.stderr)
        return 1


def parser() -> argparse.ArgumentParser:
    whole = argparse.ArgumentParser(
        prog="ranvier study", description="Plans and executes comparison studies, and says what they show."
    )
    results = argparse.ArgumentParser(add_help=False)
    results.add_argument(
        "--results",
        type=pathlib.Path,
        default=pathlib.Path(os.environ.get("RANVIER_RESULTS", "results")),
        metavar="FOLDER",
        help="where results are (default: RANVIER_RESULTS, or results/ in the current folder)",
    )
    commands = whole.add_subparsers(required=True, metavar="COMMAND")

    def add(name: str, command: Callable[[argparse.Namespace], int], help: str, **more: Any) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".", **more)
        made.set_defaults(command=command)
        return made

    made = add("init", init, "writes a study's file to begin with")
    made.add_argument("file", type=storage.output_path, nargs="?", default=pathlib.Path("study.yml"))
    made.add_argument("--script", help="the model's script, relative to the file's folder")
    made.add_argument("--force", action="store_true", help="replace a file that is there")

    made = add("validate", validate, "checks a study's file and prints the plan", parents=[results])
    made.add_argument("file", type=pathlib.Path)
    made.add_argument("--no-run", action="store_true", help="without the short run from which times are estimated")

    made = add("run", run, "executes what is not done yet", parents=[results])
    made.add_argument("file", type=pathlib.Path)
    made.add_argument("--csv", type=storage.output_path, metavar="FILE", help="also write the table as CSV")

    made = add("report", report, "writes the report of one study or of several, an HTML page", parents=[results])
    made.add_argument("studies", nargs="*", metavar="STUDY", help="name or folder (default: the latest)")
    made.add_argument("--text", action="store_true", help="print the answer and the comparisons instead")
    made.add_argument(
        "--where", action="append", default=[], metavar="CONDITION", help="only these values of axes: ranks<=2, ..."
    )
    made.add_argument(
        "-o", "--out", type=storage.output_path, metavar="FILE", help="default: report.html in the folder of the study"
    )

    made = add(
        "results", results_for_documents, "runs what is not done, and writes data and figures", parents=[results]
    )
    made.add_argument("file", type=pathlib.Path, help="a study's file; or NAME.json, whose figures are drawn again")
    made.add_argument("folder", type=pathlib.Path, nargs="?", help="where NAME.csv, NAME.json and NAME-*.svg go")
    made.add_argument("--panels", help="names with commas between them: ratio, scaling, ... (default: all)")

    made = add("compare", compare, "says whether B differs from A, and by how much", parents=[results])
    made.add_argument("a", help="a study, or a condition such as exchange=allgather; join several by ;")
    made.add_argument("b")
    made.add_argument("--in", dest="study", help="the study of conditions (default: the latest)")
    made.add_argument("--of", metavar="COLUMN", help="what is compared (default: measure of the study, or time.run)")
    made.add_argument(
        "--matters", metavar="SHARE", help="the smallest difference that matters, as 5%% (default: the study's)"
    )
    made.add_argument("--json", action="store_true")

    made = add("query", query, "prints rows of the table", parents=[results])
    made.add_argument("study", nargs="?", help="name or folder (default: the latest)")
    made.add_argument("--where", action="append", default=[], metavar="CONDITION", help="ranks=2, time.run<1.5, ...")
    made.add_argument("--columns", help="names with commas between them; all; or list, which lists them with units")
    made.add_argument("--sort", metavar="COLUMN")
    made.add_argument("--format", choices=("table", "csv", "json"), default="table")

    made = add("generate", generate, "writes a batch script for Slurm", parents=[results])
    made.add_argument("file", type=pathlib.Path)
    made.add_argument("-o", "--out", type=storage.output_path, metavar="FILE", help="default: NAME.sbatch")

    made = add(
        "collect",
        collect,
        "checks the runs of a study that were executed elsewhere, and makes its table",
        parents=[results],
    )
    made.add_argument("study", nargs="?", help="name or folder (default: the latest)")
    made.add_argument("sources", nargs="*", type=pathlib.Path, metavar="FOLDER", help="copy done runs from here")
    made.add_argument("--csv", type=pathlib.Path, metavar="FILE", help="also write the table as CSV")

    add("list", list_studies, "lists the studies, the latest first", parents=[results])

    commands.add_parser(
        "view", help="makes an interactive page of rasters and reports"
    )  # its words: ranvier_study/view
    return whole


def init(options: argparse.Namespace) -> int:
    if options.file.exists() and not options.force:
        raise StudyError(f"{options.file} is there already; name another file, or replace it with --force")
    script, parameters = options.script, ""
    if script is None:
        script, parameters = "models/ring/ring.hoc", "ncell: 64, kick_every: 8"
        found = [path for path in pathlib.Path(options.file.parent).glob("*.hoc")]
        if not (options.file.parent / script).exists() and found:
            script, parameters = sorted(found)[0].name, ""
    text = (pathlib.Path(__file__).parent / "starter.yml").read_text(encoding="utf-8")
    name = "".join(letter if letter.isalnum() or letter in "_-." else "_" for letter in options.file.stem).lstrip("_-.")
    filled = {"study: NAME": f"study: {name or 'study'}", "SCRIPT   ": f"{script}   ", "{SET}": f"{{{parameters}}}"}
    path = options.file.parent / script
    if path.is_file() and path.suffix != ".json" and "tstop" not in scripts.words_of(path):
        filled["  tstop:"] = "  # tstop:"  # the script itself decides when the run ends
    for before, after in filled.items():
        text = text.replace(before, after, 1)
    storage.write_text(options.file, text)
    print(f"wrote {options.file}")
    if not path.exists():
        print(f"There is no {script} beside it: write your model's script into model.script.")
    print(f"next: ranvier study validate {options.file}")
    return 0


def planned(file: pathlib.Path, host: str) -> tuple[configuration.Study, plan.Plan, programs.Programs, list[str]]:
    """The study, its plan, its programs, and what is missing."""
    study = configuration.load(file)
    found, missing = programs.find(study)
    return study, plan.make(study, host, found.builds), found, missing


def demand(missing: list[str]) -> None:
    if missing:
        raise StudyError("\n".join(missing))


def validate(options: argparse.Namespace) -> int:
    study, made, found, missing = planned(options.file, slurm.here())
    configurations = made.configurations()
    print(f"{study.study}: {study.question}")
    for name in made.axes:
        values = list(dict.fromkeys(str(run.axes[name]) for run in made.by_product() if run.axes[name] is not None))
        print(f"  {name}: {', '.join(values)}")
    repetitions = f"{study.most_repetitions} repetition{'s' * (study.most_repetitions != 1)}"
    at_most = "at most " if study.until else ""
    print(
        f"{at_most}{len(made.runs)} runs: {len(configurations)} configuration{'s' * (len(configurations) != 1)}, {repetitions}"
    )
    groups = {run.group for run in made.runs if run.group}
    if groups:
        print(f"{len(groups)} group{'s' * (len(groups) != 1)} of runs that must give the same spikes")
    if made.baseline and not any(run.is_baseline for run in made.runs):
        missing = [*missing, "no configuration is the baseline; choose values that occur together"]
    for line in [*advice.of_comparisons(study, made), *advice.of_machine(study, made)]:
        print(line)
    folder = options.results / study.study
    done = sum((folder / "runs" / run.name / "summary.json").exists() for run in made.runs)
    if done:
        print(f"{done} of the runs are done already")
    if missing:
        print("missing:")
        for line in missing:
            print(f"  {line}")
        return 1
    if not options.no_run:
        _estimate(study, made, found)
    return 0


def _estimate(study: configuration.Study, made: plan.Plan, found: programs.Programs) -> None:
    if study.model.tstop is None and not study.simulated:
        print("no estimate: model.tstop is not set")
        return
    try:
        known = trial.run(study, made, found)
    except RunFailed as failure:
        raise StudyError(f"the first configuration fails: {failure}") from None
    if known.cells is not None and known.connections is not None:
        print(f"{known.cells:,} cells, {known.connections:,} connections in the first configuration")
    if known.memory:
        print(f"{known.memory / 2**20:.0f} MiB of all ranks")
        if study.limits.memory is not None and known.memory > study.limits.memory:
            print("  which is above limits.memory")
    if not study.simulated:
        for line in advice.of_duration(known.wall):
            print(line)
    at_most = "at most " if study.until else ""
    print(
        f"{at_most}about {spoken(60 * known.minutes)}, if each run takes as long as the first ({known.seconds:.2g} s)"
    )


def run(options: argparse.Namespace) -> int:
    study, made, found, missing = planned(options.file, slurm.here())
    demand(missing)
    outcome = runner.execute(study, made, found, options.results, Progress())
    return _concluded(outcome, options, options.results / study.study)


def _concluded(outcome: runner.Outcome, options: argparse.Namespace, folder: pathlib.Path) -> int:
    if getattr(options, "csv", None):
        table.write_csv(folder, options.csv)
    done = outcome.before + outcome.done
    print(f"{done} runs are done, {len(outcome.failed)} failed; table: {folder / 'table.parquet'}")
    reasons = collections.Counter(outcome.failed.values())
    for why, count in reasons.most_common(5):
        names = [name for name, said in outcome.failed.items() if said == why]
        print(f"failed {count} times ({folder / 'runs' / names[0] / 'log.txt'}): {why}", file=sys.stderr)
    for line in outcome.differences:
        print(f"study failed: {line}", file=sys.stderr)
    return 0 if outcome.is_good else 1


def report(options: argparse.Namespace) -> int:
    folders = [storage.study_folder(options.results, name) for name in options.studies or [None]]
    from .report import text_report, write_reports

    if options.text:
        if options.out:
            raise StudyError("--text prints; leave -o out, or write > FILE")
        print(text_report(folders, options.where), end="")
        return 0
    usual = (folders[0] if len(folders) == 1 else options.results) / "report.html"
    print(f"wrote {write_reports(folders, options.out or usual, options.where)}")
    return 0


def results_for_documents(options: argparse.Namespace) -> int:
    from .report.results import draw_results, write_results

    if options.file.suffix == ".json":
        written = draw_results(options.file)
    else:
        if options.folder is None:
            raise StudyError("name the folder for the results: ranvier study results FILE.yml FOLDER")
        study, made, found, missing = planned(options.file, slurm.here())
        demand(missing)
        outcome = runner.execute(study, made, found, options.results, Progress())
        if _concluded(outcome, options, options.results / study.study) != 0:
            return 1
        panels = options.panels.split(",") if options.panels else None
        written = write_results(options.results / study.study, options.folder, panels)
    for path in written:
        print(f"wrote {path}")
    return 0


def view(arguments: list[str]) -> int:
    from .view import main as view_main

    return view_main(arguments)


def _selected(text: str, options: argparse.Namespace) -> tuple[str, list[dict[str, Any]], bool]:
    """A side of `compare`: its label, its done rows, and whether it is a study."""
    if "=" in text:
        folder = storage.study_folder(options.results, options.study)
        rows = [row for row in table.rows(folder) if row["state"] == "done"]
        if not rows:
            raise StudyError(f"{folder.name} has no runs that are done")
        return text, pairing.chosen(rows, [part.strip() for part in text.split(";") if part.strip()]), False
    folder = storage.study_folder(options.results, text)
    return folder.name, [row for row in table.rows(folder) if row["state"] == "done"], True


def compare(options: argparse.Namespace) -> int:
    (a, rows_a, is_study), (b, rows_b, other_is_study) = (_selected(text, options) for text in (options.a, options.b))
    if is_study != other_is_study:
        raise StudyError("A and B must both be studies, or both conditions")
    axes = pairing.axes_of([*rows_a, *rows_b])
    if is_study:
        here, there = pairing.axes_of(rows_a), pairing.axes_of(rows_b)
        if set(here) != set(there):
            raise StudyError(f"the studies vary different axes: {a}: {', '.join(here)}; {b}: {', '.join(there)}")
    else:  # an axis of which either side has one value is what is compared
        axes = [
            name
            for name in axes
            if {row.get(name) for row in rows_a} == {row.get(name) for row in rows_b}
            or len({row.get(name) for row in rows_a}) > 1
        ]
    if not rows_a or not rows_b:
        raise StudyError(f"{b if rows_a else a} has no runs that are done")
    plan_of = storage.study_folder(options.results, options.a if is_study else options.study)
    plan_of_study = table.read_plan(plan_of)
    measure = options.of or plan_of_study.get("measure", "time.run")
    matters = configuration.share(options.matters) if options.matters else plan_of_study.get("matters")
    column = pairing.column_named(measure, [*rows_a, *rows_b])
    found = pairing.pairs(rows_a, rows_b, axes, column)
    if not found:
        raise StudyError("there are no pairs of the same configuration and repetition")
    if all("host.simulated" in row for row in [*rows_a, *rows_b]):
        if options.json:
            fields = [{"key": dict(key), "ratio": time_b / time_a} for key, ((time_a, time_b),) in found.items()]
            print(json.dumps({"a": a, "b": b, "of": column, "comparisons": fields}, indent=1))
            return 0
        for key, ((time_a, time_b),) in found.items():
            print(
                f"{pairing.spoken(key)}: {b} takes {time_b / time_a:.4g} times as long as {a} on the simulated machine"
            )
        return 0
    compared = statistics.compare(found, matters, max(1, len(plan_of_study.get("looks", []))))
    if options.json:
        import dataclasses

        fields = [
            {**dataclasses.asdict(each), "key": dict(each.key), "is_shown": each.is_shown, "verdict": each.verdict}
            for each in compared
        ]
        print(json.dumps({"a": a, "b": b, "of": column, "comparisons": fields}, indent=1))
        return 0
    for each in compared:
        print(f"{pairing.spoken(each.key)}: {each.sentence(a, b)}")
        print(
            f"    {statistics.counted(each.pairs)}, typical ratio {each.ratio:.4g}, p = {each.p:.2g}, adjusted {each.adjusted:.2g}"
        )
    alone = len(rows_a) + len(rows_b) - 2 * sum(each.pairs for each in compared)
    if alone:
        print(f"{alone} runs have no partner of the same configuration and repetition, and are left out")
    keys = dict.fromkeys(pairing.key_of(row, axes) for row in [*rows_a, *rows_b])
    for key in [key for key in keys if key not in found]:
        print(f"without a partner: {pairing.spoken(key)}")
    for line in pairing.differing(rows_a, rows_b):
        print(f"differs: {line}")
    disturbed = sum(bool(row.get("is_disturbed")) for row in [*rows_a, *rows_b])
    if disturbed:
        print(f"{disturbed} of {len(rows_a) + len(rows_b)} runs ran while other programs used the machine")
    return 0


def query(options: argparse.Namespace) -> int:
    folder = storage.study_folder(options.results, options.study)
    rows = pairing.chosen(table.rows(folder), options.where)
    names = table.columns(rows)
    if options.columns == "list":
        for name in names:
            unit, meaning = table.described(name)
            print(f"{name:40} {f'[{unit}]' if unit else '':12} {meaning}".rstrip())
        return 0
    if options.columns is None:
        chosen = [
            name
            for wanted in DEFAULT_COLUMNS
            for name in names
            if name == wanted or (wanted.endswith(".") and name.startswith(wanted))
        ]
    elif options.columns == "all":
        chosen = names
    else:
        chosen = [pairing.column_named(name.strip(), rows) for name in options.columns.split(",")]
    if options.sort:
        column = pairing.column_named(options.sort, rows)
        rows = sorted(rows, key=lambda row: (row.get(column) is None, row.get(column)))
    print(formatted(rows, chosen, options.format), end="")
    return 0


def formatted(rows: list[dict[str, Any]], names: list[str], form: str) -> str:
    """Rows as a table for reading, as CSV, or as JSON."""
    if form == "json":
        return json.dumps([{name: row.get(name) for name in names} for row in rows], indent=1) + "\n"
    if form == "csv":
        text = io.StringIO()
        writer = csv.DictWriter(text, names, extrasaction="ignore", restval="", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()
    heads = [f"{name} [{unit}]" if (unit := table.described(name)[0]) not in ("", "1") else name for name in names]
    lines = [heads, *([_short(row.get(name)) for name in names] for row in rows)]
    widths = [max(len(line[k]) for line in lines) for k in range(len(names))]
    return "".join("  ".join(word.ljust(width) for word, width in zip(line, widths)).rstrip() + "\n" for line in lines)


def _short(value: Any) -> str:
    return "" if value is None else f"{value:.4g}" if isinstance(value, float) else str(value)


def generate(options: argparse.Namespace) -> int:
    study = configuration.load(options.file)
    if study.until:
        raise StudyError(
            "a batch script cannot stop when the study is decided; write repeat in place of until and at_most"
        )
    if study.slurm.program is not None:
        builds = {"": study.slurm.program}
        found, missing = programs.Programs({}, builds, None), []
    else:
        found, missing = programs.find(study, starts_here=False)  # the nodes have srun
    demand(missing)
    made = plan.make(study, slurm.host_of(study), found.builds)
    text = slurm.script(study, made, found, options.results)
    slurm.prepare(study, made, options.results)
    out = options.out or pathlib.Path(f"{study.study}.sbatch")
    storage.write_text(out, text)
    out.chmod(0o755)
    print(f"wrote {out}: {len(made.runs)} runs. Submit it with sbatch {out}; then: ranvier study collect {study.study}")
    return 0


def collect(options: argparse.Namespace) -> int:
    folder = storage.study_folder(options.results, options.study)
    outcome, refused = slurm.collect(folder, options.sources)
    for line in refused:
        print(f"refused: {line}", file=sys.stderr)
    left = len(table.read_plan(folder)["runs"]) - outcome.before - len(outcome.failed)
    if left:
        print(f"{left} runs are not executed yet")
    return _concluded(outcome, options, folder)


def list_studies(options: argparse.Namespace) -> int:
    for folder in storage.studies(options.results):
        stored = table.read_plan(folder)
        done = sum((folder / "runs" / run["name"] / "summary.json").exists() for run in stored["runs"])
        print(f"{folder.name}: {done}/{len(stored['runs'])} runs done. {stored['question']}")
    return 0
