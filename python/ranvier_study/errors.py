"""What a user can put right: messages say what is wrong, where, and what to do."""

import dataclasses


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
