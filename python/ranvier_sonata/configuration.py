"""A circuit's configuration: one JSON file, or one for the simulation and one for the network.

Variables of the manifest may refer to each other in any order. `setting` is "run.tstop=100": it changes any key before the
variables are put in. Paths are relative to the folder of the file that holds them.
"""

import datetime
import json
import os
import pathlib
import re

from .errors import SonataError

_VARIABLE = re.compile(r"\$(\{(\w+)\}|(\w+))")
_OF_NETWORK = ("networks", "components")  # what a separate file may hold


def read_json(file, said=None):
    """The object in a JSON file; `said` is the key that names the file."""
    try:
        text = pathlib.Path(file).read_text()
    except OSError as error:
        raise SonataError(file, said, f"cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise SonataError(file, said, "is not a text file") from None
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise SonataError(file, f"line {error.lineno}", f"is not JSON: {error.msg}") from None
    if not isinstance(found, dict):
        raise SonataError(file, said, "holds no JSON object {...}")
    return found


class _Manifest:
    """The variables of one file."""

    def __init__(self, file, variables):
        if not isinstance(variables, dict):
            raise SonataError(file, "manifest", "must be an object of variables")
        folder = os.path.dirname(os.path.abspath(file))
        self._file = file
        self._raw = {name.lstrip("$").strip("{}"): value for name, value in variables.items()}
        self._known = {
            "configdir": folder,
            "workingdir": os.getcwd(),
            "configfname": os.path.abspath(file),
            "datetime": datetime.datetime.now().strftime("%Y-%m-%d_%H-%M-%S"),
        }

    def of(self, name, pending=()):
        if name in self._raw:
            if name in pending:
                raise SonataError(
                    self._file,
                    f"manifest.${name}",
                    f"refers to itself: {' -> '.join((*pending[pending.index(name) :], name))}",
                )
            text = self._raw[name]
            if not isinstance(text, str):
                raise SonataError(self._file, f"manifest.${name}", f"must be a text, not {text!r}")
            return self.put_in(text, f"manifest.${name}", (*pending, name))
        if name in self._known:
            return self._known[name]
        raise SonataError(self._file, f"manifest.${name}", "there is no such variable")

    def put_in(self, text, key, pending=()):
        def value(match):
            name = match[2] or match[3]
            try:
                return self.of(name, pending)
            except SonataError as error:
                if error.what == "there is no such variable":
                    raise SonataError(self._file, key, f"the manifest has no variable ${name}") from None
                raise

        return _VARIABLE.sub(value, text)

    def put_into(self, value, key=""):
        if isinstance(value, str):
            return self.put_in(value, key)
        if isinstance(value, list):
            return [self.put_into(each, f"{key}[{k}]") for k, each in enumerate(value)]
        if isinstance(value, dict):
            return {name: self.put_into(each, f"{key}.{name}" if key else name) for name, each in value.items()}
        return value


def _set(tree, setting):
    """Applies "inputs.current.amp=0.2" to a tree of objects."""
    name, equals, text = setting.partition("=")
    if not equals or not name:
        raise SonataError("--set", setting, "must be KEY=VALUE, such as run.tstop=100")
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        value = text
    *path, last = name.split(".")
    for part in path:
        tree = tree[int(part)] if isinstance(tree, list) and part.isdigit() else _member(tree, part, name)
    if isinstance(tree, list) and last.isdigit() and int(last) < len(tree):
        tree[int(last)] = value
    elif isinstance(tree, dict):
        tree[last] = value
    else:
        raise SonataError("--set", name, "names no member of an object")


def _member(tree, part, name):
    if not isinstance(tree, dict):
        raise SonataError("--set", name, f"there is no {part} in it")
    return tree.setdefault(part, {})


class Configuration:
    """The keys of all files together; `file_of` says where a key of the first level stands."""

    def __init__(self, file, settings=()):
        self.file = str(file)
        files = self._files(self.file)
        for setting in settings:
            top = setting.partition("=")[0].split(".")[0]
            _set(next((tree for _, tree in files if top in tree), files[0][1]), setting)
        self._tree, self._files_of = {}, {}
        for name, tree in files:
            manifest = _Manifest(name, tree.get("manifest", {}))
            for key, value in tree.items():
                if key not in ("manifest", "network", "simulation") and key not in self._tree:
                    self._tree[key] = manifest.put_into(value, key)
                    self._files_of[key] = name

    def _files(self, file):
        """[(file, tree)]: the simulation's, then the network's."""
        tree = read_json(file)
        found = []
        if "simulation" in tree:
            inner = self._named(file, tree, "simulation")
            found += self._files(inner)
        found.append((file, tree))
        if "network" in tree:
            inner = self._named(file, tree, "network")
            if inner not in [name for name, _ in found]:
                found.append((inner, read_json(inner, "network")))
        return found

    @staticmethod
    def _named(file, tree, key):
        if not isinstance(tree[key], str):
            raise SonataError(file, key, "must be the name of a file")
        name = _Manifest(file, tree.get("manifest", {})).put_in(tree[key], key)
        inner = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(file)), name))
        if inner == os.path.abspath(file):
            raise SonataError(file, key, "names the file itself")
        return inner

    def __contains__(self, key):
        return key in self._tree

    def keys(self):
        return self._tree.keys()

    def file_of(self, key):
        """The file that holds a key such as "run.dt"."""
        return self._files_of.get(key.split(".")[0].split("[")[0], self.file)

    def error(self, key, what):
        return SonataError(self.file_of(key), key, what)

    def section(self, key, kind=dict):
        """The object or list of a key of the first level; an empty one if it isn't there."""
        value = self._tree.get(key)
        if value is None:
            return kind()
        if not isinstance(value, kind):
            raise self.error(key, f"must be {'an object' if kind is dict else 'a list'}")
        return value

    def raw(self, key):
        return self._tree.get(key)

    def number(self, section, name, default=None):
        """A finite number; without a default it must be there."""
        value = self.section(section).get(name, default)
        if value is None and default is None:
            raise self.error(f"{section}.{name}", "is missing")
        if (
            isinstance(value, bool)
            or not isinstance(value, int | float)
            or value != value
            or abs(value) == float("inf")
        ):
            raise self.error(f"{section}.{name}", f"must be a number, not {value!r}")
        return float(value)

    def positive(self, section, name, default=None):
        """A number above 0."""
        value = self.number(section, name, default)
        if value <= 0:
            raise self.error(f"{section}.{name}", f"must be above 0, not {value:g}")
        return value

    def path(self, key, value):
        """The absolute path of a file that the key names."""
        if not isinstance(value, str):
            raise self.error(key, f"must be the name of a file or folder, not {value!r}")
        folder = os.path.dirname(os.path.abspath(self.file_of(key)))
        return os.path.normpath(os.path.join(folder, os.path.expanduser(value)))

    def existing(self, key, value):
        path = self.path(key, value)
        if not os.path.exists(path):
            raise self.error(key, f"there is no {path}")
        return path

    def existing_folder(self, key, value):
        path = self.existing(key, value)
        if not os.path.isdir(path):
            raise self.error(key, f"{path} is not a folder")
        return path

    def make_folder(self, key, folder):
        """Makes a folder that the key names, and those above it. Several ranks may do so at once."""
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            what = "is a file, not a folder" if os.path.isfile(folder) else error.strerror
            raise self.error(key, f"{folder}: {what}") from None

    def component(self, name):
        """The folder of components.NAME."""
        value = self.section("components").get(name)
        if value is None:
            raise self.error(f"components.{name}", "is missing, and the circuit needs it")
        return self.existing_folder(f"components.{name}", value)
