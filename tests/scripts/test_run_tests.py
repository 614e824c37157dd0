"""How scripts/run-tests spreads tests over processes."""

import importlib.machinery
import importlib.util
import sys

import pytest
from oracle import commands

TESTS = """
import os
import pytest

@pytest.mark.parametrize("n", range(8))
def test_where(n):
    with open("where.txt", "a") as file:
        file.write(f"NAME {os.environ['PYTEST_XDIST_WORKER']}\\n")
"""


@pytest.fixture(scope="module")
def run_tests(root):
    loader = importlib.machinery.SourceFileLoader("run_tests", str(root / "scripts/run-tests"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("run_tests", loader))
    sys.modules["run_tests"] = module  # dataclasses look it up
    loader.exec_module(module)
    return module


def test_one_process_runs_the_tests_of_a_file(tmp_path, run_tests):
    for name in ("one", "two"):
        (tmp_path / f"test_{name}.py").write_text(TESTS.replace("NAME", name))
    outcome = commands.run([sys.executable, "-m", "pytest", "-q", "-n", "2", *run_tests.BY_FILES], tmp_path)
    assert outcome.status == 0, outcome
    ran = (tmp_path / "where.txt").read_text().splitlines()
    assert len(ran) == 16 and len({line.split()[1] for line in ran}) == 2, ran
    assert len(set(ran)) == 2, ran
