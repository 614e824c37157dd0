"""How scripts/run-tests spreads tests over processes."""

import sys

from oracle import commands
from oracle.scripts import load_script

TESTS = """
import os
import pytest

@pytest.mark.parametrize("n", range(8))
def test_where(n):
    with open("where.txt", "a") as file:
        file.write(f"NAME {os.environ['PYTEST_XDIST_WORKER']}\\n")
"""


def test_one_process_runs_the_tests_of_a_file(tmp_path):
    for name in ("one", "two"):
        (tmp_path / f"test_{name}.py").write_text(TESTS.replace("NAME", name))
    outcome = commands.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "2", *load_script("run-tests").BY_FILES], tmp_path
    )
    assert outcome.status == 0, outcome
    ran = (tmp_path / "where.txt").read_text().splitlines()
    assert len(ran) == 16 and len({line.split()[1] for line in ran}) == 2, ran
    assert len(set(ran)) == 2, ran
