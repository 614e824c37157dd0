"""How far a study is: a line at the bottom of a terminal, plain lines elsewhere."""

import contextlib
import statistics
import sys
import time
from collections.abc import Iterator

from .plan import Run


def spoken(seconds: float) -> str:
    """45 s, 12 min, 3 h 20 min."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 100 else f"{minutes // 60} h {minutes % 60:02d} min"


class Progress:
    """Counts runs and estimates the time left from those that are done: of the same configuration, or of all."""

    def __init__(self, stream=None) -> None:
        self.stream = stream or sys.stdout
        self.total = self.count = 0
        self.durations: dict[str, list[float]] = {}  # of done runs, by configuration
        self.pending: dict[str, str] = {}  # name of the run: its configuration
        self.bar = self.task = None

    @contextlib.contextmanager
    def of(self, total: int, pending: list[Run], durations: dict[str, list[float]]) -> Iterator[None]:
        before = total - len(pending)
        self.total, self.count, self.durations = total, before, {k: list(v) for k, v in durations.items()}
        self.pending = {run.name: run.configuration.identifier for run in pending}
        if before:
            self.say(f"{before} of {total} runs are done already")
        if not self.stream.isatty():
            yield
            return
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
        from rich.progress import Progress as Bar

        # No thread refreshes the line: it would take time from the runs that are measured.
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self.bar = Bar(*columns, console=Console(file=self.stream), auto_refresh=False)
        with self.bar:
            self.task = self.bar.add_task("", total=total, completed=before)
            self.bar.refresh()
            yield
        self.bar = None

    def keep(self, runs: list[Run]) -> None:
        """Of the pending runs, only these are still wanted."""
        names = {run.name for run in runs}
        self.total -= len(self.pending.keys() - names)
        self.pending = {name: of for name, of in self.pending.items() if name in names}
        if self.bar is not None:
            self.bar.update(self.task, total=self.total)

    def left(self) -> float | None:
        """Estimated seconds until the end; None: nothing is known yet."""
        known = [seconds for each in self.durations.values() for seconds in each]
        if not known:
            return None
        means = {key: statistics.fmean(each) for key, each in self.durations.items() if each}
        overall = statistics.fmean(means.values())
        return sum(means.get(key, overall) for key in self.pending.values())

    def begins(self, run: Run, attempt: int) -> None:
        again = f", attempt {attempt}" if attempt > 1 else ""
        self._describe(f"{run.label}{again}")

    def done(self, run: Run, seconds: float, is_disturbed: bool) -> None:
        self.count += 1
        self.pending.pop(run.name, None)
        self.durations.setdefault(run.configuration.identifier, []).append(seconds)
        mark = " (other load on the machine)" if is_disturbed else ""
        left = self.left()
        rest = f", about {spoken(left)} left" if left and self.count < self.total else ""
        self.say(f"{self.count}/{self.total} {run.label}: {seconds:.2f} s{mark}{rest}")
        if self.bar is not None:
            self.bar.update(self.task, completed=self.count)

    def failed(self, run: Run, why: str, will_retry: bool) -> None:
        later = "; tried again at the end" if will_retry else ""
        self.say(f"failed: {run.label} ({run.name}): {why}{later}")

    def refresh(self) -> None:
        if self.bar is not None:
            self.bar.refresh()

    def say(self, line: str) -> None:
        if self.bar is not None:
            self.bar.console.print(line, markup=False, highlight=False)
        else:
            print(line, file=self.stream, flush=True)

    def _describe(self, text: str) -> None:
        if self.bar is not None:
            left = self.left()
            rest = f" · {spoken(left)} left" if left else ""
            self.bar.update(self.task, description=text.replace("[", "\\[") + rest)
            self.bar.refresh()
