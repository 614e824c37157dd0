"""What a user can put right: messages say what is wrong, where, and what to do."""

import dataclasses
import difflib


class StudyError(Exception):
    """Ends the command with this message and status 1."""


class StudyStopped(StudyError):
    """The study cannot continue now, as when the disk is full; what is done stays done, and `run` resumes it."""


@dataclasses.dataclass(frozen=True)
class Problem:
    """One fault of a study's file."""

    file: str
    line: int | None  # from 1
    key: str  # path in dotted form; empty: the whole file
    message: str

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.key}: {self.message}" if self.key else f"{place}: {self.message}"


class ConfigurationError(StudyError):
    """All faults of a study's file that were found, in the order of its lines."""

    def __init__(self, problems: list[Problem]):
        self.problems = sorted(problems, key=lambda problem: problem.line or 0)
        super().__init__("\n".join(map(str, self.problems)))


def nearest(name: str, allowed: list[str]) -> str:
    """`did you mean X? ` if an allowed name is alike, and the list of what is allowed."""
    alike = difflib.get_close_matches(name, allowed, 1, 0.5)
    guess = f"did you mean {alike[0]}? " if alike else ""
    return f"{guess}allowed: {', '.join(allowed) if allowed else 'nothing'}"
