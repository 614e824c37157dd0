"""make soak: what it names exists."""

import re

from conftest import ROOT
from oracle.scripts import load_script


def test_each_target_is_a_test_of_the_soak():
    for name, (test, count) in load_script("soak").PYTESTS.items():
        file, function = test.split("::")
        text = (ROOT / "tests" / "end_to_end" / file).read_text()
        found = re.search(rf"@pytest.mark.soak\n(?:@.*\n)*def {function}\(.*first_seed", text)
        assert found and count > 0, f"{name}: {test}"


def test_each_test_of_the_soak_is_a_target():
    named = {test for test, _ in load_script("soak").PYTESTS.values()}
    for file in (ROOT / "tests" / "end_to_end").glob("test_*.py"):
        for function in re.findall(r"@pytest.mark.soak\n(?:@.*\n)*def (\w+)\(", file.read_text()):
            assert f"{file.name}::{function}" in named
