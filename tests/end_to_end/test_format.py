"""Sources are formatted as `make format` formats them, by the versions of clang-format and ruff that are pinned."""

import pathlib
import re
import subprocess
import sys

import pytest

FOLDER = pathlib.Path(sys.executable).parent  # of the Python environment, where they are installed


def pinned(root, name):
    """The program; the test is skipped where it is not installed, or another version is."""
    version = re.search(rf"^{name}==([\w.]+)", (root / "scripts" / "requirements-style.txt").read_text(), re.M)[1]
    program = FOLDER / name
    if not program.exists():
        pytest.skip(f"{name} {version} is not installed; scripts/python-environment installs it")
    found = subprocess.run([program, "--version"], capture_output=True, text=True, check=True).stdout
    if version not in found.split():
        pytest.skip(f"{found.strip()} is installed, not {version}; scripts/python-environment installs it")
    return program


def tracked(root, *patterns):
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=root, capture_output=True, text=True)
    if listed.returncode != 0:
        pytest.skip("not a git checkout")
    return listed.stdout.splitlines()


def check(root, *command):
    outcome = subprocess.run(command, cwd=root, capture_output=True, text=True)
    said = (outcome.stdout + outcome.stderr).splitlines()
    assert outcome.returncode == 0, "\n".join(["`make format` formats these:", *said[:40]])


def test_cpp_is_formatted(root):
    files = tracked(root, "*.cpp", "*.hpp")
    assert len(files) > 500
    check(root, pinned(root, "clang-format"), "--dry-run", "-Werror", *files)


def test_python_is_formatted(root):
    check(root, pinned(root, "ruff"), "format", "--check", "--no-cache", ".")


def test_python_keeps_the_rules(root):
    check(root, pinned(root, "ruff"), "check", "--no-cache", "--output-format", "concise", ".")


@pytest.mark.parametrize(
    "text, kept",
    [
        (
            "// --- connections -----------------------------------------------------------------------------------------------",
            True,
        ),
        (
            "///     auto recorder = open(transport);  // an example keeps its lines, also where they are far too long for the page\n"
            "///     recorder->finish();",
            True,
        ),
        (
            "const char* text =\n"
            '    "a message of the program is one string even if it is so long that it goes far beyond the hundred and twenty columns";',
            True,
        ),
        ("int  a ;", False),
    ],
)
def test_text_is_left_alone(root, tmp_path, text, kept):
    (tmp_path / "text.cpp").write_text(text + "\n")
    configuration = f"--style=file:{root / '.clang-format'}"
    formatted = subprocess.run(
        [pinned(root, "clang-format"), configuration, tmp_path / "text.cpp"], capture_output=True, text=True, check=True
    ).stdout
    assert (formatted == text + "\n") == kept, formatted
