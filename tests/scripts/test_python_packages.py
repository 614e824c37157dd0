"""The Python packages that `make` installs: what the lock files hold, and how scripts install it."""

import base64
import hashlib
import importlib.metadata
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

import pytest
from conftest import ROOT
from oracle import commands
from oracle.scripts import load_script

packages = load_script("lock-packages")
ENTRY = re.compile(
    r"^([\w.-]+)==([^ ;\\]+)(?: ; ([^\\\n]*?))? \\\n((?:    --hash=sha256:[0-9a-f]{64}(?: \\)?\n)+)", re.M
)


def locked(name):
    """[(package, version, marker)] of a lock file."""
    return [match.groups()[:3] for match in ENTRY.finditer(packages.lock_file(name).read_text())]


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


@pytest.mark.parametrize("name", packages.NAMES)
def test_a_lock_holds_versions_and_hashes_and_says_not_from_where(name):
    text = packages.lock_file(name).read_text()
    comments = re.compile(r"^#.*\n", re.M)
    assert ENTRY.sub("", comments.sub("", text)) == ""
    assert locked(name) and "://" not in text


def test_a_lock_holds_what_its_group_asks_for():
    requirements = pytest.importorskip("packaging.requirements")
    for groups in (packages.TOGETHER, packages.BESIDE, packages.ALONE):
        for name, asked in groups.items():
            versions = {}
            for package, version, _ in locked(name):
                versions.setdefault(package, []).append(version)
            for requirement in map(requirements.Requirement, asked):
                found = versions.get(canonical(requirement.name), [])
                assert found and all(map(requirement.specifier.contains, found)), f"{name}: {requirement}, not {found}"


def test_no_package_is_in_two_groups_of_an_environment():
    held = {name: {package for package, _, _ in locked(name)} for name in packages.TOGETHER}
    assert sum(map(len, held.values())) == len(set.union(*held.values())), held


def test_the_locks_hold_all_that_their_packages_need():
    """As the packages installed here say it: locks are installed without looking for more."""
    requirements = pytest.importorskip("packaging.requirements")
    held = {package for name in packages.TOGETHER for package, _, _ in locked(name)}
    for package in sorted(held):
        try:
            needed = importlib.metadata.requires(package) or []
        except importlib.metadata.PackageNotFoundError:  # of another system, or what is optional was not installed
            continue
        for requirement in map(requirements.Requirement, needed):
            if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
                assert canonical(requirement.name) in held, f"{package} needs {requirement}, which no lock holds"


def test_scripts_install_nothing_that_is_not_locked():
    """What asks pip to install packages is scripts/install-packages; else no index is asked."""
    for path in [ROOT / "Makefile", *sorted((ROOT / "scripts").iterdir())]:
        if path.is_file() and path.name != "install-packages":
            for line in path.read_text().splitlines():
                asks = re.search(r"\bpip\b.*\binstall\b", line) and not line.lstrip().startswith("#")
                assert not asks or "--no-index" in line, f"{path.name}: {line}"


class Shelf:
    """A folder of small packages, which pip takes instead of an index, and locks for them."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir()

    def wheel(self, name, version):
        """Adds the wheel of a module that knows its version; returns the wheel."""
        path = self.folder / f"{name}-{version}-py3-none-any.whl"
        information = f"{name}-{version}.dist-info"
        files = {
            f"{name}.py": f"version = {version!r}\n",
            f"{information}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n",
            f"{information}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        }
        record = ""
        for file, text in files.items():
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            record += f"{file},sha256={digest},{len(text)}\n"
        files[f"{information}/RECORD"] = record + f"{information}/RECORD,,\n"
        with zipfile.ZipFile(path, "w") as archive:
            for file, text in files.items():
                archive.writestr(file, text)
        return path

    def source(self, name, version, folder):
        """Adds a source archive, whose setup.py leaves a file where it is run; returns the archive."""
        ran = folder / "setup.py was run"
        (folder / "setup.py").write_text(
            f"open({str(ran)!r}, 'w').close()\nfrom setuptools import setup\nsetup(name={name!r}, version={version!r})\n"
        )
        path = self.folder / f"{name}-{version}.tar.gz"
        with tarfile.open(path, "w:gz") as archive:
            archive.add(folder / "setup.py", f"{name}-{version}/setup.py")
        return path, ran

    def lock(self, file, *paths):
        lines = ""
        for path in paths:
            name, version = path.name.removesuffix(".tar.gz").split("-")[:2]
            lines += f"{name}=={version} \\\n    --hash=sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}\n"
        file.write_text(lines)
        return file

    def environment(self):
        return {"PIP_CONFIG_FILE": "/dev/null", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.folder)}


def run(*words, cwd, **environment):
    outcome = commands.run(words, cwd, environment)
    assert outcome.status == 0, outcome
    return outcome


@pytest.fixture
def shelf(tmp_path):
    return Shelf(tmp_path / "shelf")


def test_an_environment_is_made_from_a_folder_of_wheels(shelf, tmp_path):
    scripts = tmp_path / "a checkout" / "scripts"
    scripts.mkdir(parents=True)
    for name in ("python-environment", "install-packages"):
        shutil.copy(ROOT / "scripts" / name, scripts)
    wheels = {group: shelf.wheel(f"tiny_{group}", "3.0") for group in packages.TOGETHER}
    wheels["bmtk"] = shelf.wheel("tiny_tests", "2.0")
    for group, wheel in wheels.items():
        shelf.lock(scripts / f"requirements-{group}.txt", wheel)
    wheels["neuron"].write_bytes(shelf.wheel("tiny_neuron", "3.0").read_bytes() + b"not what was locked")

    def make(*words):
        return run(scripts / "python-environment", *words, cwd=tmp_path, **shelf.environment()).err

    def versions(environment="python"):
        """Those of the packages of the groups, in order, in an environment."""
        python = scripts.parent / "build" / environment / "bin/python"
        text = f"""
for group in {list(packages.TOGETHER)}:
    try: print(__import__("tiny_" + group).version)
    except ImportError: print("none")
"""
        return run(python, "-c", text, cwd=tmp_path).out.split()

    assert "setting up" in make("--demo") and versions() == ["3.0", "none", "none", "none"]
    said = make()
    assert "NEURON could not be installed" in said and "bmtk" not in said
    assert versions() == ["3.0", "3.0", "none", "3.0"] and versions("python-bmtk") == ["3.0", "2.0", "none", "3.0"]
    assert make() == make("--demo") == ""


def test_only_wheels_that_a_lock_names_are_installed(shelf, tmp_path):
    lock, environment = tmp_path / "lock.txt", tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", environment], check=True)

    def install(*words):
        command = [ROOT / "scripts/install-packages", *words, environment, lock]
        return commands.run(command, tmp_path, shelf.environment())

    archive, ran = shelf.source("from_source", "1.0", tmp_path)
    shelf.lock(lock, archive)
    assert install().status != 0 and not ran.exists()
    lock.write_text("tiny==1.0\n")
    shelf.wheel("tiny", "1.0")
    assert "hash" in install().err
    shelf.lock(lock, shelf.wheel("tiny", "1.0"))
    assert install().status == 0
