"""YAML with the line of each key and value, so that errors can name it."""

import dataclasses
import pathlib
from typing import Any

import yaml

from .errors import ConfigurationError, Problem

Path = tuple[str | int, ...]
MOST_VALUES = 10_000  # of a file, aliases followed
DEEPEST = 20  # levels; a study has no more than 5


@dataclasses.dataclass
class Marked:
    """A document of plain values, and the line of each path into it."""

    file: str
    value: Any
    lines: dict[Path, int]  # from 1; a key's line is that of the key

    def line_of(self, path: Path) -> int | None:
        """The line of the path, or of the nearest thing around it that stands in the file."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path)

    def problem(self, path: Path, message: str) -> Problem:
        return Problem(self.file, self.line_of(path), dotted(path), message)


def dotted(path: Path) -> str:
    """axes.ranks[2] for ("axes", "ranks", 2)."""
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def read(path: pathlib.Path) -> Marked:
    """Raises ConfigurationError if the file cannot be read, is not YAML, or names a key twice."""
    name = str(path)
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise ConfigurationError(
            [Problem(name, None, "", "there is no such file; `ranvier study init` writes one to begin with")]
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError([Problem(name, None, "", f"cannot be read: {error}")]) from None
    try:
        loader = yaml.SafeLoader(text)
        node = loader.get_single_node()
        marked = Marked(name, None, {(): 1})
        repeated: list[Problem] = []
        marked.value = None if node is None else _value(loader, node, (), marked, repeated)
    except RecursionError:
        raise ConfigurationError([Problem(name, None, "", "not YAML for a study: nested too deeply")]) from None
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else None
        said = " ".join(part for part in (error.problem, error.context) if part)
        raise ConfigurationError([Problem(name, line, "", f"not YAML: {said}")]) from None
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise ConfigurationError([Problem(name, line, "", f"not YAML: {error.reason}")]) from None
    if repeated:
        raise ConfigurationError(repeated)
    return marked


def _value(loader: yaml.SafeLoader, node: yaml.Node, path: Path, marked: Marked, repeated: list[Problem]) -> Any:
    marked.lines.setdefault(path, node.start_mark.line + 1)
    if len(path) > DEEPEST:
        raise yaml.MarkedYAMLError(problem="nested too deeply, or an alias within itself", problem_mark=node.start_mark)
    if len(marked.lines) > MOST_VALUES:
        said = f"more than {MOST_VALUES:,} values; an alias stands for all values of what it repeats"
        raise yaml.MarkedYAMLError(problem=said, problem_mark=node.start_mark)
    if isinstance(node, yaml.SequenceNode):
        return [_value(loader, item, (*path, k), marked, repeated) for k, item in enumerate(node.value)]
    if isinstance(node, yaml.MappingNode):
        found: dict[str, Any] = {}
        for key, value in node.value:
            # The text itself: YAML 1.1 reads the key `on` as true.
            name = key.value if isinstance(key, yaml.ScalarNode) else str(key.tag)
            here = (*path, name)
            if name in found:
                line = key.start_mark.line + 1
                before = marked.lines[here]
                repeated.append(Problem(marked.file, line, dotted(here), f"stands twice, first in line {before}"))
                continue
            marked.lines[here] = key.start_mark.line + 1
            found[name] = _value(loader, value, here, marked, repeated)
        return found
    try:
        return loader.construct_object(node)
    except ValueError as error:  # a date that does not exist
        raise yaml.MarkedYAMLError(problem=str(error), problem_mark=node.start_mark) from None
